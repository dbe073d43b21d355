"""The OpenAPI document, generated from the types that decode requests and encode responses."""

import inspect
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request

from ludotheque import __version__
from ludotheque.core.inputs import clip
from ludotheque.server.errors import CODES, Refused
from ludotheque.server.http.routing import ApiRoute, Depends
from ludotheque.server.http.schemas import ErrorAnswer

T = TypeVar("T", bound=msgspec.Struct)

_TEMPLATE = "#/components/schemas/{name}"
_EVERYWHERE = ("malformed", "too_fast", "wrong_host")
_CHANGES = ("wrong_origin", "too_slow", "too_large", "not_json")


def describe_route(
    takes: type[msgspec.Struct] | None = None,
    gives: Mapping[int, type | str] | None = None,
    refuses: Sequence[str] = (),
    *,
    changes: bool = True,
) -> dict[str, Any]:
    """Make the OpenAPI arguments of a route: body, responses by status, refusals by code.

    A response is a type, or a media type if it is not JSON. With `changes` the refusals of unsafe methods are added.
    """
    responses: dict[int | str, dict[str, Any]] = {}
    for status, answer in (gives or {}).items():
        responses[status] = _describe_answer(answer)
    for code in (*refuses, *_EVERYWHERE, *(_CHANGES if changes else ())):
        status = CODES[code]
        codes = responses.get(status, {}).get("description", "")
        responses[status] = _describe_answer(ErrorAnswer) | {"description": f"{codes}, {code}" if codes else code}
    extra = {}
    if takes is not None:
        is_needed = any(field.required for field in msgspec.structs.fields(takes))
        extra = {"requestBody": {"required": is_needed, "content": _describe_json(takes)}}
    return {"responses": responses, "openapi_extra": extra}


def _describe_answer(answer: type | str) -> dict[str, Any]:
    if isinstance(answer, str):
        return {"description": answer, "content": {answer: {"schema": {"type": "string"}}}}
    if answer is type(None):
        return {"description": "Done."}
    if answer is dict:
        return {"description": "An object.", "content": {"application/json": {"schema": {"type": "object"}}}}
    return {"description": (answer.__doc__ or "").split("\n")[0], "content": _describe_json(answer)}


def _describe_json(kind: type) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": _TEMPLATE.format(name=kind.__name__)}}}


def decode_body(kind: type[T]) -> Depends:
    """Make a dependency that decodes the body as `kind`; no body means an empty object. It raises Refused."""
    decoder = msgspec.json.Decoder(kind)

    async def decode(request: Request) -> T:
        try:
            return decoder.decode(await request.body() or b"{}")
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Refused("malformed", f"The body does not fit: {clip(str(error))}.") from None

    return Depends(decode)


def write_openapi(routes: Iterable[ApiRoute], kinds: Sequence[type]) -> dict[str, Any]:
    """Write the document of routes that use `kinds`."""
    paths: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    for route in routes:
        for method in sorted(route.methods or ()):
            paths[route.path_format][method.lower()] = _describe_operation(route, method.lower())
    _, components = msgspec.json.schema_components(kinds, ref_template=_TEMPLATE)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ludothèque",
            "description": "Tables for people and bots. Play goes over a WebSocket, which /api/schema describes.",
            "version": __version__,
        },
        "paths": dict(paths),
        "components": {
            "schemas": components,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "ludotheque"},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _describe_operation(route: ApiRoute, method: str) -> dict[str, Any]:
    extra = route.openapi_extra
    parameters = [*route.describe_parameters(), *extra.get("parameters", ())]
    return {
        "tags": list(route.tags),
        "summary": route.name.replace("_", " ").title(),
        "description": inspect.getdoc(route.handler) or "",
        "operationId": re.sub(r"\W", "_", f"{route.name}{route.path_format}_{method}"),
        **({"parameters": parameters} if parameters else {}),
        "responses": {str(status): response for status, response in route.responses.items()},
        **{name: value for name, value in extra.items() if name != "parameters"},
    }
