"""How the server answers over HTTP: JSON, and refusals with a code and a sentence."""

import gzip
from typing import Any, Self

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

    def compress_for(self, request: Request) -> Self:
        """Send less, if the client can read it. Not for answers that hold a secret beside what somebody chose."""
        if "gzip" in request.headers.get("accept-encoding", ""):
            self.body = gzip.compress(self.body, 5, mtime=0)
            self.headers["content-encoding"] = "gzip"
            self.headers["content-length"] = str(len(self.body))
        self.headers["vary"] = "accept-encoding"
        return self


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
