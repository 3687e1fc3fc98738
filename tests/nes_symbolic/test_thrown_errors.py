"""A method of Java declares a new exception: its callers and what it overrides follow."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from understudy.nes.symbolic.consequences.limits import MAX_THROWING_CANDIDATES

READ = "    String read(String path) {"
THROWS = "    String read(String path) throws IOException {"


def java(rest: str, *expected: str, old: str = READ, new: str = THROWS) -> RuleCase:
    text = f"class Loader {{\n{old}\n        return path;\n    }}\n\n{rest}}}\n"
    return case(text, old, new, *expected, path="m.java")


def caller(header: str, body: str = "read(a);") -> str:
    return f"    {header} {{\n        {body}\n    }}\n"


def declared(header: str, new: str) -> str:
    return f"m.java\n@6\n-    {header} {{\n+    {new} {{"


SOURCE = "interface Source {\n    String next();\n}\n"
FILE = "class FileSource implements Source {\n    public String next() {\n        return x;\n    }\n}\n"
NEXT = ("    public String next() {", "    public String next() throws IOException {")
ROWS = {
    "a caller": java(caller("void run()"), declared("void run()", "void run() throws IOException")),
    "a constructor": java(caller("Loader()"), declared("Loader()", "Loader() throws IOException")),
    "a caller that throws another one": java(
        caller("void run() throws X"), declared("void run() throws X", "void run() throws X, IOException")
    ),
    "a caller that declares it": java(caller("void run() throws IOException")),
    "a caller that declares every exception": java(caller("void run() throws Exception")),
    "a caller that catches it": java(caller("void run()", "try { read(a); } catch (IOException e) { }")),
    "a caller that catches every exception": java(
        caller("void run()", "try { read(a); } catch (Exception e) { }")
    ),
    "a caller that catches one of several": java(
        caller("void run()", "try { read(a); } catch (X | IOException e) { }")
    ),
    "a caller that catches another one": java(
        caller("void run()", "try { read(a); } catch (X e) { }"),
        declared("void run()", "void run() throws IOException"),
    ),
    "a call in a catch": java(
        caller("void run()", "try { x(); } catch (IOException e) { read(a); }"),
        declared("void run()", "void run() throws IOException"),
    ),
    "a lambda": java(caller("void run()", "list.forEach(a -> read(a));"), "m.java 6:26"),
    "a method that overrides another one": java(caller("@Override public void run()"), "m.java 6:8"),
    "a method that overrides another one and declares it": java(
        caller("@Override public void run() throws IOException")
    ),
    "a call of another method": java(caller("void run()", "write(a);")),
    "an exception that nobody declares": java(
        caller("void run()"), new=THROWS.replace("IOException", "IllegalStateException")
    ),
    "two new exceptions": java(caller("void run()"), new=THROWS.replace("IOException", "A, B")),
    "one more exception": java(
        caller("void run()"),
        declared("void run()", "void run() throws IOException"),
        old=READ.replace(" {", " throws X {"),
        new=THROWS.replace("IOException", "X, IOException"),
    ),
    "an exception that was there": java(caller("void run()"), old=THROWS, new=THROWS.replace("path", "file")),
    "as many callers as are proposed": java(
        "".join(caller(f"void run{at}()") for at in range(MAX_THROWING_CANDIDATES + 1)),
        *(
            f"m.java\n@{6 + 3 * at}\n-    void run{at}() {{\n+    void run{at}() throws IOException {{"
            for at in range(MAX_THROWING_CANDIDATES)
        ),
    ),
    "the method of the interface": RuleCase(
        {"FileSource.java": FILE, "Source.java": SOURCE},
        (NEXT,),
        ["Source.java\n@2\n-    String next();\n+    String next() throws IOException;"],
    ),
    "the method of another interface": RuleCase(
        {"FileSource.java": FILE.replace("implements Source", "implements Other"), "Source.java": SOURCE},
        (NEXT,),
        [],
    ),
    "another class of the interface": RuleCase(
        {
            "FileSource.java": FILE,
            "Source.java": SOURCE.replace(";", " throws IOException;"),
            "WebSource.java": FILE.replace("File", "Web"),
        },
        (NEXT,),
        [],
    ),
    "another language": case(
        "void read() {\n}\n\nvoid run() {\n    read();\n}\n",
        "void read() {",
        "void read() throws X {",
        path="m.cpp",
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_new_exception_is_declared(name: str) -> None:
    assert run(ROWS[name], "thrown-error") == ROWS[name].expected
