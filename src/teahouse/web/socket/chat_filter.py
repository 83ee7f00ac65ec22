"""Filters chat messages of a socket: all of them, or those of muted and blocked people."""

from typing import Final

from teahouse.service.people.social.mutes import Mutes


class ChatFilter:
    """Filters the chat of one socket; the list of muted people is read when the first message arrives."""

    def __init__(self, mutes: Mutes, person: str) -> None:
        """Start without muted people."""
        self._mutes: Final = mutes
        self._person: Final = person
        self._muted: frozenset[str] | None = None
        self.is_shut = False

    def reload(self) -> None:
        """Read the person's mute list again."""
        self._muted = None

    async def passes(self, speaker: str) -> bool:
        """May messages of this person be shown?"""
        return not self.is_shut and speaker not in await self._look_up()

    async def _look_up(self) -> frozenset[str]:
        if self._muted is None:
            self._muted = await self._mutes.hidden_from(self._person) if self._person else frozenset()
        return self._muted
