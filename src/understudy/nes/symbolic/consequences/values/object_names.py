"""Whether a value is the name of an object of Kubernetes, or refers to one.

The kind of the object decides what refers to it: in manifests, an equal name says nothing. See
`text_names.kubernetes`.
"""

import re
from typing import Final

from understudy.nes.symbolic.consequences.rule_context import SourceText

__all__ = ["is_object_text", "is_other_object"]

_OBJECT_NAME: Final = re.compile(
    r"\s*(?:- +)?(?:\w+:\s*\{.*)?(?:name|(?:secret|claim|serviceAccount|service|container|\w+Class)Name):\s"
)


def is_object_text(text: SourceText) -> bool:
    """Whether the text is a manifest of Kubernetes: it says the kind of an object and the version of its API."""
    if not text.snapshot.uri.lower().endswith((".yml", ".yaml")):
        return False
    return all(
        any(text.raw[line].startswith(key) for line in text.raw_lookup.iterate_containing(key))
        for key in ("kind:", "apiVersion:")
    )


def is_other_object(changed: SourceText, line: int, text: SourceText) -> bool:
    """Whether the changed line has the name of an object, a volume or a container, and the text is a manifest."""
    if _OBJECT_NAME.match(changed.raw[line]) is None or not is_object_text(changed):
        return False
    return text is changed or is_object_text(text)
