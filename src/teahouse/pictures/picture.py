"""What a game's pictures are: its views as SVG and as text, and its events in words."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from teahouse.pictures.tiles import Faces

if TYPE_CHECKING:
    from rich.text import Text


class Drawing(Protocol):
    """Draws a view as a document, with a set of faces."""

    def __call__(self, view: Any, faces: Faces = ..., /) -> str:
        """Draw it."""
        ...


class Picture(NamedTuple):
    """How a game is shown.

    svg: a view as a document. text: a view for a terminal, with the moves of the one who looks (none for an onlooker)
    and the names by seat. move: a move in words, for a list to choose from; empty where finding it is the game. event:
    an event in words. help: what can be typed in this game, a line each, beyond what holds for any game.
    may_take_back: whether a person in the terminal may take moves back, which is fair only where nothing is hidden
    that a move could have shown.
    """

    svg: Drawing
    text: Callable[[Any, Sequence[Any], Sequence[str]], "Text"]
    move: Callable[[Any, Any], str]
    event: Callable[[Any, Sequence[str]], str]
    help: str = ""
    may_take_back: bool = False
