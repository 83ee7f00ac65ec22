"""Layouts of Solitaire as people name them: by a name, a file of any known form, or a text."""

import sys
from collections.abc import Sequence
from pathlib import Path

from teahouse.cli.shared.files import FileTrouble, opened
from teahouse.core.errors import InvalidOption, InvalidText, shown
from teahouse.games.solitaire import LAYOUT_NAMES, Layout, layout_text, layout_warnings


def chosen_layout(text: str, board: int | None = None) -> str:
    """The layout for a name, a file of any known format or a text, for the rules."""
    if text in LAYOUT_NAMES or not is_file(text):
        if board is not None:
            raise InvalidOption(f"expected --board beside a file, got the layout {shown(text)}")
        return text
    layouts = read_layouts(text)
    if board is None and len(layouts) > 1:
        raise InvalidOption(f"expected --board from 1 to {len(layouts)} for a file with several boards, got none")
    layout = chosen_board(layouts, 1 if board is None else board)
    warn(layout)
    return layout_text(layout)


def is_file(name: str) -> bool:
    """Is there a regular file of that name? False for an impossible name."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def read_layouts(name: str) -> tuple[Layout, ...]:
    """The layouts in a file of any known form (`-` is the standard input); at least one."""
    from teahouse.games.solitaire.imports import LONGEST_FILE, import_layouts

    try:
        with opened(name) as file:
            data = file.read(LONGEST_FILE + 1)
        return import_layouts(data.decode(), Path(name).stem)
    except OSError as error:
        raise FileTrouble(f"cannot read {name}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidText(f"{name}: expected text in UTF-8") from None
    except InvalidText as error:
        raise InvalidText(f"{name}: {error}") from None


def chosen_board(layouts: Sequence[Layout], board: int) -> Layout:
    """One layout of a file that may hold several, counted from 1."""
    if not 1 <= board <= len(layouts):
        raise InvalidOption(f"expected --board from 1 to {len(layouts)}, got {board}")
    return layouts[board - 1]


def warn(layout: Layout) -> None:
    """Print warnings about a playable layout to the standard error."""
    for warning in layout_warnings(layout):
        print(f"teahouse: warning: {warning}", file=sys.stderr)
