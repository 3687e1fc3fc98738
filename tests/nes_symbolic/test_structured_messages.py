"""Messages that were passed to a structured logger with a key for each value: the other messages follow."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run

GO = ('log.Printf("loading %d", cars)', 'slog.Info("loading", "cars", cars)')
LEVELS = ('sugar.Infof("loading %d", cars)', 'sugar.Infow("loading", "cars", cars)')
FAILED = ('log.Printf("cannot load: %v", err)', 'slog.Warn("cannot load", "error", err)')
FIELDS = ('log.Printf("loading %d\\n", cars)', 'logger.Info("loading", zap.Int("cars", cars))')
CHAIN = ('log.Printf("loading %d", cars)', 'log.Info().Int("cars", cars).Msg("loading")')
MAP = ('log.Printf("loading %d", cars)', 'logrus.WithFields(logrus.Fields{"cars": cars}).Info("loading")')
PYTHON = ('logging.info("loading %d", cars)', 'log.info("loading", cars=cars)')
WORDS = ('logging.info("loading %d", car_count)', 'log.info("loading", car_count=car_count)')
FORMATTED = ('print(f"loading {cars}")', 'log.info("loading", cars=cars)')
SCRIPT = ("console.log(`loading ${cars}`);", 'log.info({ cars }, "loading");')
NAMED = ("console.log(`loading ${car.count}`);", 'log.info("loading", { count: car.count });')


def follows(line: str, shown: tuple[str, str], path: str, *more: tuple[str, str]) -> str:
    """What the rule makes of a line below the examples: `jump`, or empty for nothing."""
    text = "\n".join([*(old for old, _ in (shown, *more)), "x()", line, ""])
    found = run(RuleCase({path: text}, (shown, *more), []), "call-rewritten")
    if not found:
        return ""
    return found[0].split("\n+")[1] if "\n+" in found[0] else "jump"


@pytest.mark.parametrize(
    ("line", "shown", "path", "expected"),
    [
        ('log.Printf("leaving %d", left)', GO, "a.go", 'slog.Info("leaving", "left", left)'),
        ('log.Printf("at sea: %s", d.Name)', GO, "a.go", 'slog.Info("at sea", "name", d.Name)'),
        ('log.Printf("go %s (%d)", a, b)', GO, "a.go", 'slog.Info("go", "a", a, "b", b)'),
        ('log.Println("leaving", left)', GO, "a.go", 'slog.Info("leaving", "left", left)'),
        ('log.Println("leaving", left, right)', GO, "a.go", ""),
        ('sugar.Warnf("late %s", a)', LEVELS, "a.go", 'sugar.Warnw("late", "a", a)'),
        ('sugar.Errorf("late %s", err)', LEVELS, "a.go", 'sugar.Errorw("late", "err", err)'),
        ('sugar.Fatalf("late %s", a)', LEVELS, "a.go", ""),
        ('logging.warning("late %s", a)', PYTHON, "m.py", 'log.warning("late", a=a)'),
        ('log.Printf("lost %v", err)', GO, "a.go", 'slog.Error("lost", "err", err)'),
        ('log.Printf("lost %v", err)', FAILED, "a.go", 'slog.Warn("lost", "error", err)'),
        ('log.Printf("%d cars left", left)', GO, "a.go", "jump"),
        ('log.Printf("sent to %s", dock)', GO, "a.go", "jump"),
        ('log.Printf("sum %d", a+b)', GO, "a.go", "jump"),
        ('log.Printf("size %d", len(a))', GO, "a.go", "jump"),
        ('log.Printf("two %d %d", a.size, b.size)', GO, "a.go", "jump"),
        ('log.Printf("done")', GO, "a.go", "jump"),
        ('log.Printf("100%% of %d", a)', GO, "a.go", ""),
        ('log.Printf("%d %d", a)', GO, "a.go", ""),
        ('my.log.Printf("leaving %d", left)', GO, "a.go", ""),
        ('log.Printf("leaving %d", left)', FIELDS, "a.go", 'logger.Info("leaving", zap.Int("left", left))'),
        ('log.Printf("lost %v", err)', FIELDS, "a.go", "jump"),
        ('log.Printf("leaving %d", left)', CHAIN, "a.go", 'log.Info().Int("left", left).Msg("leaving")'),
        (
            'log.Printf("go %d, %d", a, b)',
            MAP,
            "a.go",
            'logrus.WithFields(logrus.Fields{"a": a, "b": b}).Info("go")',
        ),
        ('logging.info("leaving %s", self.dock)', PYTHON, "m.py", 'log.info("leaving", dock=self.dock)'),
        ('logging.info("leaving %s", leftCars)', PYTHON, "m.py", 'log.info("leaving", leftCars=leftCars)'),
        ('logging.info("leaving %s", leftCars)', WORDS, "m.py", 'log.info("leaving", left_cars=leftCars)'),
        ('print(f"leaving {left}")', FORMATTED, "m.py", 'log.info("leaving", left=left)'),
        ("console.log(`leaving ${left}`);", SCRIPT, "a.js", 'log.info({ left }, "leaving");'),
        ("console.log(`leaving ${a.left}`);", SCRIPT, "a.js", "jump"),
        ("console.log(`leaving ${a.left}`);", NAMED, "a.js", 'log.info("leaving", { left: a.left });'),
    ],
)
def test_the_other_messages(line: str, shown: tuple[str, str], path: str, expected: str) -> None:
    assert follows(line, shown, path) == expected


@pytest.mark.parametrize(
    "new",
    [
        'slog.Info("loading %d", cars)',
        'slog.Info("loads", "cars", cars)',
        'slog.Info("loading", "number", cars)',
        'slog.Info("loading", "cars", other)',
        "slog.Info(cars)",
    ],
)
def test_what_shows_nothing(new: str) -> None:
    assert follows('log.Printf("leaving %d", left)', (GO[0], new), "a.go") == ""


def test_functions_that_differ_by_type() -> None:
    text = ('log.Printf("in %s", name)', 'logger.Info("in", zap.String("name", name))')
    other = ('log.Printf("late %s", name)', 'logger.Info("late", zap.String("name", name))')
    assert follows('log.Printf("out %d", n)', FIELDS, "a.go", other) == "jump"
    assert follows('log.Printf("out %d", n)', text, "a.go") == ""  # its text is no whole message


def test_an_example_with_a_key_of_its_own() -> None:
    other = ('log.Printf("late %d", cars)', 'slog.Info("late", "number", cars)')
    assert follows('log.Printf("leaving %d", left)', GO, "a.go", other) == ""
    assert follows('log.Printf("leaving %d", left)', GO, "a.go", (other[0], 'fail("late", cars)')) != ""


LOADED = ('    print("loading", cars)', '    log.info("loading", cars=cars)')
LEFT = ('    print("leaving", left)', '    log.info("leaving", left=left)')
TEXT = f"""def load(cars, left):
{LOADED[0]}
    print("late", late)
{LEFT[0]}


def main():
    print("total", total)
"""


@pytest.mark.parametrize(
    ("text", "shown", "expected"),
    [
        pytest.param(TEXT, [LOADED], ["late", "leaving"], id="one example"),
        pytest.param(TEXT, [LOADED, LEFT], ["late", "total"], id="two examples"),
        pytest.param(
            TEXT.replace("print(", "logging.info("),
            [(LOADED[0].replace("print(", "logging.info("), LOADED[1])],
            ["late", "leaving", "total"],
            id="a logger",
        ),
    ],
)
def test_what_is_printed_elsewhere_may_be_the_output(
    text: str, shown: list[tuple[str, str]], expected: list[str]
) -> None:
    found = run(RuleCase({"m.py": text}, tuple(shown), []), "call-rewritten")
    assert sorted({one.split("\n+")[1].split('"')[1] for one in found}) == expected
