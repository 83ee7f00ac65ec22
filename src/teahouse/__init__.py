"""Teahouse: the place where mahjong games are played."""

from typing import TYPE_CHECKING, Any

from teahouse.core.errors import IllegalMove, InvalidOption, InvalidRecord, InvalidText, TeahouseError

if TYPE_CHECKING:
    from teahouse.core.play import Play

__version__ = "0.3.0"

__all__ = [
    "IllegalMove",
    "InvalidOption",
    "InvalidRecord",
    "InvalidText",
    "TeahouseError",
    "__version__",
    "play",
]


def play(game: str | None = None, seed: str | None = None, **options: Any) -> "Play[Any, Any, Any, Any]":
    """Start a game at a prompt or in a notebook, where the table draws itself; by default the first of `GAMES`.

    >>> table = play("battle", seed="tea")
    >>> table.moves[:3]
    ('b1f9', 'b9f1', 'c9i1')
    >>> table.play("9p9p")[0].points
    9
    """
    from secrets import token_hex

    from teahouse.core.play import Play
    from teahouse.core.shuffle import parse_seed
    from teahouse.games import GAMES, make_game
    from teahouse.pictures import PICTURES

    name = next(iter(GAMES)) if game is None else game
    made, picture = make_game(name, options), PICTURES[name]
    names = tuple(f"seat {seat}" for seat in made.seats)
    return Play(
        made,
        parse_seed(token_hex(6) if seed is None else seed),
        names=names,
        text=lambda view: picture.text(view, (), names).plain,
        svg=picture.svg,
    )
