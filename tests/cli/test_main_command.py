"""`understudy` itself: wrong words are answered with the usage of the command that they were meant for."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("words", "usage"),
    [
        ("acp --nope", "usage: understudy acp "),
        ("mcp --nope x", "usage: understudy mcp "),
        ("sessions list --nope", "usage: understudy sessions "),
        ("tour . --nope", "usage: understudy tour "),
        ("--nope acp", "usage: understudy [-h]"),
        ("--nope", "usage: understudy [-h]"),
    ],
)
def test_an_unknown_option_shows_the_usage_of_its_command(words: str, usage: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "understudy.cli.main", *words.split()],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(usage)
    assert "Traceback" not in done.stderr
