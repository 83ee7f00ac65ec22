"""The house players as people meet them: a name, a rank on the ladder of all games, and a sentence.

A character has one rank. A level of a game has one too (`GamePlayers.ranks`), so that a name stands for a strength.
"""

from collections.abc import Collection, Mapping
from itertools import count
from typing import Final, Literal

import msgspec

Rank = Literal["beginner", "easy", "medium", "hard", "expert", "master", "perfect"]

LADDER: Final[tuple[Rank, ...]] = ("beginner", "easy", "medium", "hard", "expert", "master")
"""The ranks, the weakest first."""
STARS: Final[Mapping[Rank, int]] = {
    "beginner": 1,
    "easy": 2,
    "medium": 3,
    "hard": 4,
    "expert": 5,
    "master": 6,
    "perfect": 6,
}
"""How strong a rank is. Perfect is a master who makes no mistake."""


class Character(msgspec.Struct, frozen=True):
    """A house player. stars: its strength, from 1 to 6. about: a sentence in English; the app translates it."""

    name: str
    stars: int
    about: str


CHARACTERS: Final[tuple[Character, ...]] = (
    Character("Pip", 1, "Learned the tiles this morning and plays whatever looks pretty."),
    Character("Momo", 1, "Comes for the cake and forgets whose turn it is."),
    Character("Olle", 1, "Plays fast, loses cheerfully, and always asks for another game."),
    Character("Tavi", 2, "Takes the first good thing in sight and rarely looks further."),
    Character("Suki", 2, "Loves flowers and dragons more than winning."),
    Character("Bruno", 2, "Bakes bread at night and plays half asleep."),
    Character("Yuna", 3, "Plays steadily and punishes careless moves."),
    Character("Marlo", 3, "Plans a little, hums a lot, and gives little away."),
    Character("Fenna", 3, "Knows the rules by heart and teaches them to everybody."),
    Character("Kofi", 4, "Counts what is gone and waits for your mistake."),
    Character("Zora", 4, "Plays for high scores and often gets them."),
    Character("Leander", 4, "Thinks a move ahead and smiles before you know why."),
    Character("Odile", 5, "Reads your plans while she pours the tea."),
    Character("Bashir", 5, "Has seen ten thousand games and remembers most of them."),
    Character("Ingrid", 5, "Never hurries, never guesses, seldom loses."),
    Character("Wenling", 6, "Has kept the first table of the house for forty years."),
    Character("Anselm", 6, "Says nothing all evening. His tiles speak for him."),
    Character("Tomoe", 6, "Won every tournament in town and now plays for pleasure."),
)
"""The house players, three of each strength: the first of them sits down first."""


def character_for(rank: Rank, taken: Collection[str]) -> str:
    """The name of the next house player of a rank to sit down; if all sit already, one more with a number.

    >>> character_for("easy", ("Ann", "Tavi")), character_for("easy", ("Tavi", "Suki", "Bruno"))
    ('Suki', 'Tavi 2')
    """
    names = [one.name for one in CHARACTERS if one.stars == STARS[rank]]
    numbered = (name if number == 1 else f"{name} {number}" for number in count(1) for name in names)
    return next(name for name in numbered if name not in taken)


def stars_text(stars: int) -> str:
    """A strength as stars.

    >>> stars_text(2)
    '★★☆☆☆☆'
    """
    return "★" * stars + "☆" * (len(LADDER) - stars)
