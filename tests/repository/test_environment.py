"""`make run` and `make install`: what each installs, and what they say meanwhile."""

import re
import subprocess
import sys
from compileall import compile_file
from pathlib import Path

from release.environment import count_packages, find_pin, progress_lines, uv_options

REPOSITORY = Path(__file__).resolve().parents[2]


def pins(lock: str) -> dict[str, str]:
    return dict(re.findall(r"(?m)^([A-Za-z0-9._-]+)(==\S+)", (REPOSITORY / lock).read_text()))


def planned(goal: str, *installed: str) -> str:
    """What make would do, from the files that are here; `installed` are the marks that are there already."""
    arguments = [word for mark in installed for word in ("--old-file", mark)]
    done = subprocess.run(
        ["make", "--dry-run", f"PYTHON={sys.executable}", "NODE=no", "VENV=build/no-venv", *arguments, goal],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_running_installs_what_running_needs_and_tests_add_the_development_tools() -> None:
    assert "build/no-venv requirements.lock" in planned("run")
    assert "requirements-dev.lock" not in planned("run")
    assert "requirements-dev.lock" in planned("pytest")
    for tool in ("pytest", "ruff", "basedpyright", "playwright", "twine"):
        assert tool not in pins("requirements.lock")
        assert tool in pins("requirements-dev.lock")


def test_the_lock_files_agree_so_that_one_environment_serves_both() -> None:
    run, development = pins("requirements.lock"), pins("requirements-dev.lock")
    assert run.items() <= development.items()
    assert pins("deploy/requirements.lock").items() <= development.items()


def test_what_pip_says_becomes_a_few_lines_of_progress() -> None:
    output = [f"Collecting package{number}==1\n  Using cached\n" for number in range(30)]
    said = list(progress_lines(iter([*output, "Installing collected packages: a, b, c\n"]), 30, interval_s=0))
    assert said[0] == "Python packages: 1 of 30 fetched"
    assert said[-2:] == [
        "Python packages: 30 of 30 fetched",
        "Python packages: all fetched, installing 3",
    ]
    quiet = list(progress_lines(iter([*output, "Installing collected packages: a\n"]), 30, interval_s=1e9))
    assert quiet == ["Python packages: all fetched, installing 1"]


def test_a_lock_file_is_counted_by_its_packages() -> None:
    assert (
        count_packages("one==1 \\\n    --hash=sha256:00\n    # via two\ntwo==2 ; sys_platform == 'x'\n") == 2
    )
    assert count_packages((REPOSITORY / "requirements.lock").read_text()) == len(pins("requirements.lock"))


def test_uv_is_pinned_with_its_hashes_and_taken_out_of_the_lock_file() -> None:
    lock = "one==1 \\\n    --hash=sha256:00\nuv==2 \\\n    --hash=sha256:01 \\\n    --hash=sha256:02\n    # via x\n"
    assert find_pin("uv", lock) == "uv==2 \\\n    --hash=sha256:01 \\\n    --hash=sha256:02\n"
    assert find_pin("two", lock) == ""
    assert find_pin("uv", (REPOSITORY / "requirements-dev.lock").read_text()).count("--hash=") > 1
    assert find_pin("uv", (REPOSITORY / "requirements.lock").read_text()) == "", "`make run` uses pip"


def test_what_pip_is_set_to_goes_to_uv() -> None:
    config = (
        ":env:.find-links='/wheels'\nglobal.cert='/ca.pem'\nglobal.default-timeout='60'\n"
        "global.extra-index-url='\\nhttps://a.example/simple\\nhttps://b.example/simple'\n"
        "install.index-url='https://c.example/simple'\n"
    )
    assert uv_options(config) == (
        [
            *("--find-links", "/wheels"),
            *("--extra-index-url", "https://a.example/simple"),
            *("--extra-index-url", "https://b.example/simple"),
            *("--index-url", "https://c.example/simple"),
        ],
        {"SSL_CERT_FILE": "/ca.pem"},
    )
    assert uv_options("") == ([], {})


def test_the_page_is_not_built_again_because_a_generator_was_imported() -> None:
    """A page that is built while others use it is missing for a moment."""
    compile_file(REPOSITORY / "codegen" / "reduce.py", quiet=1)
    database = subprocess.run(
        ["make", "--dry-run", "--print-data-base", "help"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    sources = next(line for line in database.splitlines() if line.startswith("PAGE_SOURCES := "))
    assert "codegen/reduce.py" in sources
    assert "__pycache__" not in sources
