"""Previews of shared links: title and picture of public pages, and nothing about private ones."""

from teahouse.web.sharing import HOUSE_PREVIEW, LinkPreview, preview_at, with_tags
from tests.web.live import SHARE, Live, Visitor, play_out

PNG = b"\x89PNG\r\n\x1a\n"
PRACTICE = {"game": "battle", "clock": "untimed", "bots": {"1": "random"}}


def preview_of(live: Live, *parts: str) -> LinkPreview:
    found = live.do(lambda: preview_at(live.context.house, list(parts)))
    assert isinstance(found, LinkPreview)
    return found


def begun(visitor: Visitor) -> str:
    table = visitor.open_table(**PRACTICE)
    with visitor.tab(table) as tab:
        tab.do("ready", share=SHARE)
        tab.moves()
    return table


def test_a_public_table_and_its_replay_have_pictures_of_their_own(live: Live, ann: Visitor, bob: Visitor) -> None:
    table = begun(ann)
    house = bob.get("/previews/house.png")
    running = bob.get(f"/previews/tables/{table}.png")
    assert house.startswith(PNG)
    assert running.startswith(PNG)
    assert running != house
    assert preview_of(live, "table", table).title.startswith("Battle mahjong: ")
    over = ann.open_table(**PRACTICE)
    with ann.tab(over) as tab:
        play_out(tab)
    assert bob.get(f"/previews/records/{over}/0.png") not in (house, running)
    assert preview_of(live, "replay", over, "0").picture == f"/api/v1/previews/records/{over}/0.png"


def test_links_to_private_pages_have_the_general_preview(live: Live, ann: Visitor, bob: Visitor) -> None:
    house = bob.get("/previews/house.png")
    private = ann.open_table(private=True, **PRACTICE)
    with ann.tab(private) as tab:
        play_out(tab)
    daily = ann.post("/tables", 201, game="solitaire", daily=True)["table"]["id"]
    waiting = ann.open_table()
    for table in (private, daily, waiting, "0123456789abcdef"):
        assert bob.get(f"/previews/tables/{table}.png") == house
        assert ann.get(f"/previews/tables/{table}.png") == house
    for table in (private, daily):
        assert ann.get(f"/previews/records/{table}/0.png") == house
    assert preview_of(live, "table", private) == preview_of(live, "replay", private, "0") == HOUSE_PREVIEW


def test_a_picture_is_drawn_at_most_once_a_minute(live: Live, ann: Visitor) -> None:
    table = begun(ann)
    first = ann.get(f"/previews/tables/{table}.png")
    with ann.tab(table) as tab:
        frame = tab.moves()
        tab.do("act", v=frame["v"], move=frame["moves"][0])
    assert ann.get(f"/previews/tables/{table}.png") == first


def test_names_in_the_tags_are_never_markup() -> None:
    preview = LinkPreview('"><script>', "text", "/p.png")
    page = with_tags("<head></head>", preview, "http://tea.example", "/")
    assert "<script>" not in page
    assert 'content="http://tea.example/p.png"' in page
