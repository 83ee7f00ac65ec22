"""What the best plans of a hand score when they are finished, computed by the scorer.

For a hand that lacks one tile all endings are known and scored. For other hands likely endings are built; each is
scored twice, once with all tiles drawn and once with a claim for every set that lacked a tile.
"""

from typing import Final, NamedTuple

from teahouse.kernels.arrays import Ints, Rows
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.numbers import ScoreNumbers, SheetNumbers, WinNumbers
from teahouse.kernels.classic.plans import suits
from teahouse.kernels.classic.plans.reach import PLANS, doublings_of, form_of, without_chows_of
from teahouse.kernels.classic.plans.types import FINALISTS, HandEstimate, Holding, Situation, WeighingContext, Workspace
from teahouse.kernels.classic.plans.worth import asks_least, conclude, find_best, is_enough, may_use
from teahouse.kernels.classic.scoring import ends
from teahouse.kernels.classic.scoring.ends import WinEnding, likelihood, make_end, next_share, share_first, shared_lack
from teahouse.kernels.classic.scoring.reading import ReadingWorkspace, bonus_added, value_of
from teahouse.kernels.classic.scoring.score import score
from teahouse.kernels.kernel import kernel

MOST_WAYS: Final = 6
"""How many ends of a plan are scored at most."""


class Scorer(NamedTuple):
    """The records for scoring the endings of plans.

    sheets: the ruleset's. melded: the hand's melds, bonus tiles and sheet, as in a win; win: the win to score. reading,
    found: the scorer's reading and its result. end: the ending.
    """

    sheets: Rows[SheetNumbers]
    melded: WinNumbers
    win: WinNumbers
    reading: ReadingWorkspace
    found: ScoreNumbers
    end: WinEnding


@kernel
def win_score(scorer: Scorer, tile: int, source: int) -> float:
    """The score of the win with this winning tile and source.

    0 if it is below the ruleset's minimum; below zero if it is not sets and a pair.
    """
    win, reading, found = scorer.win, scorer.reading, scorer.found
    sheet = scorer.sheets[win.sheet]
    win.winning_tile, win.source = tile, source
    if not score(win, sheet, reading, found) or reading.tiles.readings == 0:
        return ends.IMPOSSIBLE
    counted = found.doublings - found.uncounted
    enough = is_enough(sheet.least_doublings, sheet.least_score, counted, found.score)
    return float(found.score) if enough or reading.tiles.special >= 0 else 0.0


@kernel
def copy_win(win: WinNumbers, into: WinNumbers) -> None:
    """Write a win over another."""
    for kind in range(codes.KINDS):
        into.tiles[kind] = win.tiles[kind]
    for number in range(codes.MOST_MELDS):
        into.melds[number] = win.melds[number]
    into.meld_count, into.winning_tile, into.source = win.meld_count, win.winning_tile, win.source
    into.bonus, into.on_discard, into.sheet = win.bonus, win.on_discard, win.sheet
    into.kong_upon_kong, into.original_call = win.kong_upon_kong, win.original_call
    into.streak, into.gone = win.streak, win.gone


@kernel
def begin_win(scorer: Scorer) -> None:
    """Write the parts of the win that are known before it is finished."""
    copy_win(scorer.melded, scorer.win)


@kernel
def fits(counts: Ints, pong_doublings: Ints, plan: int) -> bool:
    """Does a complete hand fit the plan?"""
    form, without_chows, wanted = form_of(plan), without_chows_of(plan), doublings_of(plan)
    for kind in range(codes.KINDS):
        if counts[kind] > 0 and not may_use(form, kind):
            return False
        if without_chows and counts[kind] not in (0, 2, 3):
            return False
        if kind >= codes.FIRST_HONOUR and counts[kind] >= 3:
            wanted -= pong_doublings[kind]
    return wanted <= 0


@kernel
def is_near(tiles: Ints, tile: int) -> bool:
    """Can a tile form a set with others of the hand?"""
    if tiles[tile] > 0 or tile >= codes.FIRST_HONOUR:
        return bool(tiles[tile] > 0)
    rank, near = tile % codes.RANKS, 0
    for other in range(max(0, rank - 2), min(codes.RANKS - 1, rank + 2) + 1):
        near += tiles[tile - rank + other]
    return near > 0


@kernel
def ready_score(scorer: Scorer, hand: Holding, pong_doublings: Ints, context: WeighingContext, plan: int) -> float:
    """The mean score of a hand that lacks one tile, over the tiles that finish the plan."""
    begin_win(scorer)
    tiles, unseen, won = hand.tiles, hand.unseen, scorer.win.tiles
    for kind in range(codes.KINDS):
        won[kind] = tiles[kind]
    claimed = 3.0 * context.given
    total, ways = 0.0, 0.0
    for tile in range(codes.KINDS):
        if unseen[tile] > 0 and is_near(tiles, tile):
            won[tile] += 1
            if fits(won, pong_doublings, plan):
                given = win_score(scorer, tile, codes.DISCARD)
                if given >= 0.0:
                    drawn = win_score(scorer, tile, codes.WALL)
                    total += unseen[tile] * (drawn + claimed * given)
                    ways += unseen[tile] * (1.0 + claimed)
            won[tile] -= 1
    return total / ways if ways > 0.0 else ends.IMPOSSIBLE


@kernel
def drawn_score(scorer: Scorer, tiles: Ints) -> float:
    """The score of the ending when every tile is drawn, starting from these tiles."""
    begin_win(scorer)
    used, last = scorer.end.used, 0
    for kind in range(codes.KINDS):
        scorer.win.tiles[kind] = used[kind]
        if used[kind] > tiles[kind]:
            last = kind
    return win_score(scorer, last, codes.WALL)


@kernel
def claimed_score(scorer: Scorer) -> float:
    """The score of the ending when every set that lacked a tile is claimed.

    The winning tile completes the pair, or else the last of these sets.
    """
    begin_win(scorer)
    win, end = scorer.win, scorer.end
    for kind in range(codes.KINDS):
        win.tiles[kind] = end.used[kind]
    last, tile = -1, end.pair
    if end.pair_lacks == 0:
        for number in range(end.set_count):
            if end.lacks[number] > 0:
                last, tile = number, end.lacked[number]
    for number in range(end.set_count):
        if end.lacks[number] > 0 and number != last:
            one = end.sets[number]
            first = one & codes.CODE
            for kind in range(first, first + (3 if one & codes.CHOW else 1)):
                win.tiles[kind] -= 1 if one & codes.CHOW else 3
            win.melds[win.meld_count] = one
            win.meld_count += 1
    return win_score(scorer, tile, codes.DISCARD)


@kernel
def far_score(
    workspace: Workspace, scorer: Scorer, hand: Holding, pong_doublings: Ints, concealed: float, plan: int, missing: int
) -> float:
    """The mean score of a hand that lacks more tiles, over likely endings. concealed: how often all tiles are drawn."""
    end = scorer.end
    one_chow = hand.chow_limit == suits.ONE_CHOW and without_chows_of(plan) == 0
    total, ways, found = 0.0, 0.0, 0
    for chowed in range(0 if one_chow else -1, codes.SUITS if one_chow else 0):
        share_first(end, hand.sets)
        more = True
        while more and found < MOST_WAYS:
            lacking = shared_lack(end, workspace.vectors, plan, chowed)
            if lacking == missing and make_end(workspace, end, hand, pong_doublings, plan, chowed):
                likely, drawn = likelihood(end, hand), drawn_score(scorer, hand.tiles)
                if likely > 0.0 and drawn >= 0.0:
                    total += likely * (concealed * drawn + (1.0 - concealed) * claimed_score(scorer))
                    ways += likely
                    found += 1
            more = next_share(end)
    return total / ways if ways > 0.0 else ends.IMPOSSIBLE


@kernel
def special_value(scorer: Scorer, context: WeighingContext, special: int) -> float:
    """What a special hand of a plan scores, with the bonus tiles that the hand has."""
    win, worth = scorer.melded, context.worths[special]
    sheet = scorer.sheets[win.sheet]
    if sheet.faan == 1:
        return float(value_of(sheet, 0, int(worth) + sheet.bonus_doublings[win.bonus]))
    return float(min(context.limit, worth + bonus_added(win, sheet)))


@kernel
def finished_score(
    workspace: Workspace,
    scorer: Scorer,
    hand: Holding,
    pong_doublings: Ints,
    context: WeighingContext,
    plan: int,
    missing: int,
) -> float:
    """The score of a plan when it is finished, from the scorer; below zero when no ending was found."""
    if plan >= PLANS:
        return special_value(scorer, context, plan - PLANS)
    if missing == 1:
        return ready_score(scorer, hand, pong_doublings, context, plan)
    return far_score(workspace, scorer, hand, pong_doublings, context.stay_concealed, plan, missing)


@kernel
def weigh(
    workspace: Workspace,
    scorer: Scorer,
    hand: Holding,
    situation: Situation,
    best: HandEstimate,
) -> None:
    """Find the best plan of one hand that waits for its next tile, and what it is worth."""
    find_best(workspace, hand, situation, best)
    finals, pong, context = workspace.finals, situation.pong, situation.context
    for place in range(min(context.scored, FINALISTS)):
        final = finals[place]
        if final.plan >= 0:
            found = finished_score(workspace, scorer, hand, pong.doublings, context, final.plan, final.missing)
            if found >= 0.0:
                gained = final.chance * (found - final.score)
                final.expected += gained * context.pays
                final.score = found
            if found == 0.0 and asks_least(context):
                final.expected, final.chance = workspace.stages.given_up, 0.0  # it never ends the deal
    conclude(finals, context, best)


@kernel
def weigh_all(
    workspace: Workspace,
    scorer: Scorer,
    hands: Rows[Holding],
    melded: Rows[WinNumbers],
    situation: Situation,
    best: Rows[HandEstimate],
) -> None:
    """The same for many hands, each with its melds as in a win."""
    for one in range(len(hands)):
        copy_win(melded[one], scorer.melded)
        weigh(workspace, scorer, hands[one], situation, best[one])
