"""House players in lists: the level to type, and what the app calls it."""

from teahouse.players import PLAYERS


def levels_text(game: str) -> str:
    """The levels of a game, the weakest first.

    >>> levels_text("solitaire")
    'random (Beginner), hint (Easy), careful (Medium), expert (Master)'
    """
    return ", ".join(level_text(game, level) for level in PLAYERS[game].levels)


def level_text(game: str, level: str) -> str:
    """A level with what the app calls it."""
    return f"{level} ({PLAYERS[game].rank(level).capitalize()})"
