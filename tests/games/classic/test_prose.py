"""The rules page states exactly the rules of its ruleset, in every language."""

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Final

import pytest

from teahouse.core.errors import InvalidOption
from teahouse.core.game import Result
from teahouse.core.seats import Seat
from teahouse.games.classic.match import ClassicMatch
from teahouse.games.classic.play.state import ClassicRules
from teahouse.games.classic.prose.session import least_games
from teahouse.games.classic.prose.text import ruleset_in_words
from teahouse.games.classic.prose.words import languages
from teahouse.games.classic.rulesets.declared import is_mapping
from teahouse.games.classic.rulesets.ruleset import (
    RULESETS,
    Option,
    Ruleset,
    load_ruleset,
    option_value,
    options,
    with_options,
)
from teahouse.games.option_values import OptionValue
from tests.shares import shared

ROOT: Final = Path(__file__).parents[3]
WINDS: Final = ("East", "South", "West", "North")
NOT_IN_PROSE: Final = ("format", "title")
"""Options that are no rules."""
FAAN_ONLY: Final = ("faan_table", "most_faan", "unit")
POINTS_ONLY: Final = re.compile(
    r"sets\.|pairs\.|mahjong\.\w+_points$|(bonus_tile_points|scoring_pairs|special_hand_\w+|special_half_limit)$"
)


def is_off(key: str) -> Callable[[Ruleset], bool]:
    return lambda rules: getattr(rules.special_hands, key) == "off"


IDLE: Final[Mapping[str, Callable[[Ruleset], bool]]] = {
    "dealer_dice": lambda rules: rules.first_dealer == "east",
    "kong_box_size": lambda rules: not rules.kong_box,
    "kong_box_empty": lambda rules: not rules.kong_box,
    "kong_box_replenish": lambda rules: not rules.kong_box,
    "tail_replacement_is": lambda rules: rules.kong_box and rules.kong_box_empty == "draw_game",
    "limit_applies_to": lambda rules: rules.limit is None,
    "special_hand_value": lambda rules: rules.limit is not None,
    "special_half_limit": lambda rules: "half_limit" not in values_of_hands(rules),
    "special_hand_cap": lambda rules: not {"limit_and_half", "double_limit"} & set(values_of_hands(rules)),
    "fishing_fifths": lambda rules: not rules.losers_settle,
    "bonus_counts_for_minimum": lambda rules: rules.least_doublings == 0,
    "original_call_from": lambda rules: rules.doublings.original_call == 0,
    "streak_wins": is_off("winning_streak"),
    "gates_of_heaven_extra": is_off("gates_of_heaven"),
    "buried_treasure_tiles": is_off("buried_treasure"),
    "imperial_jade_needs_green_dragon": is_off("imperial_jade"),
    "three_scholars_allows_chow": is_off("three_scholars"),
    "all_pair_honours_all_different": is_off("all_pair_honours"),
    "pairs.other_wind": lambda rules: rules.scoring_pairs == "valued_honours",
    "pairs.terminal": lambda rules: rules.scoring_pairs == "valued_honours",
    "payment.other_on_discard.dealer": lambda rules: rules.non_dealer_discard_payment == "discarder_only",
    "payment.other_on_discard.others": lambda rules: rules.non_dealer_discard_payment != "everybody",
    "non_dealer_discard_payment": lambda rules: (
        not (rules.payment.other_on_discard.dealer or rules.payment.other_on_discard.others)
    ),
    "sets.chow": lambda rules: rules.max_chows == 0,
}
"""When an option changes nothing under a ruleset, so that the page does not mention it."""


def values_of_hands(rules: Ruleset) -> list[Any]:
    hands = rules.special_hands
    return [getattr(hands, key) for key in hands.__struct_fields__]


def is_idle(option: str, rules: Ruleset) -> bool:
    if option in NOT_IN_PROSE or (option in IDLE and IDLE[option](rules)):
        return True
    return bool(POINTS_ONLY.match(option)) if rules.counts_faan else option in FAAN_ONLY


def others(option: Option, rules: Ruleset) -> Iterator[Any]:
    """Other values that an option can have under a ruleset."""
    now = option_value(rules, option.name)
    for kind in option.accepts:
        yield from (value for value in other_values(kind, now) if value != now)


def other_values(kind: OptionValue, now: Any) -> Iterator[Any]:
    match kind.kind:
        case "flag":
            yield not now
        case "number":
            yield from ((now + 2, now - 2) if isinstance(now, int) else (kind.least or 6,))
            yield kind.most
        case "choice":
            yield from kind.choices
        case "none":
            yield None
        case "text":
            yield "another"
        case "list":
            yield [9, 18] if kind.count == 2 else ["East", *reversed(now[1:])] if len(now) > 2 else ["East", "North"]
        case _:
            return


def changed(rules: Ruleset, option: Option) -> Iterator[Ruleset]:
    """The rulesets with other allowed values of an option."""
    for value in others(option, rules):
        more: dict[str, Any] = {"unit": 4} if option.name == "counting" else {}
        if option.name == "players":
            more["winds"] = WINDS[:value]
        try:
            yield with_options(rules, {option.name: value, **more})
        except InvalidOption:
            continue


@pytest.mark.parametrize("name", shared(RULESETS, 3))
def test_the_page_changes_with_every_option_that_has_an_effect(name: str) -> None:
    rules = load_ruleset(name)
    text = ruleset_in_words(rules, "en")
    effective = [option for option in options() if not is_idle(option.name, rules)]
    assert [option.name for option in effective if not has_effect(option, rules, text)] == []


def has_effect(option: Option, rules: Ruleset, text: str) -> bool:
    """Does the page change with the value of an option? An option with a single value needs no text."""
    has_other_value = False
    for one in changed(rules, option):
        if ruleset_in_words(one, "en") != text:
            return True
        has_other_value = True
    return not has_other_value


def test_without_a_limit_the_page_has_the_values_of_special_hands() -> None:
    rules = with_options(load_ruleset(), {"limit": None, "special_hand_value": 1234})
    assert "| 1,234 |" in ruleset_in_words(rules, "en")


def test_every_option_is_described_under_some_ruleset() -> None:
    idle = [option.name for option in options() if all(is_idle(option.name, load_ruleset(name)) for name in RULESETS)]
    assert set(idle) <= {*NOT_IN_PROSE, "special_hand_value"}


def shape(text: str) -> list[str]:
    """The kinds of all lines: headings, items, rows of tables; the list of options is English only."""
    prose = re.sub(r"### Options\n.*?(?=###)", "", text, flags=re.DOTALL)
    return [re.sub(r"^(#+ |\d\. |- |\| )?.*", r"\1", line) for line in prose.splitlines()]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", RULESETS)
def test_every_ruleset_has_the_same_parts_in_every_language(name: str, language: str) -> None:
    rules = load_ruleset(name)
    text = ruleset_in_words(rules, language)
    assert shape(text) == shape(ruleset_in_words(rules, "en"))
    assert "{" not in text
    assert "None" not in text


def leaves(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if is_mapping(value):
            yield from leaves(value, f"{path}{key}.")
        else:
            yield path + key, str(value)


def sentences_of(language: str) -> dict[str, str]:
    folder = resources.files("teahouse.games.classic.prose")
    return dict(leaves(tomllib.loads(folder.joinpath(f"{language}.toml").read_text("utf-8"))))


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_sentences_of_english_with_the_same_places(language: str) -> None:
    translated, english = sentences_of(language), sentences_of("en")
    assert translated.keys() == english.keys()
    for key, sentence in english.items():
        assert set(re.findall(r"{\w+}", translated[key])) == set(re.findall(r"{\w+}", sentence)), key
        assert translated[key].strip() or key == "thousands"


@pytest.mark.parametrize("language", languages())
def test_hands_are_called_as_in_the_app(language: str) -> None:
    catalogue = (ROOT / "frontend" / "src" / "i18n" / f"{language}.ts").read_text("utf-8")
    names = {
        key.removeprefix("names."): name for key, name in sentences_of(language).items() if key.startswith("names.")
    }
    assert names
    for rule, name in names.items():
        assert re.search(rf'"rule\.{re.escape(rule)}":\s+"{re.escape(name)}"', catalogue), rule


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", RULESETS)
def test_only_rulesets_in_which_the_winner_alone_scores_say_so(name: str, language: str) -> None:
    said = sentences_of(language)
    text = ruleset_in_words(load_ruleset(name), language)
    assert (said["intro.winner_scores"] in text) != load_ruleset(name).losers_settle
    assert (said["intro.all_score"] in text) == load_ruleset(name).losers_settle


def test_only_rules_from_other_books_are_marked() -> None:
    british = ruleset_in_words(load_ruleset(), "en").splitlines()
    marked = [line for line in british if " ~" in line]
    assert any("one suit and no honours ~" in line for line in marked)
    assert not any("all four Flowers" in line for line in marked)
    assert not any("Heavenly Hand" in line for line in marked)
    for name in ("bmja", "club", "hongkong", "western"):
        assert "~" not in ruleset_in_words(load_ruleset(name), "en")


def test_the_terms_of_the_rule_book_are_given_beside_ours() -> None:
    text = ruleset_in_words(load_ruleset(), "en")
    assert "Circles (also called Balls)" in text
    assert "Characters (also called Numbers)" in text
    assert "They are optional" in text
    assert "A limit is optional" in text


def lost(number: int, players: int) -> Result:
    """A deal won by the player after the dealer, who then deals."""
    dealer = number % players
    winner = Seat((dealer + 1) % players)
    scores = tuple(0 for _ in range(players))
    return Result(scores=scores, winners=(winner,), ending="mahjong", facts={"east": 0, "dealer": dealer})


@pytest.mark.parametrize("name", RULESETS)
def test_a_session_has_at_least_as_many_games_as_the_page_says(name: str) -> None:
    rules = load_ruleset(name)
    plan = ClassicMatch("session", ClassicRules(ruleset=name))
    games = next(
        count for count in range(1, 60) if plan.is_over(tuple(lost(each, rules.players) for each in range(count)))
    )
    assert games == least_games(rules, len(rules.winds))
    assert f"at least {games} games" in ruleset_in_words(rules, "en")


def test_a_british_session_has_at_least_seventeen_games() -> None:
    assert "five games at least" in ruleset_in_words(load_ruleset(), "en")
    assert "at least 17 games" in ruleset_in_words(load_ruleset(), "en")


def test_hands_and_rows_that_a_ruleset_declares_are_described() -> None:
    rules = with_options(
        load_ruleset("bmja"),
        {
            "hands.kites": {"name": "Five Kites", "parts": ["7 pairs X"], "value": 700, "cover": "open"},
            "rows.dull": {"name": "Dull | Hand", "when": ["no bonus tiles"], "doublings": 2},
        },
    )
    text = ruleset_in_words(rules, "en")
    assert "| Five Kites | `7 pairs X`; Pongs may be claimed | 700 |" in text
    assert "| Dull / Hand | `no bonus tiles` | 2 doublings |" in text


def test_the_page_in_the_docs_is_the_generated_one() -> None:
    page = ROOT / "docs" / "classic-rules.md"
    text = ruleset_in_words(load_ruleset(), "en").replace("# Classic mahjong", "# Classic: the rules of `british`", 1)
    if os.environ.get("GOLDEN") == "write":
        page.write_text(text, "utf-8")
    assert page.read_text("utf-8") == text
