"""Advice for Classic: every discard and claim ranked by the points it is expected to bring."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from teahouse.core.game import Forfeit
from teahouse.core.tiles import COPIES, PLAIN_TILES
from teahouse.games.classic import ClassicView, DeclareMahjong, Move
from teahouse.games.classic.play.moves import move_text
from teahouse.games.classic.rulesets.ruleset import Ruleset
from teahouse.games.classic.scoring.names import SETS_NAMES, TILES_NAMES
from teahouse.kernels.classic.plans import reach, special
from teahouse.players.advice import Advice, Advised, HelpingTile, Note, noted
from teahouse.players.classic.engine import SPECIAL_KEYS, Engine, EngineMove, Style
from teahouse.players.classic.holdings import left_by, unseen_tiles
from teahouse.players.classic.patterns import row_keys
from teahouse.players.classic.simple import passing_moves

COMPLETE: Final = (Note("complete"),)
SPARED: Final = (Note("spared"),)
KEPT: Final = (Note("kept"),)
FORMS: Final = ("any", *["clean"] * 3, *["pure"] * 3)
PLAN_WORDS: Final = {
    "any": "four sets and a pair",
    "any_pongs": "pongs only",
    "clean": "one suit and honours",
    "clean_pongs": "pongs of one suit and honours",
    "pure": "one suit alone",
    "pure_pongs": "pongs of one suit alone",
    "none": "giving up",
    **TILES_NAMES,
    **SETS_NAMES,
}


def advise_classic(view: ClassicView, moves: Sequence[Move], ruleset: Ruleset) -> Advice:
    """Every move with its reasons, the best first; Mahjong before everything."""
    assert view.seat is not None
    if view.exchange is not None:
        return Advice("classic", view.seat, _passed_on(view, moves))
    if ruleset.max_chows != view.opening.max_chows:
        ruleset = replace(ruleset, max_chows=view.opening.max_chows)
    plain = [move for move in moves if not isinstance(move, DeclareMahjong | Forfeit)]
    engine = advising_engine(ruleset)
    weighed = sorted(engine.weigh(view, plain), key=engine.key, reverse=True) if plain else []
    best = weighed[0].expected if weighed else 0.0
    others = [_advised(view, each, best, ruleset) for each in weighed]
    wins = [
        Advised(move=move, text=move_text(move), reason=noted(COMPLETE), notes=COMPLETE)
        for move in moves
        if isinstance(move, DeclareMahjong)
    ]
    return Advice("classic", view.seat, (*wins, *others))


def _passed_on(view: ClassicView, moves: Sequence[Move]) -> tuple[Advised, ...]:
    """The tiles to pass on in a goulash; the tiles that the hand needs least come first."""
    best = passing_moves(view, moves)
    ordered = (*best, *(move for move in moves if move not in best))
    notes = [SPARED if move in best else KEPT for move in ordered]
    return tuple(
        Advised(move=move, text=move_text(move), reason=noted(why), notes=why, value=0.0, lost=0.0)
        for move, why in zip(ordered, notes, strict=True)
    )


@lru_cache(maxsize=16)
def advising_engine(ruleset: Ruleset) -> Engine:
    """The expert's engine for a ruleset."""
    return Engine(ruleset, Style())


def _advised(view: ClassicView, weighed: EngineMove, best: float, ruleset: Ruleset) -> Advised:
    helps, distance = _helps(view, weighed, ruleset)
    plan = plan_key(weighed.plan, ruleset)
    made = Advised(
        move=weighed.move,
        text=move_text(weighed.move),
        reason="",
        value=round(weighed.expected, 1),
        lost=round(max(0.0, best - weighed.expected), 1),
        distance=distance,
        helps=helps,
        plan=plan,
        plan_distance=weighed.lacks,
        chance=round(weighed.chance, 3),
        score=round(weighed.score),
        danger=round(weighed.danger, 1),
        discard=weighed.discard,
    )
    return replaced(made, ruleset)


def replaced(advised: Advised, ruleset: Ruleset) -> Advised:
    """The same advice with its reason as a sentence."""
    return replace(advised, reason=reason(advised, plan_words(ruleset)))


def plan_words(ruleset: Ruleset) -> Mapping[str, str]:
    """The names of a ruleset's plans, by their keys."""
    return PLAN_WORDS | {hand.key: hand.name for hand in ruleset.hands}


def reason(advised: Advised, words: Mapping[str, str]) -> str:
    """The reasons of a move in one sentence."""
    count, kinds = sum(each.unseen for each in advised.helps), len(advised.helps)
    away = "ready" if advised.distance == 1 else f"{advised.distance} tiles from Mahjong"
    parts = [f"leaves the hand {away}, {count} unseen tiles of {kinds} kind{'' if kinds == 1 else 's'} help"]
    if advised.plan not in (None, "none"):
        plan = words[advised.plan or ""]
        parts.append(f"aims at {plan}: about {advised.score:.0f} points, {100 * (advised.chance or 0):.0f} % to get it")
    else:
        parts.append("there is little left to win")
    if advised.danger and advised.danger >= 1:
        parts.append(f"the discard may cost {advised.danger:.0f} points")
    return "; ".join(parts)


def _helps(view: ClassicView, weighed: EngineMove, ruleset: Ruleset) -> tuple[tuple[HelpingTile, ...], int]:
    """The tiles that bring the hand nearer after a move, and how near it is."""
    holding = next(each for each in left_by(view, weighed.move) if each.discard == weighed.discard)
    engine, unseen = advising_engine(ruleset), unseen_tiles(view)
    distance = engine.distance(holding.hand, holding.melds)
    helps: list[HelpingTile] = []
    for tile in PLAIN_TILES:
        if unseen[tile.code] and holding.hand[tile.code] < COPIES:
            holding.hand[tile.code] += 1
            if engine.distance(holding.hand, holding.melds) < distance:
                helps.append(HelpingTile(tile, int(unseen[tile.code])))
            holding.hand[tile.code] -= 1
    return tuple(helps), distance


def plan_key(plan: int, ruleset: Ruleset) -> str:
    """The key of a plan, from its number in the kernels."""
    if plan < 0:
        return "none"
    if plan >= reach.PLANS + special.SPECIAL_PLANS:
        return row_keys(ruleset)[plan - reach.PLANS - special.SPECIAL_PLANS]
    if plan >= reach.PLANS:
        return SPECIAL_KEYS[plan - reach.PLANS]
    form, without_chows = FORMS[reach.form_of(plan)], reach.without_chows_of(plan)
    return f"{form}_pongs" if without_chows else form
