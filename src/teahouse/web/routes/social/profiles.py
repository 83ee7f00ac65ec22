"""Profiles, what people have played, leaders of the month and records of the house."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path
from msgspec import Meta
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from teahouse.games import GAMES
from teahouse.service.errors import check_among
from teahouse.service.hosting import HOSTING
from teahouse.service.hosting.daily import day_of
from teahouse.service.people.people import Person
from teahouse.service.people.statistics.counting import STREAKS
from teahouse.service.people.statistics.lists import (
    DEALS_LENGTH,
    ENOUGH_GAMES,
    AccuracyPoint,
    DealFilter,
    HouseRecord,
    Leaders,
    ListedDeal,
    RatingPoint,
    accuracy_of,
    deals_of,
    house_records,
    leaders,
    rating_curve,
)
from teahouse.service.people.statistics.profiles import (
    Comparison,
    Profile,
    check_visible,
    compared,
    is_private,
    profile_of,
    set_private,
)
from teahouse.web.answers import answer, answer_page, body_of, nothing
from teahouse.web.auth import context_of, signed_in, visitor_id
from teahouse.web.bodies.people import ProfilePrivacy, WinnableBadge
from teahouse.web.routes.parameters import AnyGameQuery, CursorText, FromQuery, GameQuery
from teahouse.web.routes.tables import Month
from teahouse.web.schemas import gives, gives_nothing, takes

router = APIRouter(tags=["profiles"])
Who = Annotated[str, Path(min_length=1, max_length=60, description="a person's name")]


class ListedDealsWanted(DealFilter, frozen=True):
    """The deals of a person to list, and which page of them."""

    after: CursorText = ""
    limit: Annotated[int, Meta(ge=1, le=DEALS_LENGTH)] = DEALS_LENGTH


async def _visible_person(request: Request, name: str) -> tuple[Person, str]:
    """The person with this name, if the visitor may see the profile, and the id of the visitor."""
    context, visitor = context_of(request), await visitor_id(request)
    person = await context.people.named(name)
    await context.store.read(lambda connection: check_visible(connection, person.id, visitor))
    return person, visitor


@router.get("/people/{who}", responses=gives(Profile))
async def read_profile(request: Request, who: Who) -> Response:
    """A person: ratings, what they have played, and badges."""
    person, visitor = await _visible_person(request, who)
    return answer(await context_of(request).store.read(lambda connection: profile_of(connection, person, visitor)))


@router.get("/people/{who}/deals", responses=gives(ListedDeal, many=True))
async def list_deals(
    request: Request,
    who: Who,
    wanted: Annotated[ListedDealsWanted, Depends(FromQuery(ListedDealsWanted, besides=("game", "is_own")))],
    game: AnyGameQuery,
) -> Response:
    """A person's finished deals, the last first, withheld ones left out.

    `opponent` is an id, or `bot:LEVEL` for a house player; `outcome` 2 won, 1 drawn, 0 lost.
    """
    person, visitor = await _visible_person(request, who)
    if wanted.opponent and person.id != visitor:
        await context_of(request).store.read(lambda connection: check_visible(connection, wanted.opponent, visitor))
    deal_filter = replace(wanted, game=game, is_own=person.id == visitor)
    context = context_of(request)
    withheld = context.house.listings.withheld
    page = await context.store.read(
        lambda connection: deals_of(connection, person.id, deal_filter, wanted.after, wanted.limit, withheld=withheld)
    )
    return answer_page(request, page, wanted.limit)


@router.get("/people/{who}/ratings", responses=gives(RatingPoint, many=True))
async def read_curve(request: Request, who: Who, game: GameQuery) -> Response:
    """A person's ratings in a game over time, the last 500."""
    person, _ = await _visible_person(request, who)
    return answer(await context_of(request).store.read(lambda connection: rating_curve(connection, person.id, game)))


@router.get("/people/{who}/accuracy", responses=gives(AccuracyPoint, many=True))
async def read_accuracy(request: Request, who: Who, game: GameQuery) -> Response:
    """A person's accuracy in the last 50 deals that were judged."""
    person, visitor = await _visible_person(request, who)
    is_own = person.id == visitor
    return answer(
        await context_of(request).store.read(lambda connection: accuracy_of(connection, person.id, game, is_own=is_own))
    )


@router.get("/people/{who}/beside/{other}", responses=gives(Comparison))
async def compare(request: Request, who: Who, other: Who) -> Response:
    """Two people compared, and the deals they played together."""
    (first, visitor), (second, _) = await _visible_person(request, who), await _visible_person(request, other)
    return answer(await context_of(request).store.read(lambda connection: compared(connection, first, second, visitor)))


@router.get("/me/profile", responses=gives(ProfilePrivacy))
async def read_own_profile(request: Request) -> Response:
    """Whether your profile is private."""
    context, who = context_of(request), await signed_in(request)
    return answer(ProfilePrivacy(await context.store.read(lambda connection: is_private(connection, who.person.id))))


@router.put("/me/profile", status_code=204, responses=gives_nothing(), openapi_extra=takes(ProfilePrivacy))
async def change_profile(request: Request) -> Response:
    """Make your profile private, or public again."""
    privacy, who, context = await body_of(request, ProfilePrivacy), await signed_in(request), context_of(request)
    at = context.timers.date()
    await context.store.write(lambda connection: set_private(connection, who.person.id, at, on=privacy.private))
    return nothing()


@router.get("/leaders/{name}", responses=gives(Leaders))
async def list_leaders(request: Request, name: str, month: Month = "") -> Response:
    """The best of a month in a game: accounts with at least `enough` rated matches."""
    check_among(name, GAMES, "a game", "name", "wire/unknown")
    context = context_of(request)
    chosen_month = month or day_of(context.timers.date())[:7]
    best = await context.store.read(lambda connection: leaders(connection, name, chosen_month))
    return answer(Leaders(ENOUGH_GAMES, tuple(best)))


@router.get("/badges", responses=gives(WinnableBadge, many=True))
async def list_badges(_request: Request) -> Response:
    """All badges that can be earned, game by game."""
    streaks = {f"streak:{wins}": str(wins) for wins in STREAKS}
    badges = {game: streaks | dict(rules.profile.badges if rules.profile else {}) for game, rules in HOSTING.items()}
    return answer([WinnableBadge(game, name, what) for game, named in badges.items() for name, what in named.items()])


@router.get("/house/records", responses=gives(HouseRecord, many=True))
async def list_house_records(request: Request) -> Response:
    """The records of the house."""
    return answer(await context_of(request).store.read(lambda connection: house_records(connection, list(GAMES))))
