"""The games for OpenSpiel: `register()`, then `pyspiel.load_game("teahouse_battle")`.

A game has the parameters `seed`, a word that names its deals, and `deals`, how many there are. With one deal nothing is
random; with more, a chance node first draws one of them. Actions are those of the codecs in `lab/envs`.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, ClassVar, Final

import msgspec
import numpy as np

from teahouse.core.errors import InvalidOption
from teahouse.core.game import seen_events
from teahouse.core.loading import load
from teahouse.core.seats import Seat
from teahouse.core.shuffle import derived_seed, parse_seed
from teahouse.lab.envs import ENVS
from teahouse.lab.envs.codec import Array, Codec, ObservationField
from teahouse.lab.envs.spiel import Params, SpielKind
from teahouse.lab.envs.table import Turn, outcome, turn_from
from teahouse.lab.extras import extra

with extra("openspiel"):
    pyspiel: Any = import_module("pyspiel")

SEED: Final = "tea"
MOST_DEALS: Final = 1_000_000

KINDS: Final[Mapping[str, SpielKind]] = {
    f"teahouse_{name}": load(each.openspiel) for name, each in ENVS.items() if each.openspiel is not None
}


def register() -> None:
    """Register every game with OpenSpiel that is not registered yet."""
    known = set(pyspiel.registered_names())
    for name in KINDS:
        if name not in known:
            pyspiel.register_game(_game_type(name, KINDS[name].deals), CLASSES[name])


def _game_type(name: str, deals: int) -> Any:
    kind, words = KINDS[name], pyspiel.GameType
    usual = {"seed": SEED, "deals": kind.deals, **kind.options}
    return words(
        short_name=name,
        long_name=kind.title,
        dynamics=words.Dynamics.SEQUENTIAL,
        chance_mode=words.ChanceMode.DETERMINISTIC if deals == 1 else words.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            words.Information.PERFECT_INFORMATION if kind.is_perfect else words.Information.IMPERFECT_INFORMATION
        ),
        utility=words.Utility.ZERO_SUM if kind.is_zero_sum else words.Utility.GENERAL_SUM,
        reward_model=words.RewardModel.TERMINAL,
        max_num_players=kind.players,
        min_num_players=kind.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=usual,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One of our games for OpenSpiel."""

    name: ClassVar[str]

    def __init__(self, params: Params | None = None) -> None:
        """Use OpenSpiel's parameters, or the default ones."""
        kind = self.kind = KINDS[self.name]
        values = {"seed": SEED, "deals": kind.deals, **kind.options, **(params or {})}
        self.codec: Final = kind.codec(values)
        self.seed: Final = parse_seed(str(values["seed"]))
        self.deals: Final = int(values["deals"])
        if not 1 <= self.deals <= MOST_DEALS:
            raise InvalidOption(f"expected deals from 1 to {MOST_DEALS}, got {self.deals}")
        super().__init__(  # pyright: ignore[reportUnknownMemberType]  # as above
            _game_type(self.name, self.deals), self._info(), dict(params or {})
        )

    def _info(self) -> Any:
        kind = self.kind
        least, most = kind.bounds(self.codec)
        return pyspiel.GameInfo(
            num_distinct_actions=self.codec.actions,
            max_chance_outcomes=0 if self.deals == 1 else self.deals,
            num_players=kind.players,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0 if kind.is_zero_sum else None,
            max_game_length=kind.length(self.codec),
        )

    def new_initial_state(self) -> "SpielState":
        """The state before the deal, or after it if there is only one deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Params | None = None) -> "Observer":
        """An observer of what a player sees now; with perfect recall, of all it has ever seen."""
        if params:
            raise InvalidOption(f"expected no parameters of an observer, got {sorted(params)}")
        return Observer(self.codec, has_recall=iig_obs_type is not None and iig_obs_type.perfect_recall)

    def dealt(self, deal: int) -> "DealPosition":
        """The first position of a deal."""
        seed = self.seed if self.deals == 1 else derived_seed(self.seed, "lab/openspiel", deal)
        start = self.codec.game.deal(seed)
        turn = turn_from(self.codec, start, Seat(-1))
        return DealPosition(self.codec, start, (), turn)


CLASSES: Final[Mapping[str, type[SpielGame]]] = {name: type("KindGame", (SpielGame,), {"name": name}) for name in KINDS}
"""OpenSpiel keeps its game factories until the interpreter exits, when only a class is still safe to keep."""


class DealPosition:
    """A deal so far: its start, its events, and the seat to act. It is immutable, so copies are the same object."""

    def __init__(self, codec: Codec, start: Any, events: tuple[Any, ...], turn: Turn) -> None:
        """Store the parts."""
        self.codec: Final = codec
        self.start: Final = start
        self.events: Final = events
        self.turn: Final = turn

    def __deepcopy__(self, memo: object) -> "DealPosition":
        """The same object, since it is immutable."""
        return self

    def after(self, action: int) -> "DealPosition":
        """The position after an action of the seat to act."""
        turn = self.turn
        state, events = self.codec.game.apply(turn.state, turn.seat, turn.moves[action])
        return DealPosition(self.codec, self.start, (*self.events, *events), turn_from(self.codec, state, turn.seat))

    def view(self, seat: Seat | None) -> Any:
        """What a seat sees now."""
        return self.codec.game.view(self.turn.state, seat)

    def recalled(self, seat: Seat) -> str:
        """What a seat has seen since the deal: its first view, then every event, one a line."""
        game = self.codec.game
        seen = (game.view(self.start, seat), *seen_events(game, self.events, seat))
        return "\n".join(msgspec.json.encode(each).decode() for each in seen)


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of one of our games for OpenSpiel: before the deal, or during it."""

    def __init__(self, game: SpielGame) -> None:
        """Start before the deal; if there is only one, it is dealt at once."""
        super().__init__(game)  # pyright: ignore[reportUnknownMemberType]  # as above
        self.position: DealPosition | None = game.dealt(0) if game.deals == 1 else None

    def current_player(self) -> Any:
        """The chance player before the deal, then the seat to act."""
        if self.position is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else int(self.position.turn.seat)

    def is_terminal(self) -> bool:
        """Is the deal over?"""
        return self.position is not None and self.position.turn.result is not None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal, all equally likely."""
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return sorted(self.position.turn.moves) if player == self.position.turn.seat else []

    def _apply_action(self, action: int) -> None:
        self.position = self.get_game().dealt(action) if self.position is None else self.position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.position is None:
            return f"deal {action}"
        turn = self.position.turn
        if action in turn.moves and player == turn.seat:
            return self.position.codec.game.move_text(turn.moves[action])
        return f"action {action}"

    def returns(self) -> list[float]:
        """The final returns: 1 or -1 in Battle, the points of the result in other games."""
        players = self.num_players()
        result = None if self.position is None else self.position.turn.result
        if result is None:
            return [0.0] * players
        game = self.get_game()
        return list(outcome(result, players) if game.kind.is_perfect else map(float, result.scores))

    def __str__(self) -> str:
        """What the seat to act sees, as JSON."""
        if self.position is None:
            return "before the deal"
        return msgspec.json.encode(self.position.view(self.position.turn.seat)).decode()


class Observer:
    """What a player sees, as one row of numbers and as text."""

    def __init__(self, codec: Codec, *, has_recall: bool) -> None:
        """With perfect recall there is only text."""
        self._codec: Final = codec
        self._has_recall: Final = has_recall
        fields = dict[str, ObservationField]() if has_recall else codec.fields
        sizes = [int(np.prod(field.shape)) for field in fields.values()]
        self.tensor: Final[Array] = np.zeros(sum(sizes), np.float32)
        self.dict: Final[dict[str, Array]] = {}
        start = 0
        for (name, field), size in zip(fields.items(), sizes, strict=True):
            self.dict[name] = self.tensor[start : start + size].reshape(field.shape)
            start += size

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the numbers with what a player sees; before the deal they are zero."""
        self.tensor.fill(0)
        if state.position is not None and self.dict:
            for name, seen in self._codec.observation(state.position.view(Seat(player)), Seat(player)).items():
                self.dict[name][...] = seen

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees as text; with perfect recall, all it has seen."""
        if state.position is None:
            return "before the deal"
        if self._has_recall:
            return state.position.recalled(Seat(player))
        return msgspec.json.encode(state.position.view(Seat(player))).decode()
