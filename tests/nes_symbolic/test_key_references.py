"""A renamed key of YAML or JSON: what refers to it follows, and nothing else."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.consequences.keys.key_paths import read_keys, read_keys_of, read_scalars
from understudy.nes.symbolic.consequences.limits import MAX_CODE_LINE_CHARS, MAX_KEY_LINES

JOBS = "jobs:\n  test:\n    run: make\n  lint:\n    run: make lint\n  deploy:\n    "


def jobs(rest: str, *expected: str) -> RuleCase:
    return case(f"{JOBS}{rest}", "  test:", "  check:", *expected, path="ci.yml")


def package(files: dict[str, str], *expected: str, new: str = "release") -> RuleCase:
    text = '{\n  "scripts": {\n    "build": "vite",\n    "deploy": "npm run build && rsync"\n  }\n}\n'
    return RuleCase(
        {"package.json": text, **files}, (('    "build": "vite",', f'    "{new}": "vite",'),), list(expected)
    )


def run_script(command: str, expected: str = "") -> RuleCase:
    text = f'{{\n  "scripts": {{\n    "build": "vite",\n    "x": "{command}"\n  }}\n}}\n'
    found = [f'package.json\n@4\n-    "x": "{command}"\n+    "x": "{expected}"'] if expected else []
    return case(text, '    "build": "vite",', '    "bundle": "vite",', *found, path="package.json")


OWN = 'package.json\n@4\n-    "deploy": "npm run build && rsync"\n+    "deploy": "npm run release && rsync"'
ENGLISH = '{\n  "cart": {\n    "checkout": "Check out",\n    "empty": "Empty"\n  }\n}\n'


def translation(files: dict[str, str], *expected: str) -> RuleCase:
    edit = ('    "checkout": "Check out",', '    "pay": "Check out",')
    return RuleCase({"l/en.json": ENGLISH, **files}, (edit,), list(expected))


API = """openapi: 3.1.0
security:
  - Pet: []
paths:
  /a:
    get:
      tags: [Pet]
      schema: Pet
      $ref: "#/components/schemas/Pet"
components:
  parameters:
    Pet:
      name: p
  securitySchemes:
    Pet:
      type: http
  schemas:
    Pet:
      type: object
    Pets:
      items:
        $ref: '#/components/schemas/Pet'
"""


def api(section: str, *expected: str, text: str = API) -> RuleCase:
    head = f"  {section}:\n    "
    return case(text, f"{head}Pet:", f"{head}Animal:", *expected, path="api.yaml")


ANCHORED = ".a: &a\n  x: 1\nb:\n  <<: *a\n  extends: .a\nc:\n  y: --a a\n  <<: [*a, *ab]\n"
USED = ("c.yml\n@4\n-  <<: *a\n+  <<: *base", "c.yml\n@8\n-  <<: [*a, *ab]\n+  <<: [*base, *ab]")

ROWS = {
    "an anchor and its key": case(
        ANCHORED,
        ".a: &a",
        ".n: &base",
        *USED,
        "c.yml\n@5\n-  extends: .a\n+  extends: .n",
        path="c.yml",
    ),
    "an anchor beside its key": case(ANCHORED, ".a: &a", ".a: &base", *USED, path="c.yml"),
    "a key and an anchor that stays": case(
        ANCHORED, ".a: &a", ".n: &a", "c.yml\n@5\n-  extends: .a\n+  extends: .n", path="c.yml"
    ),
    "a key whose value is an anchor of something else": case(
        "k: &a 1\nb: *a\n", "k: &a 1", "n: &z 2", path="c.yml"
    ),
    "a schema": api(
        "schemas",
        'api.yaml\n@9\n-      $ref: "#/components/schemas/Pet"\n+      $ref: "#/components/schemas/Animal"',
        "api.yaml\n@22\n-        $ref: '#/components/schemas/Pet'\n+        $ref: '#/components/schemas/Animal'",
    ),
    "a parameter that nothing refers to": api("parameters"),
    "a security scheme": api("securitySchemes", "api.yaml\n@3\n-  - Pet: []\n+  - Animal: []"),
    "entries that are pointed to in another format": case(
        "defs:\n  a:\n    x: 1\n  b:\n    y: 2\nc:\n  k: a\n  $ref: '#/defs/b'\n",
        "  a:",
        "  n:",
        path="s.yaml",
    ),
    "a value": jobs("needs: test\n", "ci.yml\n@7\n-    needs: test\n+    needs: check"),
    "a value in quotes": jobs('needs: "test"\n', 'ci.yml\n@7\n-    needs: "test"\n+    needs: "check"'),
    "an item": jobs("needs:\n      - lint\n      - test\n", "ci.yml\n@9\n-      - test\n+      - check"),
    "an item of a list in one line": jobs(
        "needs: [lint, test]\n", "ci.yml\n@7\n-    needs: [lint, test]\n+    needs: [lint, check]"
    ),
    "an expression": jobs(
        "needs: test\n    if: needs.test.result\n",
        "ci.yml\n@7\n-    needs: test\n+    needs: check",
        "ci.yml\n@8\n-    if: needs.test.result\n+    if: needs.check.result",
    ),
    "a key that has other values, too": jobs("stage: test\n  other:\n    stage: production\n"),
    "a part of a value": jobs("run: make test\n"),
    "a value of the entry itself": case(
        "jobs:\n  test:\n    name: test\n", "  test:", "  check:", path="ci.yml"
    ),
    "a text of several lines": jobs("run: |\n      needs: test\n"),
    "a comment": jobs("# needs: test\n"),
    "another format": case("a:\n  test:\n  x:\n    needs: test\n", "  test:", "  check:", path="ci.txt"),
    "a changed value": case("a:\n  b: test\n  c: test\n", "  b: test", "  b: check", path="ci.yml"),
    "an anchor": case(
        "a: &base\n  x: 1\nb:\n  <<: *base\nc: *base-line\n",
        "a: &base",
        "a: &basis",
        "ci.yml\n@4\n-  <<: *base\n+  <<: *basis",
        path="ci.yml",
    ),
    "the host of a service": RuleCase(
        {
            "compose.yml": "services:\n  db:\n    image: a\n  web:\n    url: pg://u:p@db:5432/db\n",
            "app.py": 'URL = "pg://db:5432/db"\nDOCS = "https://db.org/db:1"\n',
        },
        (("  db:", "  store:"),),
        [
            "compose.yml\n@5\n-    url: pg://u:p@db:5432/db\n+    url: pg://u:p@store:5432/db",
            'app.py\n@1\n-URL = "pg://db:5432/db"\n+URL = "pg://store:5432/db"',
        ],
    ),
    "the host of another mapping": case(
        "volumes:\n  db:\n    image: a\nurl: pg://u:p@db:5432/db\n", "  db:", "  store:", path="compose.yml"
    ),
    "a volume": case(
        "services:\n  db:\n    volumes:\n      - data:/var\n    ports:\n      - data:80\nvolumes:\n  data:\n",
        "  data:",
        "  files:",
        "ci.yml\n@4\n-      - data:/var\n+      - files:/var",
        path="ci.yml",
    ),
    "a pointer": case(
        'a:\n  $ref: "#/c/User"\nb:\n  $ref: "#/d/User"\nc:\n  User:\n    x: 1\n',
        "  User:",
        "  Account:",
        'ci.yml\n@2\n-  $ref: "#/c/User"\n+  $ref: "#/c/Account"',
        path="ci.yml",
    ),
    "a stage": case(
        "FROM node AS build\nRUN npm run build\nFROM nginx\nCOPY --from=build a b\nCOPY --from=build-b a b\n",
        "FROM node AS build",
        "FROM node AS builder",
        "Dockerfile\n@4\n-COPY --from=build a b\n+COPY --from=builder a b",
        path="Dockerfile",
    ),
    "a stage on top of a stage": case(
        "FROM node AS base\nFROM base AS test\nFROM base:1\n",
        "FROM node AS base",
        "FROM node AS basis",
        "Dockerfile\n@2\n-FROM base AS test\n+FROM basis AS test",
        path="Dockerfile",
    ),
    "a stage that is built": RuleCase(
        {
            "Dockerfile": "FROM node AS dev\n",
            "compose.yml": "services:\n  dev:\n    build:\n      target: dev\n    x:\n      target: dev\n",
            "Makefile": "image:\n\tdocker build --target dev -t dev .\n\tcargo --target dev\n",
        },
        (("FROM node AS dev", "FROM node AS base"),),
        [
            "compose.yml\n@4\n-      target: dev\n+      target: base",
            "Makefile\n@2\n-\tdocker build --target dev -t dev .\n+\tdocker build --target base -t dev .",
        ],
    ),
    "another image": case(
        "FROM node AS base\nFROM base AS test\n", "FROM node AS base", "FROM deno AS base", path="Dockerfile"
    ),
    "a script": package({}, OWN),
    "a script in another file": package(
        {"ci.yml": "a:\n  - run: npm run build\n  - run: npm run build:all\n  - run: yarn build\n"},
        OWN,
        "ci.yml\n@2\n-  - run: npm run build\n+  - run: npm run release",
        "ci.yml\n@4\n-  - run: yarn build\n+  - run: yarn release",
    ),
    "a folder and a file with the name of a script": RuleCase(
        {
            "package.json": '{\n  "main": "build/index.js",\n  "files": ["build"],\n  "scripts": {\n'
            '    "build": "vite",\n    "clean": "rm -r build"\n  }\n}\n'
        },
        (('    "build": "vite",', '    "bundle": "vite",'),),
        [],
    ),
    "other runners": run_script(
        "run-s clean build && npm-run-all -p build", "run-s clean bundle && npm-run-all -p bundle"
    ),
    "a script run at once with others": run_script(
        "concurrently npm:build npm:test", "concurrently npm:bundle npm:test"
    ),
    "a silent script": run_script("npm run -s build", "npm run -s bundle"),
    "a script that is passed an option": run_script("npm run build -- --watch", "npm run bundle -- --watch"),
    "a path behind a runner": run_script("npm run build/a.js"),
    "a script of a workspace": run_script("npm run build -w web"),
    "a script of another folder": run_script("npm --prefix web run build"),
    "a script in a folder that is entered": run_script("cd web && npm run build"),
    "a script in the package's folder": run_script(
        "cd ../project && npm run build", "cd ../project && npm run bundle"
    ),
    "another command": run_script("npm ci && build"),
    "hooks of a script": RuleCase(
        {
            "package.json": '{\n  "scripts": {\n    "build": "vite",\n    "prebuild": "a",\n'
            '    "postbuild": "b"\n  },\n  "x": {\n    "prebuild": 1\n  }\n}\n'
        },
        (('    "build": "vite",', '    "bundle": "vite",'),),
        [
            'package.json\n@4\n-    "prebuild": "a",\n+    "prebundle": "a",',
            'package.json\n@5\n-    "postbuild": "b"\n+    "postbundle": "b"',
        ],
    ),
    "the commands of other packages": package(
        {
            "web/package.json": '{\n  "scripts": {\n    "x": "npm run build"\n  }\n}\n',
            "web/build.sh": "npm run build\n",
            "tools/build.sh": "npm run build\n",
        },
        OWN,
        "tools/build.sh\n@1\n-npm run build\n+npm run release",
    ),
    "a package in a folder": RuleCase(
        {
            "web/package.json": '{\n  "scripts": {\n    "build": "vite"\n  }\n}\n',
            ".github/ci.yml": "- run: npm run build\n- run: cd web && npm run build\n"
            "- run: cd x && npm run build\n",
        },
        (('    "build": "vite"', '    "bundle": "vite"'),),
        [
            ".github/ci.yml\n@1\n-- run: npm run build\n+- run: npm run bundle",
            ".github/ci.yml\n@2\n-- run: cd web && npm run build\n+- run: cd web && npm run bundle",
        ],
    ),
    "a file beside": translation(
        {"l/de.json": '{\n  "cart": {\n    "checkout": "Zur Kasse"\n  }\n}\n'},
        'l/de.json\n@3\n-    "checkout": "Zur Kasse"\n+    "pay": "Zur Kasse"',
    ),
    "a file beside that has both": translation(
        {"l/de.json": '{\n  "cart": {\n    "checkout": "Zur Kasse",\n    "pay": "Zahlen"\n  }\n}\n'}
    ),
    "a file beside with another path": translation(
        {"l/de.json": '{\n  "x": {\n    "checkout": "Zur Kasse"\n  }\n}\n'}
    ),
    "a file of another folder": translation(
        {"k/de.json": '{\n  "cart": {\n    "checkout": "Zur Kasse"\n  }\n}\n'}
    ),
    "a file of another format": translation({"l/de.yaml": "cart:\n  checkout: Zur Kasse\n"}),
    "a path in code": translation(
        {"m.ts": 't("cart.checkout");\nt("shop.checkout");\ncart.checkout;\n'},
        'm.ts\n@1\n-t("cart.checkout");\n+t("cart.pay");',
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_what_refers_to_a_key_follows(name: str) -> None:
    assert run(ROWS[name], "key-reference") == ROWS[name].expected


CONFIG = "smtp:\n  server: a\n  port: 1\nimap:\n  server: b\n"


def read(code: str, expected: str = "", path: str = "m.py") -> RuleCase:
    """A line of code that reads `smtp.server`, which is `smtp.host` now."""
    found = [f"{path}\n@1\n-{code}\n+{expected}"] if expected else []
    return RuleCase({"c.yml": CONFIG, path: f"{code}\n"}, (("  server: a", "  host: a"),), found)


def variable(assigned: str, use: str, expected: str = "", path: str = "m.py") -> RuleCase:
    found = [f"{path}\n@2\n-{use}\n+{expected}"] if expected else []
    files = {"c.yml": CONFIG, path: f"{assigned}\n{use}\n"}
    return RuleCase(files, (("  server: a", "  host: a"),), found)


def section(code: str, expected: str = "", path: str = "m.py") -> RuleCase:
    """A line of code that reads a key of `smtp`, which is `mail` now."""
    return read(code, expected, path)._replace(edits=(("smtp:", "mail:"),))


READS = {
    "items": read('connect(config["smtp"]["server"], 25)', 'connect(config["smtp"]["host"], 25)'),
    "items in single quotes": read("x = cfg['smtp']['server']", "x = cfg['smtp']['host']"),
    "what a call returns": read('x = load()["smtp"]["server"]', 'x = load()["smtp"]["host"]'),
    "getters": read('x = cfg.get("smtp").get("server")', 'x = cfg.get("smtp").get("host")'),
    "getters with defaults": read(
        'x = cfg.get("smtp", {}).get("server", "a")', 'x = cfg.get("smtp", {}).get("host", "a")'
    ),
    "a getter of an item": read('x = cfg["smtp"].get("server")', 'x = cfg["smtp"].get("host")'),
    "members": read("x = config.smtp.server;", "x = config.smtp.host;", "m.js"),
    "members of a member": read("x = this.config.smtp.server;", "x = this.config.smtp.host;", "m.ts"),
    "members that may be missing": read("x = config?.smtp?.server;", "x = config?.smtp?.host;", "m.ts"),
    "members that are asserted": read("x = config.smtp!.server;", "x = config.smtp!.host;", "m.ts"),
    "an item of a member": read('x = config.smtp["server"];', 'x = config.smtp["host"];', "m.js"),
    "members in a template": read("`${config.smtp.server}:1`", "`${config.smtp.host}:1`", "m.js"),
    "symbols": read("x = config[:smtp][:server]", "x = config[:smtp][:host]", "m.rb"),
    "PHP": read("$x = $config['smtp']['server'];", "$x = $config['smtp']['host'];", "m.php"),
    "typed getters": read(
        'var x = c.getObject("smtp").getString("server");',
        'var x = c.getObject("smtp").getString("host");',
        "M.java",
    ),
    "the same key of another section": read('x = config["imap"]["server"]'),
    "the key alone": read('x = config["server"]'),
    "a longer path": read('x = config["mail"]["smtp"]["server"]'),
    "a longer path of members": read("x = config.imap.smtp.server;", path="m.js"),
    "a path with a getter before": read('x = config.get("mail")["smtp"]["server"]'),
    "a longer name": read("x = config.smtp.servers;", path="m.js"),
    "a method": read("x = config.smtp.server();", path="m.js"),
    "a longer section": read("x = config.smtp2.server;", path="m.js"),
    "a list of names": read('x = ["smtp"]["server"]'),
    "another key in between": read('x = config["smtp"]["a"]["server"]'),
    "a variable of a section": variable('smtp = config["smtp"]', 'x = smtp["server"]', 'x = smtp["host"]'),
    "a constant of a section": variable(
        "const { a, smtp } = config;", "x = smtp.server;", "x = smtp.host;", "m.js"
    ),
    "a variable of a section or nothing": variable(
        "const mail = config.smtp ?? {};", "x = mail.server;", "x = mail.host;", "m.ts"
    ),
    "a variable of another section": variable('smtp = config["imap"]', 'x = smtp["server"]'),
    "a variable that is defined twice": variable('s = c["smtp"]', 's = c["imap"]; x = s["server"]'),
    "a variable that is built from a section": variable('smtp = open(config["smtp"])', 'x = smtp["server"]'),
    "a comparison with a section": variable('smtp == config["smtp"]', 'x = smtp["server"]'),
    "a variable without a grammar": variable("smtp = config.smtp", "x = smtp.server", path="m.txt"),
    "a getter of the whole path": read('x = cfg.get("smtp", "server")', 'x = cfg.get("smtp", "host")'),
    "a getter of another path": read('x = cfg.get("imap", "server")'),
    "a new name that is no member": RuleCase(
        {"c.yml": CONFIG, "m.js": 'x = config.smtp.server + config.smtp["server"];\n'},
        (("  server: a", "  host-name: a"),),
        [
            'm.js\n@1\n-x = config.smtp.server + config.smtp["server"];\n'
            '+x = config.smtp.server + config.smtp["host-name"];'
        ],
    ),
    "a key of TOML": RuleCase(
        {
            "c.toml": '[smtp]\nserver = "a"\n\n[imap]\nserver = "b"\n',
            "d.toml": 'smtp.server = "c"\n',
            "m.py": 'x = c["smtp"]["server"]\ny = c["imap"]["server"]\n',
        },
        (('server = "a"', 'host = "a"'),),
        [
            'd.toml\n@1\n-smtp.server = "c"\n+smtp.host = "c"',
            'm.py\n@1\n-x = c["smtp"]["server"]\n+x = c["smtp"]["host"]',
        ],
    ),
    "a section": section('x = c["smtp"]["server"]', 'x = c["mail"]["server"]'),
    "a section that is read by a getter": section(
        'x = c.get("smtp", {}).get("port")', 'x = c.get("mail", {}).get("port")'
    ),
    "a section of members": section("x = c.smtp.server;", "x = c.mail.server;", "m.js"),
    "a section that may be missing": section("x = c.smtp?.server;", "x = c.mail?.server;", "m.js"),
    "a key that the section has not": section('x = c["smtp"]["folder"]'),
    "the section alone": section('x = c["smtp"]'),
    "another section": section('x = c["imap"]["server"]'),
    "an unknown value of the section": section("x = c.smtp(1).server;", path="m.js"),
    "a table": RuleCase(
        {
            "c.toml": '[a.smtp]\nserver = "a"\n\n[a.smtp.tls]\nx = 1\n\n[smtp]\nserver = "b"\n',
            "d.toml": '[a.smtp]\nserver = "a"\n',
            "m.py": 'x = c["a"]["smtp"]["server"]\ny = c["smtp"]["server"]\n',
        },
        (("[a.smtp]", "[a.mail]"),),
        [
            "c.toml\n@4\n-[a.smtp.tls]\n+[a.mail.tls]",
            "d.toml\n@1\n-[a.smtp]\n+[a.mail]",
            'm.py\n@1\n-x = c["a"]["smtp"]["server"]\n+x = c["a"]["mail"]["server"]',
        ],
    ),
    "a section of a file beside": RuleCase(
        {"c.yml": CONFIG, "d.yml": "smtp:\n  server: c\n", "e.yml": "smtp:\n  other: c\n"},
        (("smtp:", "mail:"),),
        ["d.yml\n@1\n-smtp:\n+mail:"],
    ),
    "the outer name of a table": RuleCase(
        {"c.toml": '[a.smtp]\nserver = "a"\n', "m.py": 'x = c["a"]["smtp"]["server"]\n'},
        (("[a.smtp]", "[b.smtp]"),),
        [],
    ),
    "a key of INI": RuleCase(
        {"c.ini": "[smtp]\nserver = a\n", "m.py": 'x = c["smtp"]["server"]\n'},
        (("server = a", "host = a"),),
        ['m.py\n@1\n-x = c["smtp"]["server"]\n+x = c["smtp"]["host"]'],
    ),
}


@pytest.mark.parametrize("name", READS)
def test_code_reads_a_key_under_its_new_name(name: str) -> None:
    assert run(READS[name], "key-reference") == READS[name].expected


LONGER = '{\n  "title": "Shop",\n  "empty": "Nothing"\n}\n'


def added(german: str, *expected: str, path: str = "l/de.json") -> RuleCase:
    edit = ('  "empty": "Nothing"', '  "empty": "Nothing",\n  "total": "Total"')
    return RuleCase({"l/en.json": LONGER, path: german}, (edit,), list(expected))


SIBLINGS = {
    "the same keys": added('{\n  "title": "Laden",\n  "empty": "Nichts"\n}\n', "l/de.json 2:19"),
    "the key is there": added('{\n  "title": "Laden",\n  "empty": "Nichts",\n  "total": "Summe"\n}\n'),
    "other keys": added('{\n  "title": "Laden",\n  "empty": "Nichts",\n  "x": "y"\n}\n'),
    "one key is missing": added('{\n  "empty": "Nichts"\n}\n'),
    "another folder": added('{\n  "title": "Laden",\n  "empty": "Nichts"\n}\n', path="k/de.json"),
    "another format": added("title: Laden\nempty: Nichts\n", path="l/de.yaml"),
    "a file with one key": RuleCase(
        {"l/en.yaml": "title: Shop\n", "l/de.yaml": "title: Laden\n"},
        (("title: Shop", "title: Shop\ntotal: Total"),),
        [],
    ),
}


@pytest.mark.parametrize("name", SIBLINGS)
def test_a_new_key_is_missing_in_the_files_beside(name: str) -> None:
    assert run(SIBLINGS[name], "sibling-file-key") == SIBLINGS[name].expected


TOP = {
    "a comment like a path": case(
        "# see http://example.com/#//\nbase:\n  a: 1\njob:\n  extends: base\n",
        "base:",
        "common:",
        "a.yml\n@5\n-  extends: base\n+  extends: common",
        path="a.yml",
    ),
    "a path": case(
        'definitions:\n  Pet: 1\nx:\n  $ref: "#/definitions/Pet"\ny: definitions\n',
        "definitions:",
        "types:",
        'a.yml\n@4\n-  $ref: "#/definitions/Pet"\n+  $ref: "#/types/Pet"',
        path="a.yml",
    ),
}


@pytest.mark.parametrize("name", TOP)
def test_a_key_of_the_whole_text(name: str) -> None:
    assert run(TOP[name], "key-reference") == TOP[name].expected


def test_the_keys_and_values_of_a_text() -> None:
    lines = ["a:", "  - b: 1", "    c: [x, 'y']", "  # d: 2", "e: >-", "  f: 3", '"g": {', "  - h", "}"]
    assert [one.path for one in read_keys(lines)] == [("a",), ("a", "b"), ("a", "c"), ("e",), ("g",)]
    assert [(one.text, one.path[-1]) for one in read_scalars(lines)][:3] == [
        ("1", "b"),
        ("x", "c"),
        ("y", "c"),
    ]


def test_the_keys_of_tables() -> None:
    lines = ["a = 1", "[b.c]", 'd = "x = 1"', "e.f = 2", 'text = """', "g = 3", '"""', '[["h"]]']
    lines += ['"i" = [', '  "j",', "]  # k = 1", "[l] # why", "m = 'n'"]
    keys = read_keys_of("c.toml", lines)
    assert [one.path for one in keys] == [
        ("a",),
        ("b", "c", "d"),
        ("b", "c", "e", "f"),
        ("b", "c", "text"),
        ("h", "i"),
        ("l", "m"),
    ]
    assert [one.start for one in keys] == [0, 0, 2, 0, 1, 0]
    assert read_keys_of("c.toml", ["a = 1"] * (MAX_KEY_LINES + 1)) == []
    assert read_keys_of("c.toml", ["a = ".ljust(MAX_CODE_LINE_CHARS + 1, "x")]) == []


@pytest.mark.parametrize(("count", "is_read"), [(MAX_KEY_LINES, True), (MAX_KEY_LINES + 1, False)])
def test_a_long_text_has_no_keys(count: int, is_read: bool) -> None:
    assert bool(read_keys(["a: 1"] * count)) is is_read


@pytest.mark.parametrize(
    ("length", "is_read"), [(MAX_CODE_LINE_CHARS, True), (MAX_CODE_LINE_CHARS + 1, False)]
)
def test_a_long_line_has_no_key(length: int, is_read: bool) -> None:
    """A minified text has lines for which the expressions would take minutes."""
    assert [one.key for one in read_keys(["a: ".ljust(length, "x"), "b: 1"])] == (["a"] * is_read + ["b"])
    old, new = "  b: &base".ljust(length - 1, " "), "  b: &basis".ljust(length, " ")
    row = case(f"a:\n{old}\n  c: *base\n", old, new, path="ci.yml")
    assert bool(run(row, "key-reference")) is is_read


def test_an_anchor_of_another_file_keeps_its_name() -> None:
    text = ".job: &base\n  image: a\n\nbuild:\n  <<: *base\n"
    scene = Scene("a.yaml", text, b__yaml=text)
    scene.edit("&base", "&common")
    scene.expect("- <<: *base", "+ <<: *common")
    scene.accept()
    scene.silent()
    assert not scene.offers("- .job: &base", "+ .job: &common")
    scene.close()
