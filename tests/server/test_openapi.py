"""The OpenAPI is true, and nothing that it allows, or forbids, breaks the server."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    positive_data_acceptance,
    response_schema_conformance,
    status_code_conformance,
)

from ludotheque.server.app import make_app
from ludotheque.server.config import Config
from ludotheque.server.http.cookies import COOKIE
from tests.lengths import length
from tests.server.server_harness import process

REFUSED = ["400", "401", "403", "404", "405", "409", "413", "415", "429"]
"""What is malformed is refused; what is too large as well is refused as such before it is read."""
CONFIG = {"checks": {"negative_data_rejection": {"expected-statuses": REFUSED}}}

schema = schemathesis.openapi.from_dict(make_app(Config()).openapi(), config=schemathesis.Config.from_dict(CONFIG))


@dataclass
class RunningServer:
    """A server as a process, a player there, and tables in every state."""

    url: str
    headers: dict[str, str]
    tables: Iterator[str]

    def find_table(self, case: schemathesis.Case[Any]) -> str:
        """Give a table that is there; a new one where it would be deleted."""
        if (case.method, case.path) != ("DELETE", "/api/tables/{table}"):
            return next(self.tables)
        body = {"game": "turris", "seats": [{"kind": "me"}, {"kind": "bot"}]}
        opened = httpx.post(f"{self.url}/api/tables", json=body, headers=self.headers, trust_env=False)
        return str(opened.json()["id"])

    def log_in(self, case: schemathesis.Case[Any]) -> dict[str, str]:
        """Give the headers to ask with: of the player, or of a new one who would be logged out or deleted."""
        if "logout" not in case.path and (case.method, case.path) != ("DELETE", "/api/me"):
            return self.headers
        answer = httpx.post(f"{self.url}/api/players", trust_env=False)
        return {"cookie": f"{COOKIE}={answer.cookies[COOKIE]}"}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with process(tmp_path_factory.mktemp("openapi") / "x.sqlite", "--no-rate-limits") as server:
        ann, ben = server.client(), server.client()
        with ann, ben:
            for visitor in (ann, ben):
                visitor.post("/api/players").raise_for_status()
            tables = [
                visitor.post("/api/tables", json={"game": "turris", "seats": seats, "start": True}).json()["id"]
                for visitor in (ann, ben)
                for seats in (
                    [{"kind": "me"}, {"kind": "open"}],
                    [{"kind": "me"}, {"kind": "me"}],
                    [{"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}],
                )
            ]
            cookie = f"{COOKIE}={ann.cookies[COOKIE]}"
        yield RunningServer(server.url, {"cookie": cookie}, cycle(tables))


@schema.parametrize()
@settings(
    max_examples=length(6, 100),
    derandomize=True,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_route_does_what_it_says(case: schemathesis.Case[Any], running: RunningServer) -> None:
    """No 5xx; statuses, types, headers and bodies as documented; what is malformed is refused.

    That everything well-formed is accepted cannot be asked: names and options have rules that JSON Schema cannot say.
    """
    headers = running.log_in(case)
    case.call_and_validate(base_url=running.url, headers=headers, excluded_checks=[positive_data_acceptance])
    if "table" in case.path_parameters:  # once more, at a table that is there
        case.path_parameters["table"] = running.find_table(case)
        response = case.call(base_url=running.url, headers=running.headers)
        case.validate_response(
            response,
            checks=[
                not_a_server_error,
                status_code_conformance,
                content_type_conformance,
                response_schema_conformance,
            ],
        )
