"""Parameters that several routes take: the ids in their paths, and the games and invite codes in their queries."""

from typing import Annotated

from fastapi import Path, Query

RowId = Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")]
"""The id of anything that the database holds."""
TableId = RowId
PersonId = RowId
Invite = Annotated[str, Query(max_length=40)]
GameQuery = Annotated[str, Query(max_length=32)]
