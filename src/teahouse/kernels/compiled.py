"""How the house compiles a hot loop, and the four machine instructions that Python has no word for.

Under `NUMBA_DISABLE_JIT=1` everything here is plain Python: the compiled code and its specification are one source.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from llvmlite import ir  # type: ignore[import-untyped]  # pyright: ignore[reportMissingTypeStubs]  # it has none
from numba import njit, types
from numba.extending import intrinsic, overload

F = TypeVar("F", bound=Callable[..., Any])


def compiled(signature: str) -> Callable[[F], F]:
    """Compile a function for these types at once, without the interpreter's lock, and keep the result on disk.

    No array is made or kept by a kernel, so none needs to be counted: that saves a locked instruction at every call.
    """
    compiler: Any = njit
    decorate: Callable[[F], F] = compiler(signature, nogil=True, cache=True, _nrt=False)
    return decorate


def ones(mask: int) -> int:
    """How many bits are set in a mask of at most 63 bits."""
    return int(mask).bit_count()


def lowest(mask: int) -> int:
    """The number of the lowest set bit of a mask that is not 0."""
    return (int(mask) & -int(mask)).bit_length() - 1


def highest(mask: int) -> int:
    """The number of the highest set bit of a mask that is not 0."""
    return int(mask).bit_length() - 1


def fetch(table: Any, index: int) -> None:
    """Ask for the cache line that holds `table[index]`, which will be read soon."""


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
