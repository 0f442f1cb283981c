"""What the schema of SARIF 2.1.0 asks of the parts that are written here, in our own words.

Property by property as in the standard (sections 3.13 to 3.58), with one difference: where the
standard allows further properties, nothing is allowed here but what is written, so that a
misspelt one is found.
"""

from __future__ import annotations

from typing import Any

_URI = {
    "type": "string",
    "format": "uri-reference",
    "pattern": r"^[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+$",
}
_PLACE = {"type": "integer", "minimum": 1}


def _closed(required: list[str], **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": False,
    }


_TEXT = _closed(["text"], text={"type": "string"})
_ARTIFACT = _closed(["uri"], uri=_URI)
_REGION = _closed(
    ["startLine"], startLine=_PLACE, startColumn=_PLACE, endLine=_PLACE, endColumn=_PLACE
)
_LOCATION = _closed(
    [],
    physicalLocation=_closed(["artifactLocation"], artifactLocation=_ARTIFACT, region=_REGION),
    message=_TEXT,
)
_FIX = _closed(
    ["artifactChanges"],
    description=_TEXT,
    artifactChanges={
        "type": "array",
        "minItems": 1,
        "uniqueItems": True,
        "items": _closed(
            ["artifactLocation", "replacements"],
            artifactLocation=_ARTIFACT,
            replacements={
                "type": "array",
                "minItems": 1,
                "items": _closed(["deletedRegion"], deletedRegion=_REGION, insertedContent=_TEXT),
            },
        ),
    },
)
_RULE = _closed(
    ["id"],
    id={"type": "string"},
    shortDescription=_TEXT,
    fullDescription=_TEXT,
    help=_TEXT,
)
_RESULT = _closed(
    ["message"],
    ruleId={"type": "string"},
    ruleIndex={"type": "integer", "minimum": -1},
    level={"enum": ["none", "note", "warning", "error"]},
    message=_TEXT,
    locations={"type": "array", "uniqueItems": True, "items": _LOCATION},
    relatedLocations={"type": "array", "uniqueItems": True, "items": _LOCATION},
    fixes={"type": "array", "uniqueItems": True, "items": _FIX},
)
_RUN = _closed(
    ["tool"],
    tool=_closed(
        ["driver"],
        driver=_closed(
            ["name"],
            name={"type": "string"},
            semanticVersion={"type": "string"},
            rules={"type": "array", "uniqueItems": True, "items": _RULE},
        ),
    ),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results={"type": "array", "items": _RESULT},
)

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    **_closed(
        ["version", "runs"],
        **{"$schema": {"type": "string", "format": "uri"}},
        version={"const": "2.1.0"},
        runs={"type": "array", "items": _RUN},
    ),
}
