"""The rules of a table as one text in Markdown."""

from functools import lru_cache
from typing import Final

from teahouse.games.classic.play.state import ClassicRules
from teahouse.games.classic.prose.hands import special_hands
from teahouse.games.classic.prose.play import end, intro, setup, tiles, turn
from teahouse.games.classic.prose.scoring import scoring
from teahouse.games.classic.prose.session import paying, session
from teahouse.games.classic.prose.words import ORIGINAL, sentences
from teahouse.games.classic.rulesets.options import Ruleset

OPTIONS: Final = """\
### Options

- `ruleset` (`british`): a ruleset of the house by its name, or a whole ruleset as data.
- `east` (by dice): the seat whose own wind is East.
- `dealer` (by dice, or East): the seat that deals.
- `prevailing` (`East`): the Prevailing Wind.
- `tallies` (as the ruleset says): the tallies of every seat when the deal begins.
- `streak` (0): how many deals in a row the seat with the East Wind has just won.
- `goulash` (no): pass three tiles three times before the first discard, and play without Chows."""
"""What can be chosen beside the ruleset; the app has a table of it in every language."""


def rules_in_words(rules: ClassicRules, language: str) -> str:
    """The rules of a table in words, as Markdown."""
    return ruleset_in_words(rules.chosen(), language)


@lru_cache(maxsize=64)
def ruleset_in_words(ruleset: Ruleset, language: str) -> str:
    """A ruleset in words, as Markdown."""
    words = sentences(language)
    parts = (intro, tiles, setup, turn, end, scoring, special_hands, paying, session)
    blocks = [f"# {words.say('title')}", *(block for part in parts for block in part(ruleset, words))]
    blocks += [OPTIONS] if language == ORIGINAL else []
    blocks += [f"### {words.say('notation.heading')}", words.say("notation.text")]
    return "\n\n".join(filter(None, blocks)) + "\n"
