"""What the best plans of a hand score once they are finished: the scorer is asked about the hands they end in.

Of a hand that lacks one tile every end is known and scored. Of others likely ends are built; each is scored twice, once
drawn to the last tile and once with every set that lacked something claimed.
"""

from typing import Final

from teahouse.kernels.classic import numbers as no
from teahouse.kernels.classic.plans import reach, suits, worth
from teahouse.kernels.classic.plans.reach import Reals
from teahouse.kernels.classic.scoring import ends
from teahouse.kernels.classic.scoring.score import READINGS, SPECIAL, bonus_added, score
from teahouse.kernels.compiled import compiled
from teahouse.kernels.plain import Arrays, Numbers, arrays

SCORER: Final = arrays(6)
"""What ends are scored with: the ruleset's sheets; the hand's melds, bonus tiles and sheet as in a win; the win that is
scored; the scorer's desk and what it finds; the making of an end."""
SHEETS, HAND, WIN, DESK, FOUND, MAKING = range(6)
MOST_WAYS: Final = 6
"""How many ends of a plan are scored at most."""


@compiled(f"float64({SCORER}, int64, int64)")
def told(scorer: Arrays, tile: int, source: int) -> float:
    """The score of the win as it stands, won with this tile in this way; nothing when the rules ask for more, and
    below zero when it is no sets and pair."""
    sheets, win, desk, found = scorer[SHEETS], scorer[WIN], scorer[DESK], scorer[FOUND]
    win[no.WINNING_TILE], win[no.SOURCE] = tile, source
    if not score(win, 0, sheets, desk, found) or desk[READINGS] == 0:
        return ends.IMPOSSIBLE
    sheet = win[no.SHEET] * no.SHEET_SIZE
    doublings, points = sheets[sheet + no.LEAST_DOUBLINGS], sheets[sheet + no.LEAST_SCORE]
    enough = worth.is_enough(doublings, points, found[no.DOUBLINGS], found[no.SCORE])
    return float(found[no.SCORE]) if enough or desk[SPECIAL] >= 0 else 0.0


@compiled(f"void({SCORER})")
def begin_win(scorer: Arrays) -> None:
    """Write down what the win has before it is finished."""
    for place in range(no.WIN):
        scorer[WIN][place] = scorer[HAND][place]


@compiled("boolean(int64[::1], int64[::1], int64)")
def fits(counts: Numbers, lucky: Numbers, plan: int) -> bool:
    """Is a complete hand one that the plan is for?"""
    form, pongs, wanted = plan // (2 * reach.LUCKY), plan // reach.LUCKY % 2, plan % reach.LUCKY
    for kind in range(no.KINDS):
        if counts[kind] > 0 and not worth.may_use(form, kind):
            return False
        if pongs and counts[kind] not in (0, 2, 3):
            return False
        if kind >= no.FIRST_HONOUR and counts[kind] >= 3:
            wanted -= lucky[kind]
    return wanted <= 0


@compiled("boolean(int64[::1], int64)")
def is_near(hand: Numbers, tile: int) -> bool:
    """Can a tile go with others of the hand?"""
    if hand[tile] > 0 or tile >= no.FIRST_HONOUR:
        return bool(hand[tile] > 0)
    rank, near = tile % no.RANKS, 0
    for other in range(max(0, rank - 2), min(no.RANKS - 1, rank + 2) + 1):
        near += hand[tile - rank + other]
    return near > 0


@compiled(f"float64({SCORER}, {worth.HELD}, float64[::1], int64)")
def ready_score(scorer: Arrays, held: Arrays, known: Reals, plan: int) -> float:
    """What a hand that lacks one tile scores in the mean, over the tiles that finish the plan."""
    begin_win(scorer)
    hand, _, unseen, lucky, _, _ = held
    win = scorer[WIN]
    for kind in range(no.KINDS):
        win[kind] = hand[kind]
    claimed = 3.0 * known[worth.GIVEN]
    total, ways = 0.0, 0.0
    for tile in range(no.KINDS):
        if unseen[tile] > 0 and is_near(hand, tile):
            win[tile] += 1
            if fits(win, lucky, plan):
                given = told(scorer, tile, no.DISCARD)
                if given >= 0.0:
                    drawn = told(scorer, tile, no.WALL)
                    total += unseen[tile] * (drawn + claimed * given)
                    ways += unseen[tile] * (1.0 + claimed)
            win[tile] -= 1
    return total / ways if ways > 0.0 else ends.IMPOSSIBLE


@compiled(f"float64({SCORER}, int64[::1])")
def drawn_score(scorer: Arrays, hand: Numbers) -> float:
    """What the end scores when every tile is drawn."""
    begin_win(scorer)
    making, last = scorer[MAKING], 0
    for kind in range(no.KINDS):
        scorer[WIN][kind] = making[ends.USED + kind]
        if making[ends.USED + kind] > hand[kind]:
            last = kind
    return told(scorer, last, no.WALL)


@compiled(f"float64({SCORER})")
def claimed_score(scorer: Arrays) -> float:
    """What the end scores when every set that lacked a tile is claimed; the pair, or else the last of them, wins."""
    begin_win(scorer)
    win, making = scorer[WIN], scorer[MAKING]
    for kind in range(no.KINDS):
        win[kind] = making[ends.USED + kind]
    last, tile = -1, making[ends.PAIR]
    if making[ends.PAIR_LACKS] == 0:
        for number in range(making[ends.SET_COUNT]):
            if making[ends.LACKS + number] > 0:
                last, tile = number, making[ends.LACKED + number]
    for number in range(making[ends.SET_COUNT]):
        if making[ends.LACKS + number] > 0 and number != last:
            one = making[ends.SETS + number]
            first = one & no.CODE
            for kind in range(first, first + (3 if one & no.CHOW else 1)):
                win[kind] -= 1 if one & no.CHOW else 3
            win[no.MELDS + win[no.MELD_COUNT]] = one
            win[no.MELD_COUNT] += 1
    return told(scorer, tile, no.DISCARD)


@compiled(f"float64({worth.ROOM}, {SCORER}, {worth.HELD}, float64[::1], int64, int64)")
def far_score(room: Arrays, scorer: Arrays, held: Arrays, known: Reals, plan: int, missing: int) -> float:
    """What a hand that lacks more tiles scores in the mean, over likely ends of the plan."""
    making, hand, facts, hidden = scorer[MAKING], held[0], held[1], known[worth.STAY_HIDDEN]
    one_chow = facts[worth.LAYER] == suits.ONE_CHOW and plan // reach.LUCKY % 2 == 0
    total, ways, found = 0.0, 0.0, 0
    for chowed in range(0 if one_chow else -1, no.SUITS if one_chow else 0):
        ends.share_first(making, facts[worth.SETS])
        more = True
        while more and found < MOST_WAYS:
            lacking = ends.shared_lack(making, room[2], plan, chowed)
            if lacking == missing and ends.make_end(room, making, held, plan, chowed):
                likely, drawn = ends.likelihood(making, held), drawn_score(scorer, hand)
                if likely > 0.0 and drawn >= 0.0:
                    total += likely * (hidden * drawn + (1.0 - hidden) * claimed_score(scorer))
                    ways += likely
                    found += 1
            more = ends.next_share(making)
    return total / ways if ways > 0.0 else ends.IMPOSSIBLE


@compiled(f"float64({worth.ROOM}, {SCORER}, {worth.HELD}, float64[::1], int64, int64)")
def finished_score(room: Arrays, scorer: Arrays, held: Arrays, known: Reals, plan: int, missing: int) -> float:
    """What a plan scores once it is finished, by the scorer; below zero when no end of it was found."""
    if plan >= reach.PLANS:
        sheet = scorer[HAND][no.SHEET] * no.SHEET_SIZE
        special = known[worth.WORTHS + plan - reach.PLANS] + bonus_added(scorer[HAND], 0, scorer[SHEETS], sheet)
        return float(min(known[worth.LIMIT], special))
    if missing == 1:
        return ready_score(scorer, held, known, plan)
    return far_score(room, scorer, held, known, plan, missing)


@compiled(f"void({worth.ROOM}, {SCORER}, {worth.HELD}, float64[::1], float64[::1], float64[::1])")
def weigh(room: Arrays, scorer: Arrays, held: Arrays, known: Reals, hazard: Reals, best: Reals) -> None:
    """One hand that waits for its next tile: its best plan and what it is worth."""
    worth.find_best(room, held, known, hazard, best)
    finals = room[6]
    for number in range(min(int(known[worth.SCORED]), worth.FINALISTS)):
        start = number * worth.FINAL
        plan, missing = int(finals[start + worth.PLAN]), int(finals[start + worth.MISSING])
        if plan >= 0:
            found = finished_score(room, scorer, held, known, plan, missing)
            if found >= 0.0:
                gained = finals[start + worth.CHANCE] * (found - finals[start + worth.SCORE])
                finals[start + worth.EXPECTED] += gained * known[worth.PAYS]
                finals[start + worth.SCORE] = found
    worth.conclude(finals, known, best)


@compiled(
    f"void({worth.ROOM}, {SCORER}, int64[:,::1], {worth.HANDS}, {worth.PONGS}, float64[::1], float64[::1],"
    " float64[:,::1])"
)
def weigh_all(
    room: Arrays, scorer: Arrays, melds: Numbers, hands: Arrays, pongs: Arrays, known: Reals, hazard: Reals, best: Reals
) -> None:
    """The same for many hands, each with its melds as in a win."""
    tiles, facts, unseen = hands
    for one in range(tiles.shape[0]):
        for place in range(no.WIN):
            scorer[HAND][place] = melds[one, place]
        held = tiles[one], facts[one], unseen[one], pongs[0], pongs[1], pongs[2]
        weigh(room, scorer, held, known, hazard, best[one])
