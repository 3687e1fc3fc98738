"""The option of a program that is run has nothing to do with an own option of that name."""

import pytest

from nes_symbolic.builders import asked, made, text_of
from nes_symbolic.rule_cases import RuleCase, case, run
from understudy.nes.symbolic.candidates import CandidateLabel
from understudy.nes.symbolic.filters.values import limit_options_of_other_commands
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns

LABEL = CandidateLabel("replace", "p", "t", "why")
LANGUAGES = {"py": "python", "js": "javascript", "rs": "rust", "go": "go"}

LONG_VALUE = "URL=http://h/?" + "&".join(f"a{number}=1" for number in range(60))
"""To try all beginnings of its assignments takes years."""
OWN = 'parser.add_argument("--dry-run")'
ROWS: dict[str, tuple[str, str, bool]] = {
    "a list that is run": ("m.py", 'subprocess.run(["rsync", "--dry-run"])', False),
    "a list of several lines": (
        "m.py",
        'subprocess.run(\n    [\n        "rsync",\n        "--dry-run",\n    ]\n)',
        False,
    ),
    "a list that is run later": ("m.py", 'command = ["rsync", "--dry-run"]\nsubprocess.call(command)', False),
    "what is appended to a list": (
        "m.py",
        'command = ["rsync", "-a"]\nif x:\n    command.append("--dry-run")\nsubprocess.call(command)',
        False,
    ),
    "what is added to a list": ("m.py", 'c = ["rsync"]\nc += ["--dry-run"]\nrun(c, check=True)', False),
    "the arguments of a call": ("m.py", 'await asyncio.create_subprocess_exec("git", "--dry-run")', False),
    "the same program": ("m.py", 'subprocess.run(["./m.py", "--dry-run"])', True),
    "the interpreter": ("m.py", 'subprocess.run([sys.executable, "--dry-run"])', True),
    "a program that is not known": ("m.py", 'subprocess.run([tool, "--dry-run"])', True),
    "a list that is not run": ("m.py", 'args = ["sync", "--dry-run"]\nmain(args)', True),
    "arguments of the own function": ("m.py", 'main(["sync", "--dry-run"])', True),
    "a test of the arguments": ("m.py", 'if "--dry-run" in sys.argv:\n    pass', True),
    "a message": ("m.py", 'print("without --dry-run")', True),
    "another call": ("m.py", 'show("rsync", "--dry-run")', True),
    "a script": ("m.js", 'spawn("rsync", ["-a", "--dry-run"]);', False),
    "a script with a variable": (
        "m.js",
        'const a = ["-a"];\na.push("--dry-run");\nspawn("rsync", a);',
        False,
    ),
    "a chain of calls": ("m.rs", 'Command::new("rsync")\n    .arg("-a")\n    .arg("--dry-run");', False),
    "a command that is built": (
        "m.rs",
        'let mut cmd = Command::new("rsync");\ncmd.arg("--dry-run");',
        False,
    ),
    "a chain of other calls": ("m.rs", 'App::new("sync")\n    .arg("--dry-run");', True),
    "a chain behind another statement": (
        "m.rs",
        'Command::new("rsync");\nbuild(x)\n    .arg("--dry-run");',
        True,
    ),
    "a slice": (
        "m.go",
        'args := []string{"-a"}\nargs = append(args, "--dry-run")\nexec.Command("rsync", args...)',
        False,
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_an_own_option_is_renamed_where_no_other_program_gets_it(name: str) -> None:
    path, text, is_own = ROWS[name]
    row = case(f"{OWN}\n{text}\n", OWN, OWN.replace("dry-run", "preview"), path=path)
    assert bool(run(row, "value-changed")) is is_own


@pytest.mark.parametrize(
    ("changed", "is_found"),
    [('run(["rsync", "--dry-run"])', False), ('add("--dry-run")', True), ('run(["git", x])', True)],
)
def test_the_option_of_a_program_that_is_run_is_no_own_one(changed: str, is_found: bool) -> None:
    text = f'{changed}\nadd("--dry-run")\nf(args.dry_run)\n' if is_found else f"{changed}\nf(args.dry_run)\n"
    row = case(text, changed, changed.replace("dry-run", "preview"), path="m.py")
    assert bool(run(row, "value-changed")) is (is_found and "dry" in changed)


@pytest.mark.parametrize("name", ROWS)
def test_an_own_option_is_not_repeated_where_another_program_gets_it(name: str) -> None:
    path, text, is_own = ROWS[name]
    first = OWN.replace("dry-run", "preview")
    lines = [first, *text.split("\n")]
    snapshot = text_of("\n".join(lines), f"file:///project/{path}", LANGUAGES[path[2:]])
    at = next(number for number, line in enumerate(lines) if "--dry-run" in line)
    candidate = LABEL.candidate(snapshot, at, 1, (lines[at].replace("dry-run", "preview"),), {})
    candidate.probability = 0.9
    edit = made(OWN, first, 0, uri=snapshot.uri)
    limit_options_of_other_commands(
        [candidate],
        extract_patterns([edit], MAX_LEARNED_EDITS),
        asked("\n".join(lines), edit, others=[snapshot]),
    )
    assert candidate.probability == (0.9 if is_own else OTHER_TYPE_PROBABILITY)


@pytest.mark.parametrize(("other", "is_found"), [("rsync", True), ("git", False)])
def test_an_option_of_a_program_follows_where_the_same_program_is_run(other: str, is_found: bool) -> None:
    line = 'run(["rsync", "--dry-run"])'
    row = case(f'{line}\nrun(["{other}", "--dry-run", x])\n', line, line.replace("dry-run", "preview"))
    assert bool(run(row, "value-changed")) is is_found


SCRIPT = """case $1 in
  --dry-run)
    opts+=(--dry-run)
    rsync --dry-run a b
    ;;
esac
echo "sync.sh --dry-run"
"""


@pytest.mark.parametrize(
    ("edited", "place", "is_own"),
    [
        pytest.param("  --dry-run)", "    opts+=(--dry-run)", False, id="an option that is passed on"),
        pytest.param("  --dry-run)", "    rsync --dry-run a b", False, id="a command"),
        pytest.param("  --dry-run)", 'echo "sync.sh --dry-run"', True, id="a message"),
        pytest.param("    rsync --dry-run a b", "    opts+=(--dry-run)", True, id="no option of the script"),
    ],
)
def test_an_option_of_a_shell_script_is_not_that_of_a_program(edited: str, place: str, is_own: bool) -> None:
    lines = SCRIPT.split("\n")
    at, own = lines.index(place), lines.index(edited)
    lines[own] = edited.replace("dry-run", "preview")
    snapshot = text_of("\n".join(lines), "file:///project/sync.sh", "shellscript")
    candidate = LABEL.candidate(snapshot, at, 1, (place.replace("dry-run", "preview"),), {})
    candidate.probability = 0.9
    edit = made(edited, lines[own], own, uri=snapshot.uri)
    patterns = extract_patterns([edit], MAX_LEARNED_EDITS)
    limit_options_of_other_commands([candidate], patterns, asked("\n".join(lines), edit, others=[snapshot]))
    assert candidate.probability == (0.9 if is_own else OTHER_TYPE_PROBABILITY)


@pytest.mark.parametrize(
    ("path", "text", "is_found"),
    [
        pytest.param("Makefile", "a:\n\tbin/sync.sh --dry-run x\n", True, id="the script in a recipe"),
        pytest.param("Makefile", "a:\n\tbin/other --dry-run x\n", False, id="a program in a recipe"),
        pytest.param("Makefile", "a:\n\t@other --dry-run x\n", False, id="a quiet recipe"),
        pytest.param("Makefile", "a:\n\tother x && sync.sh --dry-run\n", True, id="the second command"),
        pytest.param("Makefile", "a:\n\tsync.sh x; other --dry-run\n", False, id="a second command"),
        pytest.param("Makefile", "a:\n\tother x \\\n\t  --dry-run\n", False, id="a program of two lines"),
        pytest.param("Makefile", "a:\n\tsync.sh x \\\n\t  --dry-run\n", True, id="the script of two lines"),
        pytest.param("Makefile", "a:\n\t$(SYNC) --dry-run\n", True, id="a variable"),
        pytest.param("Makefile", "OPTS = --dry-run\n", True, id="options"),
        pytest.param("ci.yml", "  - run: other --dry-run\n", False, id="a step"),
        pytest.param("ci.yml", "  - run: A=1 ./sync.sh --dry-run\n", True, id="a step with the script"),
        pytest.param("ci.yml", f"  - run: {LONG_VALUE} --dry-run\n", True, id="a long value"),
        pytest.param("ci.yml", "    A=1 sudo other --dry-run\n", False, id="a command with what runs it"),
        pytest.param("r.md", "Use it with --dry-run first.\n", True, id="a sentence"),
        pytest.param("r.md", "Both `other --dry-run` and more\n", False, id="code in a sentence"),
        pytest.param("r.md", "With `--dry-run`, as with `other -n`\n", True, id="a sentence with other code"),
        pytest.param("r.md", "```\nother --dry-run\n```\n", False, id="a block"),
        pytest.param("r.md", "```\nother\n```\nsee other --dry-run\n", True, id="behind a block"),
        pytest.param("r.md", "    other --dry-run\n", False, id="an indented block"),
        pytest.param("r.md", "    $ ./sync.sh --dry-run\n", True, id="an indented block with the script"),
    ],
)
def test_an_option_of_a_shell_script_follows_where_the_script_is_run(
    path: str, text: str, is_found: bool
) -> None:
    lines = "case $1 in\n  --dry-run) x=1 ;;\nesac\n"
    edit = ("  --dry-run) x=1 ;;", "  --preview) x=1 ;;")
    found = run(RuleCase({"sync.sh": lines, path: text}, (edit,), []), "value-changed")
    assert bool(found) is is_found
