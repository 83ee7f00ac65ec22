"""The API's page: plain HTML made from its description, without scripts or external files."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Final

STYLE: Final = """\
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 2.5rem; text-transform: capitalize }
code { font-family: ui-monospace, monospace }
dt { margin-top: 1rem }
dt b { display: inline-block; min-width: 4.5rem }
dd { margin-left: 4.75rem }
table { border-collapse: collapse } td, th { padding: .1rem 1rem .1rem 0; text-align: left; vertical-align: top }
"""


def docs_page(api: Mapping[str, Any]) -> str:
    """The page of an OpenAPI description."""
    return (
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8><title>Teahouse: the API</title>"
        '<meta name=viewport content="width=device-width, initial-scale=1"><link rel=stylesheet href=/api/docs.css>'
        f"</head><body><h1>Teahouse: the API</h1><p>{escape(api['info']['description'])}</p>"
        '<p>For programs: <a href="/api/openapi.json">openapi.json</a>.</p>'
        f"{''.join(_groups(api))}<h2>Types</h2>{''.join(_types(api))}</body></html>\n"
    )


def _groups(api: Mapping[str, Any]) -> Iterator[str]:
    tags: dict[str, list[str]] = {}
    for path, methods in api["paths"].items():
        for method, route in methods.items():
            tags.setdefault(route["tags"][0], []).append(_route(method, path, route))
    for tag, routes in tags.items():
        yield f"<h2>{escape(tag)}</h2><dl>{''.join(routes)}</dl>"


def _route(method: str, path: str, route: Mapping[str, Any]) -> str:
    body = "".join(_linked(content) for content in route.get("requestBody", {}).get("content", {}).values())
    takes = f" Takes {body}." if body else ""
    answers = [_linked(content) for status, one in route["responses"].items() if str(status)[0] == "2"
               for content in one.get("content", {}).values()]  # fmt: skip
    results = f" Gives {', '.join(answers)}." if any(answers) else ""
    queries = "".join(
        f" <code>?{escape(one['name'])}</code>" for one in route.get("parameters", ()) if one["in"] == "query"
    )
    text = escape(route.get("description", ""))
    return f"<dt><b>{method.upper()}</b> <code>{escape(path)}</code>{queries}</dt><dd>{text}{takes}{results}</dd>"


def _linked(content: Mapping[str, Any]) -> str:
    schema = content.get("schema", {})
    many = "items" in schema
    name = str(schema.get("items", schema).get("$ref", "")).rpartition("/")[2]
    return f'{"many " * many}<a href="#{escape(name)}">{escape(name)}</a>' if name else "text"


def _types(api: Mapping[str, Any]) -> Iterator[str]:
    for name, schema in api["components"]["schemas"].items():
        rows = "".join(
            f"<tr><td><code>{escape(field)}</code><td>{escape(_kind(kind))}"
            for field, kind in schema.get("properties", {}).items()
        )
        text = escape(schema.get("description", ""))
        yield f"<h3 id={escape(name)}>{escape(name)}</h3><p>{text}</p><table>{rows}</table>"


def _kind(schema: Mapping[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(_kind(one) for one in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    if schema.get("items"):
        return f"list of {_kind(schema['items'])}"
    return str(schema.get("type") or str(schema.get("$ref", "anything")).rpartition("/")[2])
