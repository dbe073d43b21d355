"""How the server answers over HTTP: JSON, and refusals with a code and a sentence."""

import asyncio
import gzip
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.server.refusal import Refused, TooFast

_ENCODER = msgspec.json.Encoder()


class Json(Response):
    """An answer in JSON that nobody keeps."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200) -> None:
        super().__init__(content, status_code, {"cache-control": "no-store"})

    def render(self, content: Any) -> bytes:
        """Write the body."""
        return _ENCODER.encode(content)


@dataclass(frozen=True, slots=True)
class Packed:
    """The body of a long answer, also compressed. Not for answers that hold a secret beside what somebody chose."""

    plain: bytes
    compressed: bytes

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return len(self.plain) + len(self.compressed)

    def answer(self, request: Request) -> Response:
        """Send it in the shorter form, if the client can read that."""
        is_compressed = "gzip" in request.headers.get("accept-encoding", "")
        answer = Json(msgspec.Raw(self.compressed if is_compressed else self.plain))
        answer.headers["vary"] = "accept-encoding"
        if is_compressed:
            answer.headers["content-encoding"] = "gzip"
        return answer


async def pack(content: Any) -> Packed:
    """Write the body of an answer in both forms. Compressing takes a moment, so it is done in a thread."""
    plain = _ENCODER.encode(content)
    return Packed(plain, await asyncio.to_thread(gzip.compress, plain, 5, mtime=0))


def answer_refusal(refused: Refused) -> Response:
    """Say no, and why."""
    error = {"code": refused.code, "message": refused.message}
    if refused.option is not None:
        error["option"] = refused.option
    answer = Json({"error": error}, refused.status)
    if isinstance(refused, TooFast):
        answer.headers["retry-after"] = str(refused.wait)
    if refused.code == "no_player":
        answer.headers["www-authenticate"] = "Bearer"
    return answer
