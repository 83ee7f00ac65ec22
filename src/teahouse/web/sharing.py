"""The preview of a shared link: title, sentence and picture (Open Graph), written into the app's page."""

from html import escape
from typing import Final, NamedTuple

from starlette.requests import Request

from teahouse.service.errors import Refused
from teahouse.service.house import House
from teahouse.web.context import context_in

PICTURES: Final = "/api/v1/previews"
HOUSE_TITLE: Final = "Teahouse"
HOUSE_TEXT: Final = "Play mahjong in your browser, free, no account needed."
HEAD_END: Final = "</head>"


class LinkPreview(NamedTuple):
    """Title, text and picture of a shared address."""

    title: str
    text: str
    picture: str


HOUSE_PREVIEW: Final = LinkPreview(HOUSE_TITLE, HOUSE_TEXT, f"{PICTURES}/house.png")


async def preview_of(request: Request, parts: list[str]) -> LinkPreview | None:
    """The preview of a page; None if it has no preview."""
    return await preview_at(context_in(request.scope).house, parts)


async def preview_at(house: House, parts: list[str]) -> LinkPreview | None:
    """The preview of a page by the parts of its address; None if it has no preview."""
    match parts:
        case []:
            return HOUSE_PREVIEW
        case ["table", table]:
            return await _preview(house, table, "Watch this game.", f"{PICTURES}/tables/{table}.png")
        case ["replay", table, deal]:
            return await _preview(house, table, "Watch the replay.", f"{PICTURES}/records/{table}/{deal}.png")
        case _:
            return None


async def _preview(house: House, table: str, text: str, picture: str) -> LinkPreview:
    """The preview of a table; that of the house if not everybody may see the table."""
    try:
        info = (await house.table_for(table, "")).table
    except Refused:
        return HOUSE_PREVIEW
    names = ", ".join(seat.name for seat in info.seats if seat is not None)
    return LinkPreview(f"{info.game.capitalize()} mahjong: {names}", text, picture)


def origin_of(request: Request) -> str:
    """The address of the house that others can reach."""
    origins = context_in(request.scope).settings.origins
    return origins[0] if origins else str(request.base_url).rstrip("/")


def with_tags(page: str, preview: LinkPreview, origin: str, path: str) -> str:
    """The app's page with the tags that other sites read."""
    tags = {
        "og:site_name": HOUSE_TITLE,
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.text,
        "og:url": origin + path,
        "og:image": origin + preview.picture,
        "og:image:width": "1200",
        "og:image:height": "630",
        "twitter:card": "summary_large_image",
    }
    meta = "".join(f'<meta property="{name}" content="{escape(value)}" />' for name, value in tags.items())
    return page.replace(HEAD_END, meta + HEAD_END, 1)
