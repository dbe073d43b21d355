"""Static files: the built client, with one page for all addresses that the client routes itself."""

from collections.abc import Mapping
from mimetypes import guess_type
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

from ludotheque.server.errors import Refused

STATIC = Path(__file__).parent.parent / "static"
"""The output folder of the client's build."""
PAGES = Path(__file__).parent.parent / "pages"
"""Pages without scripts, such as the one that is shown when the client is not built."""

_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Python's guesses depend on the system, and `nosniff` makes browsers rely on the type."""
_ENCODINGS = {"br": ".br", "gzip": ".gz"}
_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"


class StaticFiles:
    """Serves the files of one folder. They are listed once at the start, so paths outside it cannot be requested."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._files = _list_files(folder)
        self.is_built = "index.html" in self._files
        self._plain = _list_files(PAGES)
        self._pages: dict[str, str] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request that no route matches. Raises Refused, or HTTPException 405 for unsafe methods."""
        if scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
            return
        if scope["method"] not in {"GET", "HEAD"}:
            raise HTTPException(405)
        await self._find(Request(scope))(scope, receive, send)

    def read_page(self, name: str) -> str | None:
        """Return the text of a page of the client; None if the client is not built."""
        if name not in self._files:
            return None
        if name not in self._pages:
            self._pages[name] = self._files[name].read_text(encoding="utf-8")
        return self._pages[name]

    def answer_page(self, request: Request, name: str) -> Response:
        """Send a page of the client, or the one that is shown when the client is not built."""
        if name in self._files:
            return self._answer(request, self._files, name)
        return self._answer(request, self._plain, "unbuilt.html")

    def _find(self, request: Request) -> Response:
        """Return a file, or the client's page for an address that the client routes. Raises Refused."""
        path = request.scope["path"].removeprefix("/")
        if path == "favicon.ico" and path not in self._files:
            path = "favicon.svg"  # which browsers request by default
        for files in (self._files, self._plain):
            if path in files:
                return self._answer(request, files, path)
        if path.startswith("api/") or path == "api" or "." in path.rpartition("/")[2]:
            raise Refused("no_such_page", f"There is nothing at /{path[:200]}.")
        return self.answer_page(request, "index.html")

    def _answer(self, request: Request, files: Mapping[str, Path], name: str) -> Response:
        headers = {"cache-control": _FOREVER if name.startswith("assets/") else _ASK_AGAIN, "vary": "accept-encoding"}
        accepted = _read_encodings(request.headers.get("accept-encoding", ""))
        file = files[name]
        for encoding, suffix in _ENCODINGS.items():
            if encoding in accepted and name + suffix in files:
                file = files[name + suffix]
                headers["content-encoding"] = encoding
                break
        return FileResponse(file, headers=headers, media_type=_TYPES.get(files[name].suffix) or guess_type(name)[0])


def _list_files(folder: Path) -> dict[str, Path]:
    return {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}


def _read_encodings(header: str) -> set[str]:
    """Parse `Accept-Encoding`; encodings with `q=0` are not accepted."""
    accepted = set()
    for part in header.split(","):
        name, _, quality = part.partition(";")
        if quality.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}:
            accepted.add(name.strip().lower())
    return accepted
