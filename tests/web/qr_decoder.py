"""Reads small QR codes from the modules of their picture: bytes only, one block, error correction level M."""

from collections.abc import Callable

_MASKS: list[Callable[[int, int], bool]] = [
    lambda x, y: (x + y) % 2 == 0,
    lambda x, y: y % 2 == 0,
    lambda x, y: x % 3 == 0,
    lambda x, y: (x + y) % 3 == 0,
    lambda x, y: (x // 3 + y // 2) % 2 == 0,
    lambda x, y: x * y % 2 + x * y % 3 == 0,
    lambda x, y: (x * y % 2 + x * y % 3) % 2 == 0,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2 == 0,
]
_BLOCKS_OF_ONE = 3
"""Up to this version, level M has one block, so that the codewords are in order."""


def read_qr(dark: set[tuple[int, int]], size: int) -> str:
    """Give the text of a code: `dark` are its dark modules as column and row, without the border."""
    version = (size - 17) // 4
    assert 1 <= version <= _BLOCKS_OF_ONE, "the text is too long for this reader"
    # The mask is in bits 10 to 12 of the format, beside the finder pattern, where the format itself is masked by 101.
    mask = _MASKS[sum(((x, 8) in dark) << (4 - x) for x in (2, 3, 4)) ^ 0b101]
    bits = "".join(
        str(int(((x, y) in dark) != mask(x, y))) for x, y in _walk(size) if not _is_function(x, y, size, version)
    )
    assert bits[:4] == "0100", "not in bytes"
    length = int(bits[4:12], 2)
    return bytes(int(bits[at : at + 8], 2) for at in range(12, 12 + 8 * length, 8)).decode()


def _walk(size: int) -> list[tuple[int, int]]:
    """List the modules in the order of the data: in pairs of columns from the right, upwards and downwards by turns."""
    cells = []
    columns = [*range(size - 1, 6, -2), 5, 3, 1]
    for turn, right in enumerate(columns):
        rows = range(size - 1, -1, -1) if turn % 2 == 0 else range(size)
        cells += [(x, y) for y in rows for x in (right, right - 1)]
    return cells


def _is_function(x: int, y: int, size: int, version: int) -> bool:
    """Whether a module belongs to the finder, timing or alignment patterns, or to the format."""
    in_finder = (x < 9 and y < 9) or (x >= size - 8 and y < 9) or (x < 9 and y >= size - 8)
    in_alignment = version > 1 and size - 9 <= x < size - 4 and size - 9 <= y < size - 4
    return in_finder or in_alignment or x == 6 or y == 6
