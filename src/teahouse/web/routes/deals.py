"""Finished deals: search them, and play them again."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.deals.criteria import DealCriteria, query_of
from teahouse.service.deals.known import KnownDealId, KnownDealPage, NewKnownDeal
from teahouse.service.deals.search import FOUND_LENGTH, FoundDeals, search
from teahouse.web.answers import answer, body_of
from teahouse.web.auth import context_of, signed_in_or_guest, visitor_id
from teahouse.web.routes.parameters import CursorText, FromQuery
from teahouse.web.schemas import gives, takes

router = APIRouter(tags=["deals"])


class DealsWanted(DealCriteria, frozen=True, kw_only=True):
    """What a search for deals looks for, and which page of it."""

    after: CursorText = ""
    limit: Annotated[int, Meta(ge=1, le=FOUND_LENGTH)] = FOUND_LENGTH


@router.get("/deals", responses=gives(FoundDeals))
async def search_deals(request: Request, wanted: Annotated[DealsWanted, Depends(FromQuery(DealsWanted))]) -> Response:
    """Finished deals, the last first. `outcome`, `feat` and `accuracy` are those of `person`, or of anybody.

    A search reads a bounded number of deals: `back_to` is how far back it got, and `after` goes on from there. Deals
    of private tables are found by those who played them, with themselves as `person` or `other`. Deals of people whom
    you blocked, or who blocked you, are left out.
    """
    context, asker = context_of(request), await visitor_id(request)
    listings = context.house.listings
    return answer(
        await context.store.read(lambda c: search(c, listings, query_of(c, wanted, asker), wanted.after, wanted.limit))
    )


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
