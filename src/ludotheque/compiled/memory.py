"""How compiled code gets at memory faster than Numba does by itself. Nothing about games lives here.

Three functions for compiled code: `borrow`, `copy_field` and `fetch_ahead`.
"""

from math import prod
from typing import Any

import numba
from llvmlite import ir  # type: ignore[import-untyped] # it has no types, nor has much of Numba
from numba import njit, types
from numba.core.cgutils import raw_memcpy
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

CACHE_LINE = 64
"""How many bytes a processor fetches at a time."""


def _point_to(context: Any, builder: Any, kind: Any, array: Any, first: Any) -> Any:
    """Give the address of an element of an array, or of what was borrowed from one."""
    if isinstance(kind, types.Array):
        array = make_array(kind)(context, builder, array).data  # type: ignore[no-untyped-call]
    return builder.gep(array, [first])


def _borrow(_typing: Any, array: Any, first: Any) -> Any:
    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _point_to(context, builder, array, *arguments)

    return types.CPointer(array.dtype)(array, first), build  # type: ignore[no-untyped-call]


borrow: Any = njit(lambda array, first: array[first:]) if numba.config.BOUNDSCHECK else intrinsic(_borrow)  # type: ignore[attr-defined]
"""borrow(array, first): point into an array of one dimension that lies in one piece and lives longer.

It is used like the rest of the array, only faster: Numba neither counts references to it, which takes a locked
instruction each time, nor asks whether an index counts from the end. Where indices are to be checked, it is that rest.
"""


def _copy_field(_typing: Any, out: Any, at: Any, field: Any) -> Any:
    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        target = _point_to(context, builder, out, arguments[0], arguments[1])
        source = _point_to(context, builder, field, arguments[2], ir.IntType(64)(0))
        raw_memcpy(builder, target, source, ir.IntType(64)(prod(field.shape)), 1)  # type: ignore[no-untyped-call]
        return context.get_dummy_value()

    return types.none(out, at, field), build


copy_field: Any = intrinsic(_copy_field)
"""copy_field(out, at, field): write a field of a packed game that is an array of bytes, from out[at] on.

In one piece. A loop goes byte by byte: for all that the compiler knows, they could overlap.
"""


def _fetch_ahead(_typing: Any, array: Any, first: Any, count: Any) -> Any:
    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        shape = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], shape)
        to_write, to_keep, is_data = number(1), number(3), number(1)
        begin = builder.bitcast(_point_to(context, builder, array, arguments[0], arguments[1]), byte)
        size = context.get_abi_sizeof(context.get_data_type(array.dtype)) * count.literal_value
        # It need not begin where a line does, so there may be one line more: the one of its last byte.
        for offset in range(0, size + CACHE_LINE - 1, CACHE_LINE):
            line = builder.gep(begin, [number(min(offset, size - 1))])
            builder.call(prefetch, [line, to_write, to_keep, is_data])
        return context.get_dummy_value()

    return types.none(array, first, count), build


fetch_ahead: Any = intrinsic(prefer_literal=True)(_fetch_ahead)
"""fetch_ahead(array, first, count): ask for elements that will be written to soon; `count` must be a constant.

Where many games do not fit into the cache, the processor would otherwise wait for each of them.
"""
