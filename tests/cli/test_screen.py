"""The full screen of `teahouse play` in a pseudo-terminal."""

import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from teahouse.cli.play.screen import play_on_screen
from teahouse.cli.play.terminal_table import TerminalTable
from teahouse.core.play import AnyPlay, Play
from teahouse.core.seats import Seat
from teahouse.games.battle import Battle
from teahouse.players import Budget
from tests.cli.pseudo_terminal import DOWN, ENTER, ESCAPE, LEFT, RIGHT, TAB, UP, PseudoTerminal

SIZES = [(80, 24), (60, 18)]
READY = "your move:"
LEFT_AS_IT_WAS = b"\x1b[?1049l"  # switches from the terminal's second screen back to the first


def saved(data: Path) -> list[Path]:
    folder = data / "teahouse" / "saved"
    return list(folder.iterdir()) if folder.exists() else []


@pytest.mark.parametrize(
    ("game", "columns", "rows"),
    [*((game, *size) for game in ("battle", "classic", "solitaire") for size in SIZES), ("classic", 120, 40)],
)
def test_every_game_fits_the_screen_and_is_left_with_q(game: str, columns: int, rows: int, tmp_path: Path) -> None:
    with PseudoTerminal(tmp_path, "play", game, "--seed", "tea", columns=columns, rows=rows) as terminal:
        text = terminal.wait_for(READY, "q: quit" if columns >= 80 else "arrows: go")
        assert text.splitlines()[0].startswith(f" {game}   ")
        assert text.splitlines()[-1].startswith(" arrows: go")
        assert len(text.splitlines()) == rows
        terminal.type("q")
        assert terminal.wait_for_end() == 0
        assert LEFT_AS_IT_WAS in terminal.written


def test_battle_is_played_with_cursor_keys_in_place(tmp_path: Path) -> None:
    with PseudoTerminal(tmp_path, "play", "battle", "--seed", "tea") as terminal:
        assert ">5p<" in terminal.wait_for(READY, "on the table: 270").splitlines()[2]
        terminal.type(RIGHT, RIGHT)
        terminal.wait_for(">8s<", "8s Eight of Bamboo at e1")
        terminal.type(ENTER)  # the only other free 8s is at j9: the cursor goes there
        terminal.wait_for("{8s}", "8s Eight of Bamboo at j9")
        terminal.type(ENTER)
        terminal.wait_for("you: 8s at e1 and j9 for 8 points", "Tavi: 9p at c9 and i1 for 9 points", "you: 8 ")
        assert len(terminal.text.splitlines()) == 24
        terminal.type("u", ENTER)
        terminal.wait_for("you took your move back", "you: 0   Tavi: 0   on the table: 270")


def test_typed_moves_work_as_in_plain_lines(tmp_path: Path) -> None:
    with PseudoTerminal(tmp_path, "play", "battle", "--seed", "tea") as terminal:
        terminal.wait_for(READY)
        terminal.type("6s", ENTER)
        terminal.wait_for("no free pair of 6s: only the one at c1 is free")
        terminal.type("9q\x7fp")
        terminal.wait_for("your move: 9p")
        terminal.type(ESCAPE)
        terminal.wait_without("your move: 9p")
        terminal.type("9p", ENTER)
        terminal.wait_for("you: 9p at c9 and i1 for 9 points")
        terminal.type("?")
        terminal.wait_for("1m-9m  Characters", "A pair scores the number on its tiles", "Enter: back to the table")
        terminal.type(ENTER)
        terminal.wait_for(READY)


def test_resigning_asks_first(tmp_path: Path) -> None:
    with PseudoTerminal(tmp_path, "play", "battle", "--seed", "tea") as terminal:
        terminal.wait_for(READY)
        terminal.type("resign", ENTER)
        terminal.wait_for("Give up?", "y: yes   n: no")
        terminal.type("n")
        terminal.wait_for("Nothing has changed.", "on the table: 270")
        terminal.type("resign", ENTER)
        terminal.wait_for("Give up?")
        terminal.type("y")
        terminal.wait_for("you gave up: Tavi wins", "the game is over", "Enter: leave the table")
        terminal.type(ENTER)
        assert terminal.wait_for_end() == 0
    assert saved(tmp_path) == []


def test_the_whole_turtle_is_seen_and_played_by_cursor_and_menu(tmp_path: Path) -> None:
    with PseudoTerminal(tmp_path, "play", "solitaire", "--seed", "tea", "--level", "gentle") as terminal:
        text = terminal.wait_for("72 pairs", "[h hint]", "[r restart the same deal]", READY)
        assert sum(line.count("[") + line.count(">") for line in text.splitlines()[1:17]) > 20
        assert " 5" in text.splitlines()[9]  # the fifth layer is the tile on top, two rows high
        terminal.type("h", ENTER)
        hinted = terminal.wait_for("you: asked for a hint", "you: -360", "<")
        assert hinted.count("<") >= 2
        terminal.type("r", ENTER)
        terminal.wait_for("Begin again on the same deal?")
        terminal.type("n")
        terminal.wait_for("Nothing has changed.", "you: -360")
        terminal.type(*[DOWN] * 30)
        terminal.wait_for(">")
        terminal.type(UP, LEFT, TAB)
        terminal.type("q", ENTER)
        assert terminal.wait_for_end() == 0
        terminal.wait_for("`teahouse play --resume` continues this game")


def test_a_long_message_is_wrapped(tmp_path: Path) -> None:
    with PseudoTerminal(tmp_path, "play", "solitaire", "--seed", "tea", "--level", "gentle") as terminal:
        terminal.wait_for(READY)
        terminal.type("nonsense", ENTER)
        terminal.wait_for("expected two addresses such as a1.1-b2.3", "got 'nonsense'", READY)


def test_two_tiles_that_do_not_match_get_a_message(tmp_path: Path) -> None:
    layout = "z0 y0: 0,4,8,12,16,20,24,28"
    with PseudoTerminal(tmp_path, "play", "solitaire", "--seed", "tea", "--layout", layout) as terminal:
        row = terminal.wait_for(READY, "4 pairs").splitlines()[1]
        faces = [row[column + 1 : column + 3] for column in range(1, 64, 8)]
        other = next(number for number, face in enumerate(faces) if face != faces[0])
        terminal.type(*[LEFT] * 7, ENTER, *[RIGHT] * other, ENTER)
        terminal.wait_for("are no pair", f"{{{faces[other]}}}")


def test_a_deal_of_classic_is_played_to_its_end_with_one_key(tmp_path: Path) -> None:
    with PseudoTerminal(tmp_path, "play", "classic", "--seed", "tea", "--against", "random") as terminal:
        terminal.wait_for(READY, "hand  ", "wall: ")
        assert terminal.press_until_end(ENTER) == 0
        assert b"record: " in terminal.written
    assert saved(tmp_path) == []


@pytest.mark.parametrize(
    ("argv", "environment"),
    [(["--plain"], {}), ([], {"TERM": "dumb"}), (["--auto"], {})],
    ids=["--plain", "a dumb terminal", "--auto"],
)
def test_plain_lines_can_still_be_chosen(argv: list[str], environment: dict[str, str], tmp_path: Path) -> None:
    with PseudoTerminal(tmp_path, "play", "battle", "--seed", "tea", *argv, environment=environment) as terminal:
        if "--auto" not in argv:
            terminal.wait_for("your move (? for help):")
            terminal.type("q", ENTER)
        assert terminal.wait_for_end() == 0
        assert "arrows: go" not in terminal.text


def test_an_interrupt_from_outside_leaves_the_table_and_keeps_the_game(tmp_path: Path) -> None:
    with PseudoTerminal(tmp_path, "play", "battle", "--seed", "tea") as terminal:
        terminal.wait_for(READY)
        terminal.type("9p", ENTER)
        terminal.wait_for("Tavi: ", READY, "on the table: 252")
        terminal.process.send(signal.SIGINT)
        assert terminal.wait_for_end() == 0
        assert LEFT_AS_IT_WAS in terminal.written
    assert len(saved(tmp_path)) == 1


def test_a_terminal_without_colours_shows_cursor_and_choice_by_brackets(tmp_path: Path) -> None:
    with PseudoTerminal(tmp_path, "play", "battle", "--seed", "tea", environment={"NO_COLOR": "1"}) as terminal:
        terminal.wait_for(READY, ">5p<")
        colours = {cell.fg for line in terminal.screen.buffer.values() for cell in line.values()}
        assert colours == {"default"}


def test_the_game_that_was_left_is_offered_and_resumed(tmp_path: Path) -> None:
    with PseudoTerminal(tmp_path, "play", "battle", "--seed", "tea") as terminal:
        terminal.wait_for(READY)
        terminal.type("9p", ENTER)
        terminal.wait_for("Tavi: ", READY, "on the table: 252")
        terminal.kill()  # killed, so nothing more is written
    assert len(saved(tmp_path)) == 1
    with PseudoTerminal(tmp_path, "play") as terminal:
        terminal.wait_for("You left a game: battle with Tavi", "Go on with it?")
        terminal.type("y", ENTER)
        terminal.wait_for("the game continues where you left it", "you: 9 ")
        terminal.type("u", ENTER)
        terminal.wait_for("you: 0   Tavi: 0   on the table: 270")
        terminal.type("\x03")
        assert terminal.wait_for_end() == 0
    with PseudoTerminal(tmp_path, "play", "battle") as terminal:
        terminal.wait_for("Go on with it?")
        terminal.type("d", ENTER)
        terminal.wait_for(READY, "on the table: 270")
    assert saved(tmp_path) == []


def test_nothing_of_the_full_screen_is_loaded_before_it_is_shown() -> None:
    script = "import sys, teahouse, teahouse.cli.play; sys.exit('prompt_toolkit' in sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)


class BrokenBot:
    """A bot that cannot choose."""

    def choose(self, view: object, moves: Sequence[Any], budget: Budget, rng: Random) -> Any:
        raise RuntimeError("no idea")


def test_an_error_of_a_bot_closes_the_screen_and_is_printed() -> None:
    play: AnyPlay = Play(Battle(), b"tea", names=("bot", "you"))
    with (
        create_pipe_input() as keys,
        create_app_session(input=keys, output=DummyOutput()),
        pytest.raises(RuntimeError, match="no idea"),
    ):
        play_on_screen(TerminalTable(play, {Seat(0): BrokenBot()}), lambda: None)
