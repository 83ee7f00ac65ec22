"""Bodies about the ways into an account: passwords, recovery codes, letters, passkeys."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from teahouse.service.people.access.addresses import Address
from teahouse.service.people.access.letters import Language
from teahouse.service.people.access.passkeys import Passkey
from teahouse.web.bodies.people import Me, Typed

Password = Annotated[str, Meta(max_length=1000)]


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password."""

    name: Annotated[str, Meta(max_length=200)]
    password: Annotated[str, Meta(max_length=1000)]

    def __repr__(self) -> str:
        """The name only, so that no log contains a password."""
        return f"Credentials({self.name!r})"


class SessionInfo(msgspec.Struct, frozen=True):
    """A session of the person: when it was seen, in which browser on which system; `here` is the current one."""

    id: str
    created: int
    seen: int
    expires: int
    browser: str
    system: str
    here: bool


class MeWithRecoveryCode(Me, frozen=True):
    """The person who asks, with the recovery code of the account, which is shown once."""

    recovery: str

    def __repr__(self) -> str:
        """The name only, so that no log contains the code."""
        return f"MeWithRecoveryCode({self.name!r})"


class Confirmation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password of the account, needed ten minutes after signing in and later."""

    password: Password | None = None

    def __repr__(self) -> str:
        """Nothing, so that no log contains a password."""
        return "Confirmation()"


class AccountDeletion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to be deleted: the name, typed once more, and the password of an account if it is asked for."""

    name: Annotated[str, Meta(max_length=200)]
    password: Password | None = None

    def __repr__(self) -> str:
        """The name only, so that no log contains a password."""
        return f"AccountDeletion({self.name!r})"


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for another password."""

    old: Password
    new: Password

    def __repr__(self) -> str:
        """Nothing, so that no log contains a password."""
        return "NewPassword()"


class RecoveryCode(msgspec.Struct, frozen=True):
    """A recovery code, which is shown once."""

    code: str

    def __repr__(self) -> str:
        """Nothing, so that no log contains the code."""
        return "RecoveryCode()"


class WaysBack(msgspec.Struct, frozen=True):
    """The ways back into an account beside the recovery code: whether the house sends letters."""

    mail: bool


class ByCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new password with a recovery code."""

    name: Typed
    code: Typed
    password: Password

    def __repr__(self) -> str:
        """The name only, so that no log contains a secret."""
        return f"ByCode({self.name!r})"


class ByMail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a letter with a link to a new password; `name` may be the address."""

    name: Typed
    lang: Language = "en"


class ByLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new password with the secret of a link."""

    token: Typed
    password: Password

    def __repr__(self) -> str:
        """Nothing, so that no log contains a secret."""
        return "ByLink()"


class NewAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for another mail address of the account."""

    address: Annotated[str, Meta(max_length=300)]
    lang: Language = "en"
    password: Password | None = None

    def __repr__(self) -> str:
        """Nothing, so that no log contains a secret."""
        return "NewAddress()"


class LinkSecret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link."""

    token: Typed

    def __repr__(self) -> str:
        """Nothing, so that no log contains it."""
        return "LinkSecret()"


class AccountInfo(msgspec.Struct, frozen=True):
    """Your account: since when, the ways into it, and whether the house sends letters."""

    created: int
    recovery: int | None
    passkeys: list[Passkey]
    has_mail: bool
    address: Address | None


class PasskeyOptions(msgspec.Struct, frozen=True):
    """The options for the browser's own passkey interface."""

    publicKey: dict[str, Any]  # noqa: N815 - the browser's own name


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey that the browser has created, and a name for it."""

    name: Typed
    credential: dict[str, Any]


class PasskeyName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name for a passkey."""

    name: Typed


class UsedPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A challenge that a passkey has signed."""

    credential: dict[str, Any]
