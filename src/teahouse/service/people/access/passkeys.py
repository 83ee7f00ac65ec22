"""Passkeys: keys in a phone, a computer or a stick that open an account without a name and a password."""

import hashlib
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, delete, func, insert, select, update

from teahouse.service.errors import Conflict, refused
from teahouse.service.people.access import challenges
from teahouse.service.people.access.challenges import Challenge
from teahouse.service.people.people import People, Person, Welcome
from teahouse.service.store.schema import passkey
from teahouse.service.store.store import Store

SITE_NAME: Final = "Teahouse"
MOST_PASSKEYS: Final = 20
LONGEST_NAME: Final = 60
ID_LETTERS: Final = 32


class Site(msgspec.Struct, frozen=True):
    """The address that a person uses, such as `https://tea.example`, and the host that its passkeys are valid for."""

    origin: str
    host: str


class Passkey(msgspec.Struct, frozen=True):
    """A passkey as its owner sees it."""

    id: str
    name: str
    created: int
    used: int | None


class PasskeyOffer(msgspec.Struct, frozen=True):
    """What a browser is asked to sign, as its own interface takes it, and the ticket for its answer."""

    options: dict[str, Any]
    ticket: str


class Passkeys:
    """The passkeys of all accounts."""

    def __init__(self, store: Store, people: People) -> None:
        """Store the public keys in this store."""
        self._store = store
        self._people = people

    async def of(self, person_id: str) -> list[Passkey]:
        """A person's passkeys, the oldest first."""
        mine = select(passkey).where(passkey.c.person == person_id).order_by(passkey.c.created, passkey.c.id)
        rows = await self._store.read(lambda connection: connection.execute(mine).all())
        return [_passkey(row) for row in rows]

    async def offer_new(self, owner: Person, site: Site) -> PasskeyOffer:
        """The options with which a browser creates a passkey for this account."""
        at = self._people.clock()

        def job(connection: Connection) -> tuple[Challenge, list[str]]:
            mine = select(passkey.c.credential).where(passkey.c.person == owner.id)
            keys = list(connection.execute(mine).scalars())
            if len(keys) >= MOST_PASSKEYS:
                raise refused("passkey/many", f"expected at most {MOST_PASSKEYS}")
            return challenges.pose(connection, owner.id, at), keys

        posed, held = await self._store.write(job)
        return PasskeyOffer(
            await self._people.pool.run(lambda: _creation_options(owner, site, posed.challenge, held), is_known=True),
            posed.ticket,
        )

    async def add(self, owner: Person, site: Site, ticket: str, credential: dict[str, Any], name: str) -> Passkey:
        """Store a passkey that the browser has created."""
        signed = await self._taken(ticket, owner.id)
        row = await self._people.pool.run(lambda: _registered(credential, signed, site), is_known=True)
        new = Passkey(_id(row["credential"]), _cleaned(name) or SITE_NAME, self._people.clock(), None)

        def job(connection: Connection) -> Passkey:
            mine = select(func.count()).where(passkey.c.person == owner.id)
            if (connection.execute(mine).scalar() or 0) >= MOST_PASSKEYS:
                raise refused("passkey/many", f"expected at most {MOST_PASSKEYS}")
            connection.execute(insert(passkey), [row | msgspec.to_builtins(new) | {"person": owner.id}])
            return new

        try:
            return await self._store.write(job)
        except Conflict:
            raise refused("passkey/invalid", "expected a new passkey, got one that is known") from None

    async def offer_sign_in(self, site: Site) -> PasskeyOffer:
        """The options with which a browser signs in by any passkey it has for this house."""
        at = self._people.clock()
        posed = await self._store.write(lambda connection: challenges.pose(connection, None, at))
        return PasskeyOffer(
            await self._people.pool.run(lambda: _question(site, posed.challenge), is_known=True), posed.ticket
        )

    async def sign_in(self, site: Site, ticket: str, credential: dict[str, Any], agent: str = "") -> Welcome:
        """A fresh session for the account of the passkey that has signed the challenge."""
        signed = await self._taken(ticket, None)
        key = _id(str(credential.get("id", "")))
        row = await self._store.read(lambda c: c.execute(select(passkey).where(passkey.c.id == key)).one_or_none())
        if row is None:
            raise refused("passkey/unknown")
        count = await self._people.pool.run(lambda: _verified(credential, signed, site, row), is_known=True)
        at = self._people.clock()

        def job(connection: Connection) -> Welcome:
            still = (passkey.c.id == key, passkey.c.sign_count == row.sign_count)
            if connection.execute(update(passkey).where(*still).values(sign_count=count, used=at)).rowcount == 0:
                raise refused("passkey/invalid", "it was used somewhere else at the same moment, or removed")
            return self._people.begin(connection, row.person, agent)

        return await self._store.write(job)

    async def rename(self, person_id: str, key: str, name: str) -> None:
        """Rename a passkey of the person."""
        mine = (passkey.c.id == key, passkey.c.person == person_id)
        renamed = update(passkey).where(*mine).values(name=_cleaned(name) or SITE_NAME)
        if await self._store.write(lambda connection: connection.execute(renamed).rowcount) == 0:
            raise refused("passkey/unknown")

    async def remove(self, person_id: str, key: str) -> None:
        """Remove a passkey of the person, who can no longer sign in with it."""
        query = delete(passkey).where(passkey.c.id == key, passkey.c.person == person_id)
        if await self._store.write(lambda connection: connection.execute(query).rowcount) == 0:
            raise refused("passkey/unknown")

    async def _taken(self, ticket: str, person_id: str | None) -> bytes:
        at = self._people.clock()
        challenge = await self._store.write(lambda connection: challenges.take(connection, ticket, person_id, at))
        if challenge is None:
            raise refused("passkey/late")
        return challenge


def _passkey(row: Row[*tuple[Any, ...]]) -> Passkey:
    return Passkey(row.id, row.name, row.created, row.used)


def _id(credential: str) -> str:
    """A short id for a credential, whose own id may have a thousand letters."""
    return hashlib.sha256(credential.encode(errors="replace")).hexdigest()[:ID_LETTERS]


def _cleaned(name: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:LONGEST_NAME]


# The library takes a quarter of a second to load, so only the functions below load it, in the pool.


def _creation_options(owner: Person, site: Site, challenge: bytes, keys: list[str]) -> dict[str, Any]:
    from webauthn import base64url_to_bytes, generate_registration_options
    from webauthn.helpers import options_to_json_dict
    from webauthn.helpers import structs as w

    options = generate_registration_options(
        rp_id=site.host,
        rp_name=SITE_NAME,
        user_id=owner.id.encode(),
        user_name=owner.name,
        challenge=challenge,
        timeout=challenges.STAY_MS,
        authenticator_selection=w.AuthenticatorSelectionCriteria(
            resident_key=w.ResidentKeyRequirement.REQUIRED,
            user_verification=w.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[w.PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in keys],
    )
    return options_to_json_dict(options)


def _question(site: Site, challenge: bytes) -> dict[str, Any]:
    from webauthn import generate_authentication_options
    from webauthn.helpers import options_to_json_dict
    from webauthn.helpers.structs import UserVerificationRequirement

    options = generate_authentication_options(
        rp_id=site.host,
        challenge=challenge,
        timeout=challenges.STAY_MS,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return options_to_json_dict(options)


def _registered(credential: dict[str, Any], challenge: bytes, site: Site) -> dict[str, Any]:
    """The columns of a new passkey, or a refusal."""
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url

    try:
        verified = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except Exception as error:  # the library fails in many ways at what a stranger made up
        raise refused("passkey/invalid") from error
    return {
        "credential": bytes_to_base64url(verified.credential_id),
        "public_key": bytes_to_base64url(verified.credential_public_key),
        "sign_count": verified.sign_count,
    }


def _verified(credential: dict[str, Any], challenge: bytes, site: Site, row: Row[*tuple[Any, ...]]) -> int:
    """How often the passkey has signed, or a refusal: a count that does not grow is the mark of a copied key."""
    from webauthn import base64url_to_bytes, verify_authentication_response

    try:
        handle = credential["response"].get("userHandle")
        if handle is not None and base64url_to_bytes(handle) != str(row.person).encode():
            raise refused("passkey/invalid", "it belongs to another account")
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=base64url_to_bytes(row.public_key),
            credential_current_sign_count=row.sign_count,
            require_user_verification=True,
        )
    except Exception as error:  # the library fails in many ways at what a stranger made up
        raise refused("passkey/invalid") from error
    return verified.new_sign_count
