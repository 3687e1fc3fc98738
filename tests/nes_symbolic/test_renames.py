"""A renamed binding: every occurrence of it follows, and nothing else of the same name.

In the texts, `«name»` is an occurrence that follows and `«!name»` the one that the user changes. `«name|text»` is
an occurrence that becomes another text than the new name.
"""

import re
from contextlib import closing
from textwrap import dedent

import pytest

from nes_symbolic.scenes import Scene

MARK = re.compile(r"«(!?)(\w+)(?:\|([^»]*))?»")

PYTHON = {
    "a local variable, not the same word in another function": (
        "amount",
        """
        def total(prices):
            «!result» = 0
            for price in prices:
                «result» += price
            return «result»


        def longest(words):
            result = ""
            for word in words:
                if len(word) > len(result):
                    result = word
            return result
        """,
    ),
    "a field of another object before one of this object in the same line": (
        "owner",
        """
        class Account:
            def __init__(self, person):
                self.«!own» = person

            def transfer(self, other):
                other.«own» = self.«own»
        """,
    ),
    "a local variable, not a string or an attribute of that name": (
        "selected",
        """
        def pick(rows, box):
            «!visible» = [row for row in rows if row.visible]
            box.visible = bool(«visible»)
            log("visible rows", len(«visible»), {"visible": «visible»})
            return «visible»
        """,
    ),
    "a parameter and its keyword arguments": (
        "limit",
        """
        def load(client, «!count»=10):
            rows = client.get("rows", count=«count»)
            return rows[:«count»]


        def first(client, count):
            return load(client, «count»=1) + load(client, «count»=count)
        """,
    ),
    "a parameter, seen from a function inside, but not where it is hidden": (
        "items",
        """
        def walk(«!values»):
            def visit(depth):
                return [depth, *«values»]

            def other(values):
                return values

            return visit(0), other(«values»), [values for values in «values»]
        """,
    ),
    "a function with a local variable of the same name elsewhere": (
        "load_orders",
        """
        def «!orders»(client):
            return client.get("orders")


        def show(client):
            return «orders»(client)


        def save(client):
            orders = client.all()
            return orders
        """,
    ),
    "a class, and no variable that is spelled alike": (
        "Client",
        """
        class «!Customer»:
            pass


        class Order:
            def __init__(self, customer: «Customer») -> None:
                self.customer = customer

            def copy(self) -> "Order":
                return Order(self.customer)


        def make() -> «Customer»:
            return «Customer»()
        """,
    ),
    "a method, and not the method of another class": (
        "append",
        """
        class Queue:
            def «!push»(self, job):
                self.jobs = [job]

            def push_all(self, jobs):
                for job in jobs:
                    self.«push»(job)


        class Stack:
            def push(self, item):
                self.item = item

            def twice(self, item):
                self.push(item)
                self.push(item)


        def run():
            queue = Queue()
            queue.«push»(1)
            stack = Stack()
            stack.push(2)
        """,
    ),
    "a field that is assigned in the constructor": (
        "path",
        """
        class Store:
            def __init__(self, folder):
                self.«!folder» = folder

            def open(self, name):
                return open(self.«folder» / name)

            def close(self):
                return self.«folder»
        """,
    ),
    "a module constant": (
        "MAX_ROWS",
        """
        «!LIMIT» = 50


        def page(rows, LIMITED=True):
            return rows[:«LIMIT»] if LIMITED else rows


        def pages(rows):
            return len(rows) // «LIMIT»
        """,
    ),
    "the description of a parameter in the docstring": (
        "start",
        '''
        def read(stream, «!offset»):
            """Read from the offset that is given.

            Args:
                stream: where to read from, at an offset.
                «offset»: the first byte.
            """
            stream.seek(«offset»)
            return stream.read()
        ''',
    ),
}


def _before(marked: str) -> str:
    return MARK.sub(lambda match: match[2], marked)


def _after(marked: str, new: str) -> str:
    return MARK.sub(lambda match: match[3] if match[3] is not None else new, marked)


def _check(name: str, new: str, marked: str) -> None:
    first = next(match for match in MARK.finditer(marked) if match[1])
    head = _before(marked[: first.start()])
    nth = head.count(first[2]) + 1
    with closing(Scene(name, _before(marked))) as scene:
        scene.edit(first[2], new, nth=nth)
        scene.becomes(_after(marked, new))


@pytest.mark.parametrize(("new", "marked"), PYTHON.values(), ids=PYTHON)
def test_python(new: str, marked: str) -> None:
    _check("work.py", new, marked)


GO = {
    "a parameter in the comment of its function": (
        "job",
        """
        package queue

        // Push appends «msg» to the queue, unless the msg is empty.
        func (q *Queue) Push(«!msg» Message) error {
        \tif «msg».Empty() {
        \t\treturn nil
        \t}
        \treturn q.store.Append(«msg»)
        }

        func (q *Queue) Drop(msg Message) error {
        \treturn q.store.Remove(msg)
        }
        """,
    ),
    "a type whose comment begins with its name": (
        "Options",
        """
        package config

        // «Config» is read from the file. A config may be empty.
        type «!Config» struct {
        \tAddr string
        }

        func Default() «Config» {
        \treturn «Config»{Addr: "config"}
        }
        """,
    ),
}

RUST = {
    "a word that begins a line inside of another comment": (
        "create",
        """
        pub struct Console;

        /// A console of the process. If it is not there, use
        /// stdout or stderr instead.
        ///
        /// stdout is never closed.
        impl Console {
            /// «stdout» is made once.
            fn «!stdout»() -> Console {
                Console
            }
        }

        fn main() {
            Console::«stdout»();
        }
        """,
    ),
}


@pytest.mark.parametrize(("new", "marked"), RUST.values(), ids=RUST)
def test_rust(new: str, marked: str) -> None:
    _check("work.rs", new, marked)


@pytest.mark.parametrize(("new", "marked"), GO.values(), ids=GO)
def test_go(new: str, marked: str) -> None:
    _check("work.go", new, marked)


TYPESCRIPT = {
    "a parameter in a shorthand property": (
        "fullName",
        """
        export function create(«!name»: string, mail: string) {
          if (!«name».trim()) {
            throw new Error("a name is required");
          }
          return db.insert({ «name|name: fullName», mail });
        }

        export function find(name: string) {
          return db.find({ name });
        }
        """,
    ),
    "another property that a parameter takes apart": (
        "escaped",
        """
        export const fail = ({ code, «!command» }: Options) => {
          const text = `${code}: ${«command»}`;
          return new Failure(text, «command», { «command|command: escaped» });
        };

        export const run = ({ command }: Options) => spawn(command);
        """,
    ),
    "a property of an interface in a shorthand": (
        "title",
        """
        interface Item {
          «!name»: string;
          size: number;
        }

        export function make(name: string): Item {
          return { «name|title: name», size: name.length };
        }

        export function show(item: Item) {
          return item.«name»;
        }
        """,
    ),
    "a property that a parameter takes, with what the function does with it": (
        "heading",
        """
        interface Props {
          «!title»: string;
          tone: string;
        }

        export function notice({ «title», tone }: Props) {
          log(«title», { «title|title: heading» });
          return tone;
        }

        export function card({ title }: Card) {
          return title;
        }
        """,
    ),
    "a property that is taken by a function with the new name": (
        "heading",
        """
        interface Props {
          «!title»: string;
        }

        export function notice({ «title|heading: title» }: Props, heading: string) {
          return heading + title;
        }
        """,
    ),
    "a property that a parameter takes, renamed in the pattern": (
        "heading",
        """
        interface Props {
          «title»: string;
        }

        export const notice = ({ «!title» }: Props) => show(«title»);
        export const size = (props: Props) => props.«title».length;
        """,
    ),
    "another property that the type has": (
        "label",
        """
        interface Props {
          title: string;
          label: string;
        }

        export function notice({ «!title» }: Props) {
          return «title»;
        }
        """,
    ),
    "an option of a function without types": (
        "outDir",
        """
        export async function bundle({ entry, «!out», minify = false }) {
          await mkdir(«out», { recursive: true });
          return transform({ minify, «out|out: outDir» });
        }

        export function copy({ out }) {
          return out;
        }

        bundle({ entry: "a.js", «out»: "dist" });
        copy({ out: "dist" });
        render({ out: "dist" });
        """,
    ),
    "a key of an object of no other type": (
        "dest",
        """
        const options = { «!out»: "a" };
        show(options.«out»);
        """,
    ),
    "a string of a union": (
        "not_found",
        """
        type Code = "«!missing»" | "locked";

        export function fail(code: Code, text: string) {
          // The page is missing.
          return code === "«missing»" ? text : "missing";
        }

        fail("«missing»", "missing");
        """,
    ),
    "a state and its setter": (
        "expanded",
        """
        export function menu() {
          const [«!open», «setOpen|setExpanded»] = useState(false);
          return { toggle: () => «setOpen|setExpanded»(!«open»), shown: «open» };
        }

        export function other() {
          const [open, setOpen] = useState(true);
          return () => setOpen(open);
        }
        """,
    ),
    "a variable beside one that resembles a setter": (
        "expanded",
        """
        export function menu() {
          const [«!open», setOpen] = pair(load());
          return setOpen(«open»);
        }
        """,
    ),
}


@pytest.mark.parametrize(("new", "marked"), TYPESCRIPT.values(), ids=TYPESCRIPT)
def test_typescript(new: str, marked: str) -> None:
    _check("work.ts", new, marked)


def test_a_key_of_an_object_of_another_type_is_no_definition() -> None:
    text = 'import { bundle } from "./a";\n\nbundle({ out: 1 });\nbundle({ out: 2 });\n'
    with closing(Scene("b.ts", text)) as scene:
        scene.open("a.ts", "export function bundle({ out, dest }) {\n  return out ?? dest;\n}\n")
        scene.edit("out: 1", "dest: 1")
        scene.ask()
        assert not any(family == "edit rename-binding" for family, _, _ in scene.candidates())


DEFINED_BELOW = {
    "a field of C++ that is declared below its uses, not the field of another class": (
        "work.cpp",
        "used_",
        """
        class Ring {
        public:
            bool empty() const { return «count_» == 0; }
            void clear() { «count_» = 0; }
        private:
            int «!count_» = 0;
        };
        class Counter {
        public:
            int count() const { return count_; }
        private:
            int count_ = 0;
        };
        """,
    ),
    "a method of Ruby that is called in lines by itself, not that of another class": (
        "work.rb",
        "prune",
        """
        class Feed
          def refresh
            «cleanup»
          end

          def read
            «cleanup»
          end

          def «!cleanup»
            @entries.clear
          end
        end

        class Files
          def nightly
            cleanup
          end

          def cleanup
            @files.clear
          end
        end
        """,
    ),
}


@pytest.mark.parametrize(("name", "new", "marked"), DEFINED_BELOW.values(), ids=DEFINED_BELOW)
def test_a_member_that_is_used_above_its_definition(name: str, new: str, marked: str) -> None:
    _check(name, new, dedent(marked))


def test_a_rewritten_block_is_no_rename() -> None:
    text = "def load(name):\n    first = read(name)\n    second = first\n    return second\n"
    with closing(Scene("a.py", text)) as scene:
        scene.edit(
            "def load(name):\n    first = read(name)\n    second = first\n",
            "def load(path):\n    text = path.read()\n    rows = text.split()\n    second = rows\n",
        )
        assert not any(family == "edit rename-binding" for family, _, _ in scene.candidates())


def test_two_names_that_changed_places_are_no_rename() -> None:
    with closing(Scene("a.py", "from lib import first, second\n\nfirst()\nsecond()\n")) as scene:
        scene.edit("first, second", "second, first")
        scene.silent()


def test_a_name_that_means_something_else_already_is_no_rename() -> None:
    text = "def show(rows, items):\n    total = len(rows)\n    print(items, total)\n    return rows\n"
    with closing(Scene("a.py", text)) as scene:
        scene.edit("len(rows)", "len(items)")
        scene.silent()


def test_a_rejected_place_makes_the_others_less_probable() -> None:
    text = "limit = 1\n\n\ndef a():\n    return limit\n\n\ndef b():\n    return limit\n"
    with closing(Scene("a.py", text)) as scene:
        scene.edit("limit", "maximum")
        scene.ask()
        before = max(chance for family, _, chance in scene.candidates() if "rename-binding" in family)
        scene.reject()
        scene.ask()
        after = max(chance for family, _, chance in scene.candidates() if "rename-binding" in family)
        assert after < before


def test_a_name_that_is_exported_as_the_new_one_needs_no_alias() -> None:
    text = 'import * as mod from "./kit";\nexport { mod as tools };\nexport default mod;\nexport { mod as more };\n'
    with closing(Scene("work.ts", text)) as scene:
        scene.edit("mod", "tools")
        scene.becomes(
            'import * as tools from "./kit";\nexport { tools };\nexport default tools;\nexport { tools as more };\n'
        )


def test_an_old_name_that_the_edit_uses_again_is_not_renamed() -> None:
    text = "function ask(proto) {\n  var isHttps = proto === tls;\n  var port = 80;\n  return isHttps ? a : b;\n}\n"
    with closing(Scene("a.ts", text)) as scene:
        scene.edit(
            "  var isHttps = proto === tls;\n  var port = 80;\n",
            "  var isHttpsRequest = isHttps.test(proto);\n  var port = 81;\n",
        )
        scene.ask()
        assert "rename-binding" not in scene.account(), scene.account()
