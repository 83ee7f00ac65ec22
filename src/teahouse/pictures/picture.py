"""The pictures of a game: its views as SVG and as text, and its events in words."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from teahouse.pictures.canvas import TextBoard
from teahouse.pictures.tiles import Faces

if TYPE_CHECKING:
    from rich.text import Text


class Drawing(Protocol):
    """Draws a view as a document, with a set of faces."""

    def __call__(self, view: Any, faces: Faces = ..., /) -> str:
        """Draw it."""
        ...


NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
GAVE_UP: Final[Mapping[str, str]] = MappingProxyType(
    {"resigned": "gave up", "time": "ran out of time", "absent": "left the table"}
)
"""What a player did who gave up, by the reason, after the player's name."""
NOTATION: Final = """\
  1m-9m  Characters      1z 2z 3z 4z  East, South, West and North wind
  1p-9p  Circles         5z 6z 7z     White, Green and Red dragon
  1s-9s  Bamboo          1f-4f 5f-8f  the four Flowers, the four Seasons"""


class Picture(NamedTuple):
    """How a game is shown.

    svg: a view as a document. text: a view for a terminal, with the viewer's moves (none for an onlooker) and the names
    by seat. move: a move in words, for a list to choose from; empty if the player has to find it. event: an event in
    words. help: what can be typed in this game, in addition to what works in every game, a line each.
    may_take_back: whether a person in the terminal may take moves back, which is fair only if no move can reveal
    hidden tiles. board: a view for a whole screen. values: what tiles are worth under these rules, a
    line each. letters: a letter for a word that can be typed; it has no other meaning in this game.
    questions: the question before a move that cannot be undone, by the move's text. closing: the text after the end,
    beside the board.
    """

    svg: Drawing
    text: Callable[[Any, Sequence[Any], Sequence[str]], "Text"]
    move: Callable[[Any, Any], str]
    event: Callable[[Any, Sequence[str]], str]
    board: Callable[[Any, Sequence[Any], Sequence[str]], TextBoard]
    values: Callable[[Any], str]
    help: str = ""
    may_take_back: bool = False
    letters: Mapping[str, str] = NOTHING
    questions: Mapping[str, str] = NOTHING
    closing: Callable[[Any, Sequence[str]], "Text"] | None = None
