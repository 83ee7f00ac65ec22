"""Annotations of kernels mean the same types on every Python and NumPy, and kernels compile alike in any order."""

from typing import Any, Final, TypeVar

import numpy as np
import pytest
import typing_extensions

from teahouse.kernels.arrays import Ints, element_of
from teahouse.kernels.compiler import type_of
from teahouse.kernels.kernel import hot, kernel
from teahouse.players.compiling import compiled

ARRAYS: Final[Any] = np.ndarray
NUMBERS: Final[Any] = np.dtype
Number = TypeVar("Number", bound=np.generic)
MADE: Final[Any] = typing_extensions.TypeAliasType  # NumPy defines its own like this from Python 3.12 on
ANY_SHAPE: Final = MADE("ANY_SHAPE", tuple[Any, ...])
ALIASED: Final = MADE("ALIASED", ARRAYS[ANY_SHAPE, NUMBERS[Number]], type_params=(Number,))


@pytest.mark.parametrize("number", [np.int64, np.float64, np.uint8], ids=lambda number: str(number.__name__))
def test_an_array_type_that_is_an_alias_means_the_array(number: type[np.generic]) -> None:
    assert element_of(ALIASED[number]) is number
    assert type_of(ALIASED[number]).ndim == 1


def test_the_usual_array_of_numbers_has_one_axis() -> None:
    assert element_of(Ints) is np.int64
    assert type_of(Ints) == type_of(ALIASED[np.int64])


@kernel
def number_at(numbers: Ints, place: int) -> int:
    return int(numbers[place])


@kernel
def look_up(numbers: Ints, place: int) -> int:
    return number_at(numbers, place)


@hot
def look_up_quickly(numbers: Ints, place: int) -> int:
    return number_at(numbers, place)


def test_a_part_checks_for_negative_indices_as_its_entry_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "0")
    numbers = np.array([5, 6, 7])
    checked, unchecked = compiled(look_up), compiled(look_up_quickly)
    assert checked(numbers[1:], -1) == 7  # the last one
    assert unchecked(numbers[1:], -1) == 5  # the one before
