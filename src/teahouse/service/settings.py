"""Every setting of the server: one list, read from a TOML file, the environment and the command line, in that order."""

import ipaddress
import os
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args
from urllib.parse import urlsplit, urlunsplit

import msgspec
import platformdirs
from msgspec import Meta

from teahouse.core.errors import InvalidOption, InvalidText, shown

PREFIX: Final = "TEAHOUSE_"
CONFIG: Final = "TEAHOUSE_CONFIG"  # names the file; the one variable that is no setting
FILE_NAME: Final = "teahouse.toml"
SECRET_URLS: Final = ("database", "bus")
SECRETS: Final = ("metrics_token", "smtp_password")


def _number(least: int, most: int, does: str) -> Meta:
    return Meta(ge=least, le=most, title=f"a number from {least} to {most}", description=does)


def _text(pattern: str, expected: str, does: str) -> Meta:
    return Meta(pattern=pattern, title=expected, description=does)


def _other(expected: str, does: str) -> Meta:
    return Meta(title=expected, description=does)


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings: what is expected of each, what it does, and its usual value."""

    host: Annotated[
        str,
        _text(
            r"^[^\s/]+$",
            "an address or a host name",
            "where to listen; 0.0.0.0 lets others in the same network play",
        ),
    ] = "127.0.0.1"
    port: Annotated[int, _number(0, 65535, "the port to listen on; 0 takes any free one")] = 8432
    public_url: Annotated[
        str,
        _text(
            r"^(https?://[^/?#@\s]+)?$",
            "an address such as https://tea.example without a path, or nothing",
            "the address that people open, behind a reverse proxy; its origin is trusted, and https makes cookies "
            "secure",
        ),
    ] = ""
    trusted_proxies: Annotated[
        tuple[str, ...],
        _other(
            "addresses or networks such as 10.0.0.0/8",
            "reverse proxies that the server trusts to name a visitor's address and scheme",
        ),
    ] = ()
    data: Annotated[
        str, _other("a folder, or nothing for the user's data folder", "where the embedded database is kept")
    ] = ""
    database: Annotated[
        str,
        _text(
            r"^(sqlite:///.+|postgresql://.+)?$",
            "sqlite:///FILE, postgresql://… or nothing for a file in the data folder",
            "where everything is kept",
        ),
    ] = ""
    bus: Annotated[
        str,
        _text(
            r"^((nats|tls)://.+)?$",
            "nats://… or nothing",
            "carries live messages between several copies of the server; a single copy needs none",
        ),
    ] = ""
    metrics_token: Annotated[
        str,
        _text(
            r"^([A-Za-z0-9._~+/=-]{16,200})?$",
            "16 to 200 letters, digits or ._~+/=-, or nothing",
            "what Prometheus shows to read /metrics from anywhere; without it they are read from this machine and its "
            "private networks only, and never through a proxy",
        ),
    ] = ""
    traces: Annotated[
        str,
        _text(
            r"^(https?://[^\s?#@]+)?$",
            "an address such as http://127.0.0.1:4318, or nothing",
            "the collector to which OpenTelemetry traces are sent; it needs the extra traces",
        ),
    ] = ""
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        _other("debug, info, warning or error", "the lowest level of messages that are logged"),
    ] = "info"
    session_days: Annotated[int, _number(1, 365, "a session ends after this many days without a visit")] = 30
    idle_minutes: Annotated[
        int, _number(1, 1440, "a table where nothing happens for this long leaves memory until somebody comes back")
    ] = 10
    absent_seconds: Annotated[
        int,
        _number(
            5,
            3600,
            "how long a table waits for a player who is away, or not ready for the next deal, before the others may "
            "claim or a house player stands in",
        ),
    ] = 60
    deserted_minutes: Annotated[
        int,
        _number(
            1,
            10_080,
            "a table of several people, or one that waits for guests, is closed when nobody has been there for this "
            "long",
        ),
    ] = 30
    practice_days: Annotated[
        int,
        _number(
            1,
            3650,
            "a game of one person, or a private game without a clock, is kept this long, so that people can come "
            "back to it",
        ),
    ] = 30
    guest_days: Annotated[
        int,
        _number(
            1,
            3650,
            "a guest whose sessions have ended, and who has not finished a game, is deleted this many days after the "
            "first visit",
        ),
    ] = 30
    empty_table_days: Annotated[
        int,
        _number(
            1,
            3650,
            "a closed table at which no deal was finished is deleted after this many days, with all its chat",
        ),
    ] = 30
    chat: Annotated[
        bool,
        _other(
            "true or false", "people can write free text at tables; without it they can only choose from fixed phrases"
        ),
    ] = True
    leaver_pauses: Annotated[
        bool,
        _other(
            "true or false",
            "people who leave running games with others wait longer each time before they can sit down with other "
            "people",
        ),
    ] = True
    engines: Annotated[int, _number(0, 256, "processes in which bots think; 0 is one for each core but one")] = 0
    engine_memory_mb: Annotated[int, _number(320, 65536, "the memory limit of one engine process, in megabytes")] = 512
    judging: Annotated[
        bool, _other("true or false", "finished games are judged in the background, while engines are idle")
    ] = True
    bot_pace_ms: Annotated[
        int,
        _number(0, 10_000, "the least time that a bot takes for a move, in milliseconds, so that people can follow"),
    ] = 400
    actions_per_second: Annotated[
        int, _number(1, 1000, "how many messages one socket may send in a second, on average")
    ] = 20
    requests_per_minute: Annotated[
        int, _number(1, 100_000, "how many requests to the API one address may make in a minute")
    ] = 600
    tables_per_minute: Annotated[
        int,
        _number(
            1,
            100_000,
            "how many tables one address may open in a minute; one person a third at once, and a fifth of it a minute",
        ),
    ] = 60
    waiting_tables: Annotated[
        int, _number(1, 100_000, "how many public tables of one person may wait for players at once")
    ] = 3
    connections_per_address: Annotated[
        int,
        _number(8, 100_000, "how many connections one address may keep open; those of trusted proxies are not counted"),
    ] = 600
    sign_ins_per_minute: Annotated[
        int, _number(1, 10_000, "how often one address may sign in, sign up or start as a guest in a minute")
    ] = 30
    smtp_host: Annotated[
        str,
        _text(
            r"^[^\s/@]*$",
            "the name of a mail server, or nothing",
            "the mail server for people who have lost their password; needs mail_from and public_url",
        ),
    ] = ""
    smtp_port: Annotated[int, _number(1, 65535, "the port of the mail server")] = 587
    smtp_security: Annotated[
        Literal["starttls", "tls", "none"],
        _other("starttls, tls or none", "how the connection to the mail server is encrypted"),
    ] = "starttls"
    smtp_user: Annotated[str, _other("a name, or nothing", "the user name at the mail server, if it needs one")] = ""
    smtp_password: Annotated[
        str,
        _other("a password, or nothing", "the password at the mail server; better in the environment than in a file"),
    ] = ""
    mail_from: Annotated[
        str,
        _text(
            r"^([^\s@<>,;:\x00-\x1f]+@[^\s@<>,;:\x00-\x1f]+)?$",
            "a mail address, or nothing",
            "the sender address of mail",
        ),
    ] = ""

    @property
    def data_folder(self) -> Path:
        """The folder of the embedded database."""
        return Path(self.data).expanduser() if self.data else Path(platformdirs.user_data_dir("teahouse", False))

    @property
    def database_url(self) -> str:
        """The address of the database."""
        return self.database or f"sqlite:///{self.data_folder / 'teahouse.db'}"

    @property
    def secure_cookies(self) -> bool:
        """Whether cookies are sent over https only."""
        return self.public_url.startswith("https://")


FIELDS: Final = {field.name: field for field in msgspec.structs.fields(Settings)}


def read_settings(
    file: Path | None = None, environment: Mapping[str, str] | None = None, given: Mapping[str, object] | None = None
) -> Settings:
    """The settings of a file, overridden by the environment, overridden by the command line.

    Without a file, the one that `TEAHOUSE_CONFIG` names, or `teahouse.toml` in the user's configuration folder when
    it is there. An unknown setting or an invalid value is refused with its place.
    """
    environment = os.environ if environment is None else environment
    values = _of_file(file, environment) | _of_environment(environment)
    for name, value in (given or {}).items():
        values[name] = setting(name, value, f"--{name.replace('_', '-')}")
    return _together(Settings(**values))


def _together(settings: Settings) -> Settings:
    """The settings, unless one needs another that is missing."""
    if settings.smtp_host:
        for name in ("mail_from", "public_url"):
            if not getattr(settings, name):
                raise InvalidOption(f"expected {name} beside smtp_host, got none: mail needs it")
    return settings


def setting(name: str, value: object, where: str, *, strict: bool = False) -> Any:
    """The value of one setting. Text is parsed as the expected type unless `strict`; commas separate values."""
    if name not in FIELDS:
        raise InvalidOption(f"expected a setting ({', '.join(FIELDS)}), got {shown(name)} ({where})")
    kind, meta = get_args(FIELDS[name].type)
    several = not strict and _is_list(kind) and isinstance(value, str)
    try:
        known = msgspec.convert(_parts(str(value)) if several else value, FIELDS[name].type, strict=strict)
    except msgspec.ValidationError:
        known = None
    if known is None or not CHECKS.get(name, _anything)(known):
        raise InvalidOption(f"expected {name} as {meta.title}, got {shown(_harmless(name, value))} ({where})")
    return known


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _is_list(kind: object) -> bool:
    return get_args(kind)[1:] == (...,)


def _anything(_value: object) -> bool:
    return True


def _are_networks(texts: tuple[str, ...]) -> bool:
    try:
        return all(ipaddress.ip_network(text, strict=False) for text in texts)
    except ValueError:
        return False


def _is_url(text: str) -> bool:
    try:
        return urlsplit(text).port != 0
    except ValueError:
        return False


CHECKS: Final[Mapping[str, Callable[[Any], bool]]] = {
    "trusted_proxies": _are_networks,
    "database": _is_url,
    "bus": _is_url,
}


def _harmless(name: str, value: object) -> object:
    """The value for an error text, without a secret or the password of an address."""
    if name in SECRETS:
        return "…"
    return without_password(value) if name in SECRET_URLS and isinstance(value, str) else value


def without_password(url: str) -> str:
    """An address without its password.

    >>> without_password("postgresql://tea:secret@db/tea")
    'postgresql://tea@db/tea'
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return "…"
    user, at, host = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=user.partition(":")[0] + at + host))


def _of_file(file: Path | None, environment: Mapping[str, str]) -> dict[str, Any]:
    if file is None and CONFIG in environment:
        file = Path(environment[CONFIG])
    if file is None:
        file = Path(platformdirs.user_config_dir("teahouse", False)) / FILE_NAME
        if not file.exists():
            return {}
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidOption(f"cannot read {file}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidText(f"expected TOML, got something else: {_first_lower(error)} ({file})") from None
    return {name: setting(name, value, str(file), strict=True) for name, value in values.items()}


def _first_lower(error: Exception) -> str:
    return str(error)[:1].lower() + str(error)[1:]


def _of_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    mine = [key for key in environment if key.startswith(PREFIX) and key != CONFIG]
    names = {key: key.removeprefix(PREFIX).lower() for key in mine}
    return {name: setting(name, environment[key], key) for key, name in names.items()}
