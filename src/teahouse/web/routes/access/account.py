"""Your account: opening one, its password, its recovery code, its passkeys, and its mail address."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.errors import refused
from teahouse.service.people.access.challenges import STAY_MS
from teahouse.service.people.access.passkeys import Passkey
from teahouse.service.people.people import SignedIn
from teahouse.web.answers import answer, body_of, nothing
from teahouse.web.auth import agent_of, context_of, set_cookie, sign_in, signed_in, signed_in_or_guest
from teahouse.web.bodies.access import (
    AccountInfo,
    Confirmation,
    Credentials,
    LinkSecret,
    MeWithRecoveryCode,
    NewAddress,
    NewPasskey,
    NewPassword,
    PasskeyName,
    PasskeyOptions,
    RecoveryCode,
)
from teahouse.web.bodies.people import Me
from teahouse.web.middleware.guard import address_of
from teahouse.web.routes.access.signing_in import TICKET_COOKIE, me_of, site_of, take_ticket, with_recovery_code
from teahouse.web.routes.parameters import RowId
from teahouse.web.schemas import gives, gives_nothing, takes

router = APIRouter(tags=["account"])


@router.post("/account", responses=gives(MeWithRecoveryCode), openapi_extra=takes(Credentials))
async def open_account(request: Request) -> Response:
    """Turn the guest into an account with a password; tables, records and coins are kept."""
    context = context_of(request)
    body = await body_of(request, Credentials)
    context.limits.sign_ins.check(address_of(request.scope))
    guest = await signed_in_or_guest(request)
    welcome = await context.people.open_account(guest.person.id, body.name, body.password, agent_of(request))
    context.house.note_name(welcome.person.id, welcome.person.name)
    code = await context.recovery.make(welcome.person.id)
    return answer(with_recovery_code(await me_of(request, await sign_in(request, welcome)), code))


@router.get("/account", responses=gives(AccountInfo))
async def read_account(request: Request) -> Response:
    """Your account and the ways into it."""
    who, context = await _owner(request), context_of(request)
    account = AccountInfo(
        who.person.created,
        await context.recovery.created_at(who.person.id),
        await context.passkeys.of(who.person.id),
        context.addresses.has_mail,
        await context.addresses.of(who.person.id),
    )
    return answer(account)


@router.post("/account/password", responses=gives(Me), openapi_extra=takes(NewPassword))
async def change_password(request: Request) -> Response:
    """Change your password; you are signed out everywhere else, and the tokens of your bots end."""
    who, context = await _owner(request), context_of(request)
    body = await body_of(request, NewPassword)
    context.limits.sign_ins.check(address_of(request.scope))
    with context.limits.guesses.guessing(f"session {who.session.id}"):
        welcome = await context.people.change_password(who.person.id, body.old, body.new, agent_of(request))
    return answer(await me_of(request, await sign_in(request, welcome)))


@router.post("/account/recovery", responses=gives(RecoveryCode), openapi_extra=takes(Confirmation))
async def make_recovery_code(request: Request) -> Response:
    """Create a new recovery code, which is shown once; the one before stops working."""
    body = await body_of(request, Confirmation)
    who = await _confirmed(request, body.password)
    return answer(RecoveryCode(await context_of(request).recovery.make(who.person.id)))


@router.post("/account/passkeys/options", responses=gives(PasskeyOptions), openapi_extra=takes(Confirmation))
async def offer_new_passkey(request: Request) -> Response:
    """Get the options with which your browser creates a passkey."""
    site = site_of(request)
    body = await body_of(request, Confirmation)
    who = await _confirmed(request, body.password)
    offer = await context_of(request).passkeys.offer_new(who.person, site)
    set_cookie(request, TICKET_COOKIE, offer.ticket, STAY_MS // 1000)
    return answer(PasskeyOptions(offer.options))


@router.post(
    "/account/passkeys", status_code=201, responses=gives(Passkey, status=201), openapi_extra=takes(NewPasskey)
)
async def add_passkey(request: Request) -> Response:
    """Store a passkey that your browser has created."""
    site = site_of(request)
    body = await body_of(request, NewPasskey)
    who = await _owner(request)
    ticket = take_ticket(request)
    return answer(await context_of(request).passkeys.add(who.person, site, ticket, body.credential, body.name), 201)


@router.patch(
    "/account/passkeys/{passkey}", status_code=204, responses=gives_nothing(), openapi_extra=takes(PasskeyName)
)
async def rename_passkey(request: Request, passkey: RowId) -> Response:
    """Give a passkey another name."""
    body = await body_of(request, PasskeyName)
    await context_of(request).passkeys.rename((await _owner(request)).person.id, passkey, body.name)
    return nothing()


@router.delete("/account/passkeys/{passkey}", status_code=204, responses=gives_nothing())
async def remove_passkey(request: Request, passkey: RowId) -> Response:
    """Remove a passkey: it no longer opens your account."""
    await context_of(request).passkeys.remove((await _owner(request)).person.id, passkey)
    return nothing()


@router.put("/account/address", status_code=204, responses=gives_nothing(), openapi_extra=takes(NewAddress))
async def change_address(request: Request) -> Response:
    """Change your mail address; a letter with a link goes there, which confirms it."""
    context = context_of(request)
    body = await body_of(request, NewAddress)
    who = await _confirmed(request, body.password)
    for name in (f"of {who.person.id}", f"to {body.address.strip().lower()}"):
        context.limits.letters.check(name)
    await context.addresses.change(who.person, body.address, body.lang)
    return nothing()


@router.delete("/account/address", status_code=204, responses=gives_nothing())
async def remove_address(request: Request) -> Response:
    """Remove your mail address."""
    await context_of(request).addresses.remove((await _owner(request)).person.id)
    return nothing()


@router.post("/account/address/confirm", status_code=204, responses=gives_nothing(), openapi_extra=takes(LinkSecret))
async def confirm_address(request: Request) -> Response:
    """Confirm the mail address to which a link was sent; the link is enough, no session is needed."""
    context = context_of(request)
    body = await body_of(request, LinkSecret)
    context.limits.sign_ins.check(address_of(request.scope))
    await context.addresses.confirm(body.token)
    return nothing()


async def _owner(request: Request) -> SignedIn:
    who = await signed_in(request)
    if who.person.guest:
        raise refused("person/guest")
    return who


async def _confirmed(request: Request, password: str | None) -> SignedIn:
    """The owner of the account, who has signed in a moment ago or gives the password."""
    who, context = await _owner(request), context_of(request)
    context.limits.sign_ins.check(address_of(request.scope))
    with context.limits.guesses.guessing(f"session {who.session.id}"):
        await context.people.confirm(who, password)
    return who
