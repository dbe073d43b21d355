"""Routes of HTTP: what the parameters of a handler ask for is read from their types once, and given to it each time.

A parameter is the request, what a dependency returns (`Depends`), or a value of the path or the query, which msgspec
converts and checks. A handler that is no coroutine function runs in a thread.
"""

import inspect
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, TypeVar, Union, get_args, get_origin

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Scope

from ludotheque.core.inputs import clip
from ludotheque.server.errors import Refused

_NUMBER = re.compile(r"-?[0-9]+")
"""msgspec would take 1e3, too."""

_Function: TypeAlias = Callable[..., Any]
_Handler = TypeVar("_Handler", bound=_Function)


@dataclass(frozen=True, slots=True)
class Depends:
    """Annotates a parameter: its value is what `provide` returns, which is called once a request."""

    provide: Callable[..., Awaitable[Any]]
    """A coroutine function; its parameters are the request and dependencies."""


class ApiRoute(Route):
    """A route with what its handler needs, and with what the OpenAPI document says of it."""

    def __init__(
        self,
        path: str,
        handler: _Function,
        methods: Sequence[str],
        *,
        tags: Sequence[str] = (),
        dependencies: Sequence[Depends] = (),
        responses: dict[int | str, dict[str, Any]] | None = None,
        openapi_extra: dict[str, Any] | None = None,
        include_in_schema: bool = True,
    ) -> None:
        """`dependencies` are called before those of the handler, for what they refuse."""
        super().__init__(
            path, self._answer, methods=methods, name=handler.__name__, include_in_schema=include_in_schema
        )
        self.methods = set(methods)  # a GET does not answer HEAD as well
        self.handler = handler
        self.tags = tags
        self.responses = responses or {}
        self.openapi_extra = openapi_extra or {}
        self._is_async = inspect.iscoroutinefunction(handler)
        self._first = [_Needs(dependency.provide) for dependency in dependencies]
        self._needs = _Needs(handler)
        self._values = msgspec.defstruct("Values", self._needs.values, kw_only=True)
        self._query = [name for name, *_ in self._needs.values if name not in self.param_convertors]
        self._numbers = [name for name, kind, *_ in self._needs.values if int in (kind, *get_args(kind)[:1])]

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Match a request; the scope names the route for logs and metrics."""
        match, more = super().matches(scope)
        return match, more if match is Match.NONE else {**more, "route": self}

    def describe_parameters(self) -> list[dict[str, Any]]:
        """Describe the values of path and query for the OpenAPI document."""
        (shape,) = msgspec.json.schema(self._values)["$defs"].values()
        described = []
        for name, schema in shape["properties"].items():
            if schema.get("default", ...) is None:
                del schema["default"]
            where = "query" if name in self._query else "path"
            described.append({"name": name, "in": where, "required": name in shape["required"], "schema": schema})
        return described

    async def _answer(self, request: Request) -> Response:
        provided: dict[_Function, Any] = {}
        for needs in self._first:
            await needs.provide(request, provided)
        arguments = await self._needs.gather(request, provided)
        if self._needs.values:
            arguments |= msgspec.structs.asdict(self._read_values(request))
        answer = self.handler(**arguments) if self._is_async else run_in_threadpool(self.handler, **arguments)
        response: Response = await answer
        return response

    def _read_values(self, request: Request) -> msgspec.Struct:
        given = {name: request.query_params[name] for name in self._query if name in request.query_params}
        given |= request.path_params
        for name in self._numbers:
            if name in given and not _NUMBER.fullmatch(given[name]):
                raise Refused("malformed", f"{name} must be a whole number, not {clip(given[name])!r}.")
        try:
            return msgspec.convert(given, self._values, strict=False)
        except msgspec.ValidationError as error:
            raise Refused("malformed", f"The address does not fit: {clip(str(error))}.") from None


class _Needs:
    """What a function is called with, by its signature."""

    def __init__(self, function: _Function) -> None:
        self._function = function
        self._requests: list[str] = []
        self._dependencies: list[tuple[str, _Needs]] = []
        self.values: list[tuple[str, Any] | tuple[str, Any, Any]] = []
        """The fields of a struct: what a path or a query says."""
        for name, parameter in inspect.signature(function).parameters.items():
            kind = parameter.annotation
            marks = get_args(kind) if get_origin(kind) is Annotated else (kind,)
            depends = next((mark for mark in marks if isinstance(mark, Depends)), None)
            if depends is not None:
                self._dependencies.append((name, _Needs(depends.provide)))
            elif isinstance(kind, type) and issubclass(kind, HTTPConnection):
                self._requests.append(name)
            elif parameter.default is parameter.empty:
                self.values.append((name, kind))
            else:
                self.values.append((name, _remove_none(kind), parameter.default))

    async def gather(self, request: Request, provided: dict[_Function, Any]) -> dict[str, Any]:
        """Gather the arguments, but for the values."""
        arguments: dict[str, Any] = dict.fromkeys(self._requests, request)
        for name, needs in self._dependencies:
            arguments[name] = await needs.provide(request, provided)
        return arguments

    async def provide(self, request: Request, provided: dict[_Function, Any]) -> Any:
        """Call the function as a dependency, if nobody has for this request."""
        if self._function not in provided:
            provided[self._function] = await self._function(**await self.gather(request, provided))
        return provided[self._function]


def _remove_none(kind: Any) -> Any:
    """Make the type of what may be left out: nobody can say None in a query."""
    kinds = [each for each in get_args(kind) if each is not type(None)]
    return Union[tuple(kinds)] if type(None) in get_args(kind) else kind  # noqa: UP007 - worked out here


class ApiRouter:
    """Collects the routes of a module. Each method is a decorator; the other arguments are those of `ApiRoute`."""

    def __init__(self, prefix: str = "", tags: Sequence[str] = (), *, include_in_schema: bool = True) -> None:
        self.routes: list[ApiRoute] = []
        self._prefix = prefix
        self._tags = tags
        self._include_in_schema = include_in_schema

    def route(self, path: str, *methods: str, **more: Any) -> Callable[[_Handler], _Handler]:
        """Handle requests with some methods."""

        def add(handler: _Handler) -> _Handler:
            more.setdefault("include_in_schema", self._include_in_schema)
            self.routes.append(ApiRoute(self._prefix + path, handler, methods, tags=self._tags, **more))
            return handler

        return add

    def get(self, path: str, **more: Any) -> Callable[[_Handler], _Handler]:
        """Handle GET."""
        return self.route(path, "GET", **more)

    def post(self, path: str, **more: Any) -> Callable[[_Handler], _Handler]:
        """Handle POST."""
        return self.route(path, "POST", **more)

    def patch(self, path: str, **more: Any) -> Callable[[_Handler], _Handler]:
        """Handle PATCH."""
        return self.route(path, "PATCH", **more)

    def delete(self, path: str, **more: Any) -> Callable[[_Handler], _Handler]:
        """Handle DELETE."""
        return self.route(path, "DELETE", **more)
