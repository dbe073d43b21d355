"""Faster memory access for compiled code than Numba offers by itself. Nothing here is about games.

Pointers and room: `borrow`, `claim`, `claim_short`, `claim_words`, `claim_bytes`; many numbers at once: `compare`,
`add_to_row`, `rank_row`, `load_word`, `split_word`, `store_word`; and `copy_field`, `fetch_ahead`.
"""

from math import prod
from typing import Any

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped] # it has no types, nor has much of Numba
from numba import njit, types
from numba.core.cgutils import alloca_once, raw_memcpy
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

CACHE_LINE = 64
"""Bytes."""

IS_CHECKED: bool = numba.config.BOUNDSCHECK  # type: ignore[attr-defined] # made when Numba is imported
"""Whether array bounds are checked: then all of this is written with arrays, which can be."""


def point_to(context: Any, builder: Any, kind: Any, array: Any, first: Any) -> Any:
    """Compute the address of an element of an array or of a borrowed pointer."""
    if isinstance(kind, types.Array):
        array = make_array(kind)(context, builder, array).data  # type: ignore[no-untyped-call]
    return builder.gep(array, [first])


def _borrow(_typing: Any, array: Any, first: Any) -> Any:
    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return point_to(context, builder, array, *arguments)

    return types.CPointer(array.dtype)(array, first), build  # type: ignore[no-untyped-call]


borrow: Any = njit(lambda array, first: array[first:]) if IS_CHECKED else intrinsic(_borrow)
"""borrow(array, first): a pointer into a contiguous array of one dimension, which must outlive it.

Used like array[first:], only faster: Numba neither counts references to it, which takes a locked instruction each time,
nor handles negative indices. With bounds checking on, it is that slice.
"""


def _claim(kind: Any) -> Any:
    def claim(_typing: Any, count: Any) -> Any:
        def build(_context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
            return alloca_once(builder, ir.IntType(kind.bitwidth), count.literal_value)  # type: ignore[no-untyped-call]

        return types.CPointer(kind)(count), build  # type: ignore[no-untyped-call]

    return intrinsic(prefer_literal=True)(claim)


claim: Any = njit(lambda count: np.empty(count, np.int64)) if IS_CHECKED else _claim(types.int64)
"""claim(count): room for some int64 with any content, gone when the function returns; `count` must be a constant.

Used like an array, which would take a few dozen nanoseconds to allocate and to free.
"""

claim_short: Any = njit(lambda count: np.empty(count, np.int32)) if IS_CHECKED else _claim(types.int32)
"""claim_short(count): the same for int32."""

claim_words: Any = njit(lambda count: np.empty(count, np.uint32)) if IS_CHECKED else _claim(types.uint32)
"""claim_words(count): the same for uint32."""

claim_bytes: Any = njit(lambda count: np.empty(count, np.uint8)) if IS_CHECKED else _claim(types.uint8)
"""claim_bytes(count): the same for uint8."""


COMPARED = 32
"""How many numbers `compare` looks at."""


def _compare(_typing: Any, numbers: Any, wanted: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = ir.IntType(32)
        row = ir.VectorType(kind, COMPARED)
        loaded = builder.load(builder.bitcast(arguments[0], row.as_pointer()))
        loaded.align = 1
        number = builder.trunc(arguments[1], kind)
        first = builder.insert_element(ir.Constant(row, ir.Undefined), number, kind(0))
        zeros = ir.Constant(ir.VectorType(kind, COMPARED), [0] * COMPARED)
        everywhere = builder.shuffle_vector(first, ir.Constant(row, ir.Undefined), zeros)
        equal = builder.bitcast(builder.icmp_signed("==", loaded, everywhere), ir.IntType(COMPARED))
        fits = builder.icmp_signed("==", builder.sext(number, arguments[1].type), arguments[1])
        found = builder.select(fits, equal, ir.IntType(COMPARED)(0))
        return builder.zext(found, ir.IntType(64))

    return types.int64(numbers, wanted), build


def _compare_slowly(numbers: Any, wanted: Any) -> Any:
    found = 0
    for index in range(COMPARED):
        found |= (numbers[index] == wanted) << index
    return found


compare: Any = njit(_compare_slowly) if IS_CHECKED else intrinsic(_compare)
"""compare(numbers, wanted): which of the first 32 numbers, borrowed int32, equal an int64, as bits.

All are compared at once, which the compiler does not find out by itself.
"""


ROW = 16
"""How many numbers `add_to_row` and `rank_row` look at."""
_ROW = ir.VectorType(ir.IntType(32), ROW)
_NOTHING = ir.Constant(_ROW, ir.Undefined)


def _add_to_row(_typing: Any, numbers: Any, more: Any, out: Any) -> Any:
    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        source = point_to(context, builder, numbers, arguments[0], ir.IntType(64)(0))
        short = ir.VectorType(context.get_data_type(numbers.dtype), ROW)
        loaded = builder.load(builder.bitcast(source, short.as_pointer()))
        loaded.align = 1
        first = builder.insert_element(_NOTHING, builder.trunc(arguments[1], ir.IntType(32)), ir.IntType(32)(0))
        everywhere = builder.shuffle_vector(first, _NOTHING, ir.Constant(_ROW, [0] * ROW))
        target = builder.bitcast(arguments[2], _ROW.as_pointer())
        builder.store(builder.add(builder.sext(loaded, _ROW), everywhere), target).align = 1
        return context.get_dummy_value()

    return types.none(numbers, more, out), build


def _add_to_row_slowly(numbers: Any, more: Any, out: Any) -> None:
    for index in range(ROW):
        out[index] = numbers[index] + more


add_to_row: Any = njit(_add_to_row_slowly) if IS_CHECKED else intrinsic(_add_to_row)
"""add_to_row(numbers, more, out): write 16 short numbers, plus a number, to borrowed int32.

A loop would not be compiled to one instruction, since the compiler must assume that the two overlap.
"""


def _rank_row(_typing: Any, numbers: Any, out: Any) -> Any:
    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        source, target = (builder.bitcast(each, _ROW.as_pointer()) for each in arguments)
        loaded = builder.load(source)
        loaded.align = 1
        places = ir.Constant(_ROW, [*range(ROW)])
        keys = builder.or_(builder.shl(loaded, ir.Constant(_ROW, [_PLACE_BITS] * ROW)), places)
        ranks = ir.Constant(_ROW, [0] * ROW)
        for index in range(ROW):
            everywhere = builder.shuffle_vector(keys, _NOTHING, ir.Constant(_ROW, [index] * ROW))
            ranks = builder.sub(ranks, builder.sext(builder.icmp_signed("<", everywhere, keys), _ROW))
        builder.store(ranks, target).align = 1
        return context.get_dummy_value()

    return types.none(numbers, out), build


def _rank_row_slowly(numbers: Any, out: Any) -> None:
    for index in range(ROW):
        rank = 0
        for other in range(ROW):
            rank += (numbers[other] < numbers[index]) | ((numbers[other] == numbers[index]) & (other < index))
        out[index] = rank


_PLACE_BITS = 4

rank_row: Any = njit(_rank_row_slowly) if IS_CHECKED else intrinsic(_rank_row)
"""rank_row(numbers, out): where each of 16 numbers belongs in ascending order; equal ones stay as they are.

Both are borrowed int32; numbers have 27 bits at most. So a few numbers are sorted without a branch, which would depend
on them and could not be foreseen.
"""


def _copy_field(_typing: Any, out: Any, at: Any, field: Any) -> Any:
    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        target = point_to(context, builder, out, arguments[0], arguments[1])
        source = point_to(context, builder, field, arguments[2], ir.IntType(64)(0))
        raw_memcpy(builder, target, source, ir.IntType(64)(prod(field.shape)), 1)  # type: ignore[no-untyped-call]
        return context.get_dummy_value()

    return types.none(out, at, field), build


copy_field: Any = intrinsic(_copy_field)
"""copy_field(out, at, field): copy a field of a packed game that is an array of bytes to out[at:], by memcpy.

A loop would go byte by byte, since the compiler must assume that the two overlap.
"""


WORD = 8
"""How many bytes a word has; the first of them is the lowest."""
_WORD = ir.IntType(8 * WORD)


def _load_word(_typing: Any, field: Any) -> Any:
    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        source = point_to(context, builder, field, arguments[0], _WORD(0))
        word = builder.load(builder.bitcast(source, _WORD.as_pointer()))
        word.align = 1
        return word

    return types.int64(field), build


load_word: Any = intrinsic(_load_word)
"""load_word(field): eight bytes of a packed game as one number, to do something to all of them at once."""


def _split_word(_typing: Any, field: Any, bits: Any) -> Any:
    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        numbers, split = ir.VectorType(ir.IntType(16), WORD), bits.literal_value
        source = point_to(context, builder, field, arguments[0], _WORD(0))
        loaded = builder.load(builder.bitcast(source, numbers.as_pointer()))
        loaded.align = 1
        everywhere = {number: ir.Constant(numbers, [number] * WORD) for number in (0, -1, split, (1 << split) - 1)}
        is_negative = builder.icmp_signed("<", loaded, everywhere[0])
        high = builder.select(is_negative, loaded, builder.ashr(loaded, everywhere[split]))
        low = builder.select(is_negative, everywhere[-1], builder.and_(loaded, everywhere[(1 << split) - 1]))
        short = ir.VectorType(ir.IntType(8), WORD)
        words = [builder.bitcast(builder.trunc(each, short), _WORD) for each in (high, low)]
        return context.make_tuple(builder, types.UniTuple(types.int64, 2), words)  # type: ignore[no-untyped-call]

    return types.UniTuple(types.int64, 2)(field, bits), build  # type: ignore[no-untyped-call]


split_word: Any = intrinsic(prefer_literal=True)(_split_word)
"""split_word(field, bits): two words of eight numbers of 16 bits in a packed game: what is above those bits, and these.

Negative numbers stay as they are above, and are -1 below. `bits` must be a constant.
"""


def _store_word(_typing: Any, out: Any, at: Any, _word: Any) -> Any:
    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        target = point_to(context, builder, out, arguments[0], arguments[1])
        builder.store(arguments[2], builder.bitcast(target, _WORD.as_pointer())).align = 1
        return context.get_dummy_value()

    return types.none(out, at, types.int64), build


store_word: Any = intrinsic(_store_word)
"""store_word(out, at, word): write a word to out[at:]."""


def _fetch_ahead(_typing: Any, array: Any, which: Any) -> Any:
    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        shape = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], shape)
        to_write, to_keep, is_data = number(1), number(3), number(1)
        begin = builder.bitcast(point_to(context, builder, array, arguments[0], arguments[1]), byte)
        size = context.get_abi_sizeof(context.get_data_type(array.dtype))
        # The address need not be aligned, so there may be one more cache line: that of the last byte.
        for offset in range(0, size + CACHE_LINE - 1, CACHE_LINE):
            line = builder.gep(begin, [number(min(offset, size - 1))])
            builder.call(prefetch, [line, to_write, to_keep, is_data])
        return context.get_dummy_value()

    return types.none(array, which), build


fetch_ahead: Any = intrinsic(_fetch_ahead)
"""fetch_ahead(array, which): prefetch an element that will be written to soon.

Where many games do not fit into the cache, the processor would otherwise wait for each of them.
"""
