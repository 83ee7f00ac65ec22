"""A deal that is being played cannot be analysed, neither its record nor its positions."""

import random
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from teahouse.core.game import Forfeit
from teahouse.core.play import Play
from teahouse.core.record import record_bytes
from teahouse.core.seats import Seat
from teahouse.games import GAMES, make_game
from teahouse.games.battle import Board, board_text
from teahouse.games.solitaire.layout import Place, find_layout, layout_key, make_layout
from teahouse.players.weighing import Exercise, Weighed
from teahouse.service.deals.in_play import DealsInPlay
from teahouse.service.errors import Refused
from teahouse.service.hosting import HOSTING
from teahouse.service.hosting.solitaire.deal_recognition import position_text
from teahouse.service.store.schema import deal_in_play
from teahouse.service.tables.results.deals_in_play import seed_key
from teahouse.service.timers import DAY_MS
from teahouse.service.training.puzzles import Origin, keep_exercises
from tests.fakes import InThreads
from tests.service.days.test_daily import played_today
from tests.service.world import World, act, ready

pytestmark = pytest.mark.anyio


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


def in_play(world: World) -> DealsInPlay:
    return DealsInPlay(world.store, InThreads(), world.timers)


async def noted(world: World) -> int:
    count = select(func.count()).select_from(deal_in_play)
    return int(await world.store.read(lambda connection: connection.execute(count).scalar_one()))


def record_on(game: Any, seed: bytes) -> bytes:
    """A record of the same deal, which anybody with its seed could make."""
    play = Play(game, seed)
    while play.result is None:
        play.apply(play.to_move[0], Forfeit("resigned"))
    return record_bytes(play.record())


async def is_refused(world: World, data: bytes) -> bool:
    try:
        await in_play(world).check_record(data)
    except Refused as error:
        return error.code == "record/sealed"
    return False


@pytest.mark.parametrize("game", HOSTING)
async def test_a_running_deal_cannot_be_analysed_by_its_seed_and_a_finished_one_can(world: World, game: str) -> None:
    seats = len(make_game(game, {}).seats)
    table = await world.table(game=game, bots={str(seat): "random" for seat in range(1, seats)})
    await world.ask(table, ready("ann"))
    await world.settle()
    running = (await world.house.actor(table)).table
    data = record_on(running.game, running.seeds[0].seed)
    assert await is_refused(world, data)
    await world.ask(table, act("ann", Forfeit()))
    await world.settle()
    if running.status != "playing":
        assert not await is_refused(world, data)
        assert await noted(world) == 0


async def test_the_tiles_of_a_double_are_in_play_until_its_second_game_is_over(world: World) -> None:
    table = await world.table(match="double")
    await world.begin(table, "ann", "bob")
    await world.ask(table, act("ann", Forfeit()))
    running = (await world.house.actor(table)).table
    assert running.status == "between"
    data = record_on(running.deals[0].game, running.seeds[0].seed)
    assert await is_refused(world, data)
    for person in ("ann", "bob"):
        await world.ask(table, ready(person))
    assert await is_refused(world, data)
    await world.ask(table, act("bob", Forfeit(), id="2"))
    assert not await is_refused(world, data)


async def test_todays_deal_cannot_be_analysed_before_the_day_is_over(world: World) -> None:
    table = await played_today(world, "ann", 2)
    played = (await world.house.actor(table)).table
    data = record_on(played.game, played.seeds[0].seed)
    assert await noted(world) == 0
    assert await is_refused(world, data)
    position = _solitaire_position(played.state.deal)
    assert await in_play(world).is_position_in_play("solitaire", position)
    world.timers.advance(DAY_MS)
    assert not await is_refused(world, data)
    assert not await in_play(world).is_position_in_play("solitaire", position)


def _solitaire_position(deal: Any) -> str:
    """The deal without every third tile."""
    tiles = deal.tiles.split()
    return " ".join([deal.layout, *(".." if number % 3 == 0 else tile for number, tile in enumerate(tiles))])


async def test_a_position_of_a_running_battle_is_recognised_in_every_transformation(world: World) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    running = (await world.house.actor(table)).table
    for number in range(6):
        seat = running.to_move()[0]
        await world.ask(table, act(("ann", "bob")[seat], running.legal(seat)[0], id=str(number)))
    board: Board = running.state.board
    tried = (board, board.without(*board.pairs()[0]), turned(board), swapped(board), changed(board))
    for later in (*tried, changed(turned(swapped(board)))):
        assert await in_play(world).is_position_in_play("battle", board_text(later))
    other = make_game("battle", {}).deal(b"another")
    assert not await in_play(world).is_position_in_play("battle", board_text(other.board))
    with pytest.raises(Refused, match="being played"):
        await in_play(world).check_state("battle", running.state, "")
    await world.ask(table, act("ann", Forfeit(), id="end"))
    assert not await in_play(world).is_position_in_play("battle", board_text(board))


def turned(board: Board) -> Board:
    """The columns in another order, each upside down, and moved to the top."""
    columns = [tuple(reversed(column)) for column in board.columns]
    random.Random(1).shuffle(columns)
    return Board(tuple(columns), (0,) * len(columns))


def swapped(board: Board) -> Board:
    """The board with its suits exchanged."""
    names = {"m": "p", "p": "s", "s": "m"}
    columns = tuple(tuple(type(tile)(tile[0] + names[tile[1]]) for tile in column) for column in board.columns)
    return Board(columns, board.tops)


def changed(board: Board) -> Board:
    """The board with one tile of every column exchanged."""
    middles = [column[len(column) // 2] for column in board.columns if column]
    random.Random(2).shuffle(middles)
    columns = tuple((*one[: len(one) // 2], middles.pop(), *one[len(one) // 2 + 1 :]) for one in board.columns)
    return Board(columns, board.tops)


async def test_a_position_of_a_running_solitaire_is_recognised_in_every_transformation(world: World) -> None:
    table = await world.table(game="solitaire", options={"layout": "moat", "level": "gentle"}, clock="untimed")
    await world.ask(table, ready("ann"))
    deal: Any = (await world.house.actor(table)).table.state.deal
    places, tiles = find_layout("moat").places, deal.tiles.split()
    for mirrored, renamed, guessed in ((False, False, False), (True, False, False), (False, True, True), (True,) * 3):
        layers, cells = written(places, tiles, mirrored=mirrored)
        cells = [RENAMED.get(cell, cell) for cell in cells] if renamed else cells
        shown = [".." if n % 3 == 0 else "7z" if guessed and n % 9 == 1 else cell for n, cell in enumerate(cells)]
        assert await in_play(world).is_position_in_play("solitaire", position_text(layers, shown)), mirrored
    other = make_game("solitaire", {"layout": "moat", "level": "gentle"}).deal(b"another")
    assert not await in_play(world).is_position_in_play("solitaire", f"moat {other.deal.tiles}")
    assert not await in_play(world).is_position_in_play("solitaire", f"turtle {deal.tiles}")


RENAMED = {"1m": "9p", "9p": "1m", "5z": "2s", "2s": "5z"}


def written(places: Sequence[Place], tiles: list[str], *, mirrored: bool) -> tuple[str, list[str]]:
    """A layout as its layers, or its mirror image, and its tiles in the order of slots."""
    wide = max(place.x for place in places)
    turned_to = [Place(place.z, place.y, wide - place.x) if mirrored else place for place in places]
    found = sorted(zip(turned_to, tiles, strict=True))
    layout = make_layout("mine", [place for place, _ in found])
    return layout_key(layout), [tile for _, tile in found]


async def is_refused_to(world: World, person: str, game: str = "battle") -> str | None:
    """The table because of which this person may not analyse a position of unknown origin, or None."""
    texts = GAMES[game].positions
    assert texts is not None
    try:
        await in_play(world).check_state(game, texts.parse(FEW_TILES[game]).state, person)
    except Refused as error:
        return str((error.values or {}).get("table", error.code))
    return None


@pytest.mark.parametrize("game", HOSTING)
async def test_people_who_practise_with_house_players_can_analyse_any_position(world: World, game: str) -> None:
    seats = len(make_game(game, {}).seats)
    table = await world.table(game=game, bots={str(seat): "random" for seat in range(1, seats)})
    await world.ask(table, ready("ann"))
    await world.settle()
    assert await noted(world) == 1
    assert await is_refused_to(world, "ann", game) is None


async def test_people_who_play_with_people_cannot_analyse_positions_of_unknown_origin(world: World) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    assert [await is_refused_to(world, person) for person in ("ann", "bob", "cleo", "")] == [table, table, None, None]
    await world.ask(table, act("ann", Forfeit()))
    assert await is_refused_to(world, "ann") is None


@pytest.mark.parametrize("wanted", [{"stake": 100, "clock": "15+10"}, {"rated": True, "clock": "15+10"}], ids=str)
async def test_people_who_play_for_coins_or_a_rating_cannot_analyse_such_positions(
    world: World, wanted: dict[str, Any]
) -> None:
    table = await world.table(**wanted)
    await world.begin(table, "ann", "bob")
    assert await is_refused_to(world, "ann") == table


async def test_people_who_play_a_rated_game_with_the_house_cannot_analyse_such_positions(world: World) -> None:
    table = await world.table(rated=True, clock="15+10", bots={"1": "easy"})
    await world.ask(table, ready("ann"))
    await world.settle()
    assert await is_refused_to(world, "ann") == table


@pytest.mark.parametrize("game", ["battle", "solitaire"])
async def test_people_who_play_the_daily_deal_cannot_analyse_such_positions(world: World, game: str) -> None:
    table = await world.table(game=game, daily=True)
    await world.ask(table, ready("ann"))
    await world.settle()
    assert await is_refused_to(world, "ann", game) == table


async def test_the_deal_after_the_daily_one_at_the_same_table_is_practice(world: World) -> None:
    table = await world.table(daily=True)
    await world.ask(table, ready("ann"))
    await world.settle()
    await world.ask(table, act("ann", Forfeit()))
    await world.ask(table, ready("ann"))
    await world.settle()
    assert (await world.house.actor(table)).table.status == "playing"
    assert await is_refused_to(world, "ann") is None


async def test_people_who_repeat_a_withheld_deal_cannot_analyse_such_positions(world: World) -> None:
    table = await world.table(match="double", bots={"1": "random"})
    await world.ask(table, ready("ann"))
    await world.settle()
    assert await is_refused_to(world, "ann") is None
    await world.ask(table, act("ann", Forfeit()))
    await world.ask(table, ready("ann"))
    assert await is_refused_to(world, "ann") == table


async def test_people_who_play_with_people_can_analyse_a_puzzle_they_solved(world: World) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    weighed = Weighed(best="", line=(), moves=(), exact=True)
    kept = Exercise(game="battle", position=FEW_TILES["battle"], seat=Seat(0), weighed=weighed)
    texts = GAMES["battle"].positions
    assert texts is not None
    state = texts.parse(kept.position).state
    with pytest.raises(Refused, match="you are playing this game"):
        await in_play(world).check_state("battle", state, "ann", kept.position)
    await world.store.write(lambda connection: keep_exercises(connection, [kept], Origin(), 0))
    await in_play(world).check_state("battle", state, "ann", kept.position)
    with pytest.raises(Refused, match="you are playing this game"):
        await in_play(world).check_state("battle", state, "ann", f"{kept.position} ")


async def test_people_who_play_the_deal_of_a_puzzle_cannot_analyse_it(world: World) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    weighed = Weighed(best="", line=(), moves=(), exact=True)
    kept = Exercise(game="battle", position=FEW_TILES["battle"], seat=Seat(0), weighed=weighed)
    key = seed_key("battle", (await world.house.actor(table)).table.seeds[0].seed)
    await world.store.write(lambda connection: keep_exercises(connection, [kept], Origin("t", 0, key), 0))
    texts = GAMES["battle"].positions
    assert texts is not None
    with pytest.raises(Refused, match="you are playing this game"):
        await in_play(world).check_state("battle", texts.parse(kept.position).state, "ann", kept.position)


FEW_TILES = {
    "battle": "\n".join([" ".join(["1m", *[".."] * 11])] * 2 + [" ".join([".."] * 12)] * 7),
    "classic": "123m 456p 77s 23s 88p 1z 5p",
    "solitaire": "z0 y0: 0-6\n1m 1m 2p 2p",
}


async def test_few_tiles_and_a_hand_of_classic_belong_to_no_deal(world: World) -> None:
    await played_today(world, "ann", 1)
    empty = "\n".join([" ".join(["1m", *[".."] * 11]), " ".join(["1m", *[".."] * 11])] + [" ".join([".."] * 12)] * 7)
    assert not await in_play(world).is_position_in_play("battle", empty)
    assert not await in_play(world).is_position_in_play("classic", "123m 456p 11z")
    await in_play(world).check_state("classic", None, "")
