"""Names that nobody may take: those of the house, of its roles, and of its players and their levels."""

from collections.abc import Iterable
from typing import Final

from teahouse.players import PLAYERS
from teahouse.players.characters import CHARACTERS

GUEST: Final = "Guest"
FORMER: Final = "Former player"
"""The name of everybody who has deleted their account or guest."""

WHOLE: Final = (
    "anonymous", "everybody", "everyone", "nobody", "onlooker", "somebody", "you", "me", "player", FORMER, "pot",
    "house", "the house", "das haus", "het huis", "la maison", "root", "owner", "server", "host", "the host", "dealer",
    "gastgeber", "gastheer", "hote", "gast", "invite", "niemand", "personne", "jemand", "iemand", "du", "jij", "toi",
)  # fmt: skip
"""Refused as a whole name."""
ROLES: Final = (
    "admin", "administrator", "administratrice", "administrateur", "beheerder", "bot", "bots", "mod", "mods",
    "moderator", "moderatorin", "moderateur", "moderatrice", "official", "operator", "personal", "personeel", "staff",
    "support", "sysadmin", "system", "sysop", "team", "webmaster", "console", "konsole", "referee", "arbitre",
    "schiedsrichter", "scheidsrechter",
)  # fmt: skip
"""Refused as a word of a name."""
ANYWHERE: Final = (
    "teahouse", "administrator", "moderator", "houseplayer", "hausspieler", "huisspeler", "joueurdelamaison",
    "formerplayer", "deletedaccount", "deleteduser",
)  # fmt: skip
"""Refused wherever they stand in a name."""
LEVEL_WORDS: Final = (
    "beginner", "easy going", "eager", "steady", "careful", "helpful", "thoughtful", "master", "easy", "medium", "hard",
    "expert", "perfect",
    "anfänger", "gemütlich", "eifrig", "beständig", "bedacht", "hilfreich", "nachdenklich", "meister", "leicht",
    "mittel", "schwer", "experte", "perfekt",
    "gemoedelijk", "gretig", "gestaag", "bedachtzaam", "behulpzaam", "nadenkend", "meester", "makkelijk", "gemiddeld",
    "moeilijk",
    "débutant", "nonchalant", "avide", "régulier", "prudent", "serviable", "réfléchi", "maître", "facile", "moyen",
    "difficile", "parfait",
)  # fmt: skip
"""The names of the levels of house players on screen, in all languages; refused as a whole name."""


def level_names() -> Iterable[str]:
    """The names of house players and of their levels, in programs and on screen."""
    levels = (level for players in PLAYERS.values() for level in players.levels)
    return (*LEVEL_WORDS, *levels, *(one.name for one in CHARACTERS))
