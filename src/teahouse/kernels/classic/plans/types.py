"""What the kernels of plans work on: hands, what a player knows, and the plans that come out."""

from typing import Annotated, Final, NamedTuple

from teahouse.kernels.arrays import Ints, Reals, Rows
from teahouse.kernels.classic.numbers import MOST_FAAN
from teahouse.kernels.classic.plans.reach import KINDS, Vectors
from teahouse.kernels.classic.plans.special import SPECIAL_PLANS
from teahouse.kernels.classic.plans.suits import SuitRow
from teahouse.kernels.record import KernelRecord

MOST_STAGES: Final = 12
FINALISTS: Final = 4
"""How many of the best plans are kept."""


class Holding(KernelRecord):
    """A hand that waits for its next tile.

    tiles, unseen: how many of each kind it holds, and how many its player does not see. sets: still to be made.
    chow_limit: whether it may have no chow, one or any. plans: those that its melds leave open, a bit for each form and
    kind of sets. points, doublings: so far; uncounted: doublings among them that do not count for the least of a win.
    concealed, honours_only: is it concealed, and are its melds of honours only? 1 or 0.
    """

    tiles: Annotated[Ints, KINDS]
    unseen: Annotated[Ints, KINDS]
    sets: int
    chow_limit: int
    plans: int
    points: int
    doublings: int
    uncounted: int
    concealed: int
    honours_only: int


class PongWorths(KernelRecord):
    """For a pong of each kind its doublings, its points concealed and its points melded."""

    doublings: Annotated[Ints, KINDS]
    concealed: Annotated[Ints, KINDS]
    shown: Annotated[Ints, KINDS]


class WeighingContext(KernelRecord):
    """What a player weighs by: the state of the table, its rules, and the style.

    The table. unseen: how many tiles. rounds: left. pays: what a point of the score pays. costs: what another's win
    costs.

    The rules. limit: the most a hand is worth. no_chows, clean, pure, pure_chows: the doublings of plans.
    concealed_points, concealed_doublings: what a concealed hand adds. least_doublings, least_score: a win needs one of
    them; 0 for none. faan: 1 if doublings are faan, which score by the table, up to most_faan.
    worths: what each special hand is worth, nothing for those that are not played.

    The player's style. given: how often a claimable tile is given. stay_concealed: how often a concealed hand stays so.
    width: how many tiles more than the nearest plan another may lack; special_width: how many a special hand may. mix:
    the share of the second best plan. fold: the share of the costs of others' wins that is left to a player who gives
    up and discards only what is safe. live: the share of the unseen tiles that a special hand needs which is assumed to
    come. grows: how often a pair becomes a pong before the hand is won. scored: how many of the best plans are scored
    as complete hands. stages: how much of the rate is left a stage later, by what is missing then. usual: the most that
    is usual a stage later, for hands of all tiles, clean, pure, and of pongs. nearer: how many times as likely a win is
    with one tile less missing, if hands race for patterns; 0 otherwise. late: how much higher that is when few rounds
    are left.
    """

    unseen: float
    rounds: int
    pays: float
    costs: float

    limit: float
    no_chows: float
    clean: float
    pure: float
    pure_chows: float
    concealed_points: float
    concealed_doublings: float
    least_doublings: float
    least_score: float
    faan: int
    most_faan: int
    table: Annotated[Reals, MOST_FAAN]
    worths: Annotated[Reals, SPECIAL_PLANS]

    given: float
    stay_concealed: float
    width: int
    special_width: int
    mix: float
    fold: float
    live: float
    grows: float
    scored: int
    stages: Annotated[Reals, MOST_STAGES]
    usual: Annotated[Reals, (4, MOST_STAGES)]
    nearer: float
    late: float


class Situation(NamedTuple):
    """What the hands of a player are weighed by: what pongs are worth, the context, and the danger of each round.

    hazard: for each round to come, the chance that another seat wins in it.
    """

    pong: PongWorths
    context: WeighingContext
    hazard: Reals


class Stages(KernelRecord):
    """The progress of a plan: by tiles missing, the chance to come nearer in a round, and to have come so far.

    chance: that of the plan just weighed. given_up: what a hand is worth that never wins.
    """

    nearer: Annotated[Reals, MOST_STAGES]
    reached: Annotated[Reals, MOST_STAGES]
    chance: float
    given_up: float


class Plan(KernelRecord):
    """One of the best plans: its expected points, missing tiles, rate, chance and score."""

    expected: float
    plan: int
    missing: int
    rate: float
    chance: float
    score: float


class HandEstimate(Plan):
    """The result for a hand: its best plan; its distance to any Mahjong, with that rate; the second best's points."""

    nearest: int
    nearest_rate: float
    second: float


class Workspace(NamedTuple):
    """Working memory for hands: the table of suits, vectors, the stages of a plan, and the best plans in order."""

    rows: Rows[SuitRow]
    vectors: Vectors
    stages: Stages
    finals: Rows[Plan]
