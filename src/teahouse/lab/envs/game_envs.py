"""What a game's folder of environments exports: one `GameEnvs`."""

import msgspec


class GameEnvs(msgspec.Struct, frozen=True, kw_only=True):
    """What the lab has for one game, written as `module:name`, so that nothing is imported before it is used.

    pettingzoo: makes the environment for several learners. gymnasium: the environment for one learner. openspiel: the
    `SpielKind` with which the game is registered in OpenSpiel. survey: the `DealSurvey` of its played deals.
    uci_position: writes a view in one line, for programs with the UCI protocol of chess engines. is_duel: is a game won
    or lost rather than scored? has_own_boards: does every seat play on a board of its own, so that no seat changes what
    another can do?
    """

    pettingzoo: str | None = None
    gymnasium: str | None = None
    openspiel: str | None = None
    survey: str | None = None
    uci_position: str | None = None
    is_duel: bool = False
    has_own_boards: bool = False

    @property
    def dialects(self) -> tuple[str, ...]:
        """The protocols in which external programs may play it."""
        return ("exec",) if self.uci_position is None else ("exec", "uci")
