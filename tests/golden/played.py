"""The deals of the chains: every ruleset, every layout, contests, and rare events."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from teahouse.core.game import AnyGame, Forfeit, Reason
from teahouse.core.seats import Seat
from teahouse.core.tiles import parse_tiles
from teahouse.games import make_game
from teahouse.games.classic import ClassicView, Discard, load_ruleset
from teahouse.games.classic.play.moves import DeclareKong, DeclareMahjong, Pass
from teahouse.games.classic.rulesets.ruleset import with_options
from teahouse.games.solitaire import LAYOUT_NAMES, Solitaire, SolitaireRules
from teahouse.games.solitaire.moves import Hint, Redo, Shuffle, TakePair, Undo
from tests.deals.script import Script
from tests.golden.chains import Chain
from tests.laws.specimens import SMALL_LAYOUT

SCRIPTS = Path(__file__).parent.parent / "deals"
Choose = Callable[[Any, Sequence[Any], random.Random], Any]
"""A move for a view out of those that are legal."""
Leaving = Sequence[tuple[int, tuple[int, Reason]]]
"""Who gives up and why, each after so many moves."""


def played(name: str, game: AnyGame, seed: str, choose: Choose, *, most: int = 1000, leaving: Leaving = ()) -> Chain:
    """A deal with these choices and at most this many moves, in which some seats give up."""
    chain, rng, left = Chain(name, game, game.deal(seed.encode()), seed), random.Random(seed), dict(leaving)
    while (movers := game.to_move(chain.state)) and len(chain.plies) < most:
        if leaver := left.pop(len(chain.plies), None):
            chain.apply(Seat(leaver[0]), Forfeit(leaver[1]))
            continue
        seat = rng.choice(movers)
        chain.apply(seat, choose(chain.views[seat], game.legal_moves(chain.state, seat), rng))
    return chain


def any_move(_view: Any, moves: Sequence[Any], rng: random.Random) -> Any:
    """A random move."""
    return rng.choice(list(moves))


def battle() -> Iterator[Chain]:
    """A whole deal, one that the second seat starts, and some in which a seat gives up."""
    yield played("usual", make_game("battle"), "tea", any_move)
    second = make_game("battle", {"first_seat": 1, "least_opening_moves": 5})
    yield played("second-seat-starts", second, "cup", any_move, leaving=[(9, (0, "absent"))])
    yield played("out-of-time", make_game("battle"), "pot", any_move, leaving=[(4, (1, "time"))])
    yield played("resigned", make_game("battle"), "leaf", any_move, leaving=[(2, (0, "resigned"))])


def keen(view: ClassicView, moves: Sequence[Any], rng: random.Random) -> Any:
    """Go Mahjong and declare kongs, claim often, and discard the tile with the fewest neighbours in the hand."""
    first = moves[0]
    if isinstance(first, DeclareMahjong | DeclareKong):
        return first
    discards = [move for move in moves if isinstance(move, Discard)]
    if not discards:
        return first if rng.random() < 0.6 else Pass()
    calls = [move for move in discards if move.ready]
    return min(calls or discards, key=lambda move: neighbours(view, move))


def neighbours(view: ClassicView, move: Discard) -> int:
    """How many neighbours this tile has in the hand: equal tiles count three times, near ranks once."""
    near = (other for other in view.hand if other.suit == move.tile.suit and not other.is_honour)
    beside = sum(1 <= abs(other.rank - move.tile.rank) <= 2 for other in near)
    return 3 * view.hand.count(move.tile) + (0 if move.tile.is_honour else beside)


RARE: dict[str, Any] = {
    "must_declare_ready": True,
    "rob_concealed_kong": "thirteen_wonders",
    "multiple_mahjong": "all_win",
    "kong_box_replenish": True,
}


def classic() -> Iterator[Chain]:
    """Deals under every ruleset and with every kind of wall; some seats give up, also while they are asked."""
    yield played("british", classic_game("british"), "matcha", keen)
    yield played("added-kong", classic_game("british"), "cup", keen)
    everybody: Leaving = [(40, (1, "time")), (61, (3, "absent")), (90, (2, "resigned"))]
    yield played("bmja-fourteen-beside-six-heaps", classic_game("bmja"), "mist", keen, leaving=everybody)
    yield played("two-players", classic_game("two-players"), "orchid", keen)
    yield played("three-players", classic_game("three-players"), "dragon", keen)
    yield played("no-kong-box", classic_game("british", kong_box=False), "tea", keen, most=60)
    yield played("no-bonus-tiles", classic_game("british", bonus_tiles=False), "pot", keen, most=40)
    yield played("kong-box-of-sixteen", classic_game("british", kong_box_size=16, losers_settle=True), "bridge", keen)
    later = classic_game(
        "british", rules={"east": 1, "dealer": 3, "prevailing": "South", "tallies": [1900, 2300, 1700, 2100]}
    )
    yield played("later-in-a-session", later, "tea", keen, most=24)
    one_leaves: Leaving = [(5, (1, "time"))]
    for players, leaving in (("two", ()), ("three", one_leaves)):
        goulash = classic_game(f"{players}-players", rules={"goulash": True})
        yield played(f"goulash-of-{players}", goulash, "tea", keen, most=44, leaving=leaving)
    yield played("rare-options", classic_game("british", **RARE), "matcha", keen)


def classic_game(name: str, rules: Mapping[str, Any] | None = None, **changed: Any) -> AnyGame:
    """Classic mahjong under a built-in ruleset with changed options, and with further rules."""
    return make_game("classic", {"ruleset": with_options(load_ruleset(name), changed), **(rules or {})})


def scripts() -> Iterator[Chain]:
    """The scripted deals, with rare events."""
    yield from map(scripted, sorted(SCRIPTS.glob("*.txt")))


class Recorded(Script):
    """A script whose deal is recorded while it is played."""

    chain: Chain | None = None

    def started(self) -> Any:
        """Begin the chain with the deal."""
        state = super().started()
        self.chain = Chain("", self.game, state, None)
        return state

    def apply(self, seat: Seat, text: str) -> None:
        """Play a move, and add it to the chain."""
        super().apply(seat, text)
        assert self.chain is not None
        self.chain.apply(seat, self.game.parse_move(text))


def scripted(path: Path) -> Chain:
    """The chain of a script."""
    script = Recorded(path.read_text("utf-8"))
    script.play()
    assert script.chain is not None
    script.chain.head["name"] = path.stem
    return script.chain


def solitaire() -> Iterator[Chain]:
    """Every layout, every help, every ending, alone and in contests."""
    for number, layout in enumerate(LAYOUT_NAMES):
        level = ("gentle", "classic", "wild")[number % 3]
        game = make_game("solitaire", {"layout": layout, "level": level})
        yield played(layout, game, layout, pairs_first, most=14, leaving=[(13, (0, "resigned"))])
    yield from (played(f"small-{seed}", small(start_overs=1), seed, any_move) for seed in ("tea", "pot"))
    alone = small(uses=0, start_overs=0)
    yield from (played(f"without-help-{seed}", alone, seed, pairs_only) for seed in ("tea", "cup"))
    yield played("contest-of-three", small(players=3, level="wild"), "tea", pairs_first, leaving=[(20, (1, "time"))])
    yield played("contest-of-two", small(players=2), "cup", pairs_first, leaving=[(9, (0, "absent"))])
    yield played("contest-dealt-again", small(players=2, uses=0, level="wild"), "cup", pairs_only)
    yield casual(small(casual=True, start_overs=0))
    yield given(Solitaire(SolitaireRules(layout=SMALL_LAYOUT)))


def casual(game: AnyGame) -> Chain:
    """A casual game, in which a pair and a shuffle are undone and redone."""
    chain = Chain("casual", game, game.deal(b"tea"), "tea")
    first = next(move for move in game.legal_moves(chain.state, Seat(0)) if isinstance(move, TakePair))
    for move in (first, Shuffle(), Undo(), Undo(), Redo(), Redo(), Hint(), Forfeit()):
        chain.apply(Seat(0), move)
    return chain


def given(game: Solitaire) -> Chain:
    """A board with given tiles."""
    tiles = parse_tiles(game.deal(b"tea").deal.tiles)
    chain = Chain("given", game, game.start(tiles), None)
    chain.apply(Seat(0), Forfeit())
    return chain


def small(**options: Any) -> AnyGame:
    """Solitaire on a small layout."""
    return make_game("solitaire", {"layout": SMALL_LAYOUT, "level": "gentle"} | options)


def pairs_first(_view: Any, moves: Sequence[Any], rng: random.Random) -> Any:
    """Mostly take a pair; now and then ask for help."""
    pairs = [move for move in moves if isinstance(move, TakePair)]
    return rng.choice(pairs if pairs and rng.random() < 0.7 else list(moves))


def pairs_only(_view: Any, moves: Sequence[Any], rng: random.Random) -> Any:
    """Take pairs as long as there are any."""
    pairs = [move for move in moves if isinstance(move, TakePair)]
    return rng.choice(pairs or list(moves))


CHAINS: dict[str, Callable[[], Iterator[Chain]]] = {
    "battle": battle,
    "classic": classic,
    "classic-scripts": scripts,
    "solitaire": solitaire,
}
"""The chains by the name of the file that keeps them."""
