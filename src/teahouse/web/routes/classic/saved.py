"""The house rules and scorebooks of a server, for the routes."""

from starlette.requests import Request

from teahouse.service.hosting.classic.saved import SavedForClassic
from teahouse.web.auth import context_of


def saved_by_people(request: Request) -> SavedForClassic:
    """What people have saved for Classic."""
    saved = context_of(request).saved["classic"]
    assert isinstance(saved, SavedForClassic)
    return saved
