"""The API reference at /api/docs: the OpenAPI document as a page without scripts, as the content policy requires."""

from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response


async def show_reference(request: Request) -> Response:
    """Render all routes with their bodies, responses and refusals, and all schemas."""
    schema = request.app.openapi()
    parts = [
        f"<h1>{escape(schema['info']['title'])} {escape(schema['info']['version'])}</h1>",
        f"<p>{escape(schema['info']['description'])}</p>",
        '<p>For programs: <a href="/api/openapi.json">OpenAPI</a>, <a href="/api/schema">JSON Schema</a>.</p>',
        "<dl>",
    ]
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            parts.append(f"<dt><code>{method.upper()} {escape(path)}</code></dt>")
            parts.append(f"<dd>{escape(operation.get('description', operation['summary']))}</dd>")
            parts.extend(f"<dd>{line}</dd>" for line in _describe(operation))
    parts.append("</dl><h2>Objects</h2><dl>")
    for name, shape in schema["components"]["schemas"].items():
        fields = ", ".join(f"<code>{escape(field)}</code>" for field in shape.get("properties", {}))
        parts.append(f'<dt id="{escape(name)}">{escape(name)}</dt><dd>{escape(shape.get("description", ""))}</dd>')
        parts.append(f"<dd>{fields}</dd>")
    parts.append("</dl>")
    return HTMLResponse(
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        '<title>Ludothèque: reference</title><link rel="icon" href="/favicon.svg">'
        f'<link rel="stylesheet" href="/plain.css">{"".join(parts)}</html>'
    )


def _describe(operation: dict[str, Any]) -> list[str]:
    lines = []
    if "requestBody" in operation:
        lines.append(f"takes {_link(operation['requestBody'])}")
    for status, answer in sorted(operation["responses"].items()):
        says = _link(answer) if status.startswith("2") else f"<code>{escape(answer['description'])}</code>"
        lines.append(f"{status}: {says}")
    return lines


def _link(described: dict[str, Any]) -> str:
    for content in described.get("content", {}).values():
        name = content["schema"].get("$ref", "").rpartition("/")[2]
        if name:
            return f'<a href="#{name}">{name}</a>'
    return escape(described.get("description", ""))
