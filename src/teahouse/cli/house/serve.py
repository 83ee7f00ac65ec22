"""`teahouse serve`: run the server, for this machine or the network."""

import argparse
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import InvalidOption
from teahouse.service.logs import start_logging, stop_logging
from teahouse.service.settings import Settings, read_settings

EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - what a person may type, not what we choose
GIVEN: Final = ("host", "port", "database", "bus", "data")
PRIVATE: Final = 0o700  # others must not read the database, because it contains hidden tiles
SOMEWHERE_ELSE: Final = ("192.0.2.1", 9)  # an address for documentation: nothing is sent to it


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "serve",
        "Start the server: play in the browser, alone, against bots or with others. Ctrl-C stops it; nothing is lost.",
        "  teahouse serve\n"
        "  teahouse serve --host 0.0.0.0            let others in the same network play\n"
        "  teahouse serve --port 9000 --no-browser",
    )
    command.add_argument(
        "--host", metavar="ADDRESS", help="where to listen (default: 127.0.0.1); 0.0.0.0 lets others in"
    )
    command.add_argument("--port", metavar="N", help="the port to listen on (default: 8432); 0 takes any free one")
    command.add_argument(
        "--database", metavar="URL", help="sqlite:///FILE or postgresql://… (default: a file in --data)"
    )
    command.add_argument("--bus", metavar="URL", help="nats://… to run several copies of the server")
    command.add_argument(
        "--data", metavar="FOLDER", help="where the embedded database is kept (default: your data folder)"
    )
    command.add_argument("--config", metavar="FILE", type=Path, help="a TOML file with settings")
    command.add_argument("--no-browser", action="store_true", help="do not open a browser")
    return command


def run(args: argparse.Namespace) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    settings = read_settings(args.config, given={name: getattr(args, name) for name in GIVEN if getattr(args, name)})
    if settings.bus and not settings.database.startswith("postgresql:"):
        raise InvalidOption("expected --database postgresql://… beside a bus: copies share their tables there")
    _make_data_folder(settings)
    from teahouse.service.store.one_server import held_by_one_server
    from teahouse.web.server import listen, run_server

    listening = listen(settings.host, settings.port)
    port = int(listening.getsockname()[1])

    def on_open() -> None:
        announce(settings, port)
        if not args.no_browser and has_browser():
            threading.Thread(target=webbrowser.open, args=(_url("127.0.0.1", port),), daemon=True).start()

    handler = start_logging(_level(settings.log_level))
    try:
        with listening, held_by_one_server(settings.database_url, _url("127.0.0.1", port)):
            run_server(settings, listening, on_open)
    finally:
        stop_logging(handler)
    print("The house is closed.", flush=True)


def _make_data_folder(settings: Settings) -> None:
    from teahouse.cli.shared.files import make_folder

    if not settings.database:
        make_folder(settings.data_folder, mode=PRIVATE)


def _level(level: str) -> str:
    """The log level; on a terminal only warnings."""
    return "warning" if sys.stderr.isatty() and level == "info" else level


def announce(settings: Settings, port: int) -> None:
    """Print the server's addresses, for this machine and for the network."""
    if settings.host not in EVERYWHERE:
        print(f"The house is open at {settings.public_url or _url(settings.host, port)} (Ctrl-C closes it)", flush=True)
        return
    print(f"The house is open at {_url('127.0.0.1', port)} (Ctrl-C closes it)")
    addresses = [settings.public_url] if settings.public_url else [_url(each, port) for each in own_addresses()]
    if addresses:
        import segno

        print("Others in the same network open", *addresses, sep="\n  ")
        segno.make(addresses[0]).terminal(sys.stdout, compact=True)
    sys.stdout.flush()


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def own_addresses() -> list[str]:
    """The addresses of this machine that others may reach, the likeliest first."""
    return list(dict.fromkeys(address for address in _addresses() if not address.startswith("127.")))


def _addresses() -> Iterator[str]:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(SOMEWHERE_ELSE)
        yield str(probe.getsockname()[0])
    with suppress(OSError):
        for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(entry[4][0])


def has_browser() -> bool:
    """Is there a desktop on which a browser can open?"""
    if not sys.stdout.isatty() or "SSH_CONNECTION" in os.environ:
        return False
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
