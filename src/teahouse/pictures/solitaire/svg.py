"""A Solitaire view as SVG: the stack seen from above, layers rising to the upper left, blocked tiles in the shade."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

import msgspec

from teahouse.core.tiles import TILES
from teahouse.games.solitaire import Layout, Slot, SolitaireView, Standing, addresses, find_layout, shape_of
from teahouse.games.solitaire.sets import CODES
from teahouse.games.solitaire.shape import bits
from teahouse.games.solitaire.view import COVERED, GONE
from teahouse.pictures.cloth import GOLD, cloth, document, label
from teahouse.pictures.faces.shapes import element, group, moved, words
from teahouse.pictures.tiles import (
    SIDE_HEIGHT,
    SIDE_WIDTH,
    TILE_DEPTH,
    TILE_HEIGHT,
    TILE_WIDTH,
    Faces,
    back_symbol,
    side_symbol,
    tile_body,
    tile_id,
    tile_symbol,
)

MARGIN: Final = 40
LINE: Final = 38
LEAST_WIDTH: Final = 720
SEAT_WIDTH: Final = 320
SHADE: Final = "#1d2b24"
SHADE_OPACITY: Final = 0.36
BLANK: Final = "blank"
BACK: Final = "back"
SHEET_COLUMNS: Final = 3
SHEET_WIDTH: Final = 420
SHEET_HEIGHT: Final = 330


class Stack(msgspec.Struct, frozen=True):
    """The tiles on the table: a cell a slot (a tile's text, `blank`, `back`, or `..`), the free slots, the hint."""

    layout: Layout
    cells: Sequence[str]
    free: Collection[Slot]
    hint: Collection[Slot] = ()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the drawing."""
        width, height = self.layout.size
        rise = TILE_DEPTH * self.layout.places[-1].z
        return width * TILE_WIDTH / 2 + rise + TILE_DEPTH, height * TILE_HEIGHT / 2 + rise + TILE_DEPTH


def solitaire_svg(view: SolitaireView, faces: Faces = Faces.TRADITIONAL) -> str:
    """The view as a document."""
    stack = stack_of(view)
    width, height = stack.size
    full_width, top = max(width + 2 * MARGIN, LEAST_WIDTH), height + 2 * MARGIN
    lines = list(_foot(view, int(full_width // SEAT_WIDTH)))
    full_height = top + LINE * len(lines)
    words = [
        label(text, full_width * (2 * place + 1) / (2 * len(line)), top + LINE * number, size=20, is_strong=is_strong)
        for number, line in enumerate(lines)
        for place, (text, is_strong) in enumerate(line)
    ]
    return document(
        f"Solitaire, {_name(view.layout)}",
        (full_width, full_height),
        symbols(stack, faces=faces),
        cloth(full_width, full_height),
        group(*stack_tiles(stack), transform=moved((full_width - width) / 2, MARGIN)),
        *words,
    )


def stack_of(view: SolitaireView) -> Stack:
    """What the viewer sees on the table: their own board; without one the backs, and after the end the deal."""
    layout = find_layout(view.layout)
    if view.board is not None:
        return Stack(layout, [_cell(cell) for cell in view.board.cells], view.board.free, view.board.hint or ())
    if view.deal is not None:
        return Stack(layout, view.deal.tiles.split(), tuple(bits(shape_of(layout).free)))
    return Stack(layout, [BACK] * len(layout.places), tuple(bits(shape_of(layout).free)))


def _cell(cell: str) -> str:
    return BLANK if cell == COVERED else cell


def _name(layout: str) -> str:
    return layout if ":" not in layout else "a layout of your own"


def symbols(*stacks: Stack, faces: Faces = Faces.TRADITIONAL) -> str:
    """The symbols that these stacks are drawn with."""
    used = {cell for stack in stacks for cell in stack.cells}
    tiles = (tile_symbol(tile, faces) for tile in TILES if tile in used)
    blank = element("symbol", tile_body(faces), id=f"tile-{BLANK}", viewBox=f"0 0 {TILE_WIDTH} {TILE_HEIGHT}")
    others = (drawing for name, drawing in ((BLANK, blank), (BACK, back_symbol(faces))) if name in used)
    return element("defs", side_symbol(faces, covered=BACK in used), *others, *tiles)


def stack_tiles(stack: Stack) -> Iterator[str]:
    """Every tile, the lower layers first, and in a layer from the upper left, so that tiles cover the right sides."""
    places = stack.layout.places
    rise = TILE_DEPTH * places[-1].z
    names = addresses(stack.layout)
    for slot in sorted(range(len(places)), key=lambda slot: (places[slot].z, places[slot].x + places[slot].y)):
        if stack.cells[slot] != GONE:
            z, y, x = places[slot]
            lift = rise - TILE_DEPTH * z
            where = moved(x * TILE_WIDTH / 2 + lift, y * TILE_HEIGHT / 2 + lift)
            yield group(*_title(names[slot], stack.cells[slot]), *_tile(stack, slot), transform=where)


def _title(address: str, cell: str) -> Iterator[str]:
    if cell in CODES:
        yield element("title", words(f"{address} {TILES[CODES[cell]].spoken}"))


def _tile(stack: Stack, slot: int) -> Iterator[str]:
    cell = stack.cells[slot]
    side = "tile-side-covered" if cell == BACK else "tile-side"
    yield element("use", href=f"#{side}", width=SIDE_WIDTH, height=SIDE_HEIGHT)
    href = tile_id(TILES[CODES[cell]]) if cell in CODES else f"tile-{cell}"
    yield element("use", href=f"#{href}", width=TILE_WIDTH, height=TILE_HEIGHT)
    if slot in stack.hint:
        yield element("rect", x=2, y=2, width=56, height=76, rx=5, fill="none", stroke=GOLD, stroke_width=5)
    elif slot not in stack.free:
        yield element(
            "rect",
            width=TILE_WIDTH,
            height=TILE_HEIGHT,
            rx=6,
            fill=SHADE,
            opacity=SHADE_OPACITY,
            **{"class": "blocked"},
        )


def _foot(view: SolitaireView, seats_a_line: int) -> Iterator[list[tuple[str, bool]]]:
    if view.board is not None:
        own = view.standings[view.seat or 0]
        help_left = view.board.help
        yield [
            (f"score {own.score}", True),
            (f"{own.tiles // 2} pairs left", False),
            (f"undo {help_left.undos} · shuffle {help_left.shuffles} · hint {help_left.hints}", False),
        ]
    seats = [(_standing(seat, standing), seat == view.seat) for seat, standing in enumerate(view.standings)]
    if len(seats) > 1:
        for start in range(0, len(seats), seats_a_line):
            yield seats[start : start + seats_a_line]
    if view.result is not None:
        yield [(_ending(view), True)]


def _standing(seat: int, standing: Standing) -> str:
    ending = f", {standing.ending}" if standing.ending is not None else ""
    return f"seat {seat}: {standing.score}, {standing.tiles} tiles{ending}"


def _ending(view: SolitaireView) -> str:
    assert view.result is not None
    if len(view.standings) == 1:
        return {"cleared": "the board is cleared", "stuck": "no pair is left"}.get(view.result.ending, "the end")
    return " and ".join(f"seat {seat}" for seat in view.result.winners) + " won"


def layout_svg(layout: Layout) -> str:
    """A layout without faces, its free places bright."""
    stack = _bare(layout)
    width, height = stack.size
    size = (width + 2 * MARGIN, height + 2 * MARGIN)
    tiles = group(*stack_tiles(stack), transform=moved(MARGIN, MARGIN))
    return document(f"The layout {_name(layout.name)}", size, symbols(stack), cloth(*size), tiles)


def layouts_svg(layouts: Sequence[Layout]) -> str:
    """Layouts side by side on one sheet, each with its name."""
    rows = -(-len(layouts) // SHEET_COLUMNS)
    size = (SHEET_COLUMNS * SHEET_WIDTH + MARGIN, rows * SHEET_HEIGHT + MARGIN)
    cells = [_sheet_cell(layout, *divmod(number, SHEET_COLUMNS)) for number, layout in enumerate(layouts)]
    return document("Layouts", size, symbols(*map(_bare, layouts)), cloth(*size), *cells)


def _bare(layout: Layout) -> Stack:
    return Stack(layout, [BLANK] * len(layout.places), tuple(bits(shape_of(layout).free)))


def _sheet_cell(layout: Layout, row: int, column: int) -> str:
    stack = _bare(layout)
    width, height = stack.size
    room_x, room_y = SHEET_WIDTH - 50, SHEET_HEIGHT - 70
    scale = min(room_x / width, room_y / height)
    left = MARGIN / 2 + column * SHEET_WIDTH + (SHEET_WIDTH - width * scale) / 2
    top = MARGIN / 2 + row * SHEET_HEIGHT + 14 + (room_y - height * scale) / 2
    middle = MARGIN / 2 + column * SHEET_WIDTH + SHEET_WIDTH / 2
    title = label(layout.name, middle, MARGIN / 2 + (row + 1) * SHEET_HEIGHT - 18, size=22)
    return group(*stack_tiles(stack), transform=moved(left, top, scale=scale)) + title
