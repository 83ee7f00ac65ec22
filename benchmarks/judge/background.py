"""The background judging of the server under load: records from a folder, judged and stored as usual."""

import asyncio
import os
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from sqlalchemy import Connection, insert

from teahouse.core.record import Record
from teahouse.service.engines.judge import JudgeService
from teahouse.service.judging.jobs import FRESH
from teahouse.service.judging.judging import Judging
from teahouse.service.replays import read_record
from teahouse.service.store.schema import judgement_job
from teahouse.web.context import ServerContext


class FinishedDeals:
    """The deals of a folder, judged repeatedly between `begin` and `pause`."""

    def __init__(self, context: ServerContext, folder: Path) -> None:
        """Take every file of the folder as the only deal of a table."""
        self._context = context
        self._files = {file.stem: file for file in folder.iterdir()}
        self._judge = JudgeService(is_background=True)
        self._judging = Judging(context.store, context.timers, self._judge, self._records, "benchmark")
        self._task: asyncio.Task[None] | None = None
        self._times = 0

    def begin(self) -> None:
        """Start or continue judging, as a server does while its engines are free."""
        if self._task is None:
            self._task = asyncio.create_task(self._judge_all())
        self._signal(signal.SIGCONT)

    def pause(self) -> int:
        """Pause the process that judges; return how many deals were judged so far."""
        self._signal(signal.SIGSTOP)
        return self._judging.judged

    def _signal(self, number: signal.Signals) -> None:
        if self._judge.pid is not None:
            os.kill(self._judge.pid, number)

    async def _judge_all(self) -> None:
        while True:
            if not await self._judging.judge_next():
                await self._context.store.write(self._queue)

    def _queue(self, connection: Connection) -> None:
        for table, file in self._files.items():
            row = FRESH | {"table_id": table, "deal": 0, "game": read_record(file.read_bytes())[0].name, "wanted": 0}
            connection.execute(insert(judgement_job), [row])

    async def _records(self, table: str, _deals: Sequence[int]) -> Mapping[int, Record]:
        """A record with new names, because a judge caches the results of records."""
        self._times += 1
        record = read_record(self._files[table].read_bytes())[1]
        names = tuple(f"{name} {self._times}" for name in record.header.names)
        return {0: msgspec.structs.replace(record, header=msgspec.structs.replace(record.header, names=names))}
