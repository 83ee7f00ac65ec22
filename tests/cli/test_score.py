"""`teahouse score`, with output for people and for programs."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from teahouse.cli import run
from teahouse.core.errors import InvalidText
from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset, with_options
from teahouse.games.classic.scoring.table_score import ScoreRequest, score_hand
from teahouse.games.classic.scoring.wins import SOURCES
from tests.tables.hands import table

HAND = [
    "1m1m1m 555p 123s 77z [999s]",
    "--winning",
    "5p",
    "--source",
    "wall",
    "--personal",
    "East",
    "--prevailing",
    "South",
]
FIELDS: dict[str, Any] = {
    "hand": "1m1m1m 555p 123s 77z [999s]",
    "winning_tile": "5p",
    "source": "wall",
    "personal_wind": "East",
    "prevailing_wind": "South",
    "bonus": "1f 5f",
}


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.chdir(tmp_path)


def printed(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert run(["score", *argv]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert run(["score", *argv]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err.strip()


def from_lines(capsys: pytest.CaptureFixture[str], *lines: str, options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    Path("hands.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [json.loads(line) for line in printed(capsys, "--file", "hands.jsonl", *options).splitlines()]


def test_a_hand_is_shown_line_by_line_with_its_payments(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, *HAND, "--bonus", "1f 5f", "--dealer")
    words = [" ".join(line.split()) for line in text.splitlines()]
    assert "Drawn from the Wall 22" in words
    assert "Own Flower 1f 1" in words
    assert "Pong of 1s or 9s, concealed ~ 111m 8" in words
    assert "together 48 2" in words
    assert "score 192 = 48 × 4" in text
    assert "winner and dealer 1,152" in words
    assert words.count("other 384") == 3
    assert "~ the rules do not name this value" in text


def test_a_limited_score_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["888s 222z 66z [111z] [1111s]", "--winning", "8s", "--source", "wall", "--personal", "South"]
    assert "score 2,000 = 64 × 64, limit 2,000" in printed(capsys, *argv, "--prevailing", "East", "--bonus", "2f6f")


def test_json_has_the_same_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(printed(capsys, *HAND, "--bonus", "1f 5f", "--dealer", "--json"))
    assert (answer["score"], answer["points"], answer["doublings"]) == (192, 48, 2)
    assert {"rule": "Drawn from the Wall", "points": 22, "doublings": 0} in answer["lines"]
    assert answer["payments"][0] == {"who": "winner and dealer", "tallies": 1152}


@pytest.mark.parametrize("ruleset", RULESETS[:2])
def test_another_ruleset_gives_another_score(capsys: pytest.CaptureFixture[str], ruleset: str) -> None:
    argv = ["123m 55p 222s 888m 444p", "--winning", "1m", "--source", "wall", "--personal", "South"]
    answer = json.loads(printed(capsys, *argv, "--prevailing", "East", "--json", "--ruleset", ruleset))
    assert answer["score"] == {"british": 44, "bmja": 68}[ruleset]


def test_a_hosts_own_ruleset_is_read_from_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.toml").write_text('format = 1\nbase = "british"\nname = "mine"\nbonus_tile_points = 10\n')
    answer = json.loads(printed(capsys, *HAND, "--bonus", "1f 5f", "--json", "--ruleset", "mine.toml"))
    assert answer["points"] == 60
    Path("mine.toml").write_text('format = 1\nbase = "british"\nname = "mine"\nbonus_tile_point = 10\n')
    complaint = "teahouse: mine.toml: unknown option bonus_tile_point, did you mean bonus_tile_points?"
    assert refused(capsys, *HAND, "--ruleset", "mine.toml") == complaint


def test_a_file_is_answered_line_by_line_in_order_and_errors_do_not_stop_it(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        json.dumps(FIELDS),
        "{",
        json.dumps({**FIELDS, "winning_tile": "9p"}),
        json.dumps({**FIELDS, "unknown": 1}),
        json.dumps({name: value for name, value in FIELDS.items() if name != "source"}),
        "",
        json.dumps({**FIELDS, "ruleset": "bmja", "dealer": True}),
        json.dumps({**FIELDS, "ruleset": "welsh"}),
        json.dumps({**FIELDS, "bonus": ["1f", "5f"]}),
        json.dumps({**FIELDS, "bonus": "1f " * 10_000}),
        "null",
        json.dumps({**FIELDS, "hand": 3}),
        json.dumps(FIELDS),
    ]
    answers = from_lines(capsys, *lines)
    assert [list(answer) == ["error"] for answer in answers] == [
        False, True, True, True, True, True, False, True, False, True, True, True, False,
    ]  # fmt: skip
    assert answers[0] == answers[-1] == answers[8]
    assert set(answers[0]) == {"score", "points", "doublings", "lines", "payments"}
    assert answers[2]["error"] == "expected the winning tile among 111m 555p 123s 77z, got 9p (winning tile)"
    assert "missing required field source" in answers[4]["error"]
    assert "expected a line of at most 10000 bytes" in answers[9]["error"]


def test_null_means_the_same_as_a_missing_field(capsys: pytest.CaptureFixture[str]) -> None:
    flags = ("dealer", "discarder_is_dealer", "discarder_is_east", "kong_upon_kong", "original_call", "ruleset")
    plain = {**FIELDS, "bonus": ""}
    first, second = from_lines(capsys, json.dumps(plain), json.dumps({**plain, "bonus": None, **dict.fromkeys(flags)}))
    assert "score" in first
    assert first == second


def test_hands_can_come_from_the_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(FIELDS).encode())))
    assert json.loads(printed(capsys, "--file", "-"))["score"] == 192


def test_thousands_of_hands_are_scored_in_one_file(capsys: pytest.CaptureFixture[str]) -> None:
    rows = table()
    lines = [
        json.dumps({**{name: getattr(row.question, name) for name in FIELDS}, "ruleset": ruleset})
        for row in rows
        if not (row.question.kong_upon_kong or row.question.original_call or row.question.winning_streak)
        for ruleset in row.answers
    ]
    expected = [
        value and value.score
        for row in rows
        if not (row.question.kong_upon_kong or row.question.original_call or row.question.winning_streak)
        for value in row.answers.values()
    ]
    times = 2000 // len(lines) + 1
    answers = from_lines(capsys, *lines * times)
    assert len(answers) >= 2000
    assert [answer.get("score") for answer in answers] == expected * times


def test_options_are_printed_with_value_sureness_and_meaning(capsys: pytest.CaptureFixture[str]) -> None:
    words = [" ".join(line.split()) for line in printed(capsys, "--options", "--ruleset", "bmja").splitlines()]
    assert any(line.startswith("limit 1000 certain") for line in words)
    assert any(line.startswith("sets.pong_minor 2, 4 strong") for line in words)
    listed = {option["name"]: option for option in json.loads(printed(capsys, "--options", "--json"))}
    assert (listed["limit"]["value"], listed["pairs.terminal"]["sureness"]) == ("2000", "weak")
    assert listed["max_games"]["value"] == "none"


def test_an_earthly_hand_is_paid_by_its_source(capsys: pytest.CaptureFixture[str]) -> None:
    fields = {**FIELDS, "hand": "111m 555p 123s 77z 999s", "source": "earthly", "personal_wind": "South", "bonus": ""}
    drawn, claimed, bmja = from_lines(
        capsys,
        json.dumps(fields),
        json.dumps({**fields, "discarder_is_dealer": True}),
        json.dumps({**fields, "ruleset": "bmja"}),
    )
    assert [share["tallies"] for share in drawn["payments"]] == [8000, -4000, -2000, -2000]
    assert [share["tallies"] for share in claimed["payments"]] == [8000, -8000, 0, 0]
    assert bmja["payments"][1] == {"who": "dealer and discarder", "tallies": -2000}


def test_the_other_of_two_players_is_dealer_and_discarder(capsys: pytest.CaptureFixture[str]) -> None:
    fields = {**FIELDS, "hand": "111m 555z 666z 33z [222z]", "winning_tile": "3z", "personal_wind": "West"}
    fields["prevailing_wind"] = "East"
    (answer,) = from_lines(capsys, json.dumps({**fields, "source": "discard", "ruleset": "two-players"}))
    assert [share["who"] for share in answer["payments"]] == ["winner", "dealer and discarder"]
    assert [share["tallies"] for share in answer["payments"]] == [2 * answer["score"], -2 * answer["score"]]


@pytest.mark.parametrize(
    ("role", "who"),
    [("dealer", ["winner", "dealer", "other", "other"]), ("east", ["winner", "East", "other", "other"])],
)
def test_only_a_player_who_pays_double_is_named(role: str, who: list[str]) -> None:
    fields: dict[str, Any] = {**FIELDS, "personal_wind": "South", "prevailing_wind": "East"}
    found = score_hand(ScoreRequest(**fields), with_options(load_ruleset(), {"doubling_role": role}))
    assert [share.who for share in found.payments] == who


@pytest.mark.parametrize("source", ["discard", "last_discard", "robbed_kong"])
def test_the_set_that_a_claimed_tile_completes_may_be_written_as_melded(
    capsys: pytest.CaptureFixture[str], source: str
) -> None:
    fields = {**FIELDS, "winning_tile": "2s", "source": source}
    answers = from_lines(
        capsys,
        json.dumps({**fields, "hand": "111m 555p 77z 123s [999s]"}),
        json.dumps({**fields, "hand": "111m 555p 77z [123s] [999s]"}),
    )
    assert answers[0] == answers[1]
    assert answers[0]["score"] > 0


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("rubbish", "JSON is malformed: invalid character (byte 0)"),
        ("", "input data was truncated"),
        ('{"hand": 5}', "expected str, got int - at $.hand"),
    ],
)
def test_an_invalid_line_gets_an_exact_error(capsys: pytest.CaptureFixture[str], line: str, complaint: str) -> None:
    assert from_lines(capsys, line) == [{"error": f"expected a hand as JSON, got something else: {complaint}"}]


BAD_QUESTIONS = [
    ({"hand": "111m 555p 123s 77z"}, "expected 14 tiles, a kong counted as three, got 11 (hand)"),
    ({"hand": "111m 555p 123s 777z [999s]"}, "expected 14 tiles, a kong counted as three, got 15 (hand)"),
    ({"hand": ""}, "expected 14 tiles, a kong counted as three, got 0 (hand)"),
    ({"hand": "11155m 555p 123s [111m]", "winning_tile": "5p"}, "expected at most 4 of a kind, got 6 tiles 1m (hand)"),
    ({"hand": "55555p 123s 777z [999s]"}, "expected at most 4 of a kind, got 5 tiles 5p (hand)"),
    ({"winning_tile": "9s"},
     ("expected the winning tile among 111m 555p 123s 77z, got 9s (winning tile): "
      "write the set it completed without brackets")),
    ({"prevailing_wind": "South", "ruleset": "two-players"},
     "expected East, West under two-players, got South (prevailing wind)"),
    ({"winning_tile": "5x"}, "expected a tile such as 5m, 1z or 8f, got '5x' (winning tile)"),
    ({"hand": "111m 556p 123s 77z [999s]"},
     "expected four sets and a pair or a special hand of british, got 111m 556p 123s 77z [999s] (hand)"),
    ({"hand": "123m 456p 123s 77z [999s]", "ruleset": "bmja", "winning_tile": "1m"},
     "expected no more chows than 1 under bmja, got 3 (hand)"),
    ({"source": "roof"}, f"expected a source among {', '.join(SOURCES)}, got 'roof' (source)"),
    ({"source": "kong_box", "bonus": ""},
     "expected a kong or a bonus tile that the Kong Box replaced, got neither (source kong_box)"),
    ({"source": "robbed_kong"},
     "expected no second 5p beside the robbed kong's, got one in the hand (source robbed_kong)"),
    ({"source": "heavenly"}, "expected a hand as dealt, without melds, got 1 (source heavenly)"),
    ({"source": "earthly"}, "expected a hand as dealt, without melds, got 1 (source earthly)"),
    ({"source": "heavenly", "hand": "111m 555p 123s 77z 999s", "dealer": False},
     "expected the dealer, got another player (source heavenly)"),
    ({"source": "earthly", "hand": "111m 555p 123s 77z 999s", "dealer": True},
     "expected a player other than the dealer, got the dealer (source earthly)"),
    ({"discarder_is_dealer": True}, "expected no discarder for a drawn tile, got one (source wall)"),
    ({"source": "discard", "discarder_is_dealer": True, "dealer": True},
     "expected one dealer, got the winner and the discarder (dealer)"),
    ({"source": "discard", "discarder_is_dealer": True, "ruleset": "bmja"},
     "expected one dealer, got the winner and the discarder (dealer)"),
    ({"source": "discard", "discarder_is_east": True},
     "expected one East, got the winner and the discarder (personal wind)"),
    ({"kong_upon_kong": True},
     "expected two kongs and a replacement tile for a kong upon a kong, got something else (source wall)"),
    ({"kong_upon_kong": True, "source": "kong_box", "hand": "111m 555p 123s 77z [9999s]"},
     "expected two kongs and a replacement tile for a kong upon a kong, got something else (source kong_box)"),
    ({"original_call": True},
     "expected a hand unchanged since the deal for an original call, got melds (source wall)"),
    ({"personal_wind": "Up"}, "expected East, South, West, North, got 'Up' (personal wind)"),
    ({"prevailing_wind": ""}, "expected East, South, West, North, got '' (prevailing wind)"),
    ({"personal_wind": "North", "ruleset": "three-players"},
     "expected East, South, West under three-players, got North (personal wind)"),
    ({"bonus": "1f 1f"}, "expected every Flower and Season at most once, got 1f 2 times (bonus)"),
    ({"bonus": "1m"}, "expected Flowers and Seasons, got 1m (bonus)"),
    ({"bonus": "9f"}, "expected a tile, got '9f' in '9f' (character 2) (bonus)"),
    ({"ruleset": "two-players", "hand": "111m 555p 222s 77z [999s]", "prevailing_wind": "West"},
     "expected 4 doublings or a score of 500 to win under two-players, got 2 and 208 (hand)"),
    ({"ruleset": "../mine.toml"},
     "expected a ruleset among british, bmja, club, hongkong, western, two-players, three-players, got '../mine.toml'"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "complaint"), BAD_QUESTIONS)
def test_an_error_says_what_is_wrong_and_where(
    capsys: pytest.CaptureFixture[str], change: dict[str, Any], complaint: str
) -> None:
    assert from_lines(capsys, json.dumps({**FIELDS, **change})) == [{"error": complaint}]


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        ([], "score: expected a hand, --winning, --source, --personal, --prevailing, got none of them"),
        (HAND[:1], "score: expected --winning, --source, --personal, --prevailing, got none of them"),
        ([*HAND[:3], *HAND[5:7]], "score: expected --source, --prevailing, got none of them"),
        (HAND[1:7], "score: expected a hand, --prevailing, got none of them"),
        (HAND[:7], "score: expected --prevailing, got none"),
        ([*HAND, "--file", "x"], "expected a hand, --file or --options, got several"),
        (["--file", "nowhere.jsonl"], "cannot read nowhere.jsonl: No such file or directory"),
        (["--file", "."], "cannot read .: Is a directory"),
        (
            [*HAND, "--ruleset", "welsh"],
            "expected a ruleset among british, bmja, club, hongkong, western, two-players, three-players, or a file",
        ),
        ([*HAND, "--ruleset", "nowhere.toml"], "cannot read nowhere.toml: No such file or directory"),
        ([*HAND, "--source", "roof"], "invalid choice: 'roof'"),
        (["19m", *HAND[1:]], "expected 14 tiles, a kong counted as three, got 2 (hand)"),
    ],
)
def test_a_bad_command_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], argv: list[str], complaint: str
) -> None:
    assert complaint in refused(capsys, *argv)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"least_doublings": 4}, "expected 4 doublings to win under british, got 0 (hand)"),
        ({"least_score": 500}, "expected a score of 500 to win under british, got 44 (hand)"),
        (
            {"least_doublings": 4, "least_score": 500},
            "expected 4 doublings or a score of 500 to win under british, got 0 and 44 (hand)",
        ),
    ],
)
def test_the_refusal_of_a_small_hand_names_only_minimums_of_the_ruleset(
    changes: dict[str, int], complaint: str
) -> None:
    rules = with_options(load_ruleset(), changes)
    plain: dict[str, Any] = {
        **FIELDS,
        "hand": "123m 456p 789s 22m [345p]",
        "winning_tile": "1m",
        "source": "wall",
        "bonus": "",
    }
    plain |= {"personal_wind": "South", "prevailing_wind": "East"}
    with pytest.raises(InvalidText) as refused:
        score_hand(ScoreRequest(**plain), rules)
    assert str(refused.value).split(", got")[0] == complaint.split(", got", maxsplit=1)[0]
    wonders: dict[str, Any] = {**plain, "hand": "19m 19p 19s 1234567z 1m"}
    assert score_hand(ScoreRequest(**wonders), rules).score == 2000


@pytest.mark.parametrize("changes", [{"dealer": True}, {"source": "heavenly"}])
def test_if_east_always_deals_no_other_dealer_is_accepted(changes: dict[str, Any]) -> None:
    fields: dict[str, Any] = {"hand": "19m 19p 19s 1234567z 1m", "winning_tile": "1z", "source": "discard"}
    fields |= {"personal_wind": "South", "prevailing_wind": "East"}
    with pytest.raises(InvalidText, match=r"expected East and nobody else to deal under bmja, got South \(dealer\)"):
        score_hand(ScoreRequest(**fields | changes), load_ruleset("bmja"))
    found = score_hand(ScoreRequest(**fields, discarder_is_east=True), load_ruleset("bmja"))
    assert [share.tallies for share in found.payments] == [4000, -2000, -1000, -1000]


DEAL: dict[str, Any] = {
    "ruleset": "bmja",
    "winners": ["South"],
    "source": "discard",
    "winning_tile": "1m",
    "discarder": "West",
    "hands": {
        "South": {"tiles": "123m 444m 777s 55p [222p]", "bonus": "2f"},
        "East": {"counted": 16},
        "West": {"tiles": "222z 1346m 1479p 58s"},
        "North": {"counted": 0},
    },
}
DEAL_ARGS = [
    *("--ruleset", "bmja", "--winner", "South", "--winning", "1m", "--discarder", "West"),
    *("--hand", "South=123m 444m 777s 55p [222p] 2f", "--hand", "west=222z 1346m 1479p 58s"),
    *("--counted", "East=16", "--counted", "North=0"),
]


def test_a_whole_deal_is_settled_from_a_file_and_from_arguments_alike(capsys: pytest.CaptureFixture[str]) -> None:
    Path("deal.json").write_text(json.dumps(DEAL), encoding="utf-8")
    answer = json.loads(printed(capsys, "--deal", "deal.json", "--json"))
    assert answer == json.loads(printed(capsys, *DEAL_ARGS, "--json"))
    assert (answer["winds"], sum(answer["deal"]["receipts"])) == (["East", "South", "West", "North"], 0)
    assert [one["seat"] for one in answer["deal"]["scores"]] == [1, 0, 2, 3]


def test_a_whole_deal_says_who_pays_whom_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    words = [" ".join(line.split()) for line in printed(capsys, *DEAL_ARGS).splitlines()]
    assert "South won: 68 tiles points doublings" in words
    assert "West South 68 hand of 68, discarder" in words
    assert "East South 136 hand of 68, dealer" in words
    assert "West East 16 difference of 8, dealer" in words
    assert "North 108" in words


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (
            [*DEAL_ARGS, "--dealt-by", "South"],
            "expected East and nobody else to deal under bmja, got South (dealer)",
        ),
        ([*DEAL_ARGS, "--source", "wall"], "expected nobody who gave a drawn tile, got West (source wall)"),
        ([*DEAL_ARGS, "--winner", "North"], "expected one winner under bmja, got 2 (also_won)"),
        (
            [*DEAL_ARGS, "--personal", "East"],
            "score: expected a whole deal by --winner and --hand WIND=TILES, got --personal too",
        ),
        ([*DEAL_ARGS, "--hand", "South"], "score: expected --hand WIND=TILES, got 'South'"),
        ([*DEAL_ARGS, "--counted", "North=-3"], "score: expected --counted WIND=POINTS, got 'North=-3'"),
        ([*DEAL_ARGS[:8], "--fishing", "Middle"], "expected East, South, West, North, got 'Middle' (hands)"),
        ([*DEAL_ARGS, "--liable", "West"], "expected nobody to pay for all under bmja, got West (liable)"),
        (["--deal", "deal.json", "--winner", "East"], "score: expected a deal by --deal alone, got --winner too"),
        (["--winner", "South", "--source", "heavenly"], "expected the dealer, got another player (source heavenly)"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_deal_that_contradicts_itself_is_refused(
    capsys: pytest.CaptureFixture[str], argv: list[str], complaint: str
) -> None:
    assert refused(capsys, *argv) == f"teahouse: {complaint}"


def test_a_file_that_is_no_deal_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("deal.json").write_text('{"winner": "South"}', encoding="utf-8")
    assert "unknown field winner" in refused(capsys, "--deal", "deal.json")
    assert "expected a deal as JSON" in refused(capsys, "--deal", "deal.json")


def test_a_dangerous_discard_a_streak_and_kinds_in_sight_change_one_hand(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["[222p] 123m 345m 777s 88p", "--winning", "5m", "--source", "discard", "--ruleset", "western"]
    argv += ["--personal", "South", "--prevailing", "East", "--json"]
    assert json.loads(printed(capsys, *argv))["score"] == 16
    answer = json.loads(printed(capsys, *argv, "--gone", "2m", "--insured"))
    assert (answer["score"], [one["tallies"] for one in answer["payments"]]) == (18, [72, -72, 0, 0])
