"""How the server answers over HTTP: JSON, and refusals with a code and a sentence."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.server.cache import CompressedBody
from ludotheque.server.errors import Refused, TooFast

_ENCODER = msgspec.json.Encoder()


class Json(Response):
    """An answer in JSON that nobody keeps."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200) -> None:
        super().__init__(content, status_code, {"cache-control": "no-store"})

    def render(self, content: Any) -> bytes:
        """Write the body."""
        return _ENCODER.encode(content)


def send_compressed(body: CompressedBody, request: Request) -> Response:
    """Send a body in the shorter form, if the client can read that."""
    is_compressed = "gzip" in request.headers.get("accept-encoding", "")
    answer = Json(msgspec.Raw(body.compressed if is_compressed else body.plain))
    answer.headers["vary"] = "accept-encoding"
    if is_compressed:
        answer.headers["content-encoding"] = "gzip"
    return answer


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
