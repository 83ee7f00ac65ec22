"""Settings from a file, the environment and the command line."""

import json
from pathlib import Path
from typing import get_args

import pytest

from teahouse.core.errors import TeahouseError
from teahouse.service.settings import FIELDS, Settings, read_settings

DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "tea.toml"
    file.write_text(text)
    return file


def test_without_any_setting_the_defaults_apply(tmp_path: Path) -> None:
    settings = read_settings(environment={})
    assert settings == Settings()
    assert settings.database_url == f"sqlite:///{tmp_path}/data/teahouse/teahouse.db"
    assert not settings.secure_cookies


def test_the_command_line_beats_the_environment_which_beats_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, 'port = 1\nhost = "::1"\nsession_days = 7\ntrusted_proxies = ["10.0.0.1"]\n')
    environment = {"TEAHOUSE_PORT": "2", "TEAHOUSE_HOST": "192.0.2.7", "TEAHOUSE_CHAT": "false", "PATH": "x"}
    settings = read_settings(file, environment, {"port": "3"})
    assert (settings.port, settings.host, settings.session_days, settings.chat) == (3, "192.0.2.7", 7, False)
    assert settings.trusted_proxies == ("10.0.0.1",)


def test_the_environment_names_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, "idle_minutes = 5")
    assert read_settings(environment={"TEAHOUSE_CONFIG": str(file)}).idle_minutes == 5


def test_the_file_in_the_users_folder_is_read_when_there_is_one(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "teahouse"
    folder.mkdir(parents=True)
    (folder / "teahouse.toml").write_text("idle_minutes = 6")
    assert read_settings(environment={}).idle_minutes == 6


def test_addresses_and_folders_are_printed(tmp_path: Path) -> None:
    settings = read_settings(environment={"TEAHOUSE_DATA": str(tmp_path), "TEAHOUSE_PUBLIC_URL": "https://tea.example"})
    assert settings.database_url == f"sqlite:///{tmp_path}/teahouse.db"
    assert settings.secure_cookies
    assert (
        read_settings(environment={}, given={"database": "postgresql://db/tea"}).database_url == "postgresql://db/tea"
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("prot = 1", "expected a setting (host, port, "),
        ("prot = 1", "got 'prot' (FILE)"),
        ('port = "80"', "expected port as a number from 0 to 65535, got '80' (FILE)"),
        ("port = 70000", "expected port as a number from 0 to 65535, got 70000 (FILE)"),
        ("port = true", "got True (FILE)"),
        ("chat = 1", "expected chat as true or false, got 1 (FILE)"),
        ('log_level = "loud"', "expected log_level as debug, info, warning or error, got 'loud' (FILE)"),
        ('trusted_proxies = "10.0.0.1"', "expected trusted_proxies as addresses or networks"),
        ('trusted_proxies = ["everybody"]', "got ['everybody'] (FILE)"),
        ('public_url = "tea.example"', "expected public_url as an address such as https://tea.example"),
        ('public_url = "https://tea.example/path"', "expected public_url as"),
        ('host = ""', "expected host as an address or a host name, got '' (FILE)"),
        ("[port]\nx = 1", "expected port as"),
        ("port = ", "expected TOML, got something else: invalid value (at"),
    ],
)
def test_a_wrong_line_of_the_file_is_refused_exactly(tmp_path: Path, text: str, complaint: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(TeahouseError) as caught:
        read_settings(file, {})
    assert complaint.replace("FILE", str(file)) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("TEAHOUSE_PROT", "1", "got 'prot' (TEAHOUSE_PROT)"),
        ("TEAHOUSE_PORT", "eighty", "expected port as a number from 0 to 65535, got 'eighty' (TEAHOUSE_PORT)"),
        ("TEAHOUSE_CHAT", "maybe", "expected chat as true or false, got 'maybe' (TEAHOUSE_CHAT)"),
        ("TEAHOUSE_CONFIG", "nowhere.toml", "cannot read nowhere.toml: No such file or directory"),
        ("TEAHOUSE_DATABASE", "mysql://tea:secret@db/x", "got 'mysql://tea@db/x' (TEAHOUSE_DATABASE)"),
    ],
)
def test_a_wrong_variable_is_refused_exactly_and_without_its_password(name: str, value: str, complaint: str) -> None:
    with pytest.raises(TeahouseError) as caught:
        read_settings(environment={name: value})
    assert complaint in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_wrong_argument_is_refused_by_its_option() -> None:
    with pytest.raises(TeahouseError, match=r"got 'x' \(--idle-minutes\)"):
        read_settings(environment={}, given={"idle_minutes": "x"})


def test_several_values_have_commas_between_them() -> None:
    settings = read_settings(environment={"TEAHOUSE_TRUSTED_PROXIES": "10.0.0.0/8, ::1"})
    assert settings.trusted_proxies == ("10.0.0.0/8", "::1")
    assert read_settings(environment={"TEAHOUSE_TRUSTED_PROXIES": ""}).trusted_proxies == ()


@pytest.mark.parametrize("name", FIELDS)
def test_the_docs_say_what_every_setting_does_expects_and_usually_is(name: str) -> None:
    section = (DOCS / "settings.md").read_text().split(f"\n## `{name}`\n")[1].split("\n## ")[0]
    meta = get_args(FIELDS[name].type)[1]
    usual = json.dumps(FIELDS[name].default)
    text = " ".join(section.split())
    assert f"{meta.description}." in text[:1].lower() + text[1:]
    assert f"Expected: {meta.title}. Usual: `{usual}`. Environment: `TEAHOUSE_{name.upper()}`." in text


def test_the_docs_name_nothing_else() -> None:
    headings = [line for line in (DOCS / "settings.md").read_text().splitlines() if line.startswith("## `")]
    assert headings == [f"## `{name}`" for name in FIELDS]


@pytest.mark.parametrize("missing", ["mail_from", "public_url"])
def test_a_mail_server_needs_a_sender_and_the_address_of_the_house(missing: str) -> None:
    given: dict[str, object] = {
        "smtp_host": "mail.example",
        "mail_from": "house@tea.example",
        "public_url": "https://tea.example",
    }
    assert read_settings(environment={}, given=given).smtp_port == 587
    with pytest.raises(TeahouseError, match=f"expected {missing} beside smtp_host"):
        read_settings(environment={}, given={name: value for name, value in given.items() if name != missing})


def test_no_error_shows_the_password_of_the_mail_server(tmp_path: Path) -> None:
    with pytest.raises(TeahouseError) as caught:
        read_settings(written(tmp_path, "smtp_password = 12345678"), {})
    assert "12345678" not in str(caught.value)
