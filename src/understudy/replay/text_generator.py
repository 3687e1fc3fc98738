"""Generates functions in several languages, prose and configuration from a small grammar and a seed.

The text is plausible and meaningless. Equal seeds give equal texts; two functions of one file share words, as
real ones do, but no structure.
"""

from collections.abc import Callable
from random import Random
from typing import Final, Literal

__all__ = [
    "LANGUAGE_SUFFIXES",
    "ConfigFormat",
    "Language",
    "generate_config_line",
    "generate_function",
    "generate_paragraph",
]

Language = Literal["python", "typescript", "go", "rust"]
ConfigFormat = Literal["yaml", "toml"]
LANGUAGE_SUFFIXES: Final[dict[str, str]] = {"python": "py", "typescript": "ts", "go": "go", "rust": "rs"}


def _split_words(text: str) -> list[str]:
    return text.split()


_VERBS: Final = _split_words(
    "load merge count build check find split trim rank draw pick scan join sort fold mark sum copy close begin "
    "match read shift render cover store refill gather weigh measure arrange"
)
_NOUNS: Final = _split_words(
    "order user page item price token path node edge frame color label queue batch report invoice ticket river "
    "garden engine window letter sample driver record budget ladder signal bucket meadow harbor planet recipe"
)
_ADJECTIVES: Final = _split_words(
    "old quiet early narrow bright steady empty plain distant careful common simple heavy local spare"
)
_ADVERBIALS: Final = (
    "in the north",
    "after lunch",
    "during winter",
    "near the station",
    "beside the wall",
    "today",
)
_CONFIG_KEYS: Final = _split_words(
    "timeout retries host port level folder threshold interval region owner format depth width color language"
)


class _NameScope:
    """The names declared so far in one function, its parameters included."""

    def __init__(self, random: Random, names: list[str]) -> None:
        self.random = random
        self.names = names

    def new_name(self) -> str:
        while (name := self.random.choice(_NOUNS)) in self.names:
            pass
        self.names.append(name)
        return name


def generate_function(random: Random, language: Language) -> list[str]:
    """Return the lines of one function, without blank lines around it."""
    names = _NameScope(random, [])
    parameters = [names.new_name() for _ in range(random.randint(1, 3))]
    name = [random.choice(_VERBS), random.choice(_ADJECTIVES), random.choice(_NOUNS)]
    body = _generate_block(names, language, 1, random.randint(2, 5))
    value = _generate_expression(names)
    match language:
        case "python":
            return [f"def {'_'.join(name)}({', '.join(parameters)}):", *body, f"    return {value}"]
        case "typescript":
            typed = ", ".join(f"{parameter}: number" for parameter in parameters)
            return [
                f"export function {_camel_case(name)}({typed}): number {{",
                *body,
                f"  return {value};",
                "}",
            ]
        case "go":
            return [
                f"func {_camel_case(name)}({', '.join(parameters)} int) int {{",
                *body,
                f"\treturn {value}",
                "}",
            ]
        case "rust":
            typed = ", ".join(f"{parameter}: i64" for parameter in parameters)
            return [f"fn {'_'.join(name)}({typed}) -> i64 {{", *body, f"    {value}", "}"]


def generate_paragraph(random: Random) -> list[str]:
    """Return a few sentences in lines of about eighty columns."""
    words = " ".join(_generate_sentence(random) for _ in range(random.randint(2, 4))).split()
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + len(word) < 78:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def generate_config_line(random: Random, config_format: ConfigFormat) -> str:
    key = f"{random.choice(_NOUNS)}_{random.choice(_CONFIG_KEYS)}"
    values: tuple[Callable[[], str], ...] = (
        lambda: str(random.randint(2, 9000)),
        lambda: random.choice(("true", "false")),
        lambda: f'"{random.choice(_ADJECTIVES)}-{random.choice(_NOUNS)}"',
    )
    return f"{key}{': ' if config_format == 'yaml' else ' = '}{random.choice(values)()}"


def _generate_block(names: _NameScope, language: Language, depth: int, size: int) -> list[str]:
    lines: list[str] = []
    for _ in range(size):
        scope = len(names.names)
        match names.random.randint(0, 5 if depth < 3 else 2):
            case 0 | 1 | 2:
                lines += _generate_declaration(names, language, depth)
            case 3:
                condition = (
                    f"{_pick_name(names)} {names.random.choice(('<', '>', '=='))} {_generate_operand(names)}"
                )
                lines += _generate_nested_block(names, language, depth, "if", condition)
                del names.names[scope:]
            case 4:
                lines += _generate_nested_block(names, language, depth, "for", "")
                del names.names[scope:]
            case _:
                indent = _indent(language, depth)
                lines.append(
                    f"{indent}{names.random.choice(_VERBS)}({_generate_expression(names)}){_statement_end(language)}"
                )
    return lines


def _generate_declaration(names: _NameScope, language: Language, depth: int) -> list[str]:
    value = _generate_expression(names)
    name, indent = names.new_name(), _indent(language, depth)
    match language:
        case "python":
            return [f"{indent}{name} = {value}"]
        case "typescript":
            return [f"{indent}const {name} = {value};"]
        case "go":
            return [f"{indent}{name} := {value}"]
        case "rust":
            return [f"{indent}let {name} = {value};"]


def _generate_nested_block(
    names: _NameScope, language: Language, depth: int, kind: str, condition: str
) -> list[str]:
    indent = _indent(language, depth)
    if kind == "for":
        bound = _generate_operand(names)
        name = names.new_name()
        heads = {
            "python": f"for {name} in range({bound}):",
            "typescript": f"for (let {name} = 0; {name} < {bound}; {name}++) {{",
            "go": f"for {name} := range {bound} {{",
            "rust": f"for {name} in 0..{bound} {{",
        }
    else:
        heads = {
            "python": f"if {condition}:",
            "typescript": f"if ({condition}) {{",
            "go": f"if {condition} {{",
            "rust": f"if {condition} {{",
        }
    body = _generate_block(names, language, depth + 1, names.random.randint(1, 2))
    return [indent + heads[language], *body, *([] if language == "python" else [indent + "}"])]


def _generate_expression(names: _NameScope) -> str:
    match names.random.randint(0, 4):
        case 0:
            return f"{_pick_name(names)} {names.random.choice('+-*')} {_generate_operand(names)}"
        case 1:
            return f"{names.random.choice(_VERBS)}({_pick_name(names)}, {_generate_operand(names)})"
        case 2:
            return f"{names.random.choice(_VERBS)}({_generate_operand(names)})"
        case 3:
            return f"({_pick_name(names)} + {names.random.randint(2, 99)}) % {names.random.randint(2, 30)}"
        case _:
            return _generate_operand(names)


def _generate_operand(names: _NameScope) -> str:
    return _pick_name(names) if names.random.random() < 0.6 else str(names.random.randint(2, 500))


def _pick_name(names: _NameScope) -> str:
    return names.random.choice(names.names)


def _indent(language: Language, depth: int) -> str:
    return {"python": "    ", "typescript": "  ", "go": "\t", "rust": "    "}[language] * depth


def _statement_end(language: Language) -> str:
    return ";" if language in ("typescript", "rust") else ""


def _camel_case(words: list[str]) -> str:
    return words[0] + "".join(word.capitalize() for word in words[1:])


def _generate_sentence(random: Random) -> str:
    subject = f"the {random.choice(_ADJECTIVES)} {random.choice(_NOUNS)}"
    object_ = f"{random.choice(('a', 'every', 'one', 'no'))} {random.choice(_NOUNS)}"
    middle = f"{random.choice(('can', 'may', 'will', 'must'))} {random.choice(_VERBS)} {object_}"
    words = f"{subject} {middle} {random.choice(_ADVERBIALS)}"
    if random.random() < 0.4:
        words += f", though {random.choice(_NOUNS)}s {random.choice(('rarely', 'often', 'never'))} help"
    return words[0].upper() + words[1:] + "."
