"""The same replacement elsewhere, of other things than names: calls, strings, numbers, several tokens."""

from contextlib import closing

from nes_symbolic.scenes import Scene


def test_a_replaced_call_is_replaced_elsewhere() -> None:
    text = """
    def read(path):
        print("reading", path)
        data = path.read_bytes()
        print("read", len(data))
        return data


    def write(path, data):
        print("writing", path)
        path.write_bytes(data)
    """
    with closing(Scene("files.py", text)) as scene:
        scene.edit("print(", "logger.info(")
        scene.edit("print(", "logger.info(")
        scene.expect('- print("writing", path)', '+ logger.info("writing", path)')


def test_a_replaced_string_is_replaced_elsewhere() -> None:
    text = """
    const list = () => fetch("/api/v1/orders");
    const one = (id: string) => fetch("/api/v1/orders/" + id);
    const buyers = () => fetch("/api/v1/buyers");
    const health = () => fetch("/health");
    """
    with closing(Scene("client.ts", text)) as scene:
        scene.edit("/api/v1", "/api/v2")
        scene.edit("/api/v1", "/api/v2")
        scene.becomes(text.replace("/api/v1", "/api/v2"))


def test_a_replaced_constant_is_replaced_elsewhere() -> None:
    text = """
    func dial(addr string) (net.Conn, error) {
        return net.DialTimeout("tcp", addr, 30*time.Second)
    }

    func read(c net.Conn) error {
        return c.SetReadDeadline(time.Now().Add(30 * time.Second))
    }

    func write(c net.Conn) error {
        return c.SetWriteDeadline(time.Now().Add(30 * time.Second))
    }
    """
    with closing(Scene("dial.go", text)) as scene:
        scene.edit("Add(30 * time.Second)", "Add(ioTimeout)")
        scene.expect(
            "- return c.SetWriteDeadline(time.Now().Add(30 * time.Second))",
            "+ return c.SetWriteDeadline(time.Now().Add(ioTimeout))",
        )


def test_several_tokens_are_replaced_together() -> None:
    text = """
    void draw(struct view *v) {
        if (v->flags & FLAG_DIRTY) redraw(v);
        for (int i = 0; i < v->count; i++) {
            struct view *c = v->children[i];
            if (c->flags & FLAG_DIRTY) redraw(c);
        }
        if (v->flags & FLAG_DIRTY) flush(v);
    }
    """
    with closing(Scene("view.c", text)) as scene:
        scene.edit("v->flags & FLAG_DIRTY", "view_is_dirty(v)")
        scene.expect("- if (v->flags & FLAG_DIRTY) flush(v);", "+ if (view_is_dirty(v)) flush(v);")


def test_a_type_is_replaced_elsewhere() -> None:
    text = """
    use crate::maps::*;

    pub struct Cache {
        names: HashMap<String, u32>,
        ages: HashMap<String, u32>,
        seen: HashMap<String, bool>,
    }

    impl Cache {
        pub fn new() -> Self {
            Self { names: HashMap::new(), ages: HashMap::new(), seen: HashMap::new() }
        }
    }
    """
    with closing(Scene("cache.rs", text)) as scene:
        scene.edit("HashMap<String, u32>", "BTreeMap<String, u32>")
        scene.edit("HashMap<String, u32>", "BTreeMap<String, u32>")
        scene.becomes(text.replace("HashMap", "BTreeMap"))


def test_the_same_change_goes_on_in_another_open_document() -> None:
    with closing(
        Scene(
            "a.py",
            """
            from lib import fetch_rows

            rows = fetch_rows("a")
            """,
            b__py="""
            from lib import fetch_rows

            print(fetch_rows("b"))
            """,
        )
    ) as scene:
        scene.edit("import fetch_rows", "import load_rows")
        scene.expect('- rows = fetch_rows("a")', '+ rows = load_rows("a")')
        assert scene.accept()
        scene.go("b.py")
        scene.expect("- from lib import fetch_rows", "+ from lib import load_rows")


def test_quotes_are_changed_in_the_lines_that_follow() -> None:
    text = """
    names = {
        'one': 'eins',
        'two': 'zwei',
        'three': 'drei',
        'four': 'vier',
    }
    """
    with closing(Scene("names.py", text)) as scene:
        scene.edit("'one': 'eins'", '"one": "eins"')
        scene.edit("'two': 'zwei'", '"two": "zwei"')
        scene.becomes(text.replace("'", '"'))
