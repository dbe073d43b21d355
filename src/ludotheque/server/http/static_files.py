"""The browser client: files that were built into the package, and one page for all of the client's own addresses."""

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
"""Where the build of the client puts it."""
PAGES = Path(__file__).parent.parent / "pages"
"""What is shown where there is no client."""

_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""What Python thinks depends on the system, and browsers are told to believe us."""
_ENCODINGS = {"br": ".br", "gzip": ".gz"}
_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"


class Site:
    """Serves the files of one folder. They are listed once: nothing outside the list can be asked for."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._files = _list_files(folder)
        self.is_built = "index.html" in self._files
        self._plain = _list_files(PAGES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer whatever no route has taken. Raises Refused, or HTTPException for anything but reading."""
        if scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
            return
        if scope["method"] not in {"GET", "HEAD"}:
            raise HTTPException(405)
        await self._find(Request(scope))(scope, receive, send)

    def _find(self, request: Request) -> Response:
        """Give a file, or the client's page for an address that only the client knows."""
        path = request.scope["path"].removeprefix("/")
        if path == "favicon.ico" and path not in self._files:
            path = "favicon.svg"  # what browsers ask for without being told
        for files in (self._files, self._plain):
            if path in files:
                return self._answer(request, files, path)
        if path.startswith("api/") or path == "api" or "." in path.rpartition("/")[2]:
            raise Refused("no_such_page", f"There is nothing at /{path[:200]}.")
        if self.is_built:
            return self._answer(request, self._files, "index.html")
        return self._answer(request, self._plain, "unbuilt.html")

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
    """Read which encodings a client takes; one with `q=0` it does not take."""
    accepted = set()
    for part in header.split(","):
        name, _, quality = part.partition(";")
        if quality.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}:
            accepted.add(name.strip().lower())
    return accepted
