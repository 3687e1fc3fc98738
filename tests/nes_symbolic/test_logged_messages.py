"""Messages that were printed are passed to a logger with placeholders: the other prints follow."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.consequences import RuleContext, drop_explained

JAVA = (
    ('print("reading " + file.name());', 'LOG.info("reading {}", file.name());'),
    ('print("found " + n + " points");', 'LOG.info("found {} points", n);'),
)
PYTHON = (
    ('print(f"reading {name}")', 'log.info("reading %s", name)'),
    ('print("found " + str(n))', 'log.info("found %s", n)'),
)


def case(
    line: str, new: str = "", shown: tuple[tuple[str, str], ...] = JAVA, path: str = "A.java"
) -> RuleCase:
    text = "\n".join((*(old for old, _ in shown), line, ""))
    expected = [f"{path}\n@{len(shown) + 1}\n-{line}\n+{new}"] if new else []
    return RuleCase({path: text}, shown, expected)


def python(line: str, new: str = "") -> RuleCase:
    return case(line, new, PYTHON, "m.py")


ROWS = {
    "a value at the end": case('print("skipped " + t.title());', 'LOG.info("skipped {}", t.title());'),
    "two values": case('print("a " + b + " of " + c + ".");', 'LOG.info("a {} of {}.", b, c);'),
    "a value at the beginning": case('print(n + " points");', 'LOG.info("{} points", n);'),
    "a text alone": case('print("done");', 'LOG.info("done");'),
    "two texts": case('print("a " + "b " + c);', 'LOG.info("a b {}", c);'),
    "a value in brackets": case('print("sum " + (a + b));', 'LOG.info("sum {}", a + b);'),
    "a call with an operation": case('print("sum " + f(a + "b"));', 'LOG.info("sum {}", f(a + "b"));'),
    "two numbers that are added first": case('print(a + b + " points");'),
    "a choice": case('print("a " + b ? c : d);'),
    "no message": case("print(report);"),
    "two arguments": case('print("a", b);'),
    "a text with the sign of a placeholder": case('print("a {} " + b);'),
    "another function": case('write("skipped " + title);'),
    "a method of something else": case('out.print("skipped " + title);'),
    "one example": case('print("skipped " + title);', shown=JAVA[:1]),
    "two loggers": case(
        'print("skipped " + title);', shown=(JAVA[0], (JAVA[1][0], JAVA[1][1].replace("info", "warn")))
    ),
    "a level before the message": case(
        'print("c " + d);',
        'log(INFO, "c {}", d);',
        (('print("a " + b);', 'log(INFO, "a {}", b);'), ('print("b " + c);', 'log(INFO, "b {}", c);')),
    ),
    "an interpolated string": python(
        'print(f"stored {n} of {m[0]}")', 'log.info("stored %s of %s", n, m[0])'
    ),
    "between other quotes": python("print('stored ' + n)", 'log.info("stored %s", n)'),
    "a quote in the text": python("""print('the "a" ' + n)"""),
    "a percent sign": python('print(f"{n} %")'),
    "a value with a format": python('print(f"stored {n:.2f}")'),
    "a template": case(
        "say(`c ${d}`);",
        'log.info("c %s", d);',
        (("say(`a ${b}`);", 'log.info("a %s", b);'), ('say("b");', 'log.info("b");')),
        "m.js",
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_other_messages_are_passed_to_the_logger(name: str) -> None:
    assert run(ROWS[name], "call-rewritten") == ROWS[name].expected


@pytest.mark.parametrize(
    ("new", "is_kept"),
    [
        ('LOG.info("stored {}", n + " points");', False),
        ('LOG.info("stored {} points", n);', True),
        ('LOG.warn("stored {}", n + " points");', True),
    ],
)
def test_a_repetition_that_leaves_a_part_of_the_message_is_dropped(new: str, *, is_kept: bool) -> None:
    line = 'print("stored " + n + " points");'
    harness = RuleHarness(A__java=f"{JAVA[0][0]}\n{line}\n")
    harness.edit("A.java", *JAVA[0])
    context = RuleContext(harness.situation("A.java"))
    one = UnscoredCandidate(context.current_text.snapshot, 1, 1, (new,), "analogy", "p", "t", "why", {})
    assert bool(drop_explained(context, [one])) is is_kept
