"""A method or a field that got another name where it is defined is followed at once, behind the dots."""

from contextlib import closing
from pathlib import Path

import pytest

from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.scenes import Scene
from understudy.nes.engine_api import Candidate

QUEUE = """package queue

type Job struct {
	ID int
}

type Queue struct {
	jobs  []Job
	limit int
}

func New(limit int) *Queue {
	return &Queue{
		limit: limit,
	}
}

func (q *Queue) Push(job Job) error {
	if len(q.jobs) >= q.limit {
		return ErrFull
	}
	q.jobs = append(q.jobs, job)
	return nil
}

func fill(q *Queue) error {
	return q.Push(Job{ID: 1})
}

func retry(q *Queue, job Job) error {
	if err := q.Push(job); err == nil {
		return nil
	}
	return q.Push(job)
}
"""
USERS = """export class Users {
  private readonly table: string;

  find(id: number): User {
    return this.toUser(this.db.query(this.table, id));
  }

  private toUser(row: Row): User {
    return { id: row.id };
  }
}

export function all(users: Users) {
  return rows.map((row) => users.toUser(row));
}
"""
CONFIG = """pub struct Config {
    pub root: PathBuf,
}

impl Config {
    pub fn new(root: PathBuf) -> Self {
        let made = Config { root };
        made.check_root();
        Config { root: made.root }
    }

    fn check_root(&self) {}
}
"""


def _renames(harness: RuleHarness, path: str) -> list[Candidate]:
    return [one for one in harness.ask(path) if one.family == "member-renamed"]


def _all(harness: RuleHarness, path: str, old: str, new: str) -> str:
    """The text after every use was changed."""
    harness.edit(path, old, new)
    for _ in range(10):
        made = [one for one in _renames(harness, path) if one.uri.endswith(path)]
        if not made:
            break
        lines = harness.after(made[0]).split("\n")
        at = made[0].edits[0].span.start.line
        harness.edit(path, harness.workspace.texts[made[0].uri][at], lines[at])
    return "\n".join(harness.workspace.texts[f"file:///project/{path}"])


def test_a_method_in_go() -> None:
    harness = RuleHarness(
        queue__go=QUEUE, use__go="package queue\n\nfunc use(q *Queue) {\n\tq.Push(Job{})\n}\n"
    )
    harness.edit(
        "queue.go", "func (q *Queue) Push(job Job) error {", "func (q *Queue) Enqueue(job Job) error {"
    )
    made = _renames(harness, "queue.go")
    assert [one.uri.rpartition("/")[2] for one in made] == ["queue.go"] * 3 + ["use.go"]
    assert harness.after(made[-1]).count("q.Enqueue(Job{})") == 1
    assert all(one.probability > 0.6 for one in made)


def test_a_field_in_go_with_its_keys_and_without_the_parameter_of_its_name() -> None:
    text = _all(RuleHarness(queue__go=QUEUE), "queue.go", "	limit int", "	capacity int")
    assert "		capacity: limit,\n" in text
    assert ">= q.capacity {" in text
    assert "func New(limit int)" in text


def test_a_field_in_rust_with_its_literals() -> None:
    text = _all(
        RuleHarness(config__rs=CONFIG), "config.rs", "    pub root: PathBuf,", "    pub folder: PathBuf,"
    )
    assert "Config { folder: root };" in text
    assert "Config { folder: made.folder }" in text
    assert "pub fn new(root: PathBuf)" in text


def test_a_method_in_typescript() -> None:
    old = "  private toUser(row: Row): User {"
    text = _all(RuleHarness(users__ts=USERS), "users.ts", old, old.replace("toUser", "asUser"))
    assert "this.asUser(this.db" in text
    assert "users.asUser(row)" in text


def test_a_method_in_java_in_another_file() -> None:
    use = "class Use {\n    int go(Box box) {\n        return box.sizeOf();\n    }\n}\n"
    harness = RuleHarness(
        Box__java="class Box {\n    int sizeOf() {\n        return 1;\n    }\n}\n", Use__java=use
    )
    harness.edit("Box.java", "    int sizeOf() {", "    int widthOf() {")
    (made,) = _renames(harness, "Box.java")
    assert "box.widthOf()" in harness.after(made)


@pytest.mark.parametrize(
    "other", ["type Stack struct {\n\tPush int\n}\n", "func (s *Stack) Push(job Job) {\n}\n"]
)
def test_a_member_that_another_type_has_too_is_doubtful(other: str) -> None:
    harness = RuleHarness(queue__go=f"{QUEUE}\n{other}")
    harness.edit(
        "queue.go", "func (q *Queue) Push(job Job) error {", "func (q *Queue) Enqueue(job Job) error {"
    )
    made = _renames(harness, "queue.go")
    assert made
    assert all(one.probability < 0.39 for one in made)


def test_a_name_that_every_list_has_is_doubtful() -> None:
    harness = RuleHarness(users__ts=f"{USERS}\nconst first = rows.find(known);\n")
    harness.edit("users.ts", "  find(id: number): User {", "  load(id: number): User {")
    assert all(one.probability < 0.39 for one in _renames(harness, "users.ts"))


def test_a_function_of_an_imported_package_is_no_member() -> None:
    text = (
        QUEUE.replace("package queue\n", 'package queue\n\nimport "tools/stack"\n')
        + "\nvar x = stack.Push(1)\n"
    )
    harness = RuleHarness(queue__go=text)
    assert "stack.Push(1)" in _all(
        harness,
        "queue.go",
        "func (q *Queue) Push(job Job) error {",
        "func (q *Queue) Enqueue(job Job) error {",
    )


def test_who_types_another_name_for_a_method_is_offered_its_uses_one_after_the_other(tmp_path: Path) -> None:
    (tmp_path / "use.go").write_text("package queue\n\nfunc use(q *Queue) {\n\tq.Push(Job{})\n}\n")
    with closing(Scene("queue.go", QUEUE, root=tmp_path)) as scene:
        scene.edit("(q *Queue) Push(", "(q *Queue) (")
        scene.move("(q *Queue) ")
        scene.type("Enqueue")
        scene.silent()
        scene.now += 1.5
        assert scene.library_page((tmp_path / "use.go").as_uri()) is not None
        scene.expect("- return q.Push(Job{ID: 1})", "+ return q.Enqueue(Job{ID: 1})")
        for _ in range(3):
            assert scene.accept(), scene.account()
        assert "Push" not in scene.text


def test_a_member_of_another_type_keeps_its_name() -> None:
    harness = RuleHarness()
    harness.put("user.go", "package app\n\ntype User struct {\n\tName string\n\tMail string\n}\n")
    box = "type Box struct{ Mail int }\n\nfunc Count(b Box) int { return b.Mail }\n"
    use = "func Send(u *User) { deliver(u.Mail) }\n"
    harness.put("mailer.go", f"package app\n\n{use}\n{box}")
    harness.edit("user.go", "\tMail string", "\tEmail string")
    made = [harness.after(one) for one in harness.ask("user.go") if one.uri.endswith("mailer.go")]
    assert made
    assert all("deliver(u.Email)" in after and "return b.Mail" in after for after in made)
