"""Allowed names, and names that look alike."""

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teahouse.players.characters import CHARACTERS, STARS
from teahouse.service.errors import Refused
from teahouse.service.people.names import LONGEST, LOOKS, RULES, guest_name, name_key, parse_name, script_of
from teahouse.service.people.reserved import ANYWHERE, ROLES, WHOLE, level_names

LANGUAGES = Path(__file__).parents[3] / "frontend" / "src" / "i18n"


@pytest.mark.parametrize(
    "name",
    ["Ann", "José", "Øyvind", "Łukasz", "Nguyễn", "O.K. Corral", "Sammy Jr.", "tea_4-two",
     "Αθηνά", "Иван Ґ", "שרה", "فاطمة", "अनिल",
     "สมชาย", "茶々", "たろう", "カトー", "김철수", "ABC茶", "X1", "42nd Street"],
)  # fmt: skip
def test_a_name_in_any_of_the_scripts_is_kept_as_it_is(name: str) -> None:
    assert parse_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("", "2 to 20 characters"),
        ("A", "2 to 20 characters"),
        ("A" * 21, "2 to 20 characters"),
        ("A" * 10**6, "2 to 20 characters"),
        ("ﷺ" * 2, "2 to 20 characters"),
        ("<b>Ann</b>", "letters, digits"),
        ("Ann\u202eb", "letters, digits"),
        ("An\u200bn", "letters, digits"),
        ("An\x00n", "letters, digits"),
        ("An\ud800n", "letters, digits"),
        ("\u3164\u3164", "letters, digits"),
        ("Ann🍵", "letters, digits"),
        ("A\u0338\u0338n", "letters, digits"),
        ("ɑnn", "letters, digits"),
        ("-Ann", "digit first"),
        (".Ann", "digit first"),
        ("Ann_", "_ or - last"),
        ("A .nn", "side by side"),
        ("A..nn", "side by side"),
        ("12", "at least one letter"),
        ("Аnn", "one script"),
        ("αnn", "one script"),
        ("Annה", "one script"),
        ("ก" + "่" * 4, "few"),
        ("ก่่", "few"),
        ("ิก", "few"),
        ("Guest Ann", "the house's own"),
        ("gUE-ST Lee", "the house's own"),
        ("H0USE", "the house's own"),
        ("Admin", "the house's own"),
        ("Teahouse Staff", "the house's own"),
        ("TeaH0use", "the house's own"),
        ("Staff Ann", "the house's own"),
        ("Adm1n 7", "the house's own"),
        ("Admin42", "the house's own"),
        ("MODERATÖR", "the house's own"),
        ("Host", "the house's own"),
        ("House Player 3", "the house's own"),
        ("Former player", "the house's own"),
        ("Medium", "a house player's"),
        ("greedy", "a house player's"),
        ("Perfect", "a house player's"),
        ("Gemütlich", "a house player's"),
        ("tavi", "a house player's"),
        ("Tavi 2", "a house player's"),
        ("Yuna-3", "a house player's"),
        ("A丨ice", "look like Latin"),
        ("Rロb", "look like Latin"),
        ("Annー", "look like Latin"),
    ],
)
def test_an_invalid_name_is_refused_with_its_reason(typed: str, complaint: str) -> None:
    with pytest.raises(Refused, match=complaint) as caught:
        parse_name(typed)
    assert caught.value.code == "person/name"
    assert len(str(caught.value)) < 200
    assert caught.value.why in {rule.why for rule in RULES}


def test_a_name_that_is_too_long_is_refused_with_the_limit_and_its_length() -> None:
    with pytest.raises(Refused) as caught:
        parse_name("A" * 23)
    assert caught.value.why == "length"
    assert caught.value.values == {"shortest": 2, "longest": 20, "got": 23}


@pytest.mark.parametrize(
    "name", ["Stafford", "Modesty", "Master Yoda", "Gregory House", "Hostess", "Systema", "Botan", "Pippa", "Bruno Wei"]
)
def test_a_name_that_only_begins_like_a_reserved_word_is_free(name: str) -> None:
    assert parse_name(name) == name


@pytest.mark.parametrize("language", ["en", "de", "nl", "fr"])
def test_nobody_can_have_the_name_of_a_level(language: str) -> None:
    levels = re.findall(r'"rank\.\w+": "([^"]+)"', (LANGUAGES / f"{language}.ts").read_text())
    assert len(levels) == len(STARS)
    for level in levels:
        with pytest.raises(Refused, match="a house player's"):
            parse_name(level)


def test_a_house_player_has_the_same_name_on_screen_and_in_the_terminal() -> None:
    translated = re.findall(r'"house\.([A-Z]\w+)": "([^"]+)"', (LANGUAGES / "en.ts").read_text())
    assert translated == [(one.name, one.about) for one in CHARACTERS]


@pytest.mark.parametrize("language", ["en", "de", "nl", "fr"])
def test_every_reason_has_its_sentence(language: str) -> None:
    text = (LANGUAGES / f"{language}.ts").read_text()
    for why in {*(rule.why for rule in RULES), "taken", "token"}:
        assert f'"error.person/name.{why}"' in text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann", "A.n_n"),
        ("Ann Lee", "annlee"),
        ("Bill", "Bi11"),
        ("Bill", "BIll"),
        ("Bob", "B0b"),
        ("Jose", "José"),
        ("Oscar", "Ｏscar"),
        ("COBPA", "СОВРА"),
        ("ANNA", "ΑΝΝΑ"),
        ("Tony", "ΤΟΝΥ"),
        ("Ηλιος", "ηλιοσ"),
        ("Arnold", "Amold"),
        ("Vivvy", "Viwy"),
        ("Straße", "strasse"),
        ("Ægir", "Aegir"),
        ("ロボ", "口ボ"),
        ("Андрей", "Андреи"),
        ("Alice", "A丨ice"),
    ],
)
def test_look_alikes_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_names_that_look_different_have_different_keys() -> None:
    names = [
        "Ann",
        "Anna",
        "Hanna",
        "Nan",
        "Han",
        "Bob",
        "Rob",
        "がく",
        "かく",
        "अनु",
        "अनि",
        "42nd",
        "43rd",
        "茶",
        "水",
    ]
    assert len({name_key(name) for name in names}) == len(names)


def test_guests_have_different_keys_for_different_numbers() -> None:
    assert len({name_key(guest_name("Oolong", number)) for number in range(10, 2000)}) == 1990


def test_every_look_alike_is_a_letter_that_folding_reaches() -> None:
    for like, letters in LOOKS.items():
        assert name_key(like) == like
        for letter in letters:
            assert letter in "01" or script_of(letter) is not None
            assert name_key(letter) == like


@given(st.text(max_size=40))
def test_any_text_has_a_key_that_fits_or_is_refused(text: str) -> None:
    try:
        name = parse_name(text)
    except Refused:
        return
    assert 2 <= len(name) <= LONGEST
    assert 0 < len(name_key(name)) <= 80
    assert parse_name(name) == name
    assert name_key(name) == name_key(text)
    assert name_key(name.upper()) == name_key(name)


def test_reserved_words_would_otherwise_be_valid_names() -> None:
    words = (*WHOLE, *ROLES, *ANYWHERE, *level_names())
    assert all(word.replace(" ", "").isalpha() for word in words)
