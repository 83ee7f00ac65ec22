"""The types that kernels work on: arrays, records with named fields, and rows of records.

A record is a class that lists its fields: `int`, `float`, or an array with its shape, `Annotated[Ints, (4, 34)]`, also
of records, `Annotated[Rows[RuleNumbers], 63]`. In memory it is one NumPy record, which kernels read and write by field
name. Sets of arrays that differ in size are named tuples instead.
"""

from functools import cache
from typing import (
    Annotated,
    Any,
    Final,
    Protocol,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

import numpy as np
from numpy.typing import NDArray

from teahouse.kernels.record import KernelRecord

Ints: TypeAlias = NDArray[np.int64]
Reals: TypeAlias = NDArray[np.float64]
SmallInts: TypeAlias = NDArray[np.int8]
Bytes: TypeAlias = NDArray[np.uint8]
Shorts: TypeAlias = NDArray[np.int32]
Flags: TypeAlias = NDArray[np.bool_]
IntRows: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int64]]
"""Tables with two axes: rows and columns."""
SmallIntRows: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int8]]
ShortRows: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int32]]
Short: TypeAlias = Annotated[int, np.int32]
"""A field of a record that is stored in 32 bits."""
RealRows: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.float64]]
ByteRows: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
FlagRows: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.bool_]]
Planes: TypeAlias = np.ndarray[tuple[int, int, int, int], np.dtype[np.float32]]

SCALARS: Final = {int: np.int64, float: np.float64}


R = TypeVar("R", bound=KernelRecord)


class Rows(Protocol[R]):
    """An array of records."""

    def __len__(self) -> int:
        """How many records there are."""
        ...

    @overload
    def __getitem__(self, place: int) -> R: ...
    @overload
    def __getitem__(self, place: slice) -> "Rows[R]": ...
    def __setitem__(self, place: int, record: R) -> None:
        """Write a copy of a record over another."""
        ...


def new_record(kind: type[R]) -> R:
    """A record of zeros."""
    return cast("R", np.zeros(1, dtype_of(cast("Any", kind)))[0])


def new_rows(kind: type[R], count: int) -> Rows[R]:
    """An array of this many records of zeros."""
    return cast("Rows[R]", np.zeros(count, dtype_of(cast("Any", kind))))


def copy_of(record: R) -> R:
    """A record with the same numbers."""
    made = np.zeros(1, cast("Any", record).dtype)
    made[0] = cast("Any", record)
    return cast("R", made[0])


@cache
def dtype_of(kind: type[KernelRecord]) -> np.dtype[np.record]:
    """The memory layout of a record: its fields in order, those of its bases first."""
    hints = get_type_hints(kind, include_extras=True)
    assert not any(hasattr(np.record, name) for name in hints), "a field must not hide a method of NumPy's records"
    fields = [(name, *_field(hint)) for name, hint in hints.items()]
    return cast("np.dtype[np.record]", np.dtype((np.record, np.dtype(fields, align=True))))


def _field(hint: Any) -> tuple[Any, ...]:
    """The type and the shape of a field."""
    if hint in SCALARS:
        return (SCALARS[hint],)
    kind, detail = get_args(hint)
    if kind is int:
        return (detail,)
    return (dtype_of(get_args(kind)[0]) if get_origin(kind) is Rows else element_of(kind), detail)


def element_of(array: Any) -> Any:
    """The type of an array's elements."""
    return get_args(get_args(spelled_out(array))[1])[0]


def spelled_out(hint: Any) -> Any:
    """An annotation without short names: from Python 3.12 on, NumPy's aliases have values."""
    if hasattr(hint, "__value__") and not get_args(hint):
        return hint.__value__
    value = getattr(get_origin(hint), "__value__", None)
    return hint if value is None else value[get_args(hint)]
