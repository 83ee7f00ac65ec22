"""Compiles kernels with numba, and caches the result on disk. Only this module uses the compiler.

A kernel is compiled for the types that its annotations name, together with all kernels that it calls.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager, nullcontext
from functools import cache
from types import FunctionType, NoneType, UnionType
from typing import Any, Final, Union, cast, get_args, get_origin, get_type_hints

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # pyright: ignore[reportMissingTypeStubs]  # it has none
from numba import config, njit, types
from numba.core import codegen, imputils
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic, overload
from numba.np import arrayobj, numpy_support
from numpy.typing import NDArray

from teahouse.kernels.arrays import Rows, dtype_of, element_of, spelled_out
from teahouse.kernels.bits import fetch, highest, largest_match, lowest, ones
from teahouse.kernels.kernel import F, is_hot, is_kernel
from teahouse.kernels.record import KernelRecord

compiler: Final[Any] = njit
settings: Final[Any] = config
numbers: Final[Any] = numpy_support
tuples: Final[Any] = types.BaseTuple
internals: Final[Any] = imputils
library_class: Final[Any] = codegen.JITCodeLibrary
compiler_class: Final[Any] = CompilerBase
steps: Final[Any] = DefaultPassBuilder
arrays: Final[Any] = arrayobj
compiler_lock: Final[Any] = global_compiler_lock
SCALARS: Final[dict[Any, Any]] = {
    int: types.int64,
    float: types.float64,
    np.float32: types.float32,
    bool: types.boolean,
    NoneType: types.void,
}
OPTIONS: Final = {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True}
"""Kernels neither create nor store arrays, so numba need not count references, which saves a locked instruction a
call."""
LATE: Final = {"np": np, "NDArray": NDArray}
"""Names in annotations of kernels whose modules import NumPy for type checking only."""


def compile_kernel(function: F) -> F:
    """The compiled kernel, compiled or loaded from the disk only once. It runs without Python's global lock."""
    return cast("F", _entry(function))


@cache
def _entry(function: Any) -> Any:
    """A kernel that Python calls. The kernels that it calls are not loaded: the code on the disk contains them."""
    settings.reload_config()  # numba may have been imported before its folder was chosen
    if settings.DISABLE_JIT:
        return function
    is_unchecked = is_hot(function)
    with _counted_from_the_beginning() if is_unchecked else nullcontext():
        return compiler(signature_of(function), cache=True, **OPTIONS)(_with_parts(function, is_unchecked))


@contextmanager
def _counted_from_the_beginning() -> Generator[None]:
    """In this context, numba compiles no check for negative indices, which count from the end of an array.

    The check takes a tenth of the time of a hot kernel. Other code is compiled as usual.
    """
    with compiler_lock:
        usual = arrays.fix_integer_index
        arrays.fix_integer_index = _index
        try:
            yield
        finally:
            arrays.fix_integer_index = usual


def _index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """The unchanged index, in the width of an address."""
    return context.cast(builder, index, kind, types.intp)


@cache
def _part(function: Any, is_unchecked: bool) -> Any:
    """A kernel that other kernels call, compiled with the first of them, for the types in its annotations.

    Entries that check for negative indices and those that do not have parts of their own.
    """
    options = {"pipeline_class": PartCompiler, "no_cpython_wrapper": True, "forceinline": is_hot(function)}
    made = compiler(**options, **OPTIONS)(_with_parts(function, is_unchecked))
    template_of = made.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        if not made.overloads and not made.is_compiling:
            made.compile(signature_of(function))
            made.disable_compile()
        return template_of(args, kws)

    made.get_call_template = get_call_template
    return made


def _with_parts(function: Any, is_unchecked: bool) -> FunctionType:
    """A copy of a kernel in which the names of other kernels refer to compiled ones."""
    names = dict(function.__globals__)
    names.pop(function.__name__, None)  # so that a kernel may call itself
    called = [name for name in function.__code__.co_names if is_kernel(names.get(name))]
    names.update((name, _part(names[name], is_unchecked)) for name in called)
    copy = FunctionType(function.__code__, names, function.__name__)
    copy.__qualname__ = function.__qualname__
    return copy


class PartLibrary(library_class):  # type: ignore[misc]  # numba has no types
    """The code of a part. Only the entry that uses it optimises it, with all its other parts, into machine code.

    Numba would do that for every kernel, so that an inner one would be optimised again with each of its callers.
    """

    def finalize(self) -> None:
        """Link in what the part calls, without optimising."""
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True

    @property
    def codegen(self) -> "PartLibrary":
        """The object with `set_env`: the library itself."""
        return self

    def set_env(self, name: str, environment: object) -> None:
        """Do nothing: a part has no address for an environment, and kernels need none."""


class PartCompiler(compiler_class):  # type: ignore[misc]  # numba has no types
    """Numba's usual steps, into a library of a part."""

    def define_pipelines(self) -> list[Any]:
        """Return numba's usual steps, for the library of a part."""
        self.state.library = PartLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return [steps.define_nopython_pipeline(self.state)]


def signature_of(function: Callable[..., Any]) -> Any:
    """The types that a kernel is compiled for, from its annotations."""
    hints = get_type_hints(function, localns=LATE)
    result = type_of(hints.pop("return"))
    return result(*(type_of(hint) for hint in hints.values()))


@cache
def type_of(hint: Any) -> Any:
    """The compiler's type for an annotation."""
    hint = spelled_out(hint)
    if hint in SCALARS:
        return SCALARS[hint]
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return type_of(next(member for member in map(spelled_out, get_args(hint)) if get_origin(member) is np.ndarray))
    if origin is np.ndarray:
        axes = get_args(spelled_out(get_args(hint)[0]))
        count = 1 if Ellipsis in axes else len(axes)
        return types.Array(numbers.from_dtype(np.dtype(element_of(hint))), count, "C")
    if origin is Rows:
        return types.Array(type_of(get_args(hint)[0]), 1, "C")
    if issubclass(hint, KernelRecord):
        return numbers.from_dtype(dtype_of(hint))
    fields = get_type_hints(hint, localns=LATE)
    return tuples.from_types([type_of(field) for field in fields.values()], hint)


def _as_array(context: Any, builder: Any, source: Any, target: Any, array: Any) -> Any:
    """Pass an array in a record to a kernel like any other array; numba has both in the same form."""
    return array


internals.lower_cast(types.NestedArray, types.Array)(_as_array)


def _unary(name: str, finish: Callable[[Any, Any], Any]) -> Any:
    @intrinsic
    def instruction(typing_context: Any, mask: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            flags = () if name == "ctpop" else (ir.Constant(ir.IntType(1), 1),)
            kinds = [ir.IntType(64)] + [ir.IntType(1)] * len(flags)
            call = builder.module.declare_intrinsic(
                f"llvm.{name}", [ir.IntType(64)], ir.FunctionType(ir.IntType(64), kinds)
            )
            return finish(builder, builder.call(call, (*args, *flags)))

        return types.int64(types.int64), build

    return instruction


_ctpop = _unary("ctpop", lambda _builder, count: count)
_cttz = _unary("cttz", lambda _builder, count: count)
_ctlz = _unary("ctlz", lambda builder, count: builder.sub(ir.Constant(ir.IntType(64), 63), count))


@intrinsic
def _prefetch(typing_context: Any, table: Any, index: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        byte = ir.IntType(8).as_pointer()
        place = builder.bitcast(builder.gep(array.data, [args[1]]), byte)
        flag = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])
        call = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        builder.call(call, [place, ir.Constant(flag, 0), ir.Constant(flag, 3), ir.Constant(flag, 1)])
        return context.get_dummy_value()

    return types.void(table, types.int64), build


@intrinsic
def _largest_match(typing_context: Any, table: Any, start: Any, shift: Any, wanted: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        line = ir.VectorType(ir.IntType(64), 8)
        place = builder.bitcast(builder.gep(array.data, [args[1]]), line.as_pointer())
        entries = builder.load(place, align=8)
        shifts, checks = (_eight_times(builder, line, each) for each in args[2:])
        is_same = builder.icmp_unsigned("==", builder.lshr(entries, shifts), checks)
        same = builder.select(is_same, entries, ir.Constant(line, [0] * 8))
        kind = ir.FunctionType(ir.IntType(64), [line])
        return builder.call(builder.module.declare_intrinsic("llvm.vector.reduce.umax.v8i64", (), kind), [same])

    return types.int64(table, types.int64, types.int64, types.int64), build


def _eight_times(builder: Any, line: Any, value: Any) -> Any:
    """A vector of eight times the same number."""
    one = builder.insert_element(ir.Constant(line, [0] * 8), value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(ir.IntType(32), 8), [0] * 8))


@overload(ones)
def _ones(mask: Any) -> Any:
    def instruction(mask: Any) -> Any:
        return _ctpop(mask)

    return instruction


@overload(lowest)
def _lowest(mask: Any) -> Any:
    def instruction(mask: Any) -> Any:
        return _cttz(mask)

    return instruction


@overload(highest)
def _highest(mask: Any) -> Any:
    def instruction(mask: Any) -> Any:
        return _ctlz(mask)

    return instruction


@overload(fetch)
def _fetch(table: Any, index: Any) -> Any:
    instruction_of: Any = _prefetch

    def instruction(table: Any, index: Any) -> Any:
        return instruction_of(table, index)

    return instruction


@overload(largest_match)
def _largest_match_of(table: Any, start: Any, shift: Any, wanted: Any) -> Any:
    instruction_of: Any = _largest_match

    def instruction(table: Any, start: Any, shift: Any, wanted: Any) -> Any:
        return instruction_of(table, start, shift, wanted)

    return instruction
