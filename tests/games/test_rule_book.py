"""The rule books for people, in several languages, name every option."""

import re
from typing import Any

import msgspec
import pytest

from teahouse.core.errors import InvalidOption
from teahouse.games import GAMES, make_game
from teahouse.games.classic.rulesets.ruleset import RULESETS, Ruleset, load_ruleset, options
from teahouse.games.option_values import OptionValue
from teahouse.games.rule_book import option_infos, rule_book, rule_languages, rules_text

LANGUAGES = rule_languages("battle")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_rules_in_the_same_languages_english_first(game: str) -> None:
    assert rule_languages(game) == LANGUAGES
    assert LANGUAGES[0] == "en"
    assert {"de", "nl"} < set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_have_the_same_headings_in_every_language(game: str, language: str) -> None:
    text, original = rules_text(game, language), rules_text(game)
    headings, known = (re.findall(r"^#+ (.+)$", one, re.MULTILINE) for one in (text, original))
    assert len(headings) == len([name for name in known if language == "en" or name != "Options"])
    assert all(f"`{kind}`" in text for kind in GAMES[game].matches)
    assert len(text) > 0.7 * len(original)


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_the_schema_is_listed_with_its_usual_value(game: str) -> None:
    listed = {option.name: option for option in option_infos(game)}
    for name in GAMES[game].types.rules.__struct_fields__:
        assert listed[name].meaning
        assert listed[name].usual["usual"]
        assert listed[name].values


def test_every_option_of_a_ruleset_is_listed_for_each_ruleset_with_its_sureness() -> None:
    listed = {option.key: option for option in option_infos("classic")}
    for option in options():
        info = listed[f"ruleset.{option.name}"]
        assert tuple(info.usual) == RULESETS
        assert (info.sureness, info.reconstructed) == (option.sureness, option.is_reconstructed)
    assert listed["ruleset.limit"].usual == {
        "british": "2000",
        "bmja": "1000",
        "club": "1000",
        "hongkong": "none",
        "western": "1000",
        "two-players": "2000",
        "three-players": "2000",
    }
    assert sum(option.reconstructed for option in listed.values()) > 20


def fits(value: Any, kinds: tuple[OptionValue, ...]) -> bool:
    """Is a value of one of these types?"""
    return any(_is(value, kind) for kind in kinds)


def _is(value: Any, kind: OptionValue) -> bool:
    match kind.kind:
        case "number":
            return type(value) is int and (kind.least or 0) <= value <= (value if kind.most is None else kind.most)
        case "choice":
            return value in kind.choices
        case "list":
            is_long = kind.count is None or (value is not None and len(value) == kind.count)
            return isinstance(value, tuple) and is_long and all(fits(item, kind.items) for item in value)  # pyright: ignore[reportUnknownVariableType] - of anything
        case _:
            return type(value) is {"flag": bool, "text": str, "none": type(None), "table": Ruleset}[kind.kind]


@pytest.mark.parametrize("game", GAMES)
def test_every_usual_value_is_one_that_its_option_accepts(game: str) -> None:
    for option in option_infos(game):
        assert option.accepts
        assert option.defaults.keys() == option.usual.keys()
        for name, value in option.defaults.items():
            assert fits(value, option.accepts), (option.key, name, value)


def test_the_bounds_of_numbers_are_those_that_the_rules_refuse_beyond() -> None:
    looked_at = set[str]()
    for option in (option for game in GAMES for option in option_infos(game) if option.key.startswith(f"{game}.")):
        game = option.key.partition(".")[0]
        for kind in (kind for kind in option.accepts if kind.kind == "number"):
            looked_at.add(option.key)
            assert kind.least is not None
            assert kind.most is not None
            for value in (kind.least, kind.most):
                make_game(game, {option.name: value})
            for value in (kind.least - 1, kind.most + 1):
                with pytest.raises(InvalidOption):
                    make_game(game, {option.name: value})
    assert looked_at


def tables(text: str) -> list[list[list[int]]]:
    """The numbers in the rows of every table, without the first column and empty cells."""
    blocks = [block.splitlines()[2:] for block in text.split("\n\n") if block.startswith("|")]
    return [
        [[int(word) for cell in row.split("|")[2:-1] for word in re.findall(r"^\d+", cell.strip())] for row in block]
        for block in blocks
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_explained_in_every_language(game: str, language: str) -> None:
    english = {option.key: option.meaning for option in option_infos(game)}
    meanings = {option.key: option.meaning for option in option_infos(game, language)}
    assert meanings.keys() == english.keys()
    same = [key for key, meaning in meanings.items() if not meaning.strip() or meaning == english[key]]
    assert language == "en" or not same


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_classic_state_the_played_values(language: str) -> None:
    rules = load_ruleset()
    going, sets, pairs, doublings, special, paying = tables(rules_text("classic", language))
    row, points, factors = rules.mahjong, rules.sets, rules.payment
    assert going == [
        [row.wall_points],
        [row.kong_box_points],
        [row.discard_points],
        [row.last_wall_tile_points, row.last_wall_tile_doublings],
        [row.last_discard_points, row.last_discard_doublings],
        [row.robbed_kong_points, row.robbed_kong_doublings],
        [row.concealed_points],
    ]
    kinds = [f"{kind}_{of}" for kind in ("pong", "kong") for of in ("minor", "major", "wind", "dragon")]
    assert sets == [list(getattr(points, kind)) for kind in kinds]
    assert pairs == [[2], [2], [2], [4], [2], [2]]
    assert len(doublings) == 10
    played = [worth for worth in msgspec.structs.asdict(rules.special_hands).values() if worth != "off"]
    assert len(special) == len(played)
    assert paying == [
        [factors.dealer_self_drawn.others],
        [factors.dealer_on_discard.discarder],
        [factors.other_self_drawn.dealer, factors.other_self_drawn.others],
        [factors.other_on_discard.discarder],
        [factors.other_on_discard.discarder_if_dealer],
    ]


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(InvalidOption, match="expected a game"):
        rule_book("chess")


@pytest.mark.parametrize("language", ["xx", "../en"])
def test_an_unknown_language_is_refused_and_gets_the_english_book(language: str) -> None:
    with pytest.raises(InvalidOption, match=r"expected a language \(en, "):
        rules_text("battle", language)
    assert rule_book("battle", language) == rule_book("battle", "en")
