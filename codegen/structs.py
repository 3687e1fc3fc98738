"""ACP's messages as msgspec Structs: `python -m codegen.structs` writes src/understudy/schema/acp.py.

    object                      a Struct, fields in snake case
    string or integer           an alias
    constants only              a Literal
    union told by a tag         a tagged union; a shape that several tags share gets a class for each
    any other union of objects  one Struct with the fields of all, since nothing on the wire tells them apart

`frozen.schema.json` holds definitions that ACP's schema has moved out of it and that we still support: next edit
suggestions, and connections to MCP servers. `extensions.json` holds what the seeds add to the schema, and where
they are stricter than it.
"""

import json
import keyword
import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TARGET = HERE.parent / "src" / "understudy" / "schema" / "acp.py"
ENVELOPES = re.compile(
    r"^(Agent|Client)(Request|Response|Notification)$|^Ext(Request|Response|Notification)$"
    r"|^(Initialize)?Proxy"  # messages between proxies, which we are not
)
NAMES = {
    ("SessionUpdate", "tool_call"): "ToolCallStart",
    ("SessionUpdate", "tool_call_update"): "ToolCallProgress",
    ("RequestPermissionOutcome", "cancelled"): "CancelledPermissionOutcome",
}
HEADER = '''"""ACP's messages, generated from the schemas in codegen/ by `python -m codegen.structs`.

Unknown fields are ignored and `_meta` stays one opaque value. What the schema wants read kindly (a broken
optional part counts as absent) is in TOLERATED, NULLABLE and SKIPPED, which `understudy.schema.decode` obeys.
"""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

Natural = Annotated[int, Meta(ge=0)]


def none_yet() -> list[Any]:
    """An empty list that is sent all the same: peers may leave it out, and others insist on it."""
    return []


class Message(Struct, kw_only=True, rename="camel", omit_defaults=True):
    """What all shapes have in common."""


class Annotated_(Message, kw_only=True):
    """A shape with room for what its sender wants to add."""

    meta: dict[str, Any] | None = field(default=None, name="_meta")

'''
Schema = dict[str, Any]


def published() -> dict[str, Schema]:
    """The definitions as they were published, without the extensions."""
    defs: dict[str, Schema] = {}
    for name in ("acp-v1.schema.json", "frozen.schema.json"):
        defs |= json.loads((HERE / name).read_text())["$defs"]
    return defs


def load() -> tuple[dict[str, Schema], set[str]]:
    """The definitions with the extensions in them, and the fields that are never read kindly."""
    defs = published()
    more = json.loads((HERE / "extensions.json").read_text())
    for name, fields in more["fields"].items():
        defs[name]["properties"].update(fields)
    for name, required in more["required"].items():
        defs[name]["required"] += required
    for name, optional in more["optional"].items():
        defs[name]["required"] = [field for field in defs[name]["required"] if field not in optional]
        for field in optional:
            schema = defs[name]["properties"][field]
            schema["x-kept"] = schema.get("type") == "array"  # an empty list is sent all the same
    for name, variants in more["variants"].items():
        defs[name]["oneOf"] += variants
    defs.update(more["defs"])
    return {name: body for name, body in defs.items() if not ENVELOPES.match(name)}, set(more["strict"])


def ref_of(schema: Schema) -> str | None:
    """The definition that a schema stands for, with or without a wrapper."""
    if "allOf" in schema:
        schema = schema["allOf"][0]
    return schema["$ref"].rsplit("/", 1)[-1] if "$ref" in schema else None


def constant(schema: Schema) -> tuple[str, str] | None:
    """The tag of a union's variant: field and value."""
    for name, body in schema.get("properties", {}).items():
        if "const" in body and name in schema.get("required", ()):
            return name, body["const"]
    return None


def snake(name: str) -> str:
    name = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()
    return name + "_" if keyword.iskeyword(name) else name


def pascal(name: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[_-]", name))


class Writer:
    def __init__(self) -> None:
        self.defs, self.strict = load()
        self.lines: list[str] = []
        self.tags: dict[str, tuple[str, str]] = {}
        self.tolerated: list[tuple[str, str]] = []
        self.nullable: list[tuple[str, str]] = []
        self.skipped: list[tuple[str, str]] = []
        self.done: set[str] = set()
        self.uses = json.dumps(self.defs)

    def write(self) -> str:
        for body in self.defs.values():
            if self.tagged(body):
                self.claim_tags(body)
        for name in self.defs:
            self.define(name)
        names = sorted([*self.done, "Annotated_", "Message", "NULLABLE", "SKIPPED", "TOLERATED"])
        tables = [
            f'{table}: frozenset[str] = frozenset(\n    """\n'
            + "".join(f"    {struct}.{name}\n" for struct, name in sorted(set(pairs)))
            + '    """.split()\n)\n'
            for table, pairs in (
                ("TOLERATED", self.tolerated),
                ("NULLABLE", self.nullable),
                ("SKIPPED", self.skipped),
            )
        ]
        export = "__all__ = [\n" + "".join(f'    "{name}",\n' for name in names) + "]\n"
        return HEADER + "\n" + "\n".join(self.lines) + "\n\n" + "\n".join(tables) + "\n" + export

    def tagged(self, body: Schema) -> bool:
        variants = body.get("oneOf", body.get("anyOf", []))
        return bool(variants) and "properties" not in body and all(constant(variant) for variant in variants)

    def claim_tags(self, body: Schema) -> None:
        """A shape that only one tag of one union uses carries the tag itself."""
        for variant in body.get("oneOf", body.get("anyOf", [])):
            name, tag = ref_of(variant), constant(variant)
            if name and tag and self.uses.count(f'"#/$defs/{name}"') == 1:
                self.tags[name] = tag

    def define(self, name: str) -> None:
        if name in self.done:
            return
        self.done.add(name)
        body = self.defs[name]
        variants = body.get("oneOf", body.get("anyOf"))
        for needed in re.findall(r'"#/\$defs/(\w+)"', json.dumps(body)):
            if needed in self.defs:
                self.define(needed)
        if variants and all("const" in variant for variant in variants):
            self.lines.append(f"{name} = {self.literal(variants)}\n")
        elif variants and self.tagged(body):
            self.union(name, variants)
        elif variants and any(self.is_object(variant) for variant in variants):
            self.struct(name, self.merge(body))
        elif body.get("type") == "object":
            self.struct(name, body)
        else:
            self.lines.append(f"{name} = {self.type(body)}\n")

    def is_object(self, schema: Schema) -> bool:
        name = ref_of(schema)
        return (
            self.is_object(self.defs[name]) if name else schema.get("type") == "object" or "oneOf" in schema
        )

    def literal(self, variants: list[Schema]) -> str:
        values = [variant["const"] for variant in variants]
        return "int" if isinstance(values[0], int) else f"Literal[{', '.join(json.dumps(v) for v in values)}]"

    def union(self, name: str, variants: list[Schema]) -> None:
        names: list[str] = []
        for variant in variants:
            tag, shape = constant(variant), ref_of(variant)
            assert tag
            if shape and self.tags.get(shape) == tag:
                names.append(shape)
                continue
            own = NAMES.get((name, tag[1]), pascal(tag[1]))
            assert own not in self.defs or own == shape, own
            names.append(own)
            self.done.add(own)
            base = shape or "Message"
            self.lines.append(
                f'\nclass {own}({base}, kw_only=True, tag_field="{tag[0]}", tag="{tag[1]}"):\n    pass\n'
            )
        self.lines.append(f"\n{name} = {' | '.join(names)}\n")

    def merge(self, body: Schema) -> Schema:
        """One shape for variants that nothing tells apart: all fields, required where all require them."""
        properties: dict[str, Schema] = {}
        required: set[str] | None = None
        mentioned: set[str] = set()
        for variant in body.get("oneOf", body.get("anyOf", [])):
            shape = ref_of(variant)
            parts = [variant] if shape is None else [variant, self.defs[shape]]
            wanted: set[str] = set()
            for part in parts:
                if "anyOf" in part or "oneOf" in part:
                    part = self.merge(part)
                for name, schema in part.get("properties", {}).items():
                    schema = {"type": "string"} if "const" in schema else schema  # other values will come
                    known = properties.get(name)
                    properties[name] = self.widen(known, schema) if known else schema
                wanted |= set(part.get("required", ()))
            mentioned |= wanted & properties.keys()
            required = wanted if required is None else required & wanted
        for name in mentioned - (required or set()):
            if properties[name].get("type") == "array":  # a variant wants it, so an empty one is sent too
                properties[name] = {**properties[name], "x-kept": True}
        own = body.get("properties", {})
        return {
            "type": "object",
            "properties": {**own, **properties},
            "required": [*body.get("required", ()), *sorted(required or ())],
        }

    def widen(self, one: Schema, other: Schema) -> Schema:
        if one == other:
            return one
        return {"anyOf": [one, other]}

    def struct(self, name: str, body: Schema) -> None:
        properties: dict[str, Schema] = body.get("properties", {})
        base = "Annotated_" if "_meta" in properties else "Message"
        tag = self.tags.get(name)
        extra = f', tag_field="{tag[0]}", tag="{tag[1]}"' if tag else ""
        lines = [f"\nclass {name}({base}, kw_only=True{extra}):"]
        for key, schema in properties.items():
            if schema.get("x-deserialize-default-on-null") and key not in self.strict:
                self.nullable.append((name, key))
            if schema.get("x-deserialize-default-on-error") and key not in self.strict:
                self.tolerated.append((name, key))
            if schema.get("x-deserialize-skip-invalid-items") and key not in self.strict:
                self.skipped.append((name, key))
            if key != "_meta":
                lines.append("    " + self.field(key, schema, key in body.get("required", ())))
        self.lines.append("\n".join(lines if len(lines) > 1 else [f"{lines[0]} ..."]) + "\n")

    def field(self, key: str, schema: Schema, required: bool) -> str:
        kind, name = self.type(schema), snake(key)
        if required:
            return f"{name}: {kind}"
        shape = ref_of(schema)
        if schema.get("x-absent"):
            return f"{name}: {kind} | UnsetType = UNSET"
        if schema.get("x-kept"):
            return f"{name}: {kind} = field(default_factory=none_yet)"
        if schema.get("type") == "array":
            return f"{name}: {kind} = []"
        if isinstance(schema.get("default"), bool | int | str):
            return f"{name}: {kind} = {schema['default']!r}"
        if shape and schema.get("default") is not None and self.defs[shape].get("type") == "object":
            return f"{name}: {kind} = field(default_factory={shape})"
        return f"{name}: {kind if kind.endswith('None') or kind == 'Any' else kind + ' | None'} = None"

    def type(self, schema: Schema) -> str:
        shape = ref_of(schema)
        if shape:
            return shape if shape in self.defs else "Any"
        if "const" in schema:
            return f"Literal[{json.dumps(schema['const'])}]"
        variants = schema.get("anyOf", schema.get("oneOf"))
        if variants:
            if len(variants) > 1 and all(variant.get("type") == "array" for variant in variants):
                return "list[Any]"
            kinds = list(dict.fromkeys(self.type(variant) for variant in variants))
            if "str" in kinds:
                kinds = [kind for kind in kinds if not kind.startswith('Literal["')]
            return " | ".join(sorted(kinds, key=lambda kind: kind == "None"))
        kinds = schema.get("type", "any")
        parts = [self.plain(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds)]
        return " | ".join(parts)

    def plain(self, kind: str, schema: Schema) -> str:
        match kind:
            case "string":
                return "str"
            case "boolean":
                return "bool"
            case "number":
                return "float"
            case "integer" if "maximum" in schema:
                return f"Annotated[int, Meta(ge={schema.get('minimum', 0)}, le={schema['maximum']})]"
            case "integer":
                return "Natural" if schema.get("minimum") == 0 else "int"
            case "array":
                return f"list[{self.type(schema['items'])}]" if "items" in schema else "list[Any]"
            case "object":
                values = schema.get("additionalProperties")
                return f"dict[str, {self.type(values)}]" if isinstance(values, dict) else "dict[str, Any]"
            case "null":
                return "None"
            case _:
                return "Any"


def generate() -> str:
    return Writer().write()


if __name__ == "__main__":
    text = generate()
    if "--check" in sys.argv:
        sys.exit(
            0
            if TARGET.read_text() == text
            else f"{TARGET.name} is not what the schema says: python -m codegen.structs"
        )
    TARGET.write_text(text)
