"""A fourth game is added by its folders and one line for each room, and every part of the server works with it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import teahouse
from tests.fourth_game.games.game import Caravan
from tests.fourth_game.house import LINES, ROOT, FourGames, RunningHouse
from tests.web.live import SHARE, Visitor, play_out

NAME = Caravan.name
PERFECT = {"1": "perfect"}


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> FourGames:
    return FourGames(tmp_path_factory.mktemp("four"))


@pytest.fixture(scope="module")
def house(four: FourGames) -> Iterator[RunningHouse]:
    with four.serve("data") as running:
        running.wait_for_engine()
        yield running


@pytest.fixture
def ann(house: RunningHouse) -> Visitor:
    return house.visitor().guest()


def test_no_line_of_the_package_names_the_game() -> None:
    sources = [path for path in Path(teahouse.__path__[0]).rglob("*") if path.suffix in (".py", ".md", ".toml")]
    assert [str(path) for path in sources if NAME in path.read_text("utf-8").lower()] == []


def test_the_architecture_page_names_the_folders_and_the_lines() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    section = page.partition("\n## Adding a game\n")[2].partition("\n## ")[0]
    for line in LINES:
        assert f"`{Path(line.module).parent}/<game>/`" in section
        assert f"`{line.table}`" in section


def test_the_house_lists_the_game_with_its_rules_and_players(four: FourGames, ann: Visitor) -> None:
    games = json.loads(four.run("teahouse", "games", "--json"))
    assert games[NAME] == {
        "summary": "Take tiles from the ends of a row; more points win",
        "seats": 2,
        "players": ["random", "greedy", "perfect"],
        "ranks": ["beginner", "easy", "medium"],
    }
    info = next(each for each in ann.get("/games") if each["name"] == NAME)
    assert (info["clocks"], info["matches"], info["claims"]) == (["2+2", "untimed"], ["single"], [])
    for language in ("en", "de", "nl"):
        book = ann.get(f"/games/{NAME}/rules?lang={language}")
        assert [option["name"] for option in book["options"]] == ["tiles"]
        assert book["text"].startswith("# ")


def test_the_types_of_the_game_are_written_for_clients(four: FourGames, tmp_path: Path) -> None:
    four.run("teahouse.web.typescript", str(tmp_path / "wire.ts"))
    text = (tmp_path / "wire.ts").read_text("utf-8")
    assert f"  readonly {NAME}: {{\n    readonly rules: CaravanRules;\n" in text
    assert 'export const CARAVAN = {\n  "mostTiles": 18\n} as const;' in text


def test_a_deal_is_played_over_a_socket_recorded_verified_and_replayed(
    four: FourGames, ann: Visitor, tmp_path: Path
) -> None:
    table = ann.open_table(game=NAME, bots=PERFECT)
    with ann.tab(table) as tab:
        news = play_out(tab)
    (result,) = news["table"]["results"]
    assert "weakened" not in news["table"]["seats"][1]
    assert ann.get("/records")[0]["game"] == NAME
    record = tmp_path / "record.jsonl"
    record.write_bytes(ann.get(f"/records/{table}/0"))
    assert json.loads(record.read_text("utf-8").splitlines()[0])["game"] == NAME

    verdict = json.loads(four.run("teahouse", "verify", "--json", str(record)))
    assert verdict["verified"]
    assert (verdict["game"], verdict["moves"], verdict["scores"]) == (NAME, 12, result["scores"])
    shown = four.run("teahouse", "replay", str(record))
    assert shown.count(" at the left for ") + shown.count(" at the right for ") == 12
    steps = ann.http.post("/records/steps", content=record.read_bytes()).json()["steps"]
    assert [step["view"]["row"] for step in steps][-1] == []
    assert steps[-1]["view"]["result"] == result


def test_an_engine_process_plays_and_advises(house: RunningHouse, ann: Visitor) -> None:
    table = ann.open_table(game=NAME, bots=PERFECT, options={"tiles": 4})
    with ann.tab(table) as tab:
        tab.do("ready", share=SHARE)
        offered = tab.moves()
        advice = ann.get(f"/tables/{table}/advice")
        assert [each["text"] for each in advice["moves"]] in (["left", "right"], ["right", "left"])
        tab.do("act", v=offered["v"], move=advice["moves"][0]["move"])
        answered = tab.moves()
    assert len(answered["events"]) == 1
    assert house.engines()["fallbacks"] == {}


WEAKER = """
from random import Random
from teahouse.games import make_game
from teahouse.players import Budget, advise_by
from teahouse.players.advice import AdviceContext
game = make_game("caravan")
state, _ = game.apply(game.deal(b"tea"), 0, game.parse_move("left"))
view, moves = game.view(state, 1), game.legal_moves(state, 1)
advice = advise_by("greedy", game.name, view, moves, AdviceContext(game.rules, Budget(), Random(1)))
print(advice.game, advice.seat, advice.weakened, len(advice.moves))
"""


def test_a_weaker_level_advises_if_the_adviser_fails(four: FourGames) -> None:
    assert four.evaluate(WEAKER) == "caravan 1 greedy 2\n"


def test_the_game_has_a_lesson_and_a_daily_table(ann: Visitor) -> None:
    lesson = ann.get(f"/games/{NAME}/lesson")
    assert [step["key"] for step in lesson["steps"]] == ["end", "higher"]
    assert NAME in [game["game"] for game in ann.get("/today")["games"]]
    with ann.tab(str(ann.post("/tables", 201, game=NAME, daily=True)["table"]["id"])) as tab:
        assert tab.until("snapshot")["table"]["seats"][1]["bot"] == "greedy"


def test_a_table_is_rebuilt_from_its_log_after_a_kill(four: FourGames) -> None:
    with four.serve("killed") as house:
        ann, bob = house.visitor().guest(), house.visitor().guest()
        table = ann.open_table(game=NAME)
        with ann.tab(table) as tab, bob.tab(table) as other:
            other.do("sit")
            tab.do("ready", share=SHARE)
            other.do("ready", share=SHARE)
            offered = tab.moves()
            tab.do("act", v=offered["v"], move=offered["moves"][0])
            answered = other.moves()
            other.do("act", v=answered["v"], move=answered["moves"][0])
            before = tab.moves()
    with four.serve("killed") as house:
        again = house.visitor()
        again.http.cookies.update(ann.http.cookies)
        with again.tab(table) as tab:
            snapshot = tab.moves()
            assert snapshot["view"]["row"] == offered["view"]["row"][2:]
            assert snapshot["moves"] == before["moves"]
            tab.do("act", v=snapshot["v"], move=snapshot["moves"][0])


def test_the_commands_deal_play_compare_and_explain_it(four: FourGames, tmp_path: Path) -> None:
    assert len(four.run("teahouse", "deal", NAME, "--seed", "tea", "--option", "tiles=6").split()) == 1
    record = tmp_path / "played.jsonl"
    four.run("teahouse", "play", NAME, "--auto", "perfect", "--seed", "tea", "--record", str(record))
    four.run("teahouse", "deal", NAME, "--seed", "tea", "--svg", str(tmp_path / "row.svg"))
    assert (tmp_path / "row.svg").read_text("utf-8").startswith("<svg")
    advised = json.loads(four.run("teahouse", "advise", "--json", "--ply", "0", str(record)))
    assert advised["moves"][0]["text"] == advised["played"]
    meeting = ("--players", "perfect,greedy", "--deals", "10", "--jobs", "1", "--json")
    found = json.loads(four.run("teahouse", "arena", NAME, *meeting))
    scores = {row["player"]: row["score"]["mean"] for row in found["rows"]}
    assert scores["perfect"] > scores["greedy"]
