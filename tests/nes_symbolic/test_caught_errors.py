"""A function raises another error: its documentation names it, and its callers catch it."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.consequences import RuleContext, drop_explained
from understudy.nes.symbolic.consequences.errors.caught_errors import PROBABILITY
from understudy.nes.symbolic.consequences.limits import MAX_THROWING_CANDIDATES
from understudy.nes.symbolic.consequences.values import StaleFeatures

RAISE, RAISED = "    raise ValueError(path)", "    raise LoadError(path)"
LOAD = f"def load(path):\n{RAISE}\n"
CLAUSE = "    except ValueError:"


def caught(clause: str, expected: str = "", call: str = "load(1)") -> RuleCase:
    text = f"{LOAD}\n\ndef f():\n    try:\n        {call}\n    {clause}\n        pass\n"
    return case(text, RAISE, RAISED, *([f"m.py\n@8\n-    {clause}\n+    {expected}"] if expected else []))


def python(rest: str, *expected: str, load: str = LOAD) -> RuleCase:
    return case(f"{load}\n\n{rest}", RAISE, RAISED, *expected)


JAVA_RAISE, JAVA_RAISED = "        throw new OldError(path);", "        throw new NewError(path);"


def java(rest: str, *expected: str, comment: str = "") -> RuleCase:
    head = f"class A {{\n{comment}    void load(String path) {{\n{JAVA_RAISE}\n    }}\n\n"
    return case(f"{head}{rest}}}\n", JAVA_RAISE, JAVA_RAISED, *expected, path="A.java")


def java_caller(head: str, clause: str, expected: str = "") -> RuleCase:
    rest = (
        f'    void f() {{\n        {head} {{\n            load("a");\n        {clause}\n        }}\n    }}\n'
    )
    return java(rest, *([f"A.java\n@9\n-        {clause}\n+        {expected}"] if expected else []))


def script(rest: str, *expected: str) -> RuleCase:
    text = f"function load() {{\n  throw new OldError();\n}}\n{rest}"
    return case(text, "  throw new OldError();", "  throw new NewError();", *expected, path="m.js")


def expected_message(
    matched: str, expected: bool = False, *, other: str = '"no path"', own: str = ""
) -> RuleCase:
    """A test that expects a message of a function that raises the old error with another message, too."""
    own = own or 'f"{path} of {limit} bytes"'
    old, new = (f"    raise {error}({own})" for error in ("ValueError", "LoadError"))
    test = f"with pytest.raises(ValueError, {matched}):"
    text = f"def load(path):\n    if x:\n        raise ValueError({other})\n{old}\n\n{test}\n    load(1)\n"
    found = [f"m.py\n@6\n-{test}\n+{test.replace('ValueError', 'LoadError')}"] if expected else []
    return case(text, old, new, *found)


CATCHING = {
    "a test of the message": expected_message('match="25 of 20"', expected=True),
    "a test of the end of the message": expected_message('match="of 20 bytes"', expected=True),
    "a test of a part of the message": expected_message(
        'match="not be read"', expected=True, own='"it can not be read"'
    ),
    "a test of the other message": expected_message('match="no path"'),
    "a test of a part of both messages": expected_message('match="of 20"', other='f"{path} of {x}"'),
    "a test of no message": expected_message("check=f"),
    "a test of values alone": expected_message('match="25"'),
    "a test of another message": expected_message('match="size 2"', own='f"size of {x}"'),
    "a message that is not known": expected_message('match="25 of 20"', own="path"),
    "a message of several lines": case(
        'def load(path):\n    if x:\n        raise ValueError("no path")\n    raise ValueError(\n'
        '        "not read"\n    )\n\nwith pytest.raises(ValueError, match="not read"):\n    load(1)\n',
        "    raise ValueError(",
        "    raise LoadError(",
        'm.py\n@8\n-with pytest.raises(ValueError, match="not read"):\n'
        '+with pytest.raises(LoadError, match="not read"):',
    ),
    "the only error": caught("except ValueError:", "except LoadError:"),
    "an error with a name": caught("except ValueError as error:", "except LoadError as error:"),
    "one of several errors": caught("except (KeyError, ValueError):", "except (KeyError, LoadError):"),
    "an error of a module": caught("except errors.ValueError:"),
    "a longer name": caught("except ValueErrors:"),
    "a longer name that ends with it": caught("except MyValueError:"),
    "another error": caught("except KeyError:"),
    "a call of another function": caught("except ValueError:", call="other(1)"),
    "a call in an expression": caught("except ValueError:", "except LoadError:", call="x = [load(1)]"),
    "the name in the body of the clause": python(
        "try:\n    load(1)\nexcept KeyError:\n    raise ValueError\n"
    ),
    "the name in the statement": caught("except KeyError:", call="load(ValueError)"),
    "a call in the clause": python("try:\n    x()\nexcept ValueError:\n    load(1)\n"),
    "a call behind the clause": python("try:\n    x()\nexcept ValueError:\n    pass\nload(1)\n"),
    "the innermost statement": python(
        "try:\n    try:\n        load(1)\n    except ValueError:\n        pass\nexcept ValueError:\n    pass\n",
        "m.py\n@8\n-    except ValueError:\n+    except LoadError:",
    ),
    "a statement without a clause": python("try:\n    load(1)\nfinally:\n    x(ValueError)\n"),
    "a call without a statement": python("load(1)\n"),
    "the old error is raised elsewhere in the function": python(
        "try:\n    load(1)\nexcept ValueError:\n    pass\n",
        load=f"def load(path):\n    if x:\n        raise ValueError\n{RAISE}\n",
    ),
    "the old error is raised in another function": python(
        "def g():\n    raise ValueError\n\n\ntry:\n    load(1)\nexcept ValueError:\n    pass\n",
        "m.py\n@11\n-except ValueError:\n+except LoadError:",
    ),
    "another message": case(
        caught("except ValueError:").files["m.py"], RAISE, "    raise ValueError(path, 1)"
    ),
    "no function": case(
        "raise ValueError\ntry:\n    load(1)\nexcept ValueError:\n    pass\n",
        "raise ValueError",
        "raise LoadError",
    ),
    "a function without a name": java(
        "    Runnable f = () -> {\n        throw new OldError(1);\n    };\n",
    )._replace(edits=(("        throw new OldError(1);", "        throw new NewError(1);"),)),
    "several lines in place of one": case(
        caught("except ValueError:").files["m.py"], RAISE, f"    path = str(path)\n{RAISED}"
    ),
    "another statement in place of it": case(caught("except ValueError:").files["m.py"], RAISE, "    pass"),
    "a clause of Java": java_caller("try", "} catch (OldError e) {", "} catch (NewError e) {"),
    "one of several errors of Java": java_caller(
        "try", "} catch (KeyError | OldError e) {", "} catch (KeyError | NewError e) {"
    ),
    "a statement of Java with a resource": java_caller(
        "try (var x = open())", "} catch (OldError e) {", "} catch (NewError e) {"
    ),
    "a test of Java": java(
        '    void f() {\n        assertThrows(OldError.class, () -> load("a"));\n    }\n',
        'A.java\n@7\n-        assertThrows(OldError.class, () -> load("a"));\n'
        '+        assertThrows(NewError.class, () -> load("a"));',
    ),
    "a test that expects the error": python(
        "def test():\n    with pytest.raises(ValueError, match='a') as error, x():\n        load(1)\n",
        "m.py\n@6\n-    with pytest.raises(ValueError, match='a') as error, x():\n"
        "+    with pytest.raises(LoadError, match='a') as error, x():",
    ),
    "a test of a class that expects the error": python(
        "def test(self):\n    with self.assertRaises(ValueError):\n        load(1)\n",
        "m.py\n@6\n-    with self.assertRaises(ValueError):\n+    with self.assertRaises(LoadError):",
    ),
    "a test of another function": python("with pytest.raises(ValueError):\n    other(load)\n"),
    "another call that is given the error": python("with log(ValueError):\n    load(1)\n"),
    "a check of JavaScript": script(
        "try {\n  load();\n} catch (OldError) {\n  return OldError instanceof OldError;\n}\n",
        "m.js\n@7\n-  return OldError instanceof OldError;\n+  return OldError instanceof NewError;",
    ),
    "a test of JavaScript": script(
        "expect(() => load()).toThrow(OldError);\nexpect(() => other()).toThrow(OldError);\n",
        "m.js\n@4\n-expect(() => load()).toThrow(OldError);\n+expect(() => load()).toThrow(NewError);",
    ),
    "the error is back": RuleCase(caught("except ValueError:").files, ((RAISE, RAISED), (RAISED, RAISE)), []),
}


@pytest.mark.parametrize("name", CATCHING)
def test_the_clauses_that_catch_the_old_error(name: str) -> None:
    assert run(CATCHING[name], "caught-error") == CATCHING[name].expected


def docstring(entry: str, expected: str = "") -> RuleCase:
    text = f'def load(path):\n    """Load.\n\n    {entry}\n    """\n{RAISE}\n'
    return case(text, RAISE, RAISED, *([f"m.py\n@4\n-    {entry}\n+    {expected}"] if expected else []))


def javadoc(comment: str, expected: str = "") -> RuleCase:
    found = [f"A.java\n@2\n-    {comment}\n+    {expected}"] if expected else []
    return java("", *found, comment=f"    {comment}\n")


DOCUMENTED = {
    "a field": docstring(":raises ValueError: if it fails", ":raises LoadError: if it fails"),
    "an entry of a section": docstring("ValueError: if it fails", "LoadError: if it fails"),
    "a line of its own": docstring("ValueError", "LoadError"),
    "a sentence": docstring("It is no ValueError."),
    "a sentence about what is raised": docstring(
        "Raises ValueError if it fails.", "Raises LoadError if it fails."
    ),
    "a sentence that ends with it": docstring("It raises ValueError.", "It raises LoadError."),
    "a longer name": docstring(":raises ValueErrors: if it fails"),
    "a longer name that ends with it": docstring("MyValueError: if it fails"),
    "a tag of Java": javadoc("/** @throws OldError if it fails */", "/** @throws NewError if it fails */"),
    "another tag of Java": javadoc("/** @exception OldError never */", "/** @exception NewError never */"),
    "a reference of Java": javadoc("/** See {@link OldError}. */"),
    "a longer name before the tag": javadoc(
        "/** An OldErrorCode. @throws OldError never */", "/** An OldErrorCode. @throws NewError never */"
    ),
}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_the_documentation_of_the_function(name: str) -> None:
    assert run(DOCUMENTED[name], "caught-error") == DOCUMENTED[name].expected


def test_the_documentation_comes_before_the_clauses_of_other_texts() -> None:
    text = f'def load(path):\n    """Load.\n\n    :raises ValueError: never\n    """\n{RAISE}\n'
    other = "from m import load\n\ntry:\n    load(1)\nexcept ValueError:\n    pass\n"
    harness = RuleHarness(m__py=text, n__py=other)
    harness.edit("m.py", RAISE, RAISED)
    found = [one for one in harness.ask("m.py") if one.family == "caught-error"]
    assert [(one.uri[-4:], one.edits[0].span.start.line) for one in found] == [("m.py", 3), ("n.py", 4)]
    assert [one.probability for one in found] == pytest.approx(
        [PROBABILITY.estimate(StaleFeatures()), PROBABILITY.estimate(StaleFeatures(elsewhere=1))]
    )


def test_there_are_not_more_candidates_than_the_limit() -> None:
    calls = "try:\n    load(1)\nexcept ValueError:\n    pass\n" * (MAX_THROWING_CANDIDATES + 1)
    assert len(run(python(calls), "caught-error")) == MAX_THROWING_CANDIDATES


def test_only_the_newest_change_with_callers_has_consequences() -> None:
    text = "".join(
        f"def {name}():\n    raise {name.upper()}\n\n\ntry:\n    {name}()\nexcept {name.upper()}:\n    pass\n\n\n"
        for name in ("load", "save")
    )
    harness = RuleHarness(m__py=text)
    harness.edit("m.py", "    raise LOAD", "    raise Load")
    harness.edit("m.py", "    raise SAVE", "    raise Save")
    assert [one.edits[0].text for one in harness.ask("m.py") if one.family == "caught-error"] == ["Save"]


OTHER_TEST = '    with raises(ValueError, match="no path"):'
TESTED = (
    'def load(path):\n    if not path:\n        raise ValueError("no path")\n    raise ValueError("too long")\n'
    f'\ndef test():\n{OTHER_TEST}\n        load("")\n\ndef save():\n    raise ValueError("full")\n'
)


def renamed(line: str) -> tuple[str, str]:
    return line, line.replace("ValueError", "LoadError")


FULL = '    raise ValueError("full")'
TOO_LONG, NO_PATH = '    raise ValueError("too long")', '        raise ValueError("no path")'


@pytest.mark.parametrize(
    ("edits", "candidate", "is_kept"),
    [
        ((TOO_LONG,), OTHER_TEST, False),
        ((TOO_LONG,), FULL, True),
        ((TOO_LONG, NO_PATH), OTHER_TEST, True),
        ((FULL,), OTHER_TEST, True),
    ],
)
def test_an_error_of_one_message_is_not_repeated_where_another_one_is_expected(
    edits: tuple[str, ...], candidate: str, *, is_kept: bool
) -> None:
    harness = RuleHarness(m__py=TESTED)
    for line in edits:
        harness.edit("m.py", *renamed(line))
    context = RuleContext(harness.situation("m.py"))
    snapshot = context.current_text.snapshot
    old, new = renamed(candidate)
    one = UnscoredCandidate(snapshot, snapshot.lines.index(old), 1, (new,), "replace", "p", "t", "why", {})
    assert bool(drop_explained(context, [one])) is is_kept
