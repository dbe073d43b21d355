"""Frames of WebSockets as bytes (RFC 6455, 5.2): the plain ones, which nearly all are, without the library's parser.

Plain is a whole text message in one frame: masked, as clients send it, or unmasked, as we do. socket_protocol.py leaves
everything else to the library: fragments, control frames, and whatever is not allowed.
"""

import struct

from websockets.frames import apply_mask  # type: ignore[attr-defined] # its own import: the fast one, where there is one

_WHOLE_TEXT = 0x81
"""The first byte of a frame that is a whole text message."""
_CONTROL = 0x08
"""In the first byte: it is a close frame, a ping or a pong."""
_MASKED = 0x80
"""In the second byte: the payload is masked, and the four bytes of the mask come before it."""
_TWO_BYTES, _EIGHT_BYTES = 126, 127
"""In place of a length, in the second byte: the length follows, in so many bytes."""
_MASK = 4


def measure_frame(data: bytes, start: int) -> tuple[int, int] | None:
    """Return where the payload of a frame begins and ends; None if the data end before that can be known.

    The end may lie beyond the data.
    """
    if len(data) < start + 2:
        return None
    length, begin = data[start + 1] & ~_MASKED, start + 2
    if length >= _TWO_BYTES:
        begin += 2 if length == _TWO_BYTES else 8
        if len(data) < begin:
            return None
        length = int.from_bytes(data[start + 2 : begin])
    if data[start + 1] & _MASKED:
        begin += _MASK
    return begin, begin + length


def is_control(data: bytes, start: int) -> bool:
    """Whether the frame that begins here is a control frame, which is no part of a message."""
    return bool(data[start] & _CONTROL)


def read_text(data: bytes, start: int, begin: int, end: int) -> str | None:
    """Return the text of a plain frame that is measured and there as a whole; None for any other."""
    if data[start] != _WHOLE_TEXT or not data[start + 1] & _MASKED or len(data) < end:
        return None
    try:
        return apply_mask(data[begin:end], data[begin - _MASK : begin]).decode()
    except UnicodeDecodeError:
        return None


def write_text(text: str) -> bytes:
    """Make the frame of a text message to a client."""
    payload = text.encode()
    length = len(payload)
    if length < _TWO_BYTES:
        head = bytes((_WHOLE_TEXT, length))
    elif length < 1 << 16:
        head = struct.pack("!BBH", _WHOLE_TEXT, _TWO_BYTES, length)
    else:
        head = struct.pack("!BBQ", _WHOLE_TEXT, _EIGHT_BYTES, length)
    return head + payload
