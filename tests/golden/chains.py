"""A chain: a deal as every viewer saw it, event by event, written compactly for a golden file.

A view after an event is written as what changed in it: `[path, value]` for each change, a path through fields and
places; the length of a list that became shorter has the path that ends in "length".
"""

import json
from collections.abc import Iterator
from typing import Any, TypeGuard

import msgspec

from teahouse.core.game import AnyGame, TellsOpening
from teahouse.core.seats import Seat
from teahouse.games import GAMES
from teahouse.games.classic import Classic, ClassicView
from teahouse.games.classic.notation import hand_text
from teahouse.games.classic.play.opening import HEAP, SIDES
from teahouse.pictures.classic.wall import heaps_of

Viewer = Seat | None
Change = tuple[list[str | int], Any]
BOX_LETTERS = ".abc"
WALL_DIGITS = ".12"


class Chain:
    """A deal that is being recorded, with every viewer's current view."""

    def __init__(self, name: str, game: AnyGame, state: Any, seed: str | None) -> None:
        """Begin with the first views. seed: None for a scripted deal."""
        self.game, self.state = game, state
        self.viewers: tuple[Viewer, ...] = (*game.seats, None)
        self.views: dict[Viewer, Any] = {viewer: game.view(state, viewer) for viewer in self.viewers}
        self.wall: str | None = None if seed is None else wall_text(self.views[None])  # a scripted wall is not a square
        self.plies: list[dict[str, Any]] = []
        self.seen: list[Any] = [*self.views.values()]
        self.head: dict[str, Any] = {
            "name": name,
            "game": game.name,
            "options": {} if seed is None else msgspec.to_builtins(game.rules),  # scripts are not dealt
            "seed": seed,
            "dealt": None if seed is None else GAMES[game.name].deal_facts(state),
            "opening": self.opening(),
            "first": msgspec.to_builtins(self.views[None]),
            "firsts": [list(changes(self.views[None], self.views[seat])) for seat in game.seats],
            "wall": self.wall,
            "hands": self.hands(),
        }

    def opening(self) -> list[Any]:
        """The events of the deal before the first move."""
        events = self.game.opening_events(self.state) if isinstance(self.game, TellsOpening) else ()
        self.seen = [*self.seen, *events]
        return [msgspec.to_builtins(event) for event in events]

    def apply(self, seat: Seat, move: Any) -> None:
        """Play a move, and record what everybody sees of it."""
        self.seen.append(move)
        self.state, events = self.game.apply(self.state, seat, move)
        ply = {"seat": seat, "move": msgspec.to_builtins(move), "text": self.game.move_text(move)}
        self.plies.append(ply | {"events": [self.event_facts(event) for event in events]})
        for viewer in self.viewers:
            assert self.views[viewer] == self.game.view(self.state, viewer), (self.head["name"], viewer, move)

    def event_facts(self, event: Any) -> dict[str, Any]:
        """An event and its changes as viewers see them, once for those who see the same; and the wall afterwards."""
        groups: dict[str, list[Viewer]] = {}
        for viewer in self.viewers:
            seen = self.game.seen_by(event, viewer)
            if seen is None:
                continue
            before = self.views[viewer]
            self.views[viewer] = self.game.follow(before, seen)
            self.seen += (seen, self.views[viewer])
            text = compact([msgspec.to_builtins(seen), list(changes(before, self.views[viewer]))])
            groups.setdefault(text, []).append(viewer)
        facts: dict[str, Any] = {"seen": [[viewers, *json.loads(text)] for text, viewers in groups.items()]}
        if self.wall is not None and self.wall != (wall := wall_text(self.views[None])):
            self.wall = facts["wall"] = wall
        return facts

    def hands(self) -> list[str]:
        """Every seat's hand with its melds, in our notation."""
        if not isinstance(self.game, Classic):
            return []
        return [hand_text(self.state.hands[seat], self.state.melds[seat]) for seat in self.game.seats]

    def line(self) -> str:
        """The chain as one line of JSON."""
        return compact(self.head | {"plies": self.plies, "last_hands": self.hands()})


def compact(value: Any) -> str:
    """JSON without spaces."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def changes(before: Any, after: Any) -> Iterator[Change]:
    """The changes that turn one value into another."""
    return _changes(
        msgspec.json.decode(msgspec.json.encode(before)), msgspec.json.decode(msgspec.json.encode(after)), []
    )


def _changes(before: Any, after: Any, path: list[str | int]) -> Iterator[Change]:
    if before == after:
        return
    if _is_object(before) and _is_object(after) and before.keys() == after.keys():
        for key in before:
            yield from _changes(before[key], after[key], [*path, key])
    elif _is_list(before) and _is_list(after):
        yield from _list_changes(before, after, path)
    else:
        yield path, after


def _is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def _is_list(value: Any) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _list_changes(before: list[Any], after: list[Any], path: list[str | int]) -> Iterator[Change]:
    shared = min(len(before), len(after))
    places = [place for place in range(shared) if before[place] != after[place]]
    if len(places) > shared // 2:
        yield path, after
        return
    if len(after) < len(before):
        yield [*path, "length"], len(after)
    for place in places:
        yield from _changes(before[place], after[place], [*path, place])
    for place in range(shared, len(after)):
        yield [*path, place], after[place]


def wall_text(view: Any) -> str | None:
    """The wall of Classic, one side after the other beginning with seat 0's, each from its right end.

    A digit is a heap of the wall, a letter one of the Kong Box (`a` of one tile), a full stop a place without a heap.
    """
    if not isinstance(view, ClassicView):
        return None
    length = (view.opening.wall + view.opening.box) // HEAP // SIDES
    sides = [["."] * length for _ in range(SIDES)]
    for heap in heaps_of(view):
        place = int(length / 2 - 1 - heap.place)
        sides[heap.side][place] = (BOX_LETTERS if heap.is_box else WALL_DIGITS)[heap.tiles]
    return "/".join("".join(side) for side in sides)
