"""Pages whose head, or whose security headers, differ from those of the client's other pages.

Nobody is authenticated here, and no cookie is read or set: whoever asks, the page is the same.
"""

from contextlib import suppress

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ludotheque.core.errors import LudothequeError
from ludotheque.server.bounds import MOST_PLIES
from ludotheque.server.http.dependencies import Address, Dependencies, Deps, get_dependencies
from ludotheque.server.http.middleware import EMBED_HEADERS, is_secure, use_headers
from ludotheque.server.http.routing import ApiRouter
from ludotheque.server.http.static_files import StaticFiles
from ludotheque.server.pictures.previews import Preview, choose_language, describe_site, describe_table, format_tags
from ludotheque.server.rate_limits import Limits

router = ApiRouter(include_in_schema=False)


@router.route("/table/{table}", "GET", "HEAD")
async def show_table_page(request: Request, deps: Deps, address: Address, table: str) -> Response:
    """The page of a table, with what the preview of a link to it shows."""
    pages = _find_pages(request)
    page = pages.read_page("index.html")
    if page is None:
        return pages.answer_page(request, "index.html")
    language = choose_language(request.headers.get("accept-language", ""))
    preview, known = await _describe(deps, address, table, _read_ply(request), language)
    tags = format_tags(preview, language, find_origin(request), known)
    head, end, rest = page.partition("</title>")
    headers = {"cache-control": "no-cache", "vary": "accept-language"}
    return HTMLResponse(f"{head}{end}{tags}{rest}", headers=headers)


async def _describe(
    deps: Dependencies, address: str, table: str, ply: int | None, language: str
) -> tuple[Preview, str | None]:
    """Describe a table. Whatever is wrong with it, or with whoever asks too often, is no reason to give no page."""
    site = describe_site(language)
    with suppress(LudothequeError):
        deps.limits.take(Limits.REQUESTS, address)
        live = await deps.tables.find(table)
        async with live.lock:
            await live.reload_if_stale()
            preview = describe_table(live.log, ply, language)
        return preview, None if preview == site else live.id
    return site, None


def _read_ply(request: Request) -> int | None:
    """Read a ply as the client does (plyLink.svelte.ts): whatever is no number means the end."""
    text = request.query_params.get("ply", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < len(str(MOST_PLIES)) else None


@router.route("/embed/{table}", "GET", "HEAD")
async def show_embed_page(request: Request, table: str) -> Response:  # noqa: ARG001 - the page asks for it itself
    """The page that other sites may frame: a finished game, or that there is none."""
    use_headers(request.scope, EMBED_HEADERS)
    return _find_pages(request).answer_page(request, "embed.html")


def _find_pages(request: Request) -> StaticFiles:
    pages = request.app.state.static_files
    if not isinstance(pages, StaticFiles):
        raise TypeError("the app has no static files")
    return pages


def find_origin(request: Request) -> str:
    """Return what addresses of this server begin with for whoever asks: its public URL, or the host that they used.

    The host is one of ours: the middleware has refused all others.
    """
    public_url = get_dependencies(request).config.public_url
    if public_url:
        return public_url.rstrip("/")
    scheme = "https" if is_secure(request.scope, public_url) else "http"
    host = request.headers.get("host")
    return f"{scheme}://{host}" if host else ""
