"""Which language a text is in, as far as the rules care. Not a list of all languages: the others are `other`."""

from typing import Final, Literal

from understudy.nes.text import TextSnapshot

__all__ = ["LanguageFamily", "grammar_name", "language_family"]

LanguageFamily = Literal["python", "script", "rust", "go", "java", "c", "ruby", "other"]

_FAMILIES_AND_GRAMMARS: Final[dict[str, tuple[LanguageFamily, str]]] = {
    "python": ("python", "python"),
    "javascript": ("script", "javascript"),
    "javascriptreact": ("script", "javascript"),
    "typescript": ("script", "typescript"),
    "typescriptreact": ("script", "tsx"),
    "rust": ("rust", "rust"),
    "go": ("go", "go"),
    "java": ("java", "java"),
    "c": ("c", "c"),
    "cpp": ("c", "cpp"),
    "ruby": ("ruby", "ruby"),
}
_SUFFIXES: Final = {
    "py": "python",
    "pyi": "python",
    "js": "javascript",
    "mjs": "javascript",
    "cjs": "javascript",
    "jsx": "javascriptreact",
    "ts": "typescript",
    "mts": "typescript",
    "cts": "typescript",
    "tsx": "typescriptreact",
    "rs": "rust",
    "go": "go",
    "java": "java",
    "c": "c",
    "h": "c",
    "cc": "cpp",
    "cpp": "cpp",
    "cxx": "cpp",
    "hpp": "cpp",
    "hh": "cpp",
    "rb": "ruby",
}


def _language_id(snapshot: TextSnapshot) -> str:
    if snapshot.language in _FAMILIES_AND_GRAMMARS:
        return snapshot.language
    return _SUFFIXES.get(snapshot.uri.rpartition(".")[2].lower(), "")


def language_family(snapshot: TextSnapshot) -> LanguageFamily:
    known = _FAMILIES_AND_GRAMMARS.get(_language_id(snapshot))
    return known[0] if known else "other"


def grammar_name(snapshot: TextSnapshot) -> str:
    """The name of its tree-sitter grammar, or nothing."""
    known = _FAMILIES_AND_GRAMMARS.get(_language_id(snapshot))
    return known[1] if known else ""
