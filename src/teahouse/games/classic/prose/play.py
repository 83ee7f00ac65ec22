"""How a deal is played, in words: tiles and sets, setting up, a turn, the end."""

from collections.abc import Iterator
from typing import Final, Literal

from teahouse.games.classic.prose.words import Sentences
from teahouse.games.classic.rulesets.options import Ruleset

HEAPS: Final = 18
HEAPS_WITHOUT_BONUS: Final = 17
ReplacementSource = Literal["box", "tail", "wall"]


def paragraph(*sentences: str) -> str:
    """Sentences one after another; empty ones are left out."""
    return " ".join(filter(None, sentences))


def listed(*items: str, numbered: bool = False) -> str:
    """A list in Markdown; empty items are left out."""
    present = [item for item in items if item]
    return "\n".join(f"{number}. {item}" if numbered else f"- {item}" for number, item in enumerate(present, 1))


def kong_supply(rules: Ruleset) -> ReplacementSource:
    """Where the replacement of a kong comes from."""
    return "box" if rules.kong_box else "tail"


def bonus_supply(rules: Ruleset) -> ReplacementSource:
    """Where the replacement of a bonus tile comes from."""
    return "wall" if rules.bonus_replacement == "wall" else kong_supply(rules)


def intro(rules: Ruleset, words: Sentences) -> Iterator[str]:
    """What the game is about, and who scores."""
    name = rules.name.replace("`", "'")
    yield paragraph(
        words.say(f"intro.players_{rules.players}"),
        words.say("intro.all_score" if rules.losers_settle else "intro.winner_scores"),
        words.say("intro.ruleset", name=name),
    )


def tiles(rules: Ruleset, words: Sentences) -> Iterator[str]:
    """The tiles and the sets made of them."""
    say = words.say
    yield f"### {say('tiles.heading')}"
    bonus = "tiles.bonus" if rules.bonus_tiles else "tiles.no_bonus"
    yield paragraph(say("tiles.suits"), say(bonus), say("tiles.kinds"))
    yield listed(
        chow(rules, words),
        say("tiles.pong"),
        say(f"tiles.kong_{kong_supply(rules)}"),
        paragraph(say("tiles.mahjong"), say("tiles.special")),
    )
    sets = rules.sets
    more = not rules.counts_faan and any(
        pair[1] > pair[0] for pair in (sets.pong_minor, sets.pong_major, sets.pong_wind, sets.pong_dragon)
    )
    yield paragraph(say("tiles.melded"), say("tiles.concealed_more") if more else "", say("tiles.kong_shown"))


def chow(rules: Ruleset, words: Sentences) -> str:
    """What a chow is, what it scores, and how many are allowed."""
    melded, concealed = rules.sets.chow
    scores = (
        words.say("tiles.chow_points", melded=melded, concealed=concealed)
        if (melded or concealed) and not rules.counts_faan
        else words.say("tiles.chow_nothing")
    )
    if not rules.max_chows:
        return paragraph(words.say("tiles.chow"), words.say("tiles.chow_none"))
    most = words.say("tiles.chow_most", n=rules.max_chows) if rules.max_chows < 4 else ""
    return paragraph(words.say("tiles.chow"), scores, most)


def setup(rules: Ruleset, words: Sentences) -> Iterator[str]:
    """Wall, winds, first dealer, Kong Box, dealing."""
    say = words.say
    yield f"### {say('setup.heading')}"
    winds = words.winds(rules.winds[1:], "then")
    dealer = f"die_{rules.dealer_dice}" if rules.first_dealer == "die" else "east"
    yield listed(
        say("setup.wall", n=HEAPS if rules.bonus_tiles else HEAPS_WITHOUT_BONUS),
        paragraph(say("setup.east", others=winds), say(f"setup.winds_{rules.personal_winds}")),
        say("setup.prevailing"),
        say(f"setup.dealer_{dealer}"),
        kong_box(rules, words),
        say("setup.deal"),
        say(f"setup.bonus_{bonus_supply(rules)}") if rules.bonus_tiles else "",
        numbered=True,
    )


def kong_box(rules: Ruleset, words: Sentences) -> str:
    """How the wall is broken, and what the Kong Box is."""
    if not rules.kong_box:
        return words.say("setup.box_none")
    size = rules.kong_box_size
    box = words.say("setup.box_dice") if size == "dice" else words.say("setup.box_size", n=size)
    return paragraph(box, words.say("setup.box_refilled") if rules.kong_box_replenish else "")


def turn(rules: Ruleset, words: Sentences) -> Iterator[str]:
    """A turn, claims, kongs and what a win needs."""
    say = words.say
    yield f"### {say('turn.heading')}"
    at_once = rules.declare_concealed_kong == "at_once"
    yield paragraph(
        say("turn.turn"),
        say(f"turn.bonus_{bonus_supply(rules)}") if rules.bonus_tiles else "",
        say("turn.declare"),
        say("turn.kong_at_once" if at_once else "turn.kong_later"),
    )
    yield from claims(rules, words)
    yield say("turn.ready" if rules.must_declare_ready else "turn.no_ready")
    yield least(rules, words)
    yield paragraph(
        say("turn.rob_any" if rules.rob_added_kong == "any_draw" else "turn.rob_wall"),
        say("turn.rob_concealed") if rules.rob_concealed_kong == "thirteen_wonders" else "",
    )
    empty = "turn.empty_draw" if rules.kong_box_empty == "draw_game" else "turn.empty_tail"
    yield paragraph(say(empty) if rules.kong_box else "", say("turn.no_replacement"))


def claims(rules: Ruleset, words: Sentences) -> Iterator[str]:
    """Who may take a discard, and what comes first."""
    say, chows = words.say, rules.max_chows > 0
    yield say("turn.asked")
    yield listed(
        say("turn.mahjong" if chows else "turn.mahjong_no_chows"),
        say("turn.kong"),
        say("turn.pong"),
        say("turn.chow") if chows else "",
    )
    several = {"nearest": "nearest", "best_hand": "best", "all_win": "all"}[rules.multiple_mahjong]
    yield paragraph(
        say("turn.order" if chows else "turn.order_no_chows"),
        say(f"turn.several_{several}"),
        say("turn.claimed"),
        say("turn.kong_after_claim" if rules.kong_after_claim else "turn.no_kong_after_claim"),
    )


def least(rules: Ruleset, words: Sentences) -> str:
    """What a win needs at least."""
    doublings, score = rules.least_doublings, rules.least_score
    if not doublings and not score:
        return words.say("turn.least_none")
    if not doublings:
        return words.say("turn.least_score", score=score)
    unit = "faan" if rules.counts_faan else "doublings"
    key = "turn.least_both" if score else f"turn.least_{unit}"
    sentence = words.say(key, n=doublings, score=score)
    without = rules.bonus_tiles and not rules.bonus_counts_for_minimum
    return paragraph(sentence, words.say("turn.least_without_bonus") if without else "")


def end(rules: Ruleset, words: Sentences) -> Iterator[str]:
    """How a deal ends, and what follows a drawn game."""
    say = words.say
    yield f"### {say('end.heading')}"
    draw = "end.draw_same" if rules.draw_game == "no_payment_same_dealer" else "end.draw_next"
    goulash = say(f"end.goulash_{rules.players}") if rules.after_draw == "goulash" else ""
    yield paragraph(say("end.end"), say(draw), goulash)
    yield say("end.penalties")
    yield say("end.resign")
