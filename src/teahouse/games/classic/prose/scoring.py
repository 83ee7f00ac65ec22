"""What a hand scores, in words and tables; values from other rule books are marked."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from teahouse.games.classic.patterns.rows import When, alternatives, house_rows
from teahouse.games.classic.prose.play import paragraph
from teahouse.games.classic.prose.words import Sentences
from teahouse.games.classic.rulesets.faan import faan_score
from teahouse.games.classic.rulesets.house_rules import reconstructed_options
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.rulesets.ruleset import option_value
from teahouse.games.classic.rulesets.special_values import OwnRow
from teahouse.games.classic.rulesets.values import Doublings
from teahouse.games.classic.scoring.names import PAIR_NAMES

MARK: Final = " ~"
SOURCES: Final = ("wall", "kong_box", "discard", "last_wall_tile", "last_discard", "robbed_kong", "concealed")
WAITS: Final = ("only_tile", "minor_pair", "major_pair")
SETS: Final = tuple(f"{kind}_{of}" for kind in ("pong", "kong") for of in ("minor", "major", "wind", "dragon"))
MAJOR_PAIRS: Final = ("other_wind", "terminal")
"""The pairs that score only if all majors do."""
OF_BONUS_TILES: Final = ("own_flower", "own_season", "own_flower_and_season", "no_bonus_tiles")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown, or nothing if it has no rows; zeros are left out."""
    lines = [f"| {' | '.join(str(each or '') for each in row)} |".replace("|  ", "| ") for row in rows]
    return "\n".join([f"| {' | '.join(head)} |", "|---" * len(head) + "|", *lines]) if lines else ""


def cell(text: str) -> str:
    """Escape a text from a person, so that it stays in its cell."""
    return text.replace("|", "/").replace("`", "'")


class Marks:
    """Which values of a ruleset are taken from other rule books."""

    def __init__(self, rules: Ruleset) -> None:
        """Find the reconstructed values of this ruleset."""
        self.unsure: Final = reconstructed_options(rules)

    def of(self, option: str) -> str:
        """The mark of an option's value, or nothing."""
        return MARK if option in self.unsure else ""


def scoring(rules: Ruleset, words: Sentences) -> Iterator[str]:
    """How a hand is counted, and what everything is worth."""
    marks = Marks(rules)
    yield f"### {words.say('scoring.heading')}"
    yield paragraph(counted(rules, words), limit(rules, words), words.say("scoring.marks") if marks.unsure else "")
    yield faan_table(rules, words) if rules.counts_faan else ""
    yield going(rules, words)
    yield about_concealed(rules, words)
    if not rules.counts_faan:
        yield set_points(rules, words, marks)
        yield pair_points(rules, words, marks)
    yield paragraph(bonus_points(rules, words, marks), words.say(f"scoring.set_{rules.winning_discard_set}"))
    yield doublings(rules, words, marks)
    yield own_rows(rules, words)
    yield words.say("scoring.own_tiles") if rules.bonus_tiles else ""


def counted(rules: Ruleset, words: Sentences) -> str:
    """How a hand is counted: in points or in faan."""
    return words.say("scoring.faan", n=rules.most_faan) if rules.counts_faan else words.say("scoring.points")


def limit(rules: Ruleset, words: Sentences) -> str:
    """The limit, which rulesets may do without."""
    if rules.limit is None:
        return words.say("scoring.no_limit")
    return words.say(
        "scoring.limit_payment" if rules.limit_applies_to == "payment" else "scoring.limit", limit=rules.limit
    )


def faan_table(rules: Ruleset, words: Sentences) -> str:
    """What faan score."""
    rows = [(str(faan), words.number(faan_score(faan, rules))) for faan in range(rules.most_faan + 1)]
    return table([words.say("scoring.faan_table"), words.say("scoring.faan_score")], rows)


def going(rules: Ruleset, words: Sentences) -> str:
    """What the winning tile is worth, by where it came from and what it completes."""
    bonus, first = rules.mahjong, words.say("scoring.going")
    rows = [
        (words.say(f"scoring.{key}"), getattr(bonus, f"{key}_points"), getattr(bonus, f"{key}_doublings", 0))
        for key in (*SOURCES, *WAITS)
    ]
    if rules.counts_faan:
        return table([first, words.say("scoring.column_faan")], [(key, times) for key, _, times in rows if times])
    head = [first, words.say("scoring.column_points"), words.say("scoring.column_doublings")]
    return table(head, [row for row in rows if any(row[1:])])


def about_concealed(rules: Ruleset, words: Sentences) -> str:
    """What keeps a hand concealed, and what replacements from the wall's tail count as."""
    say, bonus = words.say, rules.mahjong
    pays = bonus.concealed_points or bonus.concealed_doublings
    concealed = (
        say("scoring.concealed_discard" if rules.concealed_allows_winning_discard else "scoring.concealed_drawn"),
        say("scoring.concealed_kongs" if rules.concealed_allows_kongs else "scoring.concealed_no_kongs"),
        say(f"scoring.claimed_kong_{rules.claimed_kong_is}"),
        "" if rules.concealed_bonus_stacks_with_wall else say("scoring.concealed_no_wall"),
    )
    uses_tail = not rules.kong_box or rules.kong_box_empty == "take_from_wall_tail"
    tail = say("scoring.tail_box" if rules.tail_replacement_is == "kong_box" else "scoring.tail_wall")
    return paragraph(*(concealed if pays else ()), tail if uses_tail else "")


def set_points(rules: Ruleset, words: Sentences, marks: Marks) -> str:
    """What pongs and kongs are worth."""
    rows = [
        (words.row(f"sets.{key}") + marks.of(f"sets.{key}"), *map(str, pair))
        for key in SETS
        for pair in [getattr(rules.sets, key)]
        if any(pair)
    ]
    return table([words.say(f"scoring.{name}") for name in ("sets", "melded", "concealed_column")], rows)


def pair_points(rules: Ruleset, words: Sentences, marks: Marks) -> str:
    """What pairs are worth."""
    left_out = MAJOR_PAIRS if rules.scoring_pairs == "valued_honours" else ()
    rows = [
        (words.names[name] + marks.of(f"pairs.{key}"), points)
        for key, name in PAIR_NAMES.items()
        for points in [getattr(rules.pairs, key)]
        if points and key not in left_out
    ]
    return table([words.say("scoring.pairs"), words.say("scoring.column_points")], rows)


def bonus_points(rules: Ruleset, words: Sentences, marks: Marks) -> str:
    """What each bonus tile is worth."""
    if rules.counts_faan or not rules.bonus_tiles or not rules.bonus_tile_points:
        return ""
    return words.say("scoring.bonus_points", n=rules.bonus_tile_points, mark=marks.of("bonus_tile_points"))


def doublings(rules: Ruleset, words: Sentences, marks: Marks) -> str:
    """What doubles the points, or the faan that are added; and what counts for losers too."""
    say = words.say
    scopes = {row.option: row.scope for row in house_rows().values()}
    rows: list[tuple[object, ...]] = []
    for option in (*(f"doublings.{name}" for name in Doublings.__struct_fields__), "bouquet_doublings"):
        times = option_value(rules, option)
        if times and (rules.bonus_tiles or not _is_of_bonus_tiles(option)):
            too = [say(f"scoring.{'yes' if scopes[option] == 'everybody' else 'no'}")] if rules.losers_settle else []
            rows.append((_doubling(option, rules, words) + marks.of(option), times, *too))
    head = (
        [say("scoring.faan_rows"), say("scoring.column_faan")]
        if rules.counts_faan
        else [say("scoring.doublings"), say("scoring.times")]
    )
    return table([*head, *([say("scoring.losers")] if rules.losers_settle else [])], rows)


def _is_of_bonus_tiles(option: str) -> bool:
    return option.rpartition(".")[2] in (*OF_BONUS_TILES, "bouquet_doublings")


def _doubling(option: str, rules: Ruleset, words: Sentences) -> str:
    """A doubling in words: some depend on other options."""
    match option:
        case "bouquet_doublings":
            return words.say("scoring.bouquet_instead" if rules.bouquet_replaces_own else "scoring.bouquet")
        case "doublings.one_suit_only" if not rules.one_suit_only_allows_chows:
            return words.say("scoring.one_suit_only_no_chows")
        case "doublings.original_call":
            return words.say(f"scoring.original_call_{rules.original_call_from}")
        case _:
            return words.row(option)


def own_rows(rules: Ruleset, words: Sentences) -> str:
    """The rows that the ruleset declares itself, with their conditions as they are written."""
    rows = [(cell(row.name), conditions(row.when), _added(row, words)) for row in rules.rows if row.value == "off"]
    return table([words.say("scoring.own_rows"), words.say("hands.what"), words.say("hands.value")], rows)


def conditions(when: When) -> str:
    """Conditions or parts of a declared pattern, as they are written; several lists are alternatives."""
    return " / ".join(", ".join(f"`{cell(each)}`" for each in some) for some in alternatives(when))


def _added(row: OwnRow, words: Sentences) -> str:
    """What a declared row adds."""
    parts = [(row.points, "column_points"), (row.doublings, "column_doublings"), (row.faan, "column_faan")]
    return ", ".join(f"{words.number(amount)} {words.say(f'scoring.{unit}')}" for amount, unit in parts if amount)
