r"""Glob patterns, compiled so that matching is linear in the length of the path for any pattern.

`*` and `?` match within a name, `**` spans folders, `[ab]`, `[!ab]` and `{a,b}` are supported, `\` escapes. A
pattern without a slash matches a name at any depth; one that starts with `**/` matches below the folder where
the operation starts; any other is a path from the root. `x/**` and `x/` match the folder x and everything in
it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from understudy.workspace.errors import InvalidArgument
from understudy.workspace.limits import MAX_GLOB_CHARS, MAX_GLOB_PATTERNS, MAX_GLOB_TOTAL_CHARS

__all__ = ["Globs", "compile_globs"]

_FOLDER_NAME_PATTERN = re.compile(r"\*\*/([^*?\[\]{}\\/]+)/\*\*")
_RIPGREP_COMPATIBLE = re.compile(r"[\w./*@+,=~-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Globs:
    """A compiled list of patterns. Paths are passed without a leading slash."""

    patterns: tuple[str, ...]
    folder_names: frozenset[str]
    """Names N of patterns `**/N/**`, the most frequent form."""
    below: re.Pattern[str] | None
    below_folders: re.Pattern[str] | None
    rooted: re.Pattern[str] | None
    rooted_folders: re.Pattern[str] | None

    def matches(self, name: str, below: str, rooted: str, is_folder: bool) -> bool:
        """Whether a pattern matches the entry: its name, its path below the start, its path from the root."""
        if is_folder and name in self.folder_names:
            return True
        return bool(
            (self.below and self.below.fullmatch(below))
            or (self.rooted and self.rooted.fullmatch(rooted))
            or (is_folder and self.below_folders and self.below_folders.fullmatch(below))
            or (is_folder and self.rooted_folders and self.rooted_folders.fullmatch(rooted))
        )

    @property
    def has_only_names(self) -> bool:
        """Whether `folder_names` is complete, so that a walk need not call `matches`."""
        return not (self.below or self.below_folders or self.rooted or self.rooted_folders)

    @property
    def is_rooted(self) -> bool:
        return bool(self.rooted or self.rooted_folders)

    def to_ripgrep(self, *, exclude: bool) -> tuple[str, ...] | None:
        """The same patterns for `rg --glob`; None if ripgrep could interpret one of them differently."""
        if not all(_RIPGREP_COMPATIBLE.fullmatch(pattern) for pattern in self.patterns):
            return None
        return tuple(_to_ripgrep_glob(pattern, exclude) for pattern in self.patterns)


def compile_globs(patterns: Sequence[str], argument: str, *, exclude: bool = True) -> Globs:
    """Compile a list of patterns; `argument` is the name that an error message uses.

    With `exclude`, excluding a folder excludes everything in it, so that its name is enough.
    """
    if len(patterns) > MAX_GLOB_PATTERNS:
        raise InvalidArgument(f"{argument} has more than {MAX_GLOB_PATTERNS} patterns.", "bad_pattern")
    names: set[str] = set()
    sources: dict[tuple[bool, bool], list[str]] = {}
    expanded: list[str] = []
    size = 0
    for written in patterns:
        _validate_pattern(written, argument)
        for pattern in _expand_braces(written, argument):
            size += len(pattern)
            if size > MAX_GLOB_TOTAL_CHARS:
                raise InvalidArgument(
                    f"{argument} has more than {MAX_GLOB_TOTAL_CHARS} characters.", "bad_pattern"
                )
            pattern = pattern.removeprefix("./")
            expanded.append(pattern)
            if exclude and (plain := _FOLDER_NAME_PATTERN.fullmatch(pattern)):
                names.add(plain[1])
                continue
            rooted = _is_rooted(pattern)
            body = pattern.strip("/")
            if not rooted and not body.startswith("**/"):
                body = f"**/{body}"
            if pattern.endswith("/"):
                body += "/**"
            if body.endswith("/**"):
                # A pattern for everything in a folder means the folder itself as well.
                sources.setdefault((rooted, True), []).append(
                    _translate(body.removesuffix("/**"), written, argument)
                )
                sources.setdefault((rooted, False), []).append(_translate(body + "/*", written, argument))
            else:
                sources.setdefault((rooted, False), []).append(_translate(body, written, argument))
    return Globs(
        tuple(expanded),
        frozenset(names),
        _compile_union(sources.get((False, False))),
        _compile_union(sources.get((False, True))),
        _compile_union(sources.get((True, False))),
        _compile_union(sources.get((True, True))),
    )


def _is_rooted(pattern: str) -> bool:
    return "/" in pattern.rstrip("/") and not pattern.startswith("**/")


def _to_ripgrep_glob(pattern: str, exclude: bool) -> str:
    """The pattern in ripgrep's syntax, where only a leading slash anchors it at the root."""
    folder = pattern.endswith(("/", "/**"))
    body = pattern.removesuffix("**") if pattern.endswith("/**") else pattern
    if _is_rooted(pattern):
        body = "/" + body.lstrip("/")
    if exclude or not folder:
        return body  # excluding the folder itself keeps ripgrep from entering it
    return f"{body}**" if body.startswith(("/", "**/")) else f"**/{body}**"


def _validate_pattern(pattern: str, argument: str) -> None:
    if not pattern or "\0" in pattern:
        raise InvalidArgument(f"{argument} has an empty pattern or one with a NUL byte.", "bad_pattern")
    if len(pattern) > MAX_GLOB_CHARS:
        raise InvalidArgument(
            f"{argument} has a pattern longer than {MAX_GLOB_CHARS} characters.", "bad_pattern"
        )
    if pattern.startswith("!"):
        raise InvalidArgument(
            f"{argument}: {pattern!r} is a negation, which is not supported. Quote a name that really starts "
            "with an exclamation mark as '\\!'.",
            "bad_pattern",
        )


def _compile_union(sources: list[str] | None) -> re.Pattern[str] | None:
    return re.compile("|".join(f"(?:{source})" for source in sources), re.DOTALL) if sources else None


def _expand_braces(pattern: str, argument: str) -> list[str]:
    """Expand `a{b,c}d` to `abd` and `acd`; a brace that is not closed is a plain character."""
    done: list[str] = []
    pending = [pattern]
    while pending:
        if len(pending) + len(done) > MAX_GLOB_PATTERNS:
            raise InvalidArgument(f"{argument}: {pattern!r} has too many alternatives.", "bad_pattern")
        current = pending.pop()
        inner = re.search(r"(?<!\\)\{([^{}\\]*,[^{}\\]*)\}", current)
        if inner is None:
            done.append(current)
        else:
            before, after = current[: inner.start()], current[inner.end() :]
            pending.extend(f"{before}{choice}{after}" for choice in reversed(inner[1].split(",")))
    return done


def _translate(pattern: str, written: str, argument: str) -> str:
    """Translate a path pattern to a regular expression that never tries a prefix twice.

    Between two wildcards the leftmost match is always as good as a later one, so each piece except the last
    is matched once, in an atomic group; the last one is anchored at the end.
    """
    groups: list[list[str]] = [[]]
    for component in pattern.split("/"):
        if component == "**":
            groups.append([])
        elif component:
            groups[-1].append(_translate_component(component, written, argument))
    first, *rest = ["/".join(group) for group in groups]
    if not rest:
        return first
    *middle, last = rest
    source = f"{first}/" if first else ""
    for part in middle:
        if part:
            source += f"(?>(?:[^/]+/)*?{part}/)"
    return source + (f"(?:[^/]+/)*{last}" if last else ".+")


def _translate_component(component: str, written: str, argument: str) -> str:
    pieces: list[list[str]] = [[]]
    index = 0
    while index < len(component):
        char = component[index]
        index += 1
        if char == "*":
            if pieces[-1] or len(pieces) == 1:
                pieces.append([])
        elif char == "?":
            pieces[-1].append("[^/]")
        elif char == "\\" and index < len(component):
            pieces[-1].append(re.escape(component[index]))
            index += 1
        elif char == "[":
            source, index = _translate_bracket(component, index)
            pieces[-1].append(source)
        else:
            pieces[-1].append(re.escape(char))
    first, *rest = ["".join(piece) for piece in pieces]
    if not rest:
        if not first:
            raise InvalidArgument(f"{argument}: {written!r} matches nothing.", "bad_pattern")
        return first
    *middle, last = rest
    return first + "".join(f"(?>[^/]*?{part})" for part in middle) + f"[^/]*{last}"


def _translate_bracket(component: str, index: int) -> tuple[str, int]:
    """Translate the class that begins before `index`; a bracket that is not closed is a plain character."""
    end = component.find("]", index + (2 if component[index : index + 1] in ("!", "^") else 1))
    if end < 0:
        return r"\[", index
    body = component[index:end]
    negated = body[0] in "!^"
    chars = re.sub(r"([\\\[\]&~|^])", r"\\\1", body[1:] if negated else body).replace("--", r"-\-")
    for edge in (
        "removeprefix",
        "removesuffix",
    ):  # a hyphen at an edge is literal, also next to a slash
        bare = getattr(chars, edge)("-")
        if bare != chars:
            chars = f"\\-{bare}" if edge == "removeprefix" else f"{bare}\\-"
    try:
        re.compile(f"[{chars}]")
    except re.error:  # a reversed range matches nothing
        return r"(?!)", end + 1
    return (f"[^/{chars}]" if negated else f"(?!/)[{chars}]"), end + 1
