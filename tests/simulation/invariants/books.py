"""Coins: postings sum to zero, nobody is below zero, a pot holds its match's stakes, and leaving saves no stake."""

from typing import Final

from teahouse.service.people.coins import person_account, pot_account
from teahouse.service.tables import events as ev
from teahouse.service.tables.events import DECODER
from teahouse.service.tables.table import Table
from tests.simulation.world import World

LAST_ENTRY: Final = "SELECT coalesce(max(id), 0) FROM entry"
UNEVEN: Final = "SELECT entry FROM posting GROUP BY entry HAVING sum(coins) != 0"
WRONG: Final = (
    "SELECT account FROM balance LEFT JOIN posting USING (account) "
    "GROUP BY account HAVING balance.coins != coalesce(sum(posting.coins), 0)"
)
POOR: Final = "SELECT account FROM balance WHERE coins < 0 AND account != 'house'"
HELD: Final = "SELECT coins FROM balance WHERE account = ?"
AFTER: Final = "SELECT body FROM event WHERE table_id = ? AND seq > ? ORDER BY seq"
PAID: Final = "SELECT account FROM posting JOIN entry ON entry.id = posting.entry WHERE cause = ? AND coins > 0"


def check(world: World) -> None:
    """Check the accounts with new postings, and the pots of tables that have changed."""
    ask = world.store.raw.execute
    last = world.store.number(LAST_ENTRY)
    if last != world.booked:
        world.booked = last
        for text, query in (("an entry does not sum to zero", UNEVEN), ("a balance is not the sum of it", WRONG)):
            if ask(query).fetchone():
                world.fault("books", "", text)
        if (poor := ask(POOR).fetchone()) is not None:
            world.fault("books", "", f"a {poor[0].partition(':')[0]} is below zero")
    for letter in sorted(world.written):
        _check_pot(world, letter)


def _check_pot(world: World, letter: str) -> None:
    table = world.witnesses[letter].table
    assert table is not None
    if table.opened.stake and not table.opened.clock.is_timed:
        world.fault("stakes", letter, "a stake is played for without a clock")
    row = world.store.raw.execute(HELD, (pot_account(table.id),)).fetchone()
    held, due = row[0] if row else 0, pot_due(table)
    if held != due:
        more = "more" if held > due else "less"
        world.fault("pots", letter, f"a pot holds {more} than the stakes of its match, status {table.status}")


def pot_due(table: Table) -> int:
    """The coins that a table's pot must hold: everybody's stake from the first deal of a match to its end."""
    has_begun = table.status == "playing" or bool(table.match.results)
    is_over = table.setup is None or table.status in ("open", "over")
    return table.opened.stake * len(table.persons) if has_begun and not is_over else 0


def check_escape(world: World, letter: str) -> None:
    """When a match for a pot breaks off, a person who left gets no share while somebody who was ready stays."""
    table, ask = world.witnesses[letter].table, world.store.raw.execute
    assert table is not None
    leavers: list[str] = []
    for (body,) in ask(AFTER, (table.id, table.last.seq + 1)):
        if not isinstance(left := DECODER.decode(body), ev.Left):
            break
        leavers += [holder.person for holder in (table.holders[left.seat],) if holder and holder.person]
    held = ((holder, seat in table.shares) for seat, holder in enumerate(table.holders) if holder is not None)
    waiting = [one.person for one, is_ready in held if is_ready and one.person and one.stand_in is None]
    paid = {account for (account,) in ask(PAID, (f"broken off {table.id} {table.last.seq}",))}
    if set(waiting) - set(leavers) and paid & set(map(person_account, leavers)):
        world.fault("stakes", letter, "somebody left a match and has a share of the pot of one who was ready")
