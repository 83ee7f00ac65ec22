"""The summary of a backup, as `backup` and `restore` print it."""

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from teahouse.service.store.backup_file import BackupSummary


def print_summary(what: str, summary: "BackupSummary", *, as_json: bool) -> None:
    """Print the summary of a backup."""
    if as_json:
        print(
            json.dumps({"schema": summary.schema, "made": summary.made, "rows": summary.rows, "sha256": summary.sha256})
        )
    else:
        people, events = summary.rows.get("person", 0), summary.rows.get("event", 0)
        print(f"{what}: {sum(summary.rows.values())} rows ({people} people, {events} events), schema {summary.schema}")
