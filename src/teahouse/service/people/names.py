"""Names of people: which names are valid, and the key under which similar names collide."""

import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from teahouse.core.errors import shown
from teahouse.service.errors import Refused, refused
from teahouse.service.people.reserved import ANYWHERE, GUEST, ROLES, WHOLE, level_names

SHORTEST: Final = 2
LONGEST: Final = 20
LONGEST_TYPED: Final = 200  # more is not even normalised
MOST_MARKS: Final = 3
SEPARATORS: Final = " ._-"
DIGITS: Final = "0123456789"

Script = tuple[tuple[int, int], ...]

# The code points of each script, inclusive. Accents are no members: a letter counts by its base.
SCRIPTS: Final[Mapping[str, Script]] = {
    "latin": (
        (0x41, 0x5A), (0x61, 0x7A), (0xC6, 0xC6), (0xD0, 0xD0), (0xD8, 0xD8), (0xDE, 0xDF), (0xE6, 0xE6),
        (0xF0, 0xF0), (0xF8, 0xF8), (0xFE, 0xFE), (0x110, 0x111), (0x126, 0x127), (0x131, 0x131), (0x141, 0x142),
        (0x14A, 0x14B), (0x152, 0x153), (0x166, 0x167), (0x18F, 0x18F), (0x259, 0x259),
    ),
    "greek": ((0x391, 0x3A9), (0x3B1, 0x3C9)),
    "cyrillic": ((0x400, 0x45F), (0x48A, 0x4FF)),
    "hebrew": ((0x5D0, 0x5EA),),
    "arabic": ((0x621, 0x63A), (0x641, 0x64A), (0x67E, 0x67E), (0x686, 0x686), (0x698, 0x698), (0x6A9, 0x6A9),
               (0x6AF, 0x6AF), (0x6CC, 0x6CC)),
    "devanagari": ((0x900, 0x94D), (0x958, 0x95F)),
    "thai": ((0xE01, 0xE3A), (0xE40, 0xE4E)),
    "han": ((0x3005, 0x3005), (0x3400, 0x4DBF), (0x4E00, 0x9FFF)),
    "kana": ((0x3041, 0x3096), (0x30A1, 0x30FA), (0x30FC, 0x30FC)),
    "hangul": ((0xAC00, 0xD7A3),),
}  # fmt: skip

# Scripts that are written together; any other name keeps to one script.
TOGETHER: Final = (frozenset({"latin", "han", "kana"}), frozenset({"latin", "han", "hangul"}))

# Look-alikes, after case and accents are folded. Greek letters count by the look of their capitals.
LOOKS: Final[Mapping[str, str]] = {
    "a": "аα", "b": "вβ", "c": "сҫ", "d": "đð", "e": "еεєҽəә", "h": "нηһħңӈҥ", "j": "ј", "k": "кκқҝҟӄ",
    "l": "i1ıіιłӏוا丨", "m": "мμӎ", "n": "νŋ", "o": "0оοøөסه", "p": "рρҏ", "s": "ѕ", "t": "тτŧҭ", "x": "хχҳӽ",
    "y": "уυүұ", "z": "ζ", "ae": "æӕ", "oe": "œ", "г": "γґғ", "п": "π", "л": "λ", "ф": "φ", "3": "зҙӡ",
    "ي": "ىی", "ك": "ک", "ロ": "口囗", "ニ": "二", "ー": "一", "カ": "力", "エ": "工", "タ": "夕", "ト": "卜",
    "ハ": "八", "ヘ": "へ", "ベ": "べ", "ペ": "ぺ", "リ": "り", "ノ": "丿", "ミ": "三",
}  # fmt: skip
LOOK: Final = str.maketrans({letter: like for like, letters in LOOKS.items() for letter in letters})
# Letters of other scripts that look like a Latin letter, a digit or a separator in a Latin word.
LIKE_LATIN: Final = frozenset("丨丿丶亅乙乚一二三丁十卜了口囗工〇ノーニミロエトヘへりリ丄丅")
PAIRS: Final = (("rn", "m"), ("vv", "w"))
ACCENT_CLASS: Final = 200  # combining classes from here on sit above or below a letter; those below belong to it


def parse_name(typed: str) -> str:
    """A name as it is stored, or a refusal that says what is wrong with it.

    >>> parse_name("  Ｊosé   of the Hill ")
    'José of the Hill'
    """
    if len(typed) > LONGEST_TYPED:
        raise _invalid_name(RULES[0], typed)
    name = " ".join(unicodedata.normalize("NFKC", typed).split())
    for rule in RULES:
        if not rule.holds(name):
            raise _invalid_name(rule, name)
    return name


def guest_name(tea: str, number: int) -> str:
    """The name of a guest.

    >>> guest_name("Jasmine", 42)
    'Guest Jasmine 42'
    """
    return f"{GUEST} {tea} {number}"


def name_key(name: str) -> str:
    """A name without case, accents, separators and look-alike letters.

    >>> name_key("Ann-Li 0") == name_key("АNNL1O")
    True
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    plain = unicodedata.normalize("NFC", "".join(c for c in folded if unicodedata.combining(c) < ACCENT_CLASS))
    key = "".join(c for c in plain.translate(LOOK) if unicodedata.category(c)[0] in "LMN")
    for pair, like in PAIRS:
        key = key.replace(pair, like)
    return key


def taken(name: str) -> Refused:
    """The refusal of a name that another person has, or that looks like such a name."""
    return refused("person/name", f"expected a name unlike any other, got {shown(name)}", "taken")


def _invalid_name(rule: "NameRule", name: str) -> Refused:
    values = {"shortest": SHORTEST, "longest": LONGEST, "got": len(name)}
    return refused("person/name", f"expected {rule.expected}, got {shown(name)}", rule.why, values)


def _has_length(name: str) -> bool:
    return SHORTEST <= len(name) <= LONGEST


def _has_fit_edges(name: str) -> bool:
    return name[0] not in SEPARATORS and name[-1] not in "_-"


def _has_letter(name: str) -> bool:
    return any(script_of(c) is not None for c in name)


def _is_of_known_letters(name: str) -> bool:
    return all(c in SEPARATORS + DIGITS or script_of(c) is not None for c in name)


def script_of(letter: str) -> str | None:
    """The script a letter belongs to; None for characters that no name may contain.

    >>> script_of("é"), script_of("я"), script_of("茶"), script_of("!")
    ('latin', 'cyrillic', 'han', None)
    """
    for code in (ord(letter), ord(unicodedata.normalize("NFKD", letter)[0])):
        for script, ranges in SCRIPTS.items():
            if any(first <= code <= last for first, last in ranges):
                return script
    return None


def _is_of_one_script(name: str) -> bool:
    scripts = frozenset(script for c in name if (script := script_of(c)) is not None)
    return len(scripts) <= 1 or any(scripts <= together for together in TOGETHER)


def _has_no_look_alikes(name: str) -> bool:
    is_latin = any(script_of(c) == "latin" for c in name)
    return not is_latin or LIKE_LATIN.isdisjoint(name)


def _has_few_marks(name: str) -> bool:
    runs = ("".join(run) for is_mark, run in groupby(name, _is_mark) if is_mark)
    return not _is_mark(name[0]) and all(len(run) <= MOST_MARKS and len(set(run)) == len(run) for run in runs)


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter).startswith("M")


def _is_free(name: str) -> bool:
    reserved, key = _reserved(), name_key(name)
    if key.startswith(name_key(GUEST)) or key in reserved.whole or any(word in key for word in reserved.anywhere):
        return False
    words = "".join(" " if c in SEPARATORS else c for c in name).split()
    return not any(name_key(word) in reserved.roles for word in (*words, name.rstrip(DIGITS + SEPARATORS)))


def _is_no_house_player(name: str) -> bool:
    """Is it not the name of a house player, even without a number at its end?"""
    return _reserved().levels.isdisjoint((name_key(name), name_key(name.rstrip(DIGITS + SEPARATORS))))


class _Reserved(NamedTuple):
    whole: frozenset[str]
    roles: frozenset[str]
    anywhere: frozenset[str]
    levels: frozenset[str]


@cache
def _reserved() -> _Reserved:
    return _Reserved(*(frozenset(map(name_key, words)) for words in (WHOLE, ROLES, ANYWHERE, level_names())))


def _is_well_spaced(name: str) -> bool:
    spaced = name.replace(". ", ".")
    return not any(a in SEPARATORS and b in SEPARATORS for a, b in pairwise(spaced))


class NameRule(NamedTuple):
    """A rule for names: why a name is refused, in a word for programs, what was expected, and the test."""

    why: str
    expected: str
    holds: Callable[[str], bool]


RULES: Final[tuple[NameRule, ...]] = (
    NameRule("length", f"{SHORTEST} to {LONGEST} characters", _has_length),
    NameRule("letters", "letters, digits, spaces and . _ - only", _is_of_known_letters),
    NameRule("edges", "a letter or a digit first and no _ or - last", _has_fit_edges),
    NameRule("separators", "no two separators side by side", _is_well_spaced),
    NameRule("letter", "at least one letter", _has_letter),
    NameRule("script", "letters of one script", _is_of_one_script),
    NameRule("disguise", "no letters of another script that look like Latin ones", _has_no_look_alikes),
    NameRule("marks", "marks on letters only, and few", _has_few_marks),
    NameRule("house", "a name that is not the house's own", _is_free),
    NameRule("level", "a name that is not a house player's", _is_no_house_player),
)
