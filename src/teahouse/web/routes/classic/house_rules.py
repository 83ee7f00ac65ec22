"""House rules: check changed rules, save them, share them by their address, and read and write them as files."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from teahouse.games.classic.rulesets.house_rules import LONGEST_FILE
from teahouse.service.errors import refused
from teahouse.service.hosting.classic.saved_rules import (
    CheckedRules,
    HouseRules,
    HouseRulesTitle,
    NewHouseRules,
    ReadRules,
    RulesRequest,
    checked,
    read,
)
from teahouse.web.answers import answer, body_of, bytes_of, nothing
from teahouse.web.auth import context_of, signed_in, signed_in_or_guest, visitor, visitor_id
from teahouse.web.middleware.guard import address_of
from teahouse.web.routes.classic.saved import saved_by_people
from teahouse.web.routes.parameters import RowId
from teahouse.web.schemas import PROBLEMS, Answers, gives, takes

router = APIRouter(tags=["house rules"])

TOML = "application/toml"
FILE: Answers = {**PROBLEMS, 200: {"description": "A ruleset.", "content": {TOML: {"schema": {"type": "string"}}}}}
FILE_SENT = {"requestBody": {"required": True, "content": {TOML: {"schema": {"type": "string"}}}}}


@router.post("/rulesets/check", responses=gives(CheckedRules), openapi_extra=takes(RulesRequest))
async def check_rules(request: Request) -> Response:
    """Check changed rules, option by option; nothing is saved."""
    return answer(checked(await body_of(request, RulesRequest)))


@router.post("/rulesets/file", responses=gives(ReadRules), openapi_extra=FILE_SENT)
async def read_file(request: Request) -> Response:
    """The rules of a file in TOML: the nearest ruleset of the house, and what is changed in it; nothing is saved."""
    data = await bytes_of(request, 4 * LONGEST_FILE)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise refused("rules/invalid", f"expected UTF-8, got something else at byte {error.start + 1}") from None
    return answer(read(text))


@router.get("/me/rulesets", responses=gives(HouseRulesTitle, many=True))
async def list_rules(request: Request) -> Response:
    """The house rules that you saved, those changed last first; none without a session."""
    who = await visitor(request)
    return answer([] if who is None else await saved_by_people(request).rules.of(who.person.id))


@router.post("/rulesets", status_code=201, responses=gives(HouseRules, status=201), openapi_extra=takes(NewHouseRules))
async def keep_rules(request: Request) -> Response:
    """Save house rules. Only you can see them until you share them."""
    body = await body_of(request, NewHouseRules)
    context, who = context_of(request), await signed_in_or_guest(request)
    context.limits.tables.check(who.person.id)
    context.limits.tables_from.check(address_of(request.scope))
    return answer(await saved_by_people(request).rules.save(who.person.id, body), 201)


@router.get("/rulesets/{rules}", responses=gives(HouseRules))
async def read_rules(request: Request, rules: RowId) -> Response:
    """House rules: your own, or some that are shared."""
    return answer(await saved_by_people(request).rules.read(rules, await visitor_id(request)))


@router.put("/rulesets/{rules}", responses=gives(HouseRules), openapi_extra=takes(NewHouseRules))
async def change_rules(request: Request, rules: RowId) -> Response:
    """Change your house rules, or share them; tables that were opened with them stay as they are."""
    body = await body_of(request, NewHouseRules)
    return answer(await saved_by_people(request).rules.change(rules, (await signed_in(request)).person.id, body))


@router.delete("/rulesets/{rules}", status_code=204, responses=PROBLEMS)
async def drop_rules(request: Request, rules: RowId) -> Response:
    """Delete your house rules; their address stops working."""
    await saved_by_people(request).rules.delete(rules, (await signed_in(request)).person.id)
    return nothing()


@router.get("/rulesets/{rules}/file", responses=FILE)
async def write_file(request: Request, rules: RowId) -> Response:
    """House rules as a file, for `--ruleset` on the command line or another house."""
    text = await saved_by_people(request).rules.file(rules, await visitor_id(request))
    headers = {"content-disposition": f'attachment; filename="rules-{rules}.toml"'}
    return Response(text, media_type=TOML, headers=headers)
