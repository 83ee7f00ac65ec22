"""Muting: stored for the person, and at once in force on all their connections."""

from teahouse.web.context import ServerContext


async def mute(context: ServerContext, person: str, other: str, *, on: bool) -> None:
    """Mute or unmute another person for a person, on all their connections."""
    await (context.mutes.add if on else context.mutes.remove)(person, other)
    context.hub.reload_mutes(person)
