"""Finished deals: found by who played them and by what they are, and played again."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.deals.known import KnownDealId, KnownDealPage, NewKnownDeal
from teahouse.service.deals.search import FOUND_LENGTH, DealQuery, FoundDeals, search
from teahouse.service.errors import refused
from teahouse.service.people.statistics.profiles import check_visible
from teahouse.web.answers import Cursor, answer, body_of
from teahouse.web.auth import anybody, context_of, visitor
from teahouse.web.schemas import gives, takes

router = APIRouter(tags=["deals"])
Name = Annotated[str, Query(max_length=60, description="a person's name")]
Word = Annotated[str, Query(max_length=80)]
Moves = Annotated[int | None, Query(ge=0, le=100_000, description="moves, passes left out")]
Date = Annotated[str, Query(pattern="^([0-9]{4}-[0-9]{2}-[0-9]{2})?$", description="a day, such as 2026-11-17, in UTC")]


@router.get("/deals", responses=gives(FoundDeals))
async def search_deals(  # noqa: PLR0913, PLR0917 - one argument a filter
    request: Request,
    person: Name = "",
    other: Name = "",
    game: Word = "",
    variant: Annotated[str, Query(max_length=80, description="a layout or a ruleset")] = "",
    outcome: Annotated[int | None, Query(ge=0, le=2, description="of `person`: 2 won, 1 drawn, 0 lost")] = None,
    ending: Annotated[str, Query(max_length=80, description="how it ended, as in its result")] = "",
    opening: Annotated[str, Query(max_length=80, description="the first pairs of Battle, such as 5m or 5m 7z")] = "",
    feat: Annotated[str, Query(max_length=80, description="a special hand, such as special:thirteen_wonders")] = "",
    accuracy: Annotated[Literal["", "70", "80", "90", "95"], Query(description="at least so much, in percent")] = "",
    shortest: Moves = None,
    longest: Moves = None,
    since: Date = "",
    until: Date = "",
    after: Cursor = "",
    limit: Annotated[int, Query(ge=1, le=FOUND_LENGTH)] = FOUND_LENGTH,
) -> Response:
    """Finished deals, the last first. `outcome`, `feat` and `accuracy` are those of `person`, or of anybody.

    A search looks at a bounded number of deals: `back_to` says how far it came, and `after` goes on from there. Deals
    of private tables are found by those who played them, with themselves as `person` or `other`.
    """
    if outcome is not None and not person:
        raise refused("wire/unreadable", "expected a person beside outcome")
    context, asker = context_of(request), await visitor(request)
    own = asker.person.id if asker else ""
    query = DealQuery(
        own,
        await _persons(request, (person, other), own),
        game,
        variant,
        ending,
        " ".join(opening.split()),
        feat,
        int(accuracy or 0),
        outcome,
        shortest,
        longest,
        _moment(since, "since"),
        _moment(until, "until", days=1),
    )
    listings = context.house.listings
    return answer(await context.store.read(lambda connection: search(connection, listings, query, after, limit)))


@router.post(
    "/deals/known", status_code=201, responses=gives(KnownDealId, status=201), openapi_extra=takes(NewKnownDeal)
)
async def know_deal(request: Request) -> Response:
    """Let a finished deal, or one from a seed, be played again for practice; open its table with `known`."""
    wish, who, context = await body_of(request, NewKnownDeal), await anybody(request), context_of(request)
    context.limits.tables.check(who.person.id)
    return answer(await context.known_deals.add(wish, who.person.id), 201)


@router.get("/deals/known/{known}", responses=gives(KnownDealPage))
async def read_known_deal(request: Request, known: Annotated[str, Path(pattern="^[0-9a-f]{16}$")]) -> Response:
    """A deal to play again, and everybody's results."""
    who = await visitor(request)
    return answer(await context_of(request).known_deals.page(known, who.person.id if who else ""))


async def _persons(request: Request, names: tuple[str, ...], asker: str) -> tuple[str, ...]:
    """The ids of people whose profiles are open to who asks."""
    context = context_of(request)
    people = [await context.people.named(name) for name in names if name]
    for one in people:
        await context.store.read(lambda connection, one=one: check_visible(connection, one.id, asker))  # type: ignore[misc]
    return tuple(dict.fromkeys(one.id for one in people))


def _moment(day: str, name: str, days: int = 0) -> int | None:
    """The first moment of a day, or of one so many days later."""
    if not day:
        return None
    try:
        first = datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC) + timedelta(days)
    except (ValueError, OverflowError):
        raise refused("wire/unreadable", f"{name}: expected a day such as 2026-11-17, got {day!r}") from None
    return round(first.timestamp() * 1000)
