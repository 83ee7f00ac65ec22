"""A ruleset's special hands as rows for the kernels; six hands that are built into the kernels are left out."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from teahouse.core.tiles import COPIES, PLAIN_KINDS
from teahouse.games.classic.patterns.language import Variant
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.tile_hands import PlayedHand, played_hands, special_points
from teahouse.kernels.arrays import Rows, new_record, new_rows
from teahouse.kernels.classic.built_in_hands import (
    GATES_ANY,
    GATES_LAST,
    GATES_MINOR,
    PAIRS_ANY,
    PAIRS_DIFFERENT,
    SPECIAL_FORMS,
)
from teahouse.kernels.classic.distance.layout import RANKS
from teahouse.kernels.classic.distance.row_sums import (
    FIRST_STEP,
    NOTHING,
    PLACES,
    TERMS,
    RowSums,
    SumStep,
)
from teahouse.kernels.classic.pattern_rows import GROUPS as SUM_GROUPS
from teahouse.kernels.classic.pattern_rows import MOST_LACKS, PONG, SUMS, PatternRow, Patterns, PatternWorkspace
from teahouse.kernels.classic.plans.special import SPECIAL_PLANS

GATES: Final = {"any": GATES_ANY, "minor": GATES_MINOR, "last": GATES_LAST}
"""The forms of the Gates of Heaven, by the option `gates_of_heaven_extra`."""
BUILT_IN: Final = frozenset(form.key for form in SPECIAL_FORMS)
"""The hands that `kernels.classic.specials` computes in a faster way, with the same result as their rows."""
GROUPS: Final = range(0, PLAIN_KINDS, RANKS)
PAIR: Final = 2
ALL_COPIES: Final = (1 << COPIES + 1) - 1
"""A bit for each number of tiles of a kind, none to four."""


@lru_cache(maxsize=64)
def form_worths(ruleset: Ruleset) -> tuple[int, ...]:
    """What a ruleset gives for each form of a special hand that is built into the kernels; 0 if it is not played."""
    gates = GATES[ruleset.gates_of_heaven_extra]
    pairs = PAIRS_DIFFERENT if ruleset.all_pair_honours_all_different else PAIRS_ANY
    unplayed = {*GATES.values(), PAIRS_ANY, PAIRS_DIFFERENT} - {gates, pairs}
    return tuple(
        0 if number in unplayed else special_points(getattr(ruleset.special_hands, form.key), ruleset)
        for number, form in enumerate(SPECIAL_FORMS)
    )


def pattern_hands(ruleset: Ruleset) -> tuple[PlayedHand, ...]:
    """The special hands of a ruleset that its rows describe."""
    return tuple(hand for hand in played_hands(ruleset) if hand.key not in BUILT_IN)


@lru_cache(maxsize=64)
def rows_of(ruleset: Ruleset) -> Rows[PatternRow]:
    """The rows of a ruleset's pattern hands, one for each variant."""
    return rows_for(pattern_hands(ruleset))


def rows_for(hands: tuple[PlayedHand, ...]) -> Rows[PatternRow]:
    """The rows of these hands."""
    found = [(hand, each.variant) for hand in hands for each in hand.variants]
    rows = new_rows(PatternRow, len(found))
    for number, (hand, variant) in enumerate(found):
        _write(rows[number], hand, variant)
    return rows


def patterns_of(ruleset: Ruleset) -> Patterns:
    """The rows of a ruleset, with working memory for the kernels."""
    return patterns_for(rows_of(ruleset))


def no_patterns() -> Patterns:
    """No rows, for players that ignore these hands."""
    return patterns_for(rows_for(()))


def patterns_for(rows: Rows[PatternRow]) -> Patterns:
    """These rows, with working memory for the kernels."""
    assert len(rows) + SPECIAL_PLANS <= MOST_LACKS
    return Patterns(rows, new_record(PatternWorkspace))


@lru_cache(maxsize=64)
def row_keys(ruleset: Ruleset) -> tuple[str, ...]:
    """The key of the hand of each row."""
    return tuple(hand.key for hand in pattern_hands(ruleset) for _ in hand.variants)


def _write(row: PatternRow, hand: PlayedHand, variant: Variant) -> None:
    row.need[:] = variant.need
    step = 1
    for place, slot in enumerate(variant.slots):
        row.masks[place], row.sizes[place], row.many[place] = slot.mask, slot.size, slot.many
        row.repeats[place], row.steps[place] = slot.repeats, step
        step *= slot.many + 1
    row.slot_count, row.states, row.allowed = len(variant.slots), step, variant.allowed
    row.numbers = variant.numbers
    row.first, row.second = variant.suits if len(variant.suits) == 2 else (-1, -1)
    row.covered = hand.cover == "concealed"
    row.worth = hand.points
    row.shown_worth = hand.points // 2 if hand.cover == "half" else hand.points
    row.last, row.winds = variant.last, variant.winds
    row.beyond[:] = [beyond(variant, kind) for kind in range(PLAIN_KINDS)]
    if not variant.numbers and not variant.last:
        _write_sums(row)


def beyond(variant: Variant, kind: int) -> int:
    """How many tiles of a kind, beyond the needed ones, the slots of a variant could use: a bit for each number."""
    if variant.numbers:
        return ALL_COPIES if variant.allowed >> kind & 1 else 1
    found = 1
    for slot in variant.slots:
        if slot.mask >> kind & 1:
            most = min(slot.many, COPIES // slot.size if slot.repeats else 1)
            found = sum_of(found, slot.size, most)
    return found & ALL_COPIES


def sum_of(numbers: int, size: int, most: int) -> int:
    """A set of numbers, as bits, with zero to `most` times a size added to each of them.

    >>> bin(sum_of(0b1, 2, 2))
    '0b10101'
    """
    found = 0
    for times in range(most + 1):
        found |= numbers << times * size
    return found


Levels: TypeAlias = frozenset[int]
"""A set of places from `level_of`; each stands for a kind and a least number of tiles of it."""


class RowSlot(NamedTuple):
    """A slot of a row. before: of every kind, how many tiles are needed first. paired: 1 for pongs with one pair."""

    size: int
    mask: int
    many: int
    repeats: int
    paired: int = 0
    before: tuple[int, ...] = ()

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds that its tiles may be of."""
        return tuple(kind for kind in range(PLAIN_KINDS) if self.mask >> kind & 1)

    def beside(self, need: list[int]) -> "RowSlot":
        """The slot next to the needed tiles; kinds of which too few tiles are left for it are dropped."""
        kinds = [kind for kind in self.kinds if COPIES - need[kind] >= self.size]
        return self._replace(mask=sum(1 << kind for kind in kinds), before=tuple(need[kind] for kind in kinds))

    def levels(self) -> Iterator[tuple[Levels, int]]:
        """The levels of the first, second and third tiles of its groups, and how many of them it can use.

        Pongs and a pair: the kinds with the most tiles are taken first, and the pair is of the last of them. It could
        use a third tile only if all are complete.
        """
        every = self.size if self.repeats else COPIES
        for tile in range(self.size):
            levels = (
                level_of(kind, count)
                for kind, before in zip(self.kinds, self.before, strict=True)
                for count in range(before + 1 + tile, COPIES + 1, every)
            )
            yield frozenset(levels), self.many + (self.paired if tile < PAIR else 0)


def level_of(kind: int, count: int) -> int:
    """The number that stands for "at least this many tiles of this kind"."""
    return PLAIN_KINDS * (count - 1) + kind


class RowReading(NamedTuple):
    """A row, or one way to read it: the needed tiles, by groups of kinds, and the slots."""

    place: int
    needed: tuple[Levels, ...]
    slots: tuple[RowSlot, ...]

    @property
    def is_exact(self) -> bool:
        """Is there no kind that belongs to two slots?"""
        seen = 0
        for part in self.slots:
            if seen & part.mask:
                return False
            seen |= part.mask
        return True

    def all_groups(self) -> Iterator[tuple[Levels, int]]:
        """All sums of levels that the row consists of, with the most that counts of each."""
        yield from ((levels, len(levels)) for levels in self.needed)
        for slot in self.slots:
            yield from slot.levels()

    def all_levels(self) -> Iterator[Levels]:
        """The same sums without what counts."""
        yield from (levels for levels, _ in self.all_groups())


class Term(NamedTuple):
    """A number at a place, counted for no more than its `most`."""

    place: int
    most: int = 255


class Steps:
    """The steps to the numbers that readings share."""

    def __init__(self, readings: list[RowReading]) -> None:
        """Make the sums of levels, short ones first to reuse them in longer ones, and then the sums of slots."""
        self.made = list[list[Term]]()
        self._sums, self._slots = dict[Levels, Term](), dict[RowSlot, Term]()
        for levels in sorted({levels for each in readings for levels in each.all_levels()}, key=len):
            self._sums[levels] = self._sum_of(self._covering(levels))
        for slot in dict.fromkeys(slot for each in readings for slot in each.slots):
            self._slots[slot] = self._sum_of([Term(self._sums[levels].place, most) for levels, most in slot.levels()])

    def terms_of(self, reading: RowReading) -> list[Term]:
        """The terms of one step that adds up how many tiles a hand has of a row."""
        needed = [self._sums[levels] for levels in reading.needed]
        return self._joined([*needed, *(self._slots[slot] for slot in reading.slots)])

    def _covering(self, levels: Levels) -> list[Term]:
        """Levels as sums made before, the longest first, and the single levels that remain."""
        found, left = list[Term](), levels
        for known in reversed(self._sums):
            if known <= left:
                found.append(self._sums[known])
                left -= known
        return [*found, *map(Term, sorted(left))]

    def _sum_of(self, terms: list[Term]) -> Term:
        terms = self._joined(terms)
        return terms[0] if len(terms) == 1 and terms[0] == Term(terms[0].place) else self._made(terms)

    def _joined(self, terms: list[Term]) -> list[Term]:
        """The terms, joined until they fit into one step."""
        while len(terms) > TERMS:
            terms = [*terms[TERMS:], self._made(terms[:TERMS])]
        return terms

    def _made(self, terms: list[Term]) -> Term:
        self.made.append(terms)
        return Term(FIRST_STEP + len(self.made) - 1)


def sums_of(rows: Rows[PatternRow]) -> RowSums | None:
    """The rows as sums; None if they need too many steps or depend on the numbers of the suits.

    A row whose winning tile is given lacks more than its sum says if that tile is there before the others.
    """
    if any(rows[place].numbers > 0 for place in range(len(rows))):
        return None
    readings = [each for place in range(len(rows)) for each in _readings(rows[place], place)]
    exact = {each: each.is_exact and not rows[each.place].last for each in readings}
    readings.sort(key=lambda each: not exact[each])
    steps = Steps(readings)
    sums = [steps.terms_of(each) for each in readings]
    if FIRST_STEP + len(steps.made) > PLACES:
        return None
    shared, last = new_rows(SumStep, len(steps.made)), new_rows(SumStep, len(sums))
    for number, terms in enumerate(steps.made):
        _write_step(shared[number], terms)
    for number, (each, terms) in enumerate(zip(readings, sums, strict=True)):
        _write_step(last[number], terms)
        last[number].row, last[number].exact = each.place, exact[each]
    return RowSums(rows, shared, last)


def _write_sums(row: PatternRow) -> None:
    """Write the sums that count what a hand without melds has of a row, if they are exact and fit into the row."""
    sums = [(each, list(each.all_groups())) for each in _readings(row, 0)]
    if len(sums) > SUMS or not all(each.is_exact and len(groups) <= SUM_GROUPS for each, groups in sums):
        return
    row.sums = len(sums)
    for number, (_, groups) in enumerate(sums):
        row.groups[number] = len(groups)
        for group, (levels, most) in enumerate(groups):
            row.most[number, group] = most
            for place in levels:
                row.levels[number, group, place // PLAIN_KINDS] |= 1 << place % PLAIN_KINDS


def _write_step(step: Any, terms: list[Term]) -> None:
    step.terms[:] = NOTHING
    step.terms[: len(terms)] = [term.place for term in terms]
    step.most[: len(terms)] = [term.most for term in terms]


def _readings(row: PatternRow, place: int) -> Iterator[RowReading]:
    """The ways to read a row: more than one if its pair may be of the kinds of several pongs."""
    need, slots = _taken(row)
    groups = [
        frozenset(
            level_of(kind, count)
            for kind in range(first, min(first + RANKS, PLAIN_KINDS))
            for count in range(1, need[kind] + 1)
        )
        for first in GROUPS
    ]
    for each in _with_pairs(slots, need):
        yield RowReading(place, tuple(filter(None, groups)), tuple(slot.beside(need) for slot in each))


def _taken(row: PatternRow) -> tuple[list[int], list[RowSlot]]:
    """The needed tiles, with the tiles of slots that have one kind only; and the other slots."""
    need, slots = [int(count) for count in row.need], list[RowSlot]()
    for slot in range(row.slot_count):
        size, mask, many = int(row.sizes[slot]), int(row.masks[slot]), int(row.many[slot])
        kind = mask.bit_length() - 1
        if mask == 1 << kind and need[kind] + size * many <= COPIES:
            need[kind] += size * many
        else:
            slots.append(RowSlot(size, mask, many, int(row.repeats[slot])))
    return need, slots


def _with_pairs(slots: list[RowSlot], need: list[int]) -> list[list[RowSlot]]:
    """The slots with one pair put to the pongs whose kinds it may have, one after another, or to none of them."""
    pairs = [slot for slot in slots if slot.size == PAIR and slot.many == 1]
    pongs = [slot for slot in slots if slot.size == PONG and pairs and slot.mask & pairs[0].mask]
    if len(pairs) != 1 or not pongs or not all(_may_join(pairs[0], pong, need) for pong in pongs):
        return [slots]
    pair, left, found = pairs[0], pairs[0].mask, list[list[RowSlot]]()
    for pong in pongs:
        left &= ~pong.mask
        joined = pong._replace(paired=1)
        found.append([joined if slot == pong else slot for slot in slots if slot != pair])
    return [*found, [pair._replace(mask=left) if slot == pair else slot for slot in slots]] if left else found


def _may_join(pair: RowSlot, pong: RowSlot, need: list[int]) -> bool:
    """Are pongs and a pair of the same kinds, each of which has room for a pong?"""
    has_room = all(COPIES - need[kind] >= PONG for kind in pong.kinds)
    return pong.mask & ~pair.mask == 0 and has_room


__all__ = [
    "BUILT_IN",
    "PatternRow",
    "PatternWorkspace",
    "form_worths",
    "no_patterns",
    "pattern_hands",
    "patterns_for",
    "patterns_of",
    "row_keys",
    "rows_for",
    "rows_of",
    "sums_of",
]
