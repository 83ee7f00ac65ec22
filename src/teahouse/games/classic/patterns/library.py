"""The hands of the house that are defined by their tiles, and the hands that a ruleset declares itself."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Annotated, Final, Literal

import msgspec

from teahouse.core.errors import InvalidOption
from teahouse.games.classic.patterns.language import Variant, merged, variants
from teahouse.games.classic.patterns.rows import alternatives

Cover = Literal["concealed", "open", "half"]
"""Which of its sets may be claimed: none; pongs and kongs; or pongs and kongs for half the value."""
Parts = tuple[str | tuple[str, ...], ...]
TileNumber = Annotated[int, msgspec.Meta(ge=1, le=9)]
MOST_VARIANTS: Final = 60
FILE: Final = "hands.toml"


class TilesHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A special hand of the library: its name, its parts, and what options change about them."""

    name: str
    parts: Parts
    cover: Cover = "concealed"
    numbers: tuple[TileNumber, ...] = ()
    options: dict[str, dict[str, Parts]] = {}

    def parts_under(self, ruleset: object) -> Parts:
        """Its parts under a ruleset."""
        for option, changed in self.options.items():
            value = str(getattr(ruleset, option)).lower()
            if value in changed:
                return changed[value]
        return self.parts


@lru_cache(maxsize=1)
def library() -> Mapping[str, TilesHand]:
    """Every hand of the house that its tiles define, by its key."""
    text = resources.files("teahouse.games.classic.patterns").joinpath(FILE).read_text(encoding="utf-8")
    return {key: msgspec.convert(hand, TilesHand) for key, hand in tomllib.loads(text).items()}


@lru_cache(maxsize=512)
def variants_of(parts: Parts, numbers: tuple[int, ...], place: str) -> tuple[Variant, ...]:
    """Every variant of a hand, its alternatives one after another.

    >>> len(variants_of(library()["run_pung_pair"].parts, (), "a hand"))
    3
    """
    all_variants = [each for some in alternatives(parts) for each in variants(some, numbers, place=place)]
    if not 0 < len(all_variants) <= MOST_VARIANTS:
        raise InvalidOption(
            f"{place}: expected 1 to {MOST_VARIANTS} choices of suits and numbers, got {len(all_variants)}"
        )
    return merged(all_variants)
