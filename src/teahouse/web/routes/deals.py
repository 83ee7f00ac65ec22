"""Finished deals: search them, and play them again."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.deals.criteria import DAY, MOST_MOVES, DealCriteria, query_of
from teahouse.service.deals.known import KnownDealId, KnownDealPage, NewKnownDeal
from teahouse.service.deals.search import FOUND_LENGTH, FoundDeals, search
from teahouse.web.answers import Cursor, answer, body_of
from teahouse.web.auth import context_of, signed_in_or_guest, visitor_id
from teahouse.web.schemas import gives, takes

router = APIRouter(tags=["deals"])
NameQuery = Annotated[str, Query(max_length=60, description="a person's name")]
WordQuery = Annotated[str, Query(max_length=80)]
MovesQuery = Annotated[int | None, Query(ge=0, le=MOST_MOVES, description="moves, passes left out")]
Date = Annotated[str, Query(pattern=DAY, description="a day, such as 2026-11-17, in UTC")]


@router.get("/deals", responses=gives(FoundDeals))
async def search_deals(  # noqa: PLR0913, PLR0917 - one argument for each filter
    request: Request,
    person: NameQuery = "",
    other: NameQuery = "",
    game: WordQuery = "",
    variant: Annotated[str, Query(max_length=80, description="a layout or a ruleset")] = "",
    outcome: Annotated[int | None, Query(ge=0, le=2, description="of `person`: 2 won, 1 drawn, 0 lost")] = None,
    ending: Annotated[str, Query(max_length=80, description="how it ended, as in its result")] = "",
    opening: Annotated[str, Query(max_length=80, description="the first pairs of Battle, such as 5m or 5m 7z")] = "",
    feat: Annotated[str, Query(max_length=80, description="a special hand, such as special:thirteen_wonders")] = "",
    accuracy: Annotated[Literal["", "70", "80", "90", "95"], Query(description="at least so much, in percent")] = "",
    shortest: MovesQuery = None,
    longest: MovesQuery = None,
    since: Date = "",
    until: Date = "",
    bot: Annotated[str, Query(max_length=32, description="the level of a house player who played")] = "",
    after: Cursor = "",
    limit: Annotated[int, Query(ge=1, le=FOUND_LENGTH)] = FOUND_LENGTH,
) -> Response:
    """Finished deals, the last first. `outcome`, `feat` and `accuracy` are those of `person`, or of anybody.

    A search reads a bounded number of deals: `back_to` is how far back it got, and `after` goes on from there. Deals
    of private tables are found by those who played them, with themselves as `person` or `other`. Deals of people whom
    you blocked, or who blocked you, are left out.
    """
    context, asker = context_of(request), await visitor_id(request)
    criteria = DealCriteria(
        person=person,
        other=other,
        game=game,
        variant=variant,
        outcome=outcome,
        ending=ending,
        opening=opening,
        feat=feat,
        accuracy=accuracy,
        shortest=shortest,
        longest=longest,
        since=since,
        until=until,
        bot=bot,
    )
    listings = context.house.listings

    return answer(await context.store.read(lambda c: search(c, listings, query_of(c, criteria, asker), after, limit)))


@router.post(
    "/deals/known", status_code=201, responses=gives(KnownDealId, status=201), openapi_extra=takes(NewKnownDeal)
)
async def add_known_deal(request: Request) -> Response:
    """Allow a finished deal, or one from a seed, to be played again without counting; open its table with `known`."""
    body, who = await body_of(request, NewKnownDeal), await signed_in_or_guest(request)
    context = context_of(request)
    context.limits.tables.check(who.person.id)
    return answer(await context.known_deals.add(body, who.person.id), 201)


@router.get("/deals/known/{known}", responses=gives(KnownDealPage))
async def read_known_deal(request: Request, known: Annotated[str, Path(pattern="^[0-9a-f]{16}$")]) -> Response:
    """A deal to play again, and everybody's results."""
    return answer(await context_of(request).known_deals.page(known, await visitor_id(request)))
