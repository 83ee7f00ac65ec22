"""The size of the field: columns, rows, ends of columns, and kinds of tiles."""

from typing import Final

COLUMNS: Final = 12
ROWS: Final = 9
ENDS: Final = 2 * COLUMNS
KINDS: Final = 27
