"""Every scripted deal has its expected outcome."""

from pathlib import Path

import pytest

from tests.deals.script import Script
from tests.laws.classic import check_end

SCRIPTS = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_the_deal_comes_out_as_scripted(path: Path) -> None:
    outcome = Script(path.read_text("utf-8")).play()
    check_end(outcome.game, outcome.state)


def test_deals_for_frequent_questions_exist() -> None:
    asked = (
        "robbing_a_kong last_wall_tile last_discard heavenly earthly kong_upon_kong exhausted_wall exhausted_kong_box "
        "two_claims_for_mahjong chow_against_pong bonus_tile_as_last_tile goulash fishing "
        "original_call_declared_too_late earthly_after_two_kongs kong_from_the_kong_box_is_not_robbed"
    )
    assert {*asked.split()} <= {path.stem for path in SCRIPTS}
