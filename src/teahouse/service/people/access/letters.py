"""The letters of the house, in its languages."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

Language = Literal["en", "de", "nl", "fr"]
LetterKind = Literal["confirm", "reset"]


class Letter(NamedTuple):
    """A letter, ready to be sent."""

    to: str
    subject: str
    text: str


SUBJECTS: Final[Mapping[tuple[LetterKind, Language], str]] = {
    ("confirm", "en"): "Confirm your address at Teahouse",
    ("confirm", "de"): "Bestätige deine Adresse bei Teahouse",
    ("confirm", "nl"): "Bevestig je adres bij Teahouse",
    ("confirm", "fr"): "Confirmez votre adresse chez Teahouse",
    ("reset", "en"): "A new password for Teahouse",
    ("reset", "de"): "Ein neues Passwort für Teahouse",
    ("reset", "nl"): "Een nieuw wachtwoord voor Teahouse",
    ("reset", "fr"): "Un nouveau mot de passe pour Teahouse",
}
TEXTS: Final[Mapping[tuple[LetterKind, Language], str]] = {
    ("confirm", "en"): """\
Hello {name},

please confirm that this is your address by opening this link within one hour:

{link}

With it you can get a new password when you have lost yours. If you did not ask for this, do nothing.
""",
    ("confirm", "de"): """\
Hallo {name},

bitte bestätige, dass dies deine Adresse ist, indem du diesen Link innerhalb einer Stunde öffnest:

{link}

Über diese Adresse bekommst du ein neues Passwort, falls du deines verlierst. Wenn du das nicht wolltest, tu nichts.
""",
    ("confirm", "nl"): """\
Hallo {name},

bevestig dat dit jouw adres is door deze link binnen een uur te openen:

{link}

Via dit adres krijg je een nieuw wachtwoord als je het jouwe kwijt bent. Heb je hier niet om gevraagd, doe dan niets.
""",
    ("confirm", "fr"): """\
Bonjour {name},

confirmez que cette adresse est la vôtre en ouvrant ce lien dans l'heure :

{link}

Elle vous permettra d'obtenir un nouveau mot de passe si vous perdez le vôtre. Si vous n'avez rien demandé, ne faites
rien.
""",
    ("reset", "en"): """\
Hello {name},

somebody, hopefully you, asked for a new password for this account. Choose one by opening this link within one hour:

{link}

The link works once. If you did not ask for this, do nothing: your password stays as it is.
""",
    ("reset", "de"): """\
Hallo {name},

jemand, hoffentlich du, hat ein neues Passwort für dieses Konto verlangt. Öffne diesen Link innerhalb einer Stunde:

{link}

Der Link gilt einmal. Wenn du das nicht warst, tu nichts: Dein Passwort bleibt, wie es ist.
""",
    ("reset", "nl"): """\
Hallo {name},

iemand, hopelijk jij, heeft om een nieuw wachtwoord voor dit account gevraagd. Open deze link binnen een uur:

{link}

De link werkt één keer. Heb je hier niet om gevraagd, doe dan niets: je wachtwoord blijft zoals het is.
""",
    ("reset", "fr"): """\
Bonjour {name},

quelqu'un, vous sans doute, a demandé un nouveau mot de passe pour ce compte. Ouvrez ce lien dans l'heure :

{link}

Le lien ne sert qu'une fois. Si vous n'avez rien demandé, ne faites rien : votre mot de passe reste le même.
""",
}


def letter(kind: LetterKind, language: Language, to: str, name: str, link: str) -> Letter:
    """A letter of a kind in a language."""
    return Letter(to, SUBJECTS[kind, language], TEXTS[kind, language].format(name=name, link=link))
