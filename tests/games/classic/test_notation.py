"""Hands as text, both ways, and every error in such a text."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teahouse.core.errors import InvalidText
from teahouse.core.tiles import HONOUR_TILES, SUIT_TILES, Tile, parse_tiles, sorted_tiles
from teahouse.games.classic.melds import Meld, can_start_run
from teahouse.games.classic.notation import hand_text, meld_text, parse_hand

PLAIN = (*SUIT_TILES, *HONOUR_TILES)
TILE = st.sampled_from(PLAIN)
MELD = st.one_of(
    st.builds(Meld, st.just("chow"), st.sampled_from([tile for tile in PLAIN if can_start_run(tile)])),
    st.builds(Meld, st.just("pong"), TILE, st.booleans()),
    st.builds(Meld, st.just("kong"), TILE, st.booleans()),
    st.builds(Meld, st.just("kong"), TILE, st.just(False), st.just(True)),
)


@given(st.lists(TILE, max_size=14), st.lists(MELD, max_size=4))
def test_a_hand_survives_its_text(tiles: list[Tile], melds: list[Meld]) -> None:
    assert parse_hand(hand_text(tiles, melds)) == (sorted_tiles(tiles), tuple(melds))


@given(st.text("19mpszf[]()+ 5", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(InvalidText):
        hand = parse_hand(text)
        assert parse_hand(hand_text(*hand)) == (sorted_tiles(hand.tiles), hand.melds)


def test_melds_are_written_in_the_usual_notation() -> None:
    melds = [
        Meld("chow", Tile.S3),
        Meld("pong", Tile.RED),
        Meld("pong", Tile.WHITE, concealed=True),
        Meld("kong", Tile.M1),
        Meld("kong", Tile.P2, concealed=True),
        Meld("kong", Tile.EAST, added=True),
    ]
    assert [meld_text(meld) for meld in melds] == ["[345s]", "[777z]", "(555z)", "[1111m]", "(2222p)", "[111z+1z]"]


def test_the_order_of_a_melds_tiles_does_not_matter() -> None:
    assert parse_hand("[5s3s4s]").melds == (Meld("chow", Tile.S3),)
    assert parse_hand("1m1m1m 555p").tiles == parse_tiles("111m 555p")


BAD_HANDS = [
    ("12[3m]", "expected tiles such as 123m 55z, got '12[3m]' (character 3)"),
    ("12x", "expected tiles such as 123m 55z, got '12x' (character 3)"),
    ("0m", "expected tiles such as 123m 55z, got '0m' (character 1)"),
    ("12m 8z", "expected a tile, got '8z' in '12m 8z' (character 6)"),
    ("12m 3", "expected a letter m, p, s, z or f at the end of '12m 3'"),
    ("[12m]", "expected a chow, pong or kong such as [345s], got '[12m]' (character 1)"),
    ("11m [135m]", "expected a chow, pong or kong such as [345s], got '[135m]' (character 5)"),
    ("[89m1p]", "expected a chow, pong or kong such as [345s], got '[89m1p]' (character 1)"),
    ("[123z]", "expected a chow, pong or kong such as [345s], got '[123z]' (character 1)"),
    ("[11111m]", "expected a chow, pong or kong such as [345s], got '[11111m]' (character 1)"),
    ("[111f]", "expected a chow, pong or kong such as [345s], got '[111f]' (character 1)"),
    ("[]", "expected a chow, pong or kong such as [345s], got '[]' (character 1)"),
    ("[111m+2m]", "expected a chow, pong or kong such as [345s], got '[111m+2m]' (character 1)"),
    ("[111m+1m+1m]", "expected a chow, pong or kong such as [345s], got '[111m+1m+1m]' (character 1)"),
    ("(22p)", "expected a concealed kong or pong such as (2222p), got '(22p)' (character 1)"),
    ("(234p)", "expected a concealed kong or pong such as (2222p), got '(234p)' (character 1)"),
    ("[[111m]]", "expected ] before the next set in '[[111m]]' (character 2)"),
    ("[111m", "expected ] at the end of '[111m'"),
    ("(1111m", "expected ) at the end of '(1111m'"),
    ("111m]", "expected a set before ] in '111m]' (character 5)"),
    ("[111m)", "expected a set before ) in '[111m)' (character 6)"),
    ("11m+1m", "expected tiles such as 123m 55z, got '11m+1m' (character 4)"),
    ("11m 1f", "expected Flowers and Seasons apart from the hand, got 1f in it"),
]


@pytest.mark.parametrize(("text", "complaint"), BAD_HANDS)
def test_the_refusal_of_a_bad_hand_says_what_is_wrong_and_where(text: str, complaint: str) -> None:
    with pytest.raises(InvalidText) as caught:
        parse_hand(text)
    assert str(caught.value) == complaint


def test_a_long_text_is_refused_without_repeating_it() -> None:
    with pytest.raises(InvalidText, match=r"^expected a hand of at most 500 characters, got '1m1m.*…"):
        parse_hand("1m" * 10**6)
