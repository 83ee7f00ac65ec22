"""The prover agrees with brute force, its certificates clear boards, and its refutations hold."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from teahouse.core.errors import InvalidOption
from teahouse.core.seats import Seat
from teahouse.core.tiles import parse_tiles
from teahouse.games.solitaire import (
    LAYOUT_NAMES,
    Shape,
    Solitaire,
    SolitaireRules,
    TakePair,
    deal_layout,
    find_layout,
    parse_layout,
    shape_of,
)
from teahouse.games.solitaire.deals.proof import PLAIN, Proof, ProofKernels, prove
from teahouse.games.solitaire.sets import GROUPS, faces_of
from teahouse.games.solitaire.shape import bits
from teahouse.kernels.solitaire.playout import played
from teahouse.kernels.solitaire.types import UNDECIDED, Puzzle, Search, Workspace
from teahouse.players.solitaire.prover import quick_engine
from tests.games.solitaire.brute_force import is_clearable, pairs, random_faces, random_layout
from tests.shares import shared

TABLE = Path(__file__).parents[2] / "tables" / "solitaire-deals.jsonl"
HARD = [int(number) for number in (TABLE.parent / "solitaire-hard.txt").read_text().split()]
"""The slowest 1 % of the wild Turtle deals `hard 0` to `hard 99999`, by the nodes of a search without cuts."""
KNOWN = [json.loads(line) for line in TABLE.read_text().splitlines()]


def clears(shape: Shape, faces: bytes, proof: Proof) -> bool:
    left = shape.full
    for first, second in proof.certificate or ():
        assert (first, second) in pairs(shape, faces, left)
        left &= ~(1 << first | 1 << second)
    return not left


def holds(shape: Shape, faces: bytes, proof: Proof) -> bool:
    """Given the refuted pairs, can none of the stuck tiles be removed first?"""
    refuted = set(proof.refuted)
    stuck = sum(1 << slot for slot in proof.stuck)
    free = [slot for slot in range(len(faces)) if shape.is_free(slot, stuck)]  # type: ignore[arg-type]  # any number
    partners = (
        (tile, other)
        for tile in free
        if stuck >> tile & 1
        for other in free
        if other != tile and GROUPS[faces[other]] == GROUPS[faces[tile]]
    )
    return bool(stuck) and all((min(two), max(two)) in refuted for two in partners)


def agrees(engine: ProofKernels, seed: int) -> bool:
    chance = random.Random(seed)
    tiles = 2 * chance.randint(1, 8)
    shape = shape_of(random_layout(chance, tiles))
    faces = random_faces(chance, tiles, chance.choice([(2,), (4,), (2, 4), (2, 4, 6, 8), (6,), (8,)]))
    proof = prove(shape, faces, engine=engine)
    assert proof.clearable is is_clearable(shape, faces), (shape.layout.places, faces)
    assert not proof.clearable or clears(shape, faces, proof)
    assert proof.clearable or holds(shape, faces, proof)
    return bool(proof.clearable)


@pytest.mark.parametrize("part", shared(range(12), 1))
def test_the_prover_agrees_with_brute_force_on_thousands_of_small_boards(part: int) -> None:
    found = [agrees(quick_engine(), seed) for seed in range(250 * part, 250 * part + 250)]
    assert 25 < sum(found) < 225


def test_the_uncompiled_prover_agrees_with_brute_force() -> None:
    assert len({agrees(PLAIN, seed) for seed in range(100)}) == 2


def one_play(puzzle: Puzzle, search: Search, workspace: Workspace, _budget: int) -> int:
    """Give every tile a partner at random, without deciding anything."""
    played(puzzle, search.facts.may, workspace, search.counters)
    return UNDECIDED


def by_cuts(engine: ProofKernels) -> ProofKernels:
    """A prover that uses only cuts."""
    return engine._replace(prove=one_play)


@pytest.mark.parametrize("part", shared(range(24), 1))
def test_cuts_alone_agree_with_brute_force(part: int) -> None:
    found = [agrees(by_cuts(quick_engine()), seed) for seed in range(250 * part, 250 * part + 250)]
    assert 25 < sum(found) < 225


def test_uncompiled_cuts_agree_with_brute_force() -> None:
    assert len({agrees(by_cuts(PLAIN), seed) for seed in range(80)}) == 2


def is_decided(number: int) -> bool:
    shape = shape_of(find_layout("turtle"))
    faces = faces_of(parse_tiles(deal_layout(shape.layout, "wild", b"hard %d" % number).tiles))
    proof = prove(shape, faces, engine=quick_engine())
    return clears(shape, faces, proof) if proof.clearable else holds(shape, faces, proof)


def test_hard_deals_are_decided() -> None:
    assert all(is_decided(number) for number in HARD[::90])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_every_hard_deal_is_decided(part: int) -> None:
    assert all(is_decided(number) for number in HARD[part::20])


def test_large_groups_find_room_for_their_clauses() -> None:
    shape = shape_of(parse_layout("z0 y0/2/4/6: 0-98"))
    faces = bytes(random.Random(1).sample([0] * 100 + [1] * 100, 200))
    proof = prove(shape, faces, budget=1000, engine=by_cuts(quick_engine()))
    assert proof.clearable is None or clears(shape, faces, proof) or holds(shape, faces, proof)


def test_cuts_decide_the_same_compiled_and_plain() -> None:
    shape = shape_of(find_layout("turtle"))
    faces = faces_of(parse_tiles(deal_layout(shape.layout, "wild", b"hard %d" % 43629).tiles))
    plain, quick = (prove(shape, faces, engine=by_cuts(each)) for each in (PLAIN, quick_engine()))
    assert plain == quick
    assert plain.clearable is False


def refuted_pairs_cannot_be_partners(seed: int) -> int:
    """Check by brute force that no order clears the board with the two tiles of a refuted pair as partners."""
    chance = random.Random(seed)
    shape = shape_of(random_layout(chance, 12))
    faces = random_faces(chance, 12, (4, 6))
    proof = prove(shape, faces, engine=quick_engine())
    for first, second in proof.refuted:
        apart = bytearray(faces)
        apart[first] = apart[second] = next(face for face in range(34) if face not in faces)
        assert not is_clearable(shape, bytes(apart))
    return len(proof.refuted)


@pytest.mark.parametrize("part", shared(range(6), 1))
def test_the_reasons_of_a_refutation_are_true_by_brute_force(part: int) -> None:
    assert sum(refuted_pairs_cannot_be_partners(seed) for seed in range(250 * part, 250 * part + 250)) > 2


@pytest.mark.parametrize("deal", KNOWN, ids=[f"line-{number}" for number in range(1, len(KNOWN) + 1)])
def test_known_deals_are_decided_rightly(deal: dict[str, Any]) -> None:
    shape, faces = shape_of(find_layout(deal["layout"])), faces_of(parse_tiles(deal["tiles"]))
    proof = prove(shape, faces, engine=quick_engine())
    assert proof.clearable is deal["clearable"]
    assert clears(shape, faces, proof) if proof.clearable else holds(shape, faces, proof)


@pytest.mark.parametrize("layout", LAYOUT_NAMES)
def test_compiled_and_plain_give_the_same_proof(layout: str) -> None:
    shape = shape_of(find_layout(layout))
    for number in range(2):
        faces = faces_of(parse_tiles(deal_layout(shape.layout, "wild", b"both %d" % number).tiles))
        assert prove(shape, faces, budget=1500) == prove(shape, faces, budget=1500, engine=quick_engine())


@pytest.mark.parametrize("layout", LAYOUT_NAMES)
def test_a_gentle_deal_is_never_called_dead(layout: str) -> None:
    shape = shape_of(find_layout(layout))
    for number in range(4):
        faces = faces_of(parse_tiles(deal_layout(shape.layout, "gentle", b"alive %d" % number).tiles))
        proof = prove(shape, faces, budget=20_000, engine=quick_engine())
        assert proof.clearable is not False
        assert not proof.clearable or clears(shape, faces, proof)


def test_a_position_in_the_middle_is_decided_by_the_tiles_left() -> None:
    game = Solitaire(SolitaireRules(layout="turtle", level="gentle", uses=0))
    state = game.deal(b"middle")
    assert state.deal.certificate is not None
    for number, (first, second) in enumerate(state.deal.certificate):
        board = state.boards[0]
        if number % 9 == 0:
            proof = prove(game.shape, board.faces, board.left, engine=quick_engine())
            assert proof.clearable
            assert sorted(slot for pair in proof.certificate or () for slot in pair) == list(bits(board.left))
        state, _ = game.apply(state, Seat(0), TakePair(first, second))
    assert prove(game.shape, state.boards[0].faces, 0) == Proof(True, 0, ())


def test_a_search_that_runs_out_of_budget_gives_no_answer() -> None:
    shape = shape_of(find_layout("turtle"))
    faces = faces_of(parse_tiles(KNOWN[-1]["tiles"]))
    for budget in (1, 2, 10, 100, 300):
        proof = prove(shape, faces, budget=budget, engine=quick_engine())
        assert proof.clearable is None
        assert proof.nodes <= budget + 10


def test_an_empty_budget_is_refused() -> None:
    with pytest.raises(InvalidOption, match="expected a budget of at least 1 node, got 0"):
        prove(shape_of(parse_layout("z0 y0: 0-2")), b"\1\1", budget=0)


def test_dealing_and_proving_plain_load_no_compiler() -> None:
    code = (
        "import sys; from teahouse.games.solitaire import Solitaire; Solitaire().deal(b'tea'); "
        "assert not {'numba', 'numpy', 'llvmlite'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
