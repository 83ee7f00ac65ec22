"""What the kernels of Solitaire work on: tuples of arrays, named here in their order.

Puzzle: `first` and `near`, `weights` (the links of tile t are those from first[t] to first[t + 1]: which tile it blocks
and by what weight); `blockers` (every tile's, as one number); `group`; `begins` and `member` (the tiles of group g are
those from begins[g] to begins[g + 1]); `row` and `place` (what is known of the tiles s and t of one group stands in
entry row[s] + place[t]). A tile that is in no group and blocked for good is not there: what scores passes over it.
Facts: `may` (1 while two tiles may be partners), `why` (the decisions it rests on when they may not), `trail` (the
entries struck out, in their order).
Desk: `partner` (tried now, or -1), `mates` (everybody's partner), `left` (the blockers left), `status`, `queue` (the
tiles in the order they came free), `pair` (two tiles handed back).
Stack: `marks` (the length of the trail before each decision), `tiles` and `others` (who was paired), `heat` (how often
a group was in a conflict).
Sheet: `values` and `keys` of the tiles, `left`, `status` (1 while free), `queue`, `first` and `second` (the free tiles
of each group with the highest keys), `line` (the tiles in the order they went), `best_keys`.
"""

from typing import Final

from teahouse.kernels.plain import arrays

PUZZLE: Final = arrays(9)
FACTS: Final = arrays(3)
DESK: Final = arrays(6)
STACK: Final = arrays(4)
SHEET: Final = arrays(9)
