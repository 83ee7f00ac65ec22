"""Accounts for tests."""

from teahouse.service.people.people import People, Welcome


async def sign_up(people: People, name: str, password: str, agent: str = "") -> Welcome:
    """Start as a guest, and open an account."""
    guest = await people.welcome_guest(agent)
    return await people.open_account(guest.person.id, name, password, agent)
