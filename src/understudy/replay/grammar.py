"""Made-up files: functions in several languages, prose and configuration, from a small grammar and a seed.

What it writes is plausible and means nothing. Two texts of one seed are equal; two functions of one file share
words, as real ones do, but no plan.
"""

from collections.abc import Callable
from random import Random
from typing import Final, Literal

__all__ = ["LANGUAGES", "Language", "Notation", "configuration_line", "function", "paragraph"]

Language = Literal["python", "typescript", "go", "rust"]
Notation = Literal["yaml", "toml"]
LANGUAGES: Final[dict[str, str]] = {"python": "py", "typescript": "ts", "go": "go", "rust": "rs"}


def _words(text: str) -> list[str]:
    return text.split()


_VERBS: Final = _words(
    "load merge count build check find split trim rank draw pick scan join sort fold mark sum copy close begin "
    "match read shift render cover store refill gather weigh measure arrange"
)
_NOUNS: Final = _words(
    "order user page item price token path node edge frame color label queue batch report invoice ticket river "
    "garden engine window letter sample driver record budget ladder signal bucket meadow harbor planet recipe"
)
_ADJECTIVES: Final = _words(
    "old quiet early narrow bright steady empty plain distant careful common simple heavy local spare"
)
_PLACES: Final = (
    "in the north",
    "after lunch",
    "during winter",
    "near the station",
    "beside the wall",
    "today",
)
_SETTINGS: Final = _words(
    "timeout retries host port level folder threshold interval region owner format depth width color language"
)


class _Names:
    """Names of one function: parameters and what was declared so far."""

    def __init__(self, random: Random, taken: list[str]) -> None:
        self.random = random
        self.known = taken

    def new(self) -> str:
        while (name := self.random.choice(_NOUNS)) in self.known:
            pass
        self.known.append(name)
        return name


def function(random: Random, language: Language) -> list[str]:
    """The lines of one function, without blank lines around it."""
    names = _Names(random, [])
    parameters = [names.new() for _ in range(random.randint(1, 3))]
    name = [random.choice(_VERBS), random.choice(_ADJECTIVES), random.choice(_NOUNS)]
    body = _block(names, language, 1, random.randint(2, 5))
    value = _value(names)
    match language:
        case "python":
            return [f"def {'_'.join(name)}({', '.join(parameters)}):", *body, f"    return {value}"]
        case "typescript":
            typed = ", ".join(f"{parameter}: number" for parameter in parameters)
            return [f"export function {_camel(name)}({typed}): number {{", *body, f"  return {value};", "}"]
        case "go":
            return [
                f"func {_camel(name)}({', '.join(parameters)} int) int {{",
                *body,
                f"\treturn {value}",
                "}",
            ]
        case "rust":
            typed = ", ".join(f"{parameter}: i64" for parameter in parameters)
            return [f"fn {'_'.join(name)}({typed}) -> i64 {{", *body, f"    {value}", "}"]


def paragraph(random: Random) -> list[str]:
    """A few sentences, in lines of about eighty columns."""
    words = " ".join(_sentence(random) for _ in range(random.randint(2, 4))).split()
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + len(word) < 78:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def configuration_line(random: Random, notation: Notation) -> str:
    key = f"{random.choice(_NOUNS)}_{random.choice(_SETTINGS)}"
    values: tuple[Callable[[], str], ...] = (
        lambda: str(random.randint(2, 9000)),
        lambda: random.choice(("true", "false")),
        lambda: f'"{random.choice(_ADJECTIVES)}-{random.choice(_NOUNS)}"',
    )
    return f"{key}{': ' if notation == 'yaml' else ' = '}{random.choice(values)()}"


def _block(names: _Names, language: Language, depth: int, size: int) -> list[str]:
    lines: list[str] = []
    for _ in range(size):
        scope = len(names.known)
        match names.random.randint(0, 5 if depth < 3 else 2):
            case 0 | 1 | 2:
                lines += _declaration(names, language, depth)
            case 3:
                condition = f"{_known(names)} {names.random.choice(('<', '>', '=='))} {_atom(names)}"
                lines += _nested(names, language, depth, "if", condition)
                del names.known[scope:]
            case 4:
                lines += _nested(names, language, depth, "for", "")
                del names.known[scope:]
            case _:
                indent = _indent(language, depth)
                lines.append(f"{indent}{names.random.choice(_VERBS)}({_value(names)}){_end(language)}")
    return lines


def _declaration(names: _Names, language: Language, depth: int) -> list[str]:
    value = _value(names)
    name, indent = names.new(), _indent(language, depth)
    match language:
        case "python":
            return [f"{indent}{name} = {value}"]
        case "typescript":
            return [f"{indent}const {name} = {value};"]
        case "go":
            return [f"{indent}{name} := {value}"]
        case "rust":
            return [f"{indent}let {name} = {value};"]


def _nested(names: _Names, language: Language, depth: int, kind: str, condition: str) -> list[str]:
    indent = _indent(language, depth)
    if kind == "for":
        most = _atom(names)
        name = names.new()
        heads = {
            "python": f"for {name} in range({most}):",
            "typescript": f"for (let {name} = 0; {name} < {most}; {name}++) {{",
            "go": f"for {name} := range {most} {{",
            "rust": f"for {name} in 0..{most} {{",
        }
    else:
        heads = {
            "python": f"if {condition}:",
            "typescript": f"if ({condition}) {{",
            "go": f"if {condition} {{",
            "rust": f"if {condition} {{",
        }
    body = _block(names, language, depth + 1, names.random.randint(1, 2))
    return [indent + heads[language], *body, *([] if language == "python" else [indent + "}"])]


def _value(names: _Names) -> str:
    match names.random.randint(0, 4):
        case 0:
            return f"{_known(names)} {names.random.choice('+-*')} {_atom(names)}"
        case 1:
            return f"{names.random.choice(_VERBS)}({_known(names)}, {_atom(names)})"
        case 2:
            return f"{names.random.choice(_VERBS)}({_atom(names)})"
        case 3:
            return f"({_known(names)} + {names.random.randint(2, 99)}) % {names.random.randint(2, 30)}"
        case _:
            return _atom(names)


def _atom(names: _Names) -> str:
    return _known(names) if names.random.random() < 0.6 else str(names.random.randint(2, 500))


def _known(names: _Names) -> str:
    return names.random.choice(names.known)


def _indent(language: Language, depth: int) -> str:
    return {"python": "    ", "typescript": "  ", "go": "\t", "rust": "    "}[language] * depth


def _end(language: Language) -> str:
    return ";" if language in ("typescript", "rust") else ""


def _camel(words: list[str]) -> str:
    return words[0] + "".join(word.capitalize() for word in words[1:])


def _sentence(random: Random) -> str:
    subject = f"the {random.choice(_ADJECTIVES)} {random.choice(_NOUNS)}"
    object_ = f"{random.choice(('a', 'every', 'one', 'no'))} {random.choice(_NOUNS)}"
    middle = f"{random.choice(('can', 'may', 'will', 'must'))} {random.choice(_VERBS)} {object_}"
    words = f"{subject} {middle} {random.choice(_PLACES)}"
    if random.random() < 0.4:
        words += f", though {random.choice(_NOUNS)}s {random.choice(('rarely', 'often', 'never'))} help"
    return words[0].upper() + words[1:] + "."
