"""The ways into an account: sessions, recovery codes, passkeys, letters."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, String, Table, Text, false

from teahouse.service.store.schema.metadata import metadata

session: Final = Table(
    "session",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("person", String(32), ForeignKey("person.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
    Column("agent", String(200), nullable=False),
    Column("bot", Boolean, nullable=False, server_default=false()),  # a bot's token, not a browser
)

# Codes that open an account without its password: shown once, stored as a hash, used once.
recovery_code: Final = Table(
    "recovery_code",
    metadata,
    Column("person", String(32), ForeignKey("person.id"), primary_key=True),
    Column("code_hash", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Browsers in which a person has signed in before, by the hash of a cookie.
known_device: Final = Table(
    "known_device",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("person.id"), primary_key=True),
    Column("seen", BigInteger, nullable=False),
    Index("known_device_person", "person", "seen"),
)

passkey: Final = Table(
    "passkey",
    metadata,
    Column("id", String(32), primary_key=True),  # of the hash of the credential's id, which may be long
    Column("person", String(32), ForeignKey("person.id"), nullable=False, index=True),
    Column("credential", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("name", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

# What a browser has to sign with a passkey, by the hash of its cookie; used once.
challenge: Final = Table(
    "challenge",
    metadata,
    Column("ticket_hash", String(64), primary_key=True),
    Column("person", String(32)),  # the person who adds a passkey; none at a sign-in
    Column("challenge", String(100), nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
)

mail_address: Final = Table(
    "mail_address",
    metadata,
    Column("person", String(32), ForeignKey("person.id"), primary_key=True),
    Column("address", String(254), nullable=False, index=True),
    Column("confirmed", Boolean, nullable=False),
)

# The secrets in the links of letters, by their hash; used once.
mail_token: Final = Table(
    "mail_token",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("person.id"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("address", String(254), nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
)
