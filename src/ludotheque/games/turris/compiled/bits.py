"""Two machine instructions that Numba does not offer by itself. For compiled code; nothing about Turris."""

from typing import Any

from numba.core.cgutils import true_bit
from numba.extending import intrinsic


def _count_bits(_typing: Any, number: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return number(number), build


def _find_lowest(_typing: Any, number: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], true_bit)

    return number(number), build


count_bits: Any = intrinsic(_count_bits)
"""Count the bits of a whole number that are set."""
find_lowest: Any = intrinsic(_find_lowest)
"""Find the index of the lowest bit that is set; the number must not be 0."""
