"""Classic mahjong for the laws: redeals the tiles that a seat cannot see."""

import random
from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from teahouse.core.seats import Seat
from teahouse.core.tiles import Tile, sorted_tiles
from teahouse.games.classic import Classic, ClassicState
from teahouse.games.classic.play.claims import claims
from teahouse.games.classic.play.mahjong import loss_of
from teahouse.games.classic.play.turns import without_tile
from teahouse.games.classic.scoring.losers import score_loser


def tiles_of(state: ClassicState) -> Iterator[Tile]:
    """All tiles of a state, wherever they are."""
    yield from state.wall
    yield from state.box
    for hand, melds, bonus in zip(state.hands, state.melds, state.bonus, strict=True):
        yield from hand
        yield from bonus
        for meld in melds:
            yield from meld.tiles
    for laid in state.discards:
        yield laid.tile
    for tiles in state.exchange.given if state.exchange else ():
        yield from tiles


def classic_material(state: ClassicState) -> object:
    """All tiles of a state, sorted."""
    return sorted_tiles(tiles_of(state))


def check_end(game: Classic, state: ClassicState) -> None:
    """Check that the hands shown at the end do not count any tile twice."""
    shown = Counter(laid.tile for laid in state.discards)
    for melds in state.melds:
        for meld in melds:
            shown.update(meld.tiles)
    for number, win in enumerate(state.wins):
        shown.update(win.hand if not number else without_tile(win.hand, win.tile))
        for loser in win.losers:
            shown.update(loser.hand)
            assert loser.score == score_loser(loss_of(state, loser.seat, game.ruleset), game.ruleset)
    assert max(shown.values(), default=0) <= 4


class Redeal:
    """Deals a seat's hidden tiles anew: wall, Kong Box and other hands; and changes the others' hidden answers."""

    def __init__(self, game: Classic) -> None:
        self.game = game

    def __call__(self, state: ClassicState, seat: Seat | None, rng: random.Random) -> ClassicState:
        """Another state that looks the same to that seat."""
        if state.ending is not None:
            return state
        others = [other for other in self.game.seats if other != seat]
        given: list[tuple[Tile, ...]] = [() for _ in state.hands]
        if state.exchange is not None:
            given = list(state.exchange.given)
        unseen = [*state.wall, *state.box]
        unseen += [tile for other in others for tile in (*state.hands[other], *given[other])]
        rng.shuffle(unseen)
        unseen.sort(key=lambda tile: tile.is_bonus)
        hands = list(state.hands)
        for other in others:
            size = len(hands[other])
            hands[other], unseen = sorted_tiles(unseen[:size]), unseen[size:]
            laid = len(given[other])
            given[other], unseen = tuple(unseen[:laid]), unseen[laid:]
        rng.shuffle(unseen)
        size = len(state.wall)
        other_state = replace(state, hands=tuple(hands), wall=tuple(unseen[:size]), box=tuple(unseen[size:]))
        if state.exchange is not None:
            other_state = replace(other_state, exchange=replace(state.exchange, given=tuple(given)))
        return self.answered_anew(self.drawn_anew(other_state, seat, rng), seat, rng)

    def drawn_anew(self, state: ClassicState, seat: Seat | None, rng: random.Random) -> ClassicState:
        if state.turn == seat or state.drawn is None:
            return state
        return replace(state, drawn=rng.choice(state.hands[state.turn]))

    def answered_anew(self, state: ClassicState, seat: Seat | None, rng: random.Random) -> ClassicState:
        if state.window is None:
            return state
        window, gone = state.window, state.gone
        answers = list(window.answers)
        asked = [other for other in self.game.seats if other != window.offer.seat and not gone[other]]
        others = [other for other in asked if other != seat]
        must_wait = seat is None or seat not in asked or answers[seat] is not None
        waiting = rng.sample(others, rng.randint(must_wait, len(others)))
        for other in others:
            choices = claims(state, other, window, self.game.ruleset)
            answers[other] = None if other in waiting else rng.choice(choices)
        return replace(state, window=replace(window, answers=tuple(answers)))
