"""HTTP responses: JSON, and refusals with a code and a sentence."""

import gzip
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.server.cache import JsonBody
from ludotheque.server.errors import Refused, TooFast

_ENCODER = msgspec.json.Encoder()


class Json(Response):
    """A JSON response that must not be cached."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200) -> None:
        super().__init__(content, status_code, {"cache-control": "no-store"})

    def render(self, content: Any) -> bytes:
        """Encode any content that msgspec can encode."""
        return _ENCODER.encode(content)


def compress(plain: bytes) -> JsonBody:
    """Keep a body in both forms. What is kept for long is compressed once, so it needs no thread."""
    return JsonBody(plain, gzip.compress(plain, 5, mtime=0))


def send_body(body: JsonBody, request: Request) -> Response:
    """Make a response with the compressed form, if there is one and the client accepts it."""
    compressed = body.compressed if "gzip" in request.headers.get("accept-encoding", "") else None
    answer = Json(msgspec.Raw(body.plain if compressed is None else compressed))
    answer.headers["vary"] = "accept-encoding"
    if compressed is not None:
        answer.headers["content-encoding"] = "gzip"
    return answer


def answer_refusal(refused: Refused) -> Response:
    """Make the response of a refusal, with the headers that its code requires."""
    error = {"code": refused.code, "message": refused.message}
    if refused.option is not None:
        error["option"] = refused.option
    answer = Json({"error": error}, refused.status)
    if isinstance(refused, TooFast):
        answer.headers["retry-after"] = str(refused.wait)
    if refused.code == "no_player":
        answer.headers["www-authenticate"] = "Bearer"
    return answer
