"""Who pays, and how a session goes, in words."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from teahouse.games.classic.match import GAMES_PER_WIND
from teahouse.games.classic.prose.play import listed, paragraph
from teahouse.games.classic.prose.scoring import table
from teahouse.games.classic.prose.words import Sentences
from teahouse.games.classic.rulesets.options import Ruleset

HALVES: Final = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾", Fraction(3, 2): "1½"}


def paying(rules: Ruleset, words: Sentences) -> Iterator[str]:
    """Who pays the score, and how many times."""
    say, pay = words.say, rules.payment
    role = say(f"pay.role_{rules.doubling_role}")
    who = rules.non_dealer_discard_payment
    row = pay.other_on_discard
    dealer = 0 if who == "discarder_only" else row.dealer
    others = row.others if who == "everybody" else 0
    rows = [
        ("dealer_self_drawn", 0, 0, pay.dealer_self_drawn.others),
        ("dealer_on_discard", pay.dealer_on_discard.discarder, 0, pay.dealer_on_discard.others),
        ("other_self_drawn", 0, pay.other_self_drawn.dealer, pay.other_self_drawn.others),
        ("other_on_discard", row.discarder, dealer, others),
        ("other_on_dealers", row.discarder_if_dealer, 0, others),
    ]
    table_rows = [(say(f"pay.{key}", role=role), *(factor(each, rules) for each in factors)) for key, *factors in rows]
    yield table([say("pay.head"), say("pay.discarder"), role, say("pay.others")], table_rows)
    yield paragraph(
        say(f"pay.robbed_{rules.robbed_player_pays_as}"), say("pay.replacement"), settling(rules, words, role),
        say(f"pay.liability_{rules.liability}"),
    )  # fmt: skip


def settling(rules: Ruleset, words: Sentences, role: str) -> str:
    """How the losers settle, if they do."""
    if not rules.losers_settle:
        return ""
    row = rules.payment.other_self_drawn
    times = (str(Fraction(factor, rules.payment.divisor)) for factor in (row.others, row.dealer))
    others, dealer = times
    return words.say("pay.losers", others=others, dealer=dealer, role=role)


def factor(times: int, rules: Ruleset) -> str:
    """A factor of payment as a table shows it; nothing if nobody pays."""
    share = Fraction(times, rules.payment.divisor)
    return f"{HALVES.get(share, share)} ×" if times else ""


def session(rules: Ruleset, words: Sentences) -> Iterator[str]:
    """Dealers, winds and the end of a session."""
    say = words.say
    yield f"### {say('session.heading')}"
    yield paragraph(
        say(f"session.next_{rules.next_dealer}"),
        prevailing(rules, words),
        say("session.draws_count" if rules.draw_counts_as_game else "session.draws_do_not_count"),
        session_end(rules, words),
        say("session.start", n=rules.start_points),
        say(f"session.{rules.on_bankrupt}"),
    )
    yield listed(say("session.single"), say("session.session"))


def prevailing(rules: Ruleset, words: Sentences) -> str:
    """How the Prevailing Wind changes."""
    return words.say(f"session.{rules.prevailing_wind_rule}", others=words.winds(rules.winds[1:], "and"))


def session_end(rules: Ruleset, words: Sentences) -> str:
    """When a session ends, and how many games it has at least and at most."""
    most = words.say("session.most_games", n=rules.max_games) if rules.max_games else ""
    if rules.session_end == "open":
        return paragraph(words.say("session.end_open"), most)
    blocks = 1 if rules.session_end == "after_east_block" else len(rules.winds)
    last = words.say(f"winds.{rules.winds[blocks - 1]}")
    return paragraph(words.say("session.end_last", wind=last, n=least_games(rules, blocks)), most)


def least_games(rules: Ruleset, blocks: int) -> int:
    """The fewest games for this many winds: East lasts one more if the fifth game may still be East's."""
    games = blocks * GAMES_PER_WIND + (rules.prevailing_wind_rule == "literal")
    return min(games, rules.max_games or games)
