"""The level `master`, which sees only a view."""

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from teahouse.core.seats import Seat
from teahouse.games.classic import Classic, ClassicRules, DeclareMahjong
from teahouse.games.classic.play.state import ClassicState
from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset, with_options
from teahouse.kernels.classic.deals import features, learned
from teahouse.players import Budget, make_player
from teahouse.players.classic.learned.network import WEIGHTS, rate_moves, rate_view, shipped_learner
from teahouse.players.classic.learned.supported_rules import LEARNED_FROM, is_learned
from teahouse.players.classic.levels import ExpertPlayer, MasterPlayer


def midgame(seed: bytes, moves: int) -> tuple[Classic, ClassicState]:
    """A deal after this many moves of quick players, or before its last move."""
    game, rng = Classic(), Random(seed)
    state, player = game.deal(seed), make_player("classic", "simple", game.rules)
    for _ in range(moves):
        seat = game.to_move(state)[0]
        move = player.choose(game.view(state, seat), game.legal_moves(state, seat), Budget(), rng)
        later, _ = game.apply(state, seat, move)
        if game.result(later) is not None:
            break
        state = later
    return game, state


def other_world(state: ClassicState, seat: Seat, rng: Random) -> ClassicState:
    """The same deal with hidden tiles exchanged: the other hands, the wall and the Kong Box."""
    others = [other for other in range(4) if other != seat]
    hidden = [*state.wall, *state.box, *(tile for other in others for tile in state.hands[other])]
    plain = [tile for tile in hidden if not tile.is_bonus]
    rng.shuffle(plain)
    hands = list(state.hands)
    for other in others:
        hands[other] = tuple(sorted(plain.pop() for _ in state.hands[other]))
    wall = tuple(tile if tile.is_bonus else plain.pop() for tile in state.wall)
    box = tuple(tile if tile.is_bonus else plain.pop() for tile in state.box)
    return replace(state, hands=tuple(hands), wall=wall, box=box)


@pytest.mark.parametrize("number", range(12))
def test_two_worlds_that_look_alike_get_the_same_ratings(number: int) -> None:
    game, state = midgame(b"world %d" % number, 9 * number)
    seat = game.to_move(state)[0]
    view = game.view(state, seat)
    other = other_world(state, seat, Random(number))
    assert other.hands != state.hands
    assert game.view(other, seat) == view
    plain = [move for move in game.legal_moves(state, seat) if not isinstance(move, DeclareMahjong)]
    assert rate_moves(view, plain, load_ruleset()) == rate_moves(game.view(other, seat), plain, load_ruleset())


def test_ratings_are_reproducible_and_differ_by_move() -> None:
    game, state = midgame(b"again", 4)
    seat = game.to_move(state)[0]
    moves = game.legal_moves(state, seat)
    first = rate_moves(game.view(state, seat), moves, load_ruleset())
    assert first == rate_moves(game.view(state, seat), moves, load_ruleset())
    assert len(set(first)) > 1


@pytest.mark.parametrize("ruleset", [name for name in RULESETS if not is_learned(load_ruleset(name))])
def test_under_unlearned_rules_it_plays_as_expert(ruleset: str) -> None:
    game = Classic(ClassicRules(ruleset=ruleset))
    state = game.deal(b"other rules")
    seat = game.to_move(state)[0]
    view, moves = game.view(state, seat), game.legal_moves(state, seat)
    master, expert = MasterPlayer(), ExpertPlayer()
    for player in (master, expert):
        player.set_rules(game.rules)
    assert master.choose(view, moves, Budget(), Random(3)) == expert.choose(view, moves, Budget(), Random(3))


def test_it_knows_the_rules_of_play_that_it_learned_from() -> None:
    assert [name for name in RULESETS if is_learned(load_ruleset(name))] == sorted(LEARNED_FROM, key=[*RULESETS].index)
    assert is_learned(with_options(load_ruleset(), {"limit": 500}))
    assert not is_learned(with_options(load_ruleset("bmja"), {"max_chows": 2}))


@pytest.mark.parametrize(
    ("changes", "feature"),
    [
        ({"limit": 500, "special_half_limit": 250}, features.LIMIT),
        ({"max_chows": 1}, features.CHOWS + 1),
        ({"losers_settle": True}, features.RULES),
        ({"must_declare_ready": True}, features.RULES + 4),
    ],
    ids=("limit", "chows", "settling", "declaring"),
)
def test_its_features_include_the_numbers_of_the_ruleset(changes: dict[str, object], feature: int) -> None:
    game, state = midgame(b"told", 8)
    seat = game.to_move(state)[0]
    view, ruleset = game.view(state, seat), load_ruleset()
    usual, changed = (rate_view(view, rules).seen for rules in (ruleset, with_options(ruleset, changes)))
    assert feature not in usual.active[: usual.count]
    assert feature in changed.active[: changed.count]


def test_the_weights_fit_the_network_and_a_megabyte() -> None:
    numbers = np.load(WEIGHTS)
    assert numbers.dtype == np.float16
    assert np.isfinite(numbers).all()
    assert WEIGHTS.stat().st_size < 1_000_000
    network = shipped_learner().network
    assert network.first.shape == (features.FEATURES, learned.FIRST_LAYER)


def test_no_view_has_too_many_features() -> None:
    for number in range(6):
        game, state = midgame(b"long %d" % number, 110)
        seat = game.to_move(state)[0]
        seen = rate_view(game.view(state, seat), load_ruleset()).seen
        assert 60 < seen.count < features.MOST_FEATURES - 20
