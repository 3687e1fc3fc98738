"""A suggestion writes no word that the function around it cannot have, though the grammar would accept it."""

import pytest

from nes_symbolic.builders import HERE, Texts, check_replacement, text_of
from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.symbolic.filters.checks.name_checks import check_names
from understudy.nes.text import Point

MISPLACED = "misplaced-word"
RUST = """type Outcome<T> = std::result::Result<T, Failure>;

fn plain() -> Settings { one().unwrap() }
fn nothing() { two().unwrap(); }
fn result() -> io::Result<Settings> { Ok(three().unwrap()) }
fn option() -> Option<u8> { Some(four().unwrap()) }
fn alias() -> Outcome<u8> { Ok(five().unwrap()) }
fn unfinished() -> u8 {
    let a = load()?;
    six().unwrap()
}
fn closures() -> Result<Vec<u8>, Failure> {
    rows.map(|row| seven(row).unwrap()).collect();
    rows.map(|row| Ok(eight(row).unwrap())).collect();
    rows.map(|row| -> Result<u8, Failure> { nine(row).unwrap() }).collect();
    spawn(async move { ten().unwrap(); });
    spawn(async move { eleven().unwrap(); Ok(()) });
    Ok(vec![])
}
fn holder() -> Vec<Result<u8, Failure>> { twelve().unwrap() }
const LIMIT: u8 = thirteen().unwrap();
async fn later() { fourteen(); }
fn in_two_lines() {
    seventeen()
        .next();
}
fn at_once() { fifteen(); task(async { sixteen(); }); }
fn early(a: u8) -> u8 { if a > 0 { stop(); } a }
fn silent(a: u8) { if a > 1 { stop(); } }
"""


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("one()", MISPLACED),
        ("two()", MISPLACED),
        ("three()", None),
        ("four()", None),
        ("five()", None),
        ("six()", None),
        ("seven(row)", MISPLACED),
        ("eight(row)", None),
        ("nine(row)", None),
        ("ten()", MISPLACED),
        ("eleven()", None),
        ("twelve()", MISPLACED),
        ("thirteen()", MISPLACED),
    ],
)
def test_a_question_mark_needs_a_function_that_returns_early(call: str, reason: str | None) -> None:
    assert check_replacement(RUST, "rust", f"{call}.unwrap()", f"{call}?") == reason


def test_a_line_that_has_a_question_mark_may_get_another() -> None:
    text = "fn f() -> u8 { load()?.next().unwrap() }\n"
    assert check_replacement(text, "rust", ".next().unwrap()", ".next()?") is None


@pytest.mark.parametrize(
    ("call", "reason"),
    [("fourteen()", None), ("fifteen()", MISPLACED), ("sixteen()", None), (".next()", MISPLACED)],
)
def test_an_await_of_rust_needs_an_async_function(call: str, reason: str | None) -> None:
    assert check_replacement(RUST, "rust", call, f"{call}.await") == reason


TRIED = """fn system(path: &Path) -> io::Result<u8> {
    %s
}
fn text() -> Result<u8, String> {
    %s
}
fn any() -> Result<u8, Box<dyn Error>> {
    %s
}
fn option() -> Option<u8> {
    %s
}
fn own() -> Result<u8, Failure> { Ok(1) }
fn found() -> Option<u8> { None }
impl Store { fn row(&self) -> Option<u8> { None } }
"""
FITTING, OTHER = None, MISPLACED


@pytest.mark.parametrize(
    ("value", "system", "text", "any_error", "option"),
    [
        ("let a = LAST.lock()", OTHER, OTHER, OTHER, OTHER),
        ("let a = self.rows.lock()", OTHER, OTHER, OTHER, OTHER),
        ("let a = file.read()", FITTING, FITTING, FITTING, FITTING),
        ("let a = file.lock(1)", FITTING, FITTING, FITTING, FITTING),
        ("let a = worker.join()", OTHER, OTHER, OTHER, OTHER),
        ("let a = path.join(name)", FITTING, FITTING, FITTING, FITTING),
        ("let a = path.file_name()", OTHER, OTHER, OTHER, FITTING),
        ("let a = rows.pop()", OTHER, OTHER, OTHER, FITTING),
        ("let a = rows.first(connection)", FITTING, FITTING, FITTING, FITTING),
        ("let a = word.parse()", OTHER, OTHER, FITTING, OTHER),
        ("let a = word.parse::<u8>()", OTHER, OTHER, FITTING, OTHER),
        ("let a = env::var(name)", OTHER, OTHER, FITTING, OTHER),
        ("let a = fs::read(path)", FITTING, OTHER, FITTING, OTHER),
        ("let a = File::open(path)", FITTING, OTHER, FITTING, OTHER),
        ("let a = own()", FITTING, FITTING, FITTING, OTHER),
        ("let a = found()", OTHER, OTHER, OTHER, FITTING),
        ("let a = unknown()", FITTING, FITTING, FITTING, FITTING),
        ("let a = load(1).get(2)", FITTING, FITTING, FITTING, FITTING),
    ],
)
def test_a_question_mark_passes_on_an_error_of_the_function(
    value: str, system: str | None, text: str | None, any_error: str | None, option: str | None
) -> None:
    for place, reason in enumerate((system, text, any_error, option)):
        lines = ["keep(1);"] * 4
        lines[place] = f"{value}.unwrap();"
        changed = check_replacement(TRIED % tuple(lines), "rust", f"{value}.unwrap()", f"{value}?")
        assert changed == reason, f"function {place}"


LOCKED = "fn f(a: &A) -> io::Result<u8> {\n    let a = a.lock().unwrap();\n}\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param(LOCKED, MISPLACED, id="the guard is used"),
        pytest.param(LOCKED.replace("let a = ", ""), None, id="the lock of a file has no guard"),
        pytest.param(LOCKED + "fn g(a: &A) -> B<u8> {\n    a.lock()?.x()\n}\n", None, id="done elsewhere"),
        pytest.param(
            LOCKED + "impl<T> From<PoisonError<T>> for Failure {}\n", None, id="the error is converted"
        ),
        pytest.param(
            LOCKED.replace("io::Result<u8>", "Known<u8>") + "type Known<T> = Option<T>;\n",
            MISPLACED,
            id="an alias of an option",
        ),
    ],
)
def test_the_error_of_a_lock_is_not_passed_on(text: str, reason: str | None) -> None:
    assert check_replacement(text, "rust", ".unwrap()", "?") == reason


@pytest.mark.parametrize(("declared", "reason"), [("RwLock<u8>", MISPLACED), ("Source", None)])
def test_read_and_write_are_methods_of_a_lock_where_the_text_has_one(
    declared: str, reason: str | None
) -> None:
    text = f"fn f(a: &{declared}) -> io::Result<u8> {{\n    let b = a.write().unwrap();\n}}\n"
    assert check_replacement(text, "rust", ".unwrap()", "?") == reason


@pytest.mark.parametrize(
    ("line", "returned", "reason"),
    [
        ("assert_eq!(a.unwrap(), 0);", "()", MISPLACED),
        ("assert_eq!(f(1).unwrap(), 0);", "()", MISPLACED),
        ("assert_eq!(f(1).unwrap(), 0);", "io::Result<()>", None),
        ("spawn!(async { f(1).unwrap(); });", "()", None),
        ("each!(|a| f(a).unwrap());", "()", None),
    ],
)
def test_a_question_mark_in_a_macro(line: str, returned: str, reason: str | None) -> None:
    text = f"fn g() -> {returned} {{\n    {line}\n}}\n"
    assert check_replacement(text, "rust", ".unwrap()", "?") == reason


def test_an_optional_bound_in_a_macro() -> None:
    assert check_replacement("traits!(T: A);\n", "rust", "T: A", "T: ?Sized") is None


def test_a_missing_value_of_an_alias_of_a_result() -> None:
    text = "type Known<T> = std::result::Result<T, E>;\nfn f() -> Known<u8> {\n    rows.pop().unwrap()\n}\n"
    assert check_replacement(text, "rust", ".unwrap()", "?") == MISPLACED


PYTHON = """async def waits():
    one()


def at_once():
    two()
    with three() as rows:
        pass


def unfinished():
    await load()
    four()


async def inside():
    later(lambda: five())


def silent(a) -> None:
    six(a)


def open_result(a):
    seven(a)


eight()
"""
SCRIPT = """async function waits() { one(); }
function atOnce() { two(); for (const row of three()) { check(row); } }
const arrow = () => { four(); };
const waiting = async () => { five(); };
function silent(a: number): void { six(a); }
function gives(a: number): number { seven(a); return 1; }
async function nothing(a: number): Promise<void> { eight(a); }
function open(a: number) { nine(a); }
ten();
"""
GO = """package a

func none(a int) {
	one(a)
}

func single(a int) error {
	two(a)
}

func pair(a int) (int, error) {
	three(a)
}

func named(a int) (n int, err error) {
	four(a)
}

func inner(a int) error {
	go func() {
		five(a)
	}()
}
"""
GO_ERROR = 'package a\n\nfunc f() error {\n\treturn fmt.Errorf("row %d: VERB", number, NAME)\n}\n'
JAVA = """class A {
    A(int a) { one(a); }
    void silent(int a) { two(a); }
    int size(int a) { three(a); return 1; }
    void later(int a) { run(() -> { four(a); }); }
}
"""
C = """void silent(int a) { one(a); }
int size(int a) { two(a); return 1; }
void *memory(int a) { three(a); return p; }
"""


@pytest.mark.parametrize(
    ("text", "language", "old", "new", "reason"),
    [
        (PYTHON, "python", "one()", "await one()", None),
        (PYTHON, "python", "two()", "await two()", MISPLACED),
        (PYTHON, "python", "with three()", "async with three()", MISPLACED),
        (PYTHON, "python", "four()", "await four()", None),
        (PYTHON, "python", "five()", "await five()", MISPLACED),
        ("def f():\n    one()\n    return 1\n", "python", "one()", "await one()", MISPLACED),
        (PYTHON, "python", "eight()", "await eight()", MISPLACED),
        (f"{PYTHON}\nawait nine()\n", "python", "eight()", "await eight()", None),
        (PYTHON, "python", "six(a)", "return a", MISPLACED),
        (PYTHON, "python", "six(a)", "return", None),
        (PYTHON, "python", "six(a)", "return None", None),
        (PYTHON, "python", "six(a)", "return stop(a)", None),
        (PYTHON, "python", "seven(a)", "return a", None),
        (SCRIPT, "typescript", "one()", "await one()", None),
        (SCRIPT, "javascript", "two()", "await two()", None),  # with types, it is no JavaScript
        (SCRIPT, "typescript", "two()", "await two()", MISPLACED),
        (SCRIPT, "typescript", "for (const row of", "for await (const row of", MISPLACED),
        (SCRIPT, "typescript", "four()", "await four()", MISPLACED),
        (SCRIPT, "typescript", "five()", "await five()", None),
        (SCRIPT, "typescript", "ten()", "await ten()", None),
        (SCRIPT, "typescript", "six(a)", "return a", MISPLACED),
        (SCRIPT, "typescript", "six(a)", "return", None),
        (SCRIPT, "typescript", "seven(a)", "return", MISPLACED),
        (SCRIPT, "typescript", "eight(a)", "return", None),
        (SCRIPT, "typescript", "nine(a)", "return a", None),
        (SCRIPT, "typescript", "nine(a)", "return", None),
        (GO, "go", "one(a)", "return nil", MISPLACED),
        (GO, "go", "one(a)", "return", None),
        (GO_ERROR.replace("NAME", "row"), "go", "VERB", "%w", MISPLACED),
        (GO_ERROR.replace("NAME", "row"), "go", "VERB", "%v", None),
        (GO_ERROR.replace("NAME", "row"), "go", "VERB", "100 %% %w", MISPLACED),
        (GO_ERROR.replace("NAME", "closeErr"), "go", "VERB", "%w", None),
        (GO_ERROR.replace("NAME", "result.Err"), "go", "VERB", "%w", None),
        (GO_ERROR.replace("NAME", "e"), "go", "VERB", "%w", None),
        (GO_ERROR.replace("NAME", "find(row)"), "go", "VERB", "%w", None),
        (GO, "go", "two(a)", "return nil", None),
        (GO, "go", "two(a)", "return 0, nil", MISPLACED),
        (GO, "go", "two(a)", "return", MISPLACED),
        (GO, "go", "three(a)", "return 0, nil", None),
        (GO, "go", "three(a)", "return nil", MISPLACED),
        (GO, "go", "three(a)", "return pair(a)", None),
        (GO, "go", "four(a)", "return", None),
        (GO, "go", "five(a)", "return nil", MISPLACED),
        (JAVA, "java", "one(a)", "return a", MISPLACED),
        (JAVA, "java", "two(a)", "return a", MISPLACED),
        (JAVA, "java", "two(a)", "return", None),
        (JAVA, "java", "two(a)", "return two(a)", MISPLACED),
        (JAVA, "java", "one(a)", "return one(a)", MISPLACED),
        (JAVA, "java", "three(a)", "return three(a)", None),
        (JAVA, "java", "three(a)", "return", MISPLACED),
        (JAVA, "java", "four(a)", "return a", None),
        (C, "c", "one(a)", "return a", MISPLACED),
        (C, "c", "two(a)", "return", MISPLACED),
        (C, "cpp", "two(a)", "return a", None),
        (C, "cpp", "three(a)", "return a", None),
        (RUST, "rust", "if a > 0 { stop(); }", "if a > 0 { return; }", MISPLACED),
        (RUST, "rust", "if a > 1 { stop(); }", "if a > 1 { return a; }", MISPLACED),
        (RUST, "rust", "if a > 1 { stop(); }", "if a > 1 { return; }", None),
        (RUST, "rust", "if a > 1 { stop(); }", "if a > 1 { return stop(); }", None),
        (C, "cpp", "one(a)", "return one(a)", None),
    ],
)
def test_a_function_has_only_words_that_it_may_have(
    text: str, language: str, old: str, new: str, reason: str | None
) -> None:
    assert check_replacement(text, language, old, new) == reason


CLEANUP = """int load(const char *path, FILE *log)
{
    char *row = NULL;
    FILE *file;
    if (path == NULL)
        return 1;
    file = fopen(path, "r");
    if (file == NULL)
        return 2;
    row = malloc(80);
    if (!row)
        return 3;
    if (fgets(row, 80, file) == NULL) {
        return 4;
    }
    if (ready(path))
        return 5;
    if (LATE)
        return 6;
    return 7;

fail:
    free(row);
    if (file) fclose(file);
    return 8;
}

int other(void)
{
    if (ready("a"))
        return 9;
    for (;;) {
    again:
        if (wait())
            continue;
        if (ready("b"))
            return 10;
        step();
        return 11;
    }
done:
    return 12;
}

int opened(FILE *file)
{
    struct lock lock;
    if (!file)
        return 13;
    if (ready("c"))
        return 14;
    take(&lock);
    if (x.file == NULL)
        return 15;
fail:
    fclose(file);
    give(&lock);
    return 16;
}
"""


@pytest.mark.parametrize(
    ("value", "label", "reason"),
    [
        (1, "fail", MISPLACED),
        (2, "fail", MISPLACED),
        (3, "fail", None),
        (4, "fail", None),
        (5, "fail", None),
        (7, "fail", None),
        (8, "fail", MISPLACED),
        (5, "done", MISPLACED),
        (9, "fail", MISPLACED),
        (9, "done", None),
        (10, "done", None),
        (11, "again", MISPLACED),
        (12, "done", MISPLACED),
        (13, "fail", MISPLACED),
        (14, "fail", None),
        (15, "fail", None),
    ],
)
def test_a_jump_needs_its_label_and_what_that_releases(value: int, label: str, reason: str | None) -> None:
    assert check_replacement(CLEANUP, "c", f"return {value};", f"goto {label};") == reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("if ((a = open_it()) < 0)", MISPLACED),
        ("if (a < 0)", MISPLACED),
        ("if (-1 == a)", MISPLACED),
        ("if (a == b)", None),
        ("if (!a->is_open)", None),
        ("if (b && a.size == 0)", None),
    ],
)
def test_a_condition_that_there_is_nothing_to_release(line: str, reason: str | None) -> None:
    text = (
        f"int f(void)\n{{\n    int a = open_it();\n    {line}\n        return 1;\nend:\n    close(a);\n}}\n"
    )
    assert check_replacement(text, "c", "return 1;", "goto end;") == reason


def test_a_variable_that_is_nothing_yet() -> None:
    text = "int f(void)\n{\n    int *a = NULL;\n    if (b)\n        return 1;\nend:\n    free(a);\n}\n"
    assert check_replacement(text, "c", "return 1;", "goto end;") == MISPLACED
    assert check_replacement(text.replace("NULL", "make()"), "c", "return 1;", "goto end;") is None


@pytest.mark.parametrize(("result", "reason"), [("Settings", MISPLACED), ("Result<Settings>", None)])
def test_no_place_of_a_search_and_replace_may_be_misplaced(result: str, reason: str | None) -> None:
    text = (
        "fn a() -> Result<()> { one().unwrap(); Ok(()) }\n"
        f"fn b() -> {result} {{\n    two().unwrap();\n    three().unwrap()\n}}\n"
    )
    snapshot = text_of(text, uri=f"{HERE}.rs", language="rust")
    situation = Situation(snapshot=snapshot, cursor=Point(0, 0), edits=[], workspace_texts=Texts())
    candidate = Candidate(
        kind="searchAndReplace",
        uri=snapshot.uri,
        probability=0.9,
        family="search-and-replace",
        search=".unwrap()",
        replace="?",
    )
    assert check_names(candidate, snapshot, situation) == reason
