"""Pictures of Classic mahjong: the wall, the viewer's information, and texts for all events."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from msgspec import structs

from teahouse.core.game import Result, seen_events
from teahouse.core.seats import Seat
from teahouse.core.tiles import Tile
from teahouse.games.classic import Classic, ClassicRules, ClassicState, Drew, Event, Meld, Melded, load_ruleset
from teahouse.games.classic.play.opening import HEAP, SIDES, broken_wall, side_of
from teahouse.games.classic.rulesets.ruleset import RULESETS, with_options
from teahouse.pictures.classic.svg import classic_svg
from teahouse.pictures.classic.text import classic_text
from teahouse.pictures.classic.wall import box_heaps, heaps_of, wall_heaps
from teahouse.pictures.classic.words import classic_event, classic_move, result_text
from teahouse.players import Budget
from teahouse.players.classic.simple import SimplePlayer
from tests.deals.script import Script
from tests.shares import shared

DEALS = Path(__file__).parents[1] / "deals"
NAMES = ("ann", "bob", "cid", "dot")


def playing(game: Classic, seed: int) -> Iterator[tuple[ClassicState, tuple[Event, ...]]]:
    """Every state of a deal between simple players, with its events."""
    bot, rng, state = SimplePlayer(), random.Random(seed), game.deal(b"%d" % seed)
    yield state, ()
    while waiting := game.to_move(state):
        seat = rng.choice(waiting)
        moves = game.legal_moves(state, seat)
        state, events = game.apply(state, seat, bot.choose(game.view(state, seat), moves, Budget(), rng))
        yield state, tuple(events)


def game_of(name: str, **changed: Any) -> Classic:
    return Classic(ClassicRules(ruleset=with_options(load_ruleset(name), changed)))


@pytest.mark.parametrize(
    "game",
    [
        *(game_of(name) for name in RULESETS),
        game_of("british", bonus_tiles=False),
        game_of("british", kong_box=False),
        game_of("british", kong_box_replenish=True),
        game_of("british", kong_box_size=2),
    ],
)
def test_the_heaps_hold_the_tiles_that_are_left(game: Classic) -> None:
    for seed in range(2):
        for state, _ in playing(game, seed):
            heaps = list(heaps_of(game.view(state, None)))
            assert sum(heap.tiles for heap in heaps if heap.is_box) == len(state.box)
            assert sum(heap.tiles for heap in heaps if not heap.is_box) == len(state.wall)
            assert len({(heap.side, heap.place) for heap in heaps}) == len(heaps)
            assert all(heap.tiles <= (3 if heap.is_box else 2) for heap in heaps)


Place = tuple[int, float]
"""A side, and a place on it from its middle."""


def places_left(game: Classic, state: ClassicState) -> tuple[list[Place], list[Place]]:
    """The places of the tiles that are left in wall and Kong Box at the first turn."""
    opening, players = state.opening, len(game.seats)
    a_side = (opening.wall + opening.box) // SIDES
    built: Any = [(-(tile // a_side) % SIDES, a_side / 4 - tile % a_side // HEAP - 1) for tile in range(SIDES * a_side)]
    layout: Any = broken_wall(built, side_of(opening.dealer, players), opening.heaps, game.ruleset)
    dealt = opening.wall - state.tail - len(state.wall)
    return list(layout.wall[dealt : dealt + len(state.wall)]), list(layout.box[opening.box - len(state.box) :])


def places_drawn(state: ClassicState, game: Classic, *, is_box: bool) -> Counter[Place]:
    """The places of the tiles in the picture."""
    heaps = [heap for heap in heaps_of(game.view(state, None)) if heap.is_box == is_box]
    return Counter({(heap.side, heap.place): heap.tiles for heap in heaps})


@pytest.mark.parametrize("name", shared(RULESETS, 3))
@pytest.mark.parametrize("options", [{}, {"kong_box": False}, {"bonus_tiles": False}, {"kong_box_size": 16}], ids=str)
def test_the_heaps_stand_where_their_tiles_were_built(name: str, options: dict[str, Any]) -> None:
    game = game_of(name, **options)
    for seed in range(2):
        (first, _), *later = playing(game, seed)
        wall, box = places_left(game, first)
        for state, events in later:
            for event in events:
                if isinstance(event, Drew):
                    supply = box if event.supply == "kong_box" else wall
                    supply.pop(-1 if event.supply == "wall_tail" else 0)
            assert Counter(wall) == places_drawn(state, game, is_box=False)
            if not state.opening.lifted or len(box) <= HEAP * state.opening.heaps:  # no heaps overlap
                assert Counter(box) == places_drawn(state, game, is_box=True)


@pytest.mark.parametrize("options", [{}, {"kong_box_replenish": True}])
def test_the_wall_does_not_change_while_a_kong_may_be_robbed(options: dict[str, Any]) -> None:
    script = (DEALS / "robbing_a_kong.txt").read_text("utf-8").partition("0 kong 5p")[0]
    before, asked = (Script(script + more, options).play() for more in ("", "0 kong 5p; ?"))
    assert asked.state.window is not None
    heaps = [list(heaps_of(outcome.game.view(outcome.state, None))) for outcome in (before, asked)]
    assert heaps[0] == heaps[1]


@pytest.mark.parametrize("name", shared(RULESETS, 3))
def test_a_picture_shows_a_back_for_every_tile_that_is_hidden(name: str) -> None:
    game, looks = game_of(name), 0
    for number, (state, _) in enumerate(playing(game, 1)):
        if number % 40 or state.ending is not None:
            continue
        for eye in (*game.seats, None):
            drawn = classic_svg(game.view(state, eye))
            ET.fromstring(drawn)  # noqa: S314 - our own drawing
            hidden = len(state.wall) + len(state.box)
            hidden += sum(len(hand) for seat, hand in enumerate(state.hands) if seat != eye)
            hidden += sum(meld.concealed for melds in state.melds for meld in melds)
            assert drawn.count('href="#tile-back"') == hidden
            looks += 1
    assert looks


@pytest.mark.parametrize("name", RULESETS)
def test_every_event_has_a_text(name: str) -> None:
    game = game_of(name)
    names = NAMES[: len(game.seats)]
    for state, events in playing(game, 2):
        for event in seen_events(game, events, Seat(0)):
            classic_event(event, names)
        for seat in game.to_move(state):
            view, moves = game.view(state, seat), game.legal_moves(state, seat)
            text = classic_text(view, moves, names).plain
            assert all(name in text for name in names)
            assert all(classic_move(view, move) for move in moves)


def test_a_view_in_the_terminal() -> None:
    script = """
    seats east=0 dealer=0
    hand 0 147m 258s 1234567z 4p
    hand 1 369m 147s 2368p 222z
    hand 2 258m 369s 14p 77z 55z 6z
    hand 3 123m 457m 789s 44p 9p 1f
    box 9p 2p 3p 6p
    wall 8p 9s 1z 3m
    0 4p; 3 pong
    3 9p
    """
    outcome = Script(script).play()
    text = classic_text(outcome.game.view(outcome.state, Seat(0)), (), NAMES).plain
    assert text.splitlines() == [
        " Prevailing Wind East   wall 3   Kong Box 3",
        "",
        "   South bob                  13 tiles",
        "   West  cid                  13 tiles",
        "   North dot                  10 tiles  [444p]  1f",
        "      9p",
        " ▸ East  ann          dealer  14 tiles",
        "",
        "   your hand   1m 4m 7m 2s 5s 8s 1z 2z 3z 4z 5z 6z 7z   + 8p",
        "",
        " ann to move",
    ]


def test_a_seat_with_many_melds_fits_a_terminal_of_eighty_columns() -> None:
    game = Classic(ClassicRules(tallies=(2000,) * 4, dealer=Seat(1)))
    melds = (Meld("chow", Tile.M7), Meld("pong", Tile.S1), Meld("pong", Tile.P3), Meld("kong", Tile.RED, added=True))
    view = structs.replace(
        game.view(game.deal(b"tea"), Seat(0)),
        melds=((), melds, (), ()),
        bonus=((), (Tile.CHRYSANTHEMUM, Tile.ORCHID), (), ()),
    )
    rows = classic_text(view, (), ("you", "simple (2)", "simple (3)", "simple (4)")).plain.splitlines()
    assert any(row.endswith("[789m] [111s] [333p] [7777z]  23f") for row in rows)
    assert max(map(len, rows)) <= 80


def test_the_text_of_a_claim_names_the_discarder() -> None:
    event = Melded(Seat(1), Meld("pong", Tile.M6), Tile.M6, Seat(0))
    assert classic_event(event, ("you", "bob", "cid", "dot")) == "bob: Pong! [666m] with 6m from you"


def test_a_win_is_explained_line_by_line() -> None:
    script = """
    hand 0 147m 258s 1234567z 9m
    hand 1 123m 456m 789s 23p 99p
    hand 2 369m 147s 258p 1122z
    hand 3 258m 369s 18p 77z 55z 6z
    box 1p 2p 3p 6p
    wall 8p 9s 4p
    0 9m
    1 8p
    2 9s
    3 4p; 1 mahjong
    """
    outcome = Script(script).play()
    text = classic_text(outcome.game.view(outcome.state, None), (), NAMES).plain
    assert "bob: Mahjong!  1m 2m 3m 4m 5m 6m 2p 3p 4p 9p 9p 7s 8s 9s" in text
    assert "   winning tile: 4p, from dot\n" in text
    assert text.count("Discard after the last Wall tile") == 1
    assert "Discard after the last Wall tile                  20 points, double × 1" in text
    assert "32 points, 1 doubling: 64" in text
    assert "Mahjong for bob: bob +128, dot -128" in text


@pytest.mark.parametrize(
    ("limit", "total"), [(2000, "32 points, 1 doubling: 64\n"), (50, "32 points, 1 doubling: 64, limit 50\n")]
)
def test_a_score_that_the_limit_cuts_says_so(limit: int, total: str) -> None:
    script = (DEALS / "last_discard.txt").read_text("utf-8").partition("wins")[0]
    outcome = Script(script, {"limit": limit, "special_half_limit": 25}).play()
    assert total in classic_text(outcome.game.view(outcome.state, None), (), NAMES).plain


def test_the_closing_table_shows_what_everybody_has_after_the_deal() -> None:
    script = (DEALS / "last_discard.txt").read_text("utf-8").replace("hand 0", "tallies 2000 2000 2000 2000\nhand 0")
    outcome = Script(script).play()
    rows = classic_text(outcome.game.view(outcome.state, None), (), NAMES).plain.splitlines()
    found = [next(row for row in rows if f" {name} " in row) for name in NAMES]
    assert [word in row for word, row in zip(("2000", "2128", "2000", "1872"), found, strict=True)] == [True] * 4


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (Result((0, 0, 0, 0), (), "wall_exhausted"), "the wall is empty: a drawn game"),
        (Result((0, 0, 0, 0), (Seat(2),), "absent"), "all others gave up: cid wins the deal, and nobody pays"),
        (Result((-64, 128, 0, -64), (Seat(1),), "mahjong"), "Mahjong for bob: ann -64, bob +128, dot -64"),
    ],
)
def test_a_result_has_a_text(result: Result, words: str) -> None:
    assert result_text(result, NAMES) == words


def test_only_kinds_in_sight_are_defined_in_a_picture() -> None:
    game = Classic()
    state = game.deal(b"tea")
    drawn = classic_svg(game.view(state, Seat(0)))
    defined = {tile for tile in Tile if f'id="tile-{tile}"' in drawn}
    assert defined == {*state.hands[0], *(tile for bonus in state.bonus for tile in bonus)}


@pytest.mark.parametrize("size", ["dice", 14])
def test_the_kong_box_stands_where_the_wall_was_broken(size: str | int) -> None:
    """The heaps of the wall follow the break, those of the Kong Box precede it, and nothing is in between."""
    game = game_of("british", kong_box_size=size)
    for seed in range(40):
        view = game.view(game.deal(b"%d" % seed), None)
        whole = structs.replace(view, wall=view.opening.wall, box=view.opening.box, bonus=((),) * 4)
        numbers = {number: is_box for number, _, is_box in (*wall_heaps(whole), *box_heaps(whole))}
        heaps = view.opening.heaps
        assert len(numbers) == (71 if size == "dice" else 72)
        assert [number for number, is_box in sorted(numbers.items()) if is_box] == (
            list(range(heaps)) if size == "dice" else list(range(heaps - 7, heaps))
        )
        assert min(number for number, is_box in numbers.items() if not is_box) == heaps + (size == "dice")
