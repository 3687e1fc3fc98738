"""The return type of one function is not given to the next one."""

from contextlib import closing

import pytest

from nes_symbolic.builders import HERE, OTHER, made, text_of
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.candidates import CandidateLabel
from understudy.nes.symbolic.filters.types import limit_other_return_types
from understudy.nes.symbolic.limits import MAX_ENCLOSING_LINES, MAX_LEARNED_EDITS, OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import extract_patterns

LABEL = CandidateLabel("analogy", "p", "t", "why")
TUPLE = ("def a() -> tuple[A]:", "def a() -> tuple[A, int]:")
FIND = ("function a(id: string): A {", "function a(id: string): A | undefined {")
LOAD = ("func Load(x int) *A {", "func Load(x int) (*A, error) {")
SAVE = ("func (a *A) Save() {", "func (a *A) Save() error {")
SAVE_B = ("func (b *B) Save() {", "func (b *B) Save() error {")
FOUND = ("  std::string a(int c) const;", "  std::optional<std::string> a(int c) const;")
OPTIONAL = ("  public A a(int c) {", "  public Optional<A> a(int c) {")
GET = ("def get(self):", "def get(self) -> Row:")


@pytest.mark.parametrize(
    ("examples", "old", "new", "is_likely"),
    [
        ([GET], "def size(self):", "def size(self) -> Row:", False),
        ([GET], "    async def size(self):", "    async def size(self) -> Row:", False),
        ([GET], "def get(self):", "def get(self) -> Row:", True),
        (
            [GET, ("def one(self):", "def one(self) -> Row:")],
            "def size(self):",
            "def size(self) -> Row:",
            True,
        ),
        ([("def a():", "def a() -> None:")], "def b():", "def b() -> None:", True),
        ([("def a() -> A:", "def a() -> B:")], "def b() -> A:", "def b() -> B:", False),
        ([("def a() -> A:", "def a(x) -> A:")], "def b() -> A:", "def b(x) -> A:", True),
        ([("fn a() -> u8 {", "fn a() -> u16 {")], "fn b() -> u8 {", "fn b() -> u16 {", False),
        ([("fn a() -> u8 {", "fn a() -> ()  {")], "fn b() -> u8 {", "fn b() -> () {", True),
        ([GET], "x = 1", "x = 2", True),
        ([FOUND], "std::string Tree::b(int c) {", "std::optional<std::string> Tree::b(int c) {", False),
        ([FOUND], "std::string Tree::a(int c) {", "std::optional<std::string> Tree::a(int c) {", True),
        ([FOUND], "  virtual std::string b() = 0;", "  virtual std::optional<std::string> b() = 0;", False),
        ([SAVE], "func (b *B) Save() {", "func (b *B) Save() error {", False),
        ([SAVE], "func (other A) Save() {", "func (other A) Save() error {", True),
        ([SAVE, SAVE_B], "func (c C) Save() {", "func (c C) Save() error {", True),
        ([FOUND], "std::string b;", "std::optional<std::string> b;", True),
        ([FOUND], "auto c = std::string b(d);", "auto c = std::optional<std::string> b(d);", True),
        ([("A *a() {", "const A *a() {")], "A *b() {", "const A *b() {", False),
        ([("A* a() {", "B* a() {")], "A* b() {", "B* b() {", False),
        ([("A a();", "void a();")], "A b();", "void b();", True),
        ([("A a();", "B a();")], "return A(x) b();", "return B(x) b();", True),
        ([OPTIONAL], "  A b(int c) throws X {", "  Optional<A> b(int c) throws X {", False),
        ([TUPLE], "def b() -> tuple[str, A]:", "def b() -> tuple[str, A, int]:", False),
        ([TUPLE], "def a() -> tuple[str, A]:", "def a() -> tuple[str, A, int]:", True),
        (
            [("def a() -> List[A]:", "def a() -> list[A]:")],
            "def b() -> List[B]:",
            "def b() -> list[B]:",
            True,
        ),
        ([FIND], "function b(): B {", "function b(): B | undefined {", False),
        (
            [FIND],
            "  static async b<T>(c: (d: D) => E): B {",
            "  static async b<T>(c: (d: D) => E): B | undefined {",
            False,
        ),
        ([FIND], "const b = (c: C): B => {", "const b = (c: C): B | undefined => {", False),
        ([FIND, ("b(): A {", "b(): A | undefined {")], "b(): A {", "b(): A | undefined {", True),
        ([FIND], "  b: B;", "  b: B | undefined;", True),
        ([FIND, ("c(): B {", "c(): B | undefined {")], "b(): B {", "b(): B | undefined {", True),
        ([("a(): A {", "a(): void {")], "b(): A {", "b(): void {", True),
        ([LOAD], "\tsave func(x int) *A", "\tsave func(x int) (*A, error)", False),
        ([LOAD], "\tsave func(f func(int)) *A `json`", "\tsave func(f func(int)) (*A, error) `json`", False),
        ([LOAD], "\tLoad func(x int) *A", "\tLoad func(x int) (*A, error)", True),
        ([FIND], "  load: (id: string) => A;", "  load: (id: string) => A | undefined;", False),
        ([FIND], "  load?: (id: string) => A,", "  load?: (id: string) => A | undefined,", False),
        ([FIND], "  a: (id: string) => A;", "  a: (id: string) => A | undefined;", True),
        ([LOAD], "func (s *S) Save() *A {", "func (s *S) Save() (*A, error) {", False),
        ([LOAD], "func (s *T) Load(x int) *A {", "func (s *T) Load(x int) (*A, error) {", True),
        ([("func a() {", "func a(x int) {")], "func b() {", "func b(x int) {", True),
    ],
)
def test_a_return_type_belongs_to_a_function(
    examples: list[tuple[str, str]], old: str, new: str, is_likely: bool
) -> None:
    edits = [made(*one, at * 5, serial=at, uri=OTHER) for at, one in enumerate(examples, 1)]
    candidate = LABEL.candidate(text_of(old, uri=HERE), 0, 1, (new,), {})
    candidate.probability = 0.9
    limit_other_return_types([candidate], extract_patterns(edits, MAX_LEARNED_EDITS))
    assert candidate.probability == (0.9 if is_likely else OTHER_TYPE_PROBABILITY)


def test_the_next_method_keeps_its_type() -> None:
    text = """
    class Stream:
        async def receive_text(self):
            return await self.next("text")

        async def receive_bytes(self):
            return await self.next("bytes")
    """
    with closing(Scene("stream.py", text)) as scene:
        scene.edit("async def receive_text(self):", "async def receive_text(self) -> str:")
        assert "+ async def receive_bytes(self) -> str:" not in scene.shown(), scene.account()


@pytest.mark.parametrize(
    ("header", "is_likely"),
    [
        ("std::string Tree::describe(int c) const {", False),
        ("std::string Tree::a(int c) const {", True),
        ("  else if (c) {", True),
        ("  while (c) {", True),
    ],
)
def test_what_another_function_of_a_language_with_types_first_returns(header: str, is_likely: bool) -> None:
    text = f"{header}\n    return x;"
    one = LABEL.candidate(text_of(text, uri=HERE), 1, 1, ("    return y;",), {})
    one.probability = 0.9
    edits = [made(*FOUND, uri=OTHER)]
    limit_other_return_types([one], extract_patterns(edits, MAX_LEARNED_EDITS))
    assert (one.probability > OTHER_TYPE_PROBABILITY) == is_likely


@pytest.mark.parametrize(
    ("header", "old", "new", "is_likely"),
    [
        pytest.param("def b() -> A:", "    return x", "    return x, 1", False, id="another function"),
        pytest.param("def a() -> A:", "    return x", "    return x, 1", True, id="the same function"),
        pytest.param("def b():", "    return x", "    return x, 1", True, id="a function without a type"),
        pytest.param(
            "def b() -> C:", "    return x", "    return x, 1", False, id="a function of another type"
        ),
        pytest.param("def b() -> C:", "    y = x", "    y = x, 1", True, id="no return before"),
        pytest.param("def b() -> C:", "    y = x", "    return x", True, id="a new return"),
        pytest.param("def b() -> C:", "    return x", "    y = x, 1", True, id="no return after"),
        pytest.param(
            "def b() -> A:", "    y = x", "    y = x, 1", False, id="a line of a function of the old type"
        ),
        pytest.param("def a() -> A:", "    y = x", "    y = x, 1", True, id="a line of the same function"),
        pytest.param("    def b() -> A:", "    return x", "    return x, 1", True, id="a header as deep"),
        pytest.param(
            "def b() -> A:\n\n    if c:", "        return x", "        return x, 1", False, id="in a block"
        ),
    ],
)
def test_what_another_function_returns_stays(header: str, old: str, new: str, is_likely: bool) -> None:
    text = f"{header}\n{old}"
    one = LABEL.candidate(text_of(text, uri=HERE), text.count("\n"), 1, (new,), {})
    one.probability = 0.9
    edit = made("def a() -> A:", "def a() -> tuple[A, int]:", uri=OTHER)
    limit_other_return_types([one], extract_patterns([edit], MAX_LEARNED_EDITS))
    assert one.probability == (0.9 if is_likely else OTHER_TYPE_PROBABILITY)


@pytest.mark.parametrize(
    ("lines", "probability", "expected"),
    [
        pytest.param(MAX_ENCLOSING_LINES - 1, 0.9, OTHER_TYPE_PROBABILITY, id="as far as searched"),
        pytest.param(MAX_ENCLOSING_LINES, 0.9, 0.9, id="further above"),
        pytest.param(0, 0.1, 0.1, id="improbable already"),
    ],
)
def test_how_far_above_a_return_its_header_stands(lines: int, probability: float, expected: float) -> None:
    text = "def b() -> A:\n" + "    x()\n" * lines + "    return x"
    one = LABEL.candidate(text_of(text, uri=HERE), lines + 1, 1, ("    return x, 1",), {})
    one.probability = probability
    edit = made("def a() -> A:", "def a() -> tuple[A, int]:", uri=OTHER)
    limit_other_return_types([one], extract_patterns([edit], MAX_LEARNED_EDITS))
    assert one.probability == expected


@pytest.mark.parametrize(
    ("old", "new", "is_likely"),
    [
        pytest.param('assert words() == ["a"]', 'assert words() == {"a"}', False, id="another function"),
        pytest.param('assert terms(1) == ["a"]', 'assert terms(1) == {"a"}', True, id="the same function"),
        pytest.param('assert m.terms(1) == ["a"]', 'assert m.terms(1) == {"a"}', True, id="of a module"),
        pytest.param('assert m.words((1)) != ["a"]', 'assert m.words((1)) != {"a"}', False, id="of another"),
        pytest.param('f(words(), ["a"])', 'f(words(), {"a"})', True, id="not compared"),
        pytest.param('words(["a"]) == 1', 'words({"a"}) == 1', True, id="the argument of the call"),
    ],
)
def test_what_the_result_of_another_function_is_compared_with(old: str, new: str, *, is_likely: bool) -> None:
    edits = [
        made("def terms(x) -> list[str]:", "def terms(x) -> set[str]:", 0, serial=1, uri=OTHER),
        made('assert terms(2) == ["b"]', 'assert terms(2) == {"b"}', 5, serial=2, uri=OTHER),
    ]
    candidate = LABEL.candidate(text_of(old, uri=HERE), 0, 1, (new,), {})
    candidate.probability = 0.9
    limit_other_return_types([candidate], extract_patterns(edits, MAX_LEARNED_EDITS))
    assert candidate.probability == (0.9 if is_likely else OTHER_TYPE_PROBABILITY)
