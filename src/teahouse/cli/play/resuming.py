"""Chooses the saved match to resume: the requested one, or one that the person agrees to."""

import sys
from typing import Final

from teahouse.cli.play.saved_matches import Resumed, described, read_saved, saved_files
from teahouse.core.errors import InvalidOption, TeahouseError

QUESTION: Final = " Go on with it?   y: yes   n: no, keep it for later   d: no, forget it\n (y/n/d): "


def last_saved(game: str | None) -> Resumed:
    """The match that was saved last, or an error that explains why there is none."""
    files = saved_files(game)
    if not files:
        raise InvalidOption(f"there is no saved {f'{game} ' if game else ''}game to resume")
    return read_saved(files[0])


def accepted(game: str | None) -> Resumed | None:
    """The match that was saved last, if there is one and the person wants to resume it."""
    files = saved_files(game)
    if not files:
        return None
    try:
        resumed = read_saved(files[0])
    except TeahouseError as error:
        print(f"teahouse: {error}", file=sys.stderr)
        return None
    print(f" You left a game: {described(resumed)}.")
    match _answer():
        case "n":
            return None
        case "d":
            resumed.file.unlink(missing_ok=True)
            return None
        case _:
            return resumed


def _answer() -> str:
    """One of the three answers; an empty input means the first."""
    while True:
        try:
            answer = input(QUESTION).strip().lower()[:1] or "y"
        except EOFError:
            return "n"
        if answer in "ynd":
            return answer
