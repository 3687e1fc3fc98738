"""The settings that docs/editors.md gives for an editor: what the journeys run is what users paste."""

import re
from pathlib import Path

__all__ = ["snippets"]


def snippets(repository: Path, heading: str, language: str) -> list[str]:
    """The examples of that language in the section with that heading."""
    text = (repository / "docs/editors.md").read_text()
    section = re.search(rf"^###? {re.escape(heading)}\n(.*?)(?=^##)", text, re.MULTILINE | re.DOTALL)
    assert section is not None, f"docs/editors.md has no section {heading}"
    return re.findall(rf"^```{language}\n(.*?)^```$", section[1], re.MULTILINE | re.DOTALL)
