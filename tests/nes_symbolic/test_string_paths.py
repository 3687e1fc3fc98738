"""Strings that name a renamed definition by its path follow; other words in strings do not."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.scenes import Scene
from understudy.nes.bindings import Binding, BindingKind
from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.renames.detection import Rename
from understudy.nes.symbolic.renames.limits import MAX_PATH_TEXTS
from understudy.nes.symbolic.renames.string_paths import find_string_paths
from understudy.nes.text import Point


def _found(
    line: str,
    path: str,
    *,
    kind: BindingKind = "function",
    owner: str = "",
    is_public: bool = True,
    defining: str = "app/store.py",
    package: str = "",
    **files: str,
) -> int:
    """How many places of a line follow after `load` became `fetch`."""
    harness = RuleHarness(**files)
    uri = harness.put(defining, "def fetch(): ...")
    harness.put(path, line)
    harness.put("app/__init__.py", package)
    rename = Rename(
        "load", "fetch", Binding("load", kind, owner=owner, is_public=is_public), uri, changes=[], places=[]
    )
    snapshot = harness.workspace.snapshot(uri)
    assert snapshot is not None
    situation = Situation(snapshot=snapshot, cursor=Point(0, 0), edits=[], workspace_texts=harness.workspace)
    places = list(find_string_paths(rename, situation))
    assert all(one.snapshot.lines[one.point.line].startswith("load", one.point.column) for one in places)
    return len(places)


IMPORTER = "from app.store import fetch\n"


@pytest.mark.parametrize(
    ("line", "path", "expected"),
    [
        ('mock.patch("app.store.load")', "test_a.py", 1),
        ("monkeypatch.setattr('app.store.load', None)", "test_a.py", 1),
        ('mock.patch("store.load")', "test_a.py", 1),
        ('mock.patch("app.cart.load")', "test_a.py", 1),
        ('mock.patch("app.store.load", a); mock.patch("app.cart.load", b)', "test_a.py", 2),
        ('mock.patch("app.other.load")', "test_a.py", 0),
        ('mock.patch("ap.store.load")', "test_a.py", 0),
        ('mock.patch("app.stores.load")', "test_a.py", 0),
        ('mock.patch("app.store.load_all")', "test_a.py", 0),
        ('mock.patch("app.store.load.result")', "test_a.py", 1),
        ('print("load")', "test_a.py", 0),
        ('print("app.store.load()")', "test_a.py", 0),
        ('open("app/store.load")', "test_a.py", 0),
        ("app.store.load", "test_a.py", 0),
        ("# app.store.load", "test_a.py", 0),
        ('mock.patch.object(store, "load")', "test_a.py", 1),
        ('mock.patch.object(app.store, "load")', "test_a.py", 1),
        ('getattr(store, "load")', "test_a.py", 1),
        ('mocker.spy(cart, "load")', "test_a.py", 1),
        ('mock.patch.object(client, "load")', "test_a.py", 0),
        ('from app import store as s\nmock.patch.object(s, "load")', "test_a.py", 1),
        ('from app import other as s\nmock.patch.object(s, "load")', "test_a.py", 0),
        ('run = "app.store:load"', "pyproject.toml", 1),
        ("run = app.store:load", "setup.cfg", 1),
        ("command: uvicorn app.store:load --reload", "compose.yaml", 1),
        ("run = app.main:load", "setup.cfg", 0),
        ("see app.store.load.", "notes.md", 1),
    ],
)
def test_paths_of_a_python_function(line: str, path: str, expected: int) -> None:
    files = {"app____cart__py": IMPORTER, "app____other__py": "def load(): ...\n"}
    assert _found(line, path, **files) == expected


@pytest.mark.parametrize(
    ("line", "path", "expected"),
    [
        ('track("store.load")', "m.py", 0),
        ('redirect("store:load")', "m.py", 0),
        ('t("app.store.load")', "m.py", 1),
        ('track("store.Store.load")', "m.py", 0),
        ('monkeypatch.setattr("store.load", None)', "test_a.py", 1),
        ('@patch(\n    "store.load",\n)', "test_a.py", 1),
        ('f(\n    "store.load",\n)', "test_a.py", 0),
        ("see store.load", "notes.md", 0),
        ('"store:load": "x"', "package.json", 0),
        ("command: uvicorn --reload store:load", "compose.yaml", 1),
        ('CMD ["gunicorn", "store:load"]', "Dockerfile", 1),
        ("run: celery -A store.load worker", "a.yml", 1),
        ("run: uvicorn x:y | sort store:load", "a.yml", 0),
        ("handler: store.load", "serverless.yml", 1),
        ('[project.scripts]\nrun = "store:load"', "pyproject.toml", 1),
        ('[project]\nx = 1\n[project.entry-points."a.b"]\nrun = "store:load"', "pyproject.toml", 1),
        ('[tool.x]\nrun = "store:load"', "pyproject.toml", 0),
        ('run = "store:load"', "pyproject.toml", 0),
        ("[options.entry_points]\nconsole_scripts =\n    run = store:load", "setup.cfg", 1),
        ('    "console_scripts": ["run=store:load"],', "setup.py", 1),
        ('    name="store:load",', "setup.py", 0),
        ('[project.scripts]\nrun = "store:load"', "other.toml", 0),
    ],
)
def test_the_name_of_the_module_alone(line: str, path: str, expected: int) -> None:
    assert _found(line, path) == expected


def test_a_text_of_a_script_names_no_module() -> None:
    for line, path in (('t("store.load")', "a.ts"), ('"store:load": "x"', "package.json")):
        assert _found(line, path, defining="src/store.ts") == 0


def test_a_text_that_imports_something_else_of_that_name_is_not_meant() -> None:
    importer = "from app.store import fetch\nfrom app.disk import load\n"
    assert _found('mock.patch("app.cart.load")', "test_a.py", app____cart__py=importer) == 0


def test_a_package_may_import_it() -> None:
    assert _found('mock.patch("app.load")', "test_a.py", package=IMPORTER) == 1


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('mock.patch("app.store.Store.load")', 1),
        ('mock.patch("app.store.Other.load")', 0),
        ('mock.patch("app.store.load")', 0),
        ('mock.patch.object(Store, "load")', 1),
        ('mock.patch.object(self.store, "load")', 1),
        ('mock.patch.object(other, "load")', 0),
    ],
)
def test_paths_of_a_method(line: str, expected: int) -> None:
    assert _found(line, "test_a.py", kind="method", owner="Store") == expected


MOCK = "jest.mock('../src/store', () => ({ load: jest.fn(), save: jest.fn() }));"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (MOCK, 1),
        (MOCK.replace("jest", "vi"), 1),
        (MOCK.replace("/store", "/store.js"), 1),
        (MOCK.replace("/store", "/other"), 0),
        (MOCK.replace("jest.mock(", "mocked("), 0),
        (MOCK.replace("load: jest.fn()", "api: { load: jest.fn() }"), 0),
        (MOCK.replace("load: jest.fn()", "api: load"), 0),
        ("jest.spyOn(store, 'load');", 1),
        ("import * as db from '../src/store';\njest.spyOn(db, 'load');", 1),
        ("import * as db from '../src/other';\njest.spyOn(db, 'load');", 0),
        ("jest.spyOn(other, 'load');", 0),
        ("const mockStore = { load: 1 };", 0),
    ],
)
def test_mocked_functions_of_a_script(line: str, expected: int) -> None:
    assert _found(line, "test/store.test.ts", defining="src/store.ts") == expected


def test_no_path_leads_to_a_private_or_local_name() -> None:
    assert _found('mock.patch("app.store.load")', "test_a.py", is_public=False) == 0
    assert _found('mock.patch("app.store.load")', "test_a.py", kind="parameter") == 0
    assert _found('mock.patch("app.store.load")', "test_a.py", defining="app/store.go") == 0


def test_only_some_texts_are_searched() -> None:
    files = {f"app____a{at}__py": "load\n" for at in range(MAX_PATH_TEXTS)}
    assert _found('mock.patch("app.store.load")', "test_a.py", **files) == 0


def test_the_strings_come_when_the_code_is_done() -> None:
    test = 'from app import cart\n\n\ndef test_total(mocker):\n    mocker.patch("app.cart.load")\n'
    cart = "from app.store import load\n\n\ndef total():\n    return sum(load())\n"
    scene = Scene(
        "app/store.py", "def load():\n    return []\n", **{"app/cart__py": cart, "test_cart__py": test}
    )
    scene.edit("load", "fetch")
    scene.expect("- from app.store import load", "+ from app.store import fetch")
    scene.accept()
    scene.accept()
    scene.expect('- mocker.patch("app.cart.load")', '+ mocker.patch("app.cart.fetch")')
    scene.accept()
    scene.silent()
    scene.close()
