"""The campaign over whole deals of Battle, on boards small enough for brute force."""

import sys
from pathlib import Path

import pytest
from benchmarks.battle import deals as deals_command
from benchmarks.battle import gpu
from benchmarks.battle.claims import ALL_TILES, Certificate, Claim, Deal, Ledger
from benchmarks.battle.deals import Campaign, OutOfTime, best_share, report, solved

from teahouse.kernels.battle.table import HIGHEST, LOWEST
from teahouse.players.battle.engine import Engine
from tests.games.battle.brute_force import BruteForce, columns_of

KEPT = Path(deals_command.__file__).with_name("deals.jsonl")
EASIEST = 222
"""The kept deal that took the fewest nodes."""
TILES = 22
DEALS = 4


def campaign(path: Path, *options: str) -> None:
    """Run the command and return its output."""
    sys.argv = ["deals", str(path), "--deals", str(DEALS), "--tiles", str(TILES), "--memory", "1", *options]
    deals_command.main()


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "argv", [])
    return tmp_path / "deals.jsonl"


def test_a_campaign_finds_the_values_of_brute_force_and_checks_them(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign(file, "--check")
    output = capsys.readouterr().out
    ledger, brute = Ledger(file), BruteForce()
    rows = list(solved(ledger, TILES, DEALS))
    assert len(rows) == DEALS
    for deal, found in rows:
        value = brute.value(columns_of(deal.board))
        worth = {move: deal.gain(move) - brute.value(columns_of(deal.after(move))) for move in deal.moves}
        best = {move for move in deal.moves if worth[move] == value}
        assert found.value == Certificate(deal, ledger.claims(deal, is_second=True)).value == value
        assert found.best in best
        right = [move in best for move in deal.most_valuable()]
        assert best_share(ledger, deal, found, "greedy") == sum(right) / len(right)
        assert best_share(ledger, deal, found, "perfect") == 1
        assert f"| `deal {deal.number}` | {len(deal.moves)} | {value:+} |" in output
    assert output.count("| yes |") == DEALS


def test_a_campaign_goes_on_where_it_was_stopped_and_asks_nothing_twice(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign(file)
    whole = file.read_text()
    half = whole[: len(whole) // 2]
    file.write_text(half)
    capsys.readouterr()
    campaign(file)
    kept = half[: half.rfind("\n") + 1]
    assert file.read_text().startswith(kept)
    claims = [(claim.move, claim.lower, claim.upper) for claim in first_claims(file)]
    assert len(claims) == len(set(claims))
    assert "start again" not in capsys.readouterr().out
    campaign(file)
    assert len(claims) == len(first_claims(file))


def first_claims(file: Path) -> list[Claim]:
    ledger = Ledger(file)
    return [claim for number in range(DEALS) for claim in ledger.claims(Deal(number, TILES), is_second=False)]


def test_a_campaign_without_time_stops_and_reports_what_is_known(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deal = Deal(0, 60)
    with pytest.raises(OutOfTime):
        Campaign(Ledger(file), Engine(1), deadline=0.0).solve(deal)
    assert list(report(Ledger(file), 60, 1)) == [deals_command.HEAD]


def test_a_second_search_that_finds_another_value_is_an_error(file: Path) -> None:
    deal, ledger = Deal(0, TILES), Ledger(file)
    found = Campaign(ledger, Engine(1)).solve(deal)
    second = Campaign(ledger, Engine(1, is_second=True))
    with pytest.raises(AssertionError, match="the second search finds"):
        second.check(deal, found.lower + 1, found.best)
    with pytest.raises(AssertionError, match="contradict"):
        Certificate(deal, [Claim(0, TILES, found.best, 5, 9, 1, 0.0), Claim(0, TILES, found.best, 1, 4, 1, 0.0)])


def answers(questions: Path) -> str:
    """The answers that the GPU program would write, found by brute force."""
    return "".join(f"{answer(*line.split()[:3])}\n" for line in questions.read_text().splitlines())


def answer(name: str, low: str, high: str) -> str:
    number, _, asked = name.partition("/")
    deal, value_of = Deal(int(number), TILES), BruteForce().value
    value = value_of(columns_of(deal.after(asked) if asked else deal.board))
    if asked:
        return f"{name} {value} {high} 100" if value >= int(high) else f"{name} {low} {value} 100"
    rest = ((gpu.ends(deal, move), deal.gain(move) - value_of(columns_of(deal.after(move)))) for move in deal.moves)
    return " ".join(
        [name, str(value), str(value), "1000", *(f"{one},{two},{worth},{worth}" for (one, two), worth in rest)]
    )


def ask_gpu(path: Path, *options: str) -> None:
    """Write the questions, answer them and read the answers."""
    questions, answered = path.with_name("questions.txt"), path.with_name("answers.txt")
    command = ["gpu", str(path), str(questions), "--deals", str(DEALS), "--tiles", str(TILES), *options]
    sys.argv = command
    gpu.main()
    answered.write_text(answers(questions))
    sys.argv = [*command, "--answers", str(answered), "--seconds", "60"]
    gpu.main()


def test_the_answers_of_a_gpu_are_claims_of_a_campaign(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ask_gpu(file)
    ask_gpu(file)
    ask_gpu(file, "--second")
    ledger = Ledger(file)
    rows = list(solved(ledger, TILES, DEALS))
    assert len(rows) == DEALS
    for deal, found in rows:
        value = BruteForce().value(columns_of(deal.board))
        assert found.value == Certificate(deal, ledger.claims(deal, is_second=True)).value == value
        assert best_share(ledger, deal, found, "perfect") == 1
        assert best_share(ledger, deal, found, "greedy") is not None
    text = "\n".join(report(ledger, TILES, DEALS))
    assert text.count("| 1,000 | 0.2 | yes |") == DEALS
    capsys.readouterr()


def test_a_question_about_a_first_move_is_answered_on_either_side() -> None:
    deal = Deal(0, TILES)
    move, gain = next((move, deal.gain(move)) for move in deal.moves)
    question = gpu.Question(f"0/{move}", 3, 4, 4, deal.after(move))
    for low, high, least, most in ((6, 4, LOWEST, gain - 6), (3, 1, gain - 1, HIGHEST)):
        (claim,) = gpu.claims(question, gpu.Answer(low, high, 5, {}), TILES, 1.0, is_second=False)
        assert (claim.lower, claim.upper) == (least, most)


def test_the_stored_answers_imply_the_figures_on_the_battle_page() -> None:
    rows = list(solved(Ledger(KEPT), ALL_TILES, 1000))
    values = [found.lower for _, found in rows]
    assert len(rows) == 271
    assert (sum(value < 0 for value in values), values.count(0)) == (10, 17)
    assert f"{sum(values) / len(values):.1f}" == "4.2"
    again = [Certificate(deal, Ledger(KEPT).claims(deal, is_second=True)).value for deal, _ in rows[:3]]
    assert again == values[:3]


@pytest.mark.slow
def test_the_engine_finds_the_value_of_a_deal_that_the_gpu_solved() -> None:
    ledger, deal = Ledger(KEPT), Deal(EASIEST)
    found = Certificate(deal, ledger.claims(deal, is_second=False))
    assert Engine(1024).solve(deal.board).value == found.value
