"""A renamed variable of a Makefile or a Dockerfile: what expands or sets it follows, the bare word does not."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.test_explained_tables import Line
from understudy.nes.symbolic.consequences.explained import drop_explained
from understudy.nes.symbolic.consequences.rule_context import RuleContext


def make(line: str, expected: str = "", old: str = "SRC := a.c", new: str = "FILES := a.c") -> RuleCase:
    found = [f"Makefile\n@3\n-{line}\n+{expected}"] if expected else []
    return case(f"{old}\n\n{line}\n", old, new, *found, path="Makefile")


def image(lines: str, *expected: str, old: str = "ARG VER=1", new: str = "ARG TAG=1") -> RuleCase:
    """A Dockerfile that begins with the argument."""
    return case(f"{old}\n{lines}\n", old, new, *(f"Dockerfile\n{one}" for one in expected), path="Dockerfile")


def passed(path: str, text: str, *expected: str, more: str = "") -> RuleCase:
    files = {"Dockerfile": f"FROM x\nARG VER=1\n{more}", path: text}
    return RuleCase(files, (("ARG VER=1", "ARG TAG=1"),), [f"{path}\n{one}" for one in expected])


ROWS = {
    "a use": make("x: $(SRC)", "x: $(FILES)"),
    "a use in braces": make("\tcc ${SRC} SRC", "\tcc ${FILES} SRC"),
    "a use with other endings": make("OBJ := $(SRC:.c=.o)", "OBJ := $(FILES:.c=.o)"),
    "a use in a function": make("N := $(words $(SRC))", "N := $(words $(FILES))"),
    "a longer name": make("x: $(SRCS) $(SRC_DIR)"),
    "a word": make("\techo SRC --SRC"),
    "a value that is added": make("SRC += b.c", "FILES += b.c"),
    "a variable of a target": make("x: SRC = c.c", "x: FILES = c.c"),
    "a condition": make("ifdef SRC", "ifdef FILES"),
    "an export": make("export SRC", "export FILES"),
    "a longer assignment": make("MY_SRC := 1"),
    "another value": make("x: $(SRC)", new="SRC := b.c"),
    "another name and value": make("x: $(SRC)", new="FILES := b.c"),
    "a target": make("x: SRC", old="SRC: a", new="FILES: a"),
    "an exported variable": make("x: $(SRC)", "x: $(FILES)", "export SRC ?= 1", "export FILES ?= 1"),
    "the base of an image": image("FROM x:${VER}", "@2\n-FROM x:${VER}\n+FROM x:${TAG}"),
    "a use without braces": image("FROM x:$VER-slim", "@2\n-FROM x:$VER-slim\n+FROM x:$TAG-slim"),
    "a use with a default": image("FROM x:${VER:-1}", "@2\n-FROM x:${VER:-1}\n+FROM x:${TAG:-1}"),
    "a word of an image": image("RUN echo VER VERSION $VERSION"),
    "an escaped dollar": image("RUN echo \\$VER"),
    "an argument that a stage takes over": image(
        "FROM x\nARG VER\nRUN a $VER",
        "@3\n-ARG VER\n+ARG TAG",
        "@4\n-RUN a $VER\n+RUN a $TAG",
    ),
    "an argument of another stage": case(
        "FROM x\nARG VER=1\nRUN a $VER\nFROM y\nRUN b $VER\n",
        "ARG VER=1",
        "ARG TAG=1",
        "Dockerfile\n@3\n-RUN a $VER\n+RUN a $TAG",
        path="Dockerfile",
    ),
    "a variable of later stages": image(
        "RUN a $VER\nFROM y\nRUN b $VER",
        "@2\n-RUN a $VER\n+RUN a $TAG",
        "@4\n-RUN b $VER\n+RUN b $TAG",
        old="ENV VER=1",
        new="ENV TAG=1",
    ),
    "an argument without a default": image(
        "FROM x:$VER", "@2\n-FROM x:$VER\n+FROM x:$TAG", old="ARG VER", new="ARG TAG"
    ),
    "another default": image("FROM x:$VER", new="ARG VER=2"),
    "an argument that becomes a variable": image("FROM x:$VER", new="ENV TAG=1"),
    "the option of a command": passed(
        "build.sh",
        "docker build --build-arg VER=2 VER\n",
        "@1\n-docker build --build-arg VER=2 VER\n+docker build --build-arg TAG=2 VER",
    ),
    "the arguments of a service": passed(
        "compose.yml",
        "services:\n  a:\n    build:\n      args:\n        VER: 2\n    environment:\n      VER: 3\n",
        "@5\n-        VER: 2\n+        TAG: 2",
    ),
    "the arguments of a service as a list": passed(
        "compose.yml",
        "services:\n  a:\n    build:\n      args:\n        - VER=2\n        - VERSION=3\n",
        "@5\n-        - VER=2\n+        - TAG=2",
    ),
    "an argument that another stage has, too": passed(
        "build.sh", "docker build --build-arg VER=2 .\n", more="FROM y\nARG VER=3\n"
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_uses_of_a_build_variable_follow(name: str) -> None:
    assert run(ROWS[name], "build-variable") == ROWS[name].expected


@pytest.mark.parametrize(
    ("path", "old", "is_kept"),
    [("Makefile", "SRC := 1", False), ("Dockerfile", "ARG SRC=1", False), ("Dockerfile", "ENV SRC=1", True)],
)
def test_the_word_elsewhere_is_no_repetition(path: str, old: str, is_kept: bool) -> None:
    harness = RuleHarness()
    harness.put(path, f"{old}\nRUN echo SRC\n")
    harness.edit(path, old, old.replace("SRC", "FILES"))
    context = RuleContext(harness.situation(path))
    candidate = Line(context.current_text.snapshot, 1, 1, ("RUN echo FILES",))
    assert bool(drop_explained(context, [candidate])) is is_kept
