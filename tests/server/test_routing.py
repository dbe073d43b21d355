"""What handlers of HTTP are given, and what the OpenAPI document says of it."""

import threading
from typing import Annotated, Any, Literal

import httpx
import pytest
from msgspec import Meta
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ludotheque.server.errors import Refused
from ludotheque.server.http.responses import answer_refusal
from ludotheque.server.http.routing import ApiRouter, Depends

router = ApiRouter("/api", ["things"])
_calls: list[str] = []


async def find_name(request: Request) -> str:
    _calls.append("name")
    return request.headers["x-name"]


async def check_name(name: Annotated[str, Depends(find_name)]) -> None:
    _calls.append("check")
    if name == "Eve":
        raise Refused("not_allowed", "Not you.")


@router.get("/things/{thing}", dependencies=[Depends(check_name)])
async def show_thing(
    name: Annotated[str, Depends(find_name)],
    thing: int,
    color: Literal["red", "blue"] = "red",
    size: Annotated[int, Meta(ge=1, lt=9)] | None = None,
) -> Response:
    """Show a thing."""
    return JSONResponse([name, thing, color, size])


@router.post("/thread")
def name_thread() -> Response:
    return JSONResponse(threading.current_thread() is threading.main_thread())


async def answer(_request: Request, error: Refused) -> Response:
    return answer_refusal(error)


app = Starlette(routes=router.routes, exception_handlers={Refused: answer})  # type: ignore[dict-item] # of refusals only


async def ask(path: str, name: str = "Ann", method: str = "GET") -> httpx.Response:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://testserver", headers={"x-name": name}) as client:
        return await client.request(method, path)


async def test_a_handler_is_given_what_it_asks_for_and_a_dependency_is_called_once() -> None:
    _calls.clear()
    assert (await ask("/api/things/7?size=8&color=blue&other=1")).json() == ["Ann", 7, "blue", 8]
    assert _calls == ["name", "check"]
    assert (await ask("/api/things/-7")).json() == ["Ann", -7, "red", None]


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("x", "thing must be a whole number, not 'x'."),
        ("1?size=1e0", "size must be a whole number, not '1e0'."),
        ("1?size=null", "size must be a whole number, not 'null'."),
        ("1?size=", "size must be a whole number, not ''."),
        ("1?size=9", "Expected `int` <= 8 - at `$.size`"),
        ("1?color=green", "Invalid enum value 'green' - at `$.color`"),
    ],
)
async def test_what_does_not_fit_is_refused(path: str, says: str) -> None:
    refused = await ask(f"/api/things/{path}")
    assert refused.status_code == 400
    assert says in refused.json()["error"]["message"]


async def test_dependencies_refuse_before_values_are_read() -> None:
    assert (await ask("/api/things/x", "Eve")).status_code == 403


async def test_a_handler_that_may_block_runs_in_a_thread() -> None:
    assert (await ask("/api/thread", method="POST")).json() is False


async def test_get_does_not_answer_head_unless_it_says_so() -> None:
    assert (await ask("/api/things/1", method="HEAD")).status_code == 405


def test_values_are_described_as_they_are_checked() -> None:
    described: list[dict[str, Any]] = router.routes[0].describe_parameters()
    assert described == [
        {"name": "thing", "in": "path", "required": True, "schema": {"type": "integer"}},
        {
            "name": "color",
            "in": "query",
            "required": False,
            "schema": {"enum": ["blue", "red"], "default": "red"},
        },
        {
            "name": "size",
            "in": "query",
            "required": False,
            "schema": {"type": "integer", "minimum": 1, "exclusiveMaximum": 9},
        },
    ]
