"""What the commands for backups share."""

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from teahouse.service.store.backup_file import BackupSummary


def tell(what: str, made: "BackupSummary", *, as_json: bool) -> None:
    """Print the summary of a backup."""
    if as_json:
        print(json.dumps({"schema": made.schema, "made": made.made, "rows": made.rows, "sha256": made.sha256}))
    else:
        people, events = made.rows.get("person", 0), made.rows.get("event", 0)
        print(f"{what}: {sum(made.rows.values())} rows ({people} people, {events} events), schema {made.schema}")
