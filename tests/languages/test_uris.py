"""URIs of clients and names of files."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.languages import language_id_for
from understudy.uris import path_to_uri, uri_to_path


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///a/b.py", "/a/b.py"),
        ("file://localhost/a/b.py", "/a/b.py"),
        ("FILE:///a/b.py", "/a/b.py"),
        ("file:/a/b.py", "/a/b.py"),
        ("file:///a%20b/%C3%A9.py", "/a b/é.py"),
        ("file:///a/%ff.py", "/a/\udcff.py"),
        ("file:///a//./b.py", "/a/b.py"),
        ("file:///a/b/", "/a/b"),
        ("file:///a%23b%3Fc", "/a#b?c"),
        ("file:///a%2Bb/c+d", "/a+b/c+d"),
    ],
)
def test_a_file_uri_is_a_path(uri: str, path: str) -> None:
    assert uri_to_path(uri) == path


@pytest.mark.parametrize(
    "uri",
    [
        "",
        "/a/b.py",
        "file",
        "file:",
        "file:a/b.py",
        "file://a/b.py",
        "file://server/share/b.py",
        "file:///c:/b.py",
        "file:///C%3A/b.py",
        "file:///c|/b.py",
        "file:\\\\server\\b.py",
        "file:///a/../b.py",
        "file:///a/%2e%2e/b.py",
        "file:///a%00b",
        "file:///a?b",
        "file:///a#b",
        "untitled:Untitled-1",
        "git:/a/b.py",
        "file:///" + "a" * 20_000,
    ],
)
def test_odd_uris_and_other_schemes_name_no_path(uri: str) -> None:
    assert uri_to_path(uri) is None


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), min_size=1, max_size=40))
def test_a_path_comes_back_from_its_uri(name: str) -> None:
    path = "/" + "/".join(part for part in f"root/{name}".split("/") if part not in ("", ".", ".."))
    assert uri_to_path(path_to_uri(path)) == path
    assert path_to_uri(path) == Path(path).as_uri()


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("/a/b.py", "python"),
        ("b.PY", "python"),
        ("/a/b.tsx", "typescriptreact"),
        ("/a/x.spec.ts", "typescript"),
        ("/a/Makefile", "makefile"),
        ("/a/Dockerfile", "dockerfile"),
        ("/a.py/README", "plaintext"),
        ("", "plaintext"),
    ],
)
def test_the_language_is_known_by_the_name(name: str, language: str) -> None:
    assert language_id_for(name) == language
