"""The same shape of edit with holes: what was done to one expression, done to another that is like it."""

from contextlib import closing

import pytest

from nes_symbolic.scenes import Scene


def test_an_expression_is_wrapped_in_a_call_like_the_one_before() -> None:
    with closing(
        Scene(
            "form.py",
            """
            def read(form):
                width = form["width"]
                height = form["height"]
                depth = form["depth"]
                return width, height, depth
            """,
        )
    ) as scene:
        scene.edit('form["width"]', 'int(form["width"])')
        scene.edit('form["height"]', 'int(form["height"])')
        scene.expect('- depth = form["depth"]', '+ depth = int(form["depth"])')


def test_one_wrapped_expression_is_enough_when_the_user_asks() -> None:
    with closing(
        Scene(
            "parse.rs",
            """
            fn read(parts: &[&str]) -> Entry {
                let left = parts[0].parse();
                let right = parts[1].parse();
                Entry { left, right }
            }
            """,
        )
    ) as scene:
        scene.edit("parts[0].parse()", "checked(parts[0].parse())")
        scene.expect(
            "- let right = parts[1].parse();", "+ let right = checked(parts[1].parse());", manual=True
        )


def test_an_added_argument_is_added_to_the_other_calls() -> None:
    text = """
    export function render(page: Page) {
      drawText(page, page.title);
      drawText(page, page.author);
      drawText(page, page.date);
    }
    """
    with closing(Scene("render.ts", text)) as scene:
        scene.edit("page.title)", "page.title, theme)")
        scene.edit("page.author)", "page.author, theme)")
        scene.expect("- drawText(page, page.date);", "+ drawText(page, page.date, theme);")


def test_a_first_argument_is_added_to_the_other_calls() -> None:
    text = """
    func Load(path string) error {
        data, err := readFile(path)
        if err != nil {
            return err
        }
        meta, err := readFile(path + ".meta")
        if err != nil {
            return err
        }
        lock, err := readFile(path + ".lock")
        return use(data, meta, lock, err)
    }
    """
    with closing(Scene("load.go", text)) as scene:
        scene.edit("readFile(", "readFile(ctx, ")
        scene.edit('readFile(path + ".meta")', 'readFile(ctx, path + ".meta")')
        scene.expect(
            '- lock, err := readFile(path + ".lock")', '+ lock, err := readFile(ctx, path + ".lock")'
        )


def test_a_dropped_argument_is_dropped_from_the_other_calls() -> None:
    text = """
    void setup(struct ui *ui) {
        add_button(ui, "open", NULL);
        add_button(ui, "save", NULL);
        add_button(ui, "close", NULL);
    }
    """
    with closing(Scene("ui.c", text)) as scene:
        scene.edit('"open", NULL)', '"open")')
        scene.edit('"save", NULL)', '"save")')
        scene.expect('- add_button(ui, "close", NULL);', '+ add_button(ui, "close");')


def test_a_keyword_argument_is_added_to_the_other_calls() -> None:
    text = """
    def fetch_all(client):
        orders = client.get("/orders")
        buyers = client.get("/buyers")
        prices = client.get("/prices")
        return orders, buyers, prices
    """
    with closing(Scene("fetch.py", text)) as scene:
        scene.edit('client.get("/orders")', 'client.get("/orders", timeout=5)')
        scene.edit('client.get("/buyers")', 'client.get("/buyers", timeout=5)')
        scene.expect('- prices = client.get("/prices")', '+ prices = client.get("/prices", timeout=5)')


def test_a_changed_operator_is_changed_in_the_lines_like_it() -> None:
    text = """
    export function inside(box: Box, point: Point): boolean {
      if (point.x == box.left) return true;
      if (point.y == box.top) return true;
      if (point.z == box.front) return true;
      return false;
    }
    """
    with closing(Scene("box.ts", text)) as scene:
        scene.edit("point.x == box.left", "point.x === box.left")
        scene.edit("point.y == box.top", "point.y === box.top")
        scene.expect("- if (point.z == box.front) return true;", "+ if (point.z === box.front) return true;")


def test_an_added_await_is_added_to_the_other_calls() -> None:
    text = """
    async def sync(store):
        orders = store.load("orders")
        buyers = store.load("buyers")
        prices = store.load("prices")
        return orders, buyers, prices
    """
    with closing(Scene("sync.py", text)) as scene:
        scene.edit('store.load("orders")', 'await store.load("orders")')
        scene.edit('store.load("buyers")', 'await store.load("buyers")')
        scene.expect('- prices = store.load("prices")', '+ prices = await store.load("prices")')


def test_one_await_is_enough_when_the_user_asks() -> None:
    text = """
    async def sync(store):
        orders = store.load("orders")
        buyers = store.load("buyers")
        return orders, buyers
    """
    with closing(Scene("sync.py", text)) as scene:
        scene.edit('store.load("orders")', 'await store.load("orders")')
        scene.expect('- buyers = store.load("buyers")', '+ buyers = await store.load("buyers")', manual=True)


def test_a_get_turned_into_an_index_is_turned_elsewhere() -> None:
    text = """
    def show(config):
        host = config.get("host")
        port = config.get("port")
        name = config.get("name")
        return host, port, name
    """
    with closing(Scene("config.py", text)) as scene:
        scene.edit('config.get("host")', 'config["host"]')
        scene.edit('config.get("port")', 'config["port"]')
        scene.expect('- name = config.get("name")', '+ name = config["name"]')


def test_a_get_turned_into_an_index_is_turned_for_another_owner() -> None:
    text = """
    def merge(left, right):
        first = left.get(KEY)
        second = right.get(OTHER)
        return first or second or left.get(LAST)
    """
    with closing(Scene("merge.py", text)) as scene:
        scene.edit("left.get(KEY)", "left[KEY]")
        scene.edit("right.get(OTHER)", "right[OTHER]")
        scene.expect(
            "- return first or second or left.get(LAST)",
            "+ return first or second or left[LAST]",
            manual=True,
        )


def test_an_error_check_is_given_a_context_like_the_one_before() -> None:
    text = """
    fn load(path: &Path) -> Result<Config> {
        let text = fs::read_to_string(path)?;
        let raw = toml::from_str(&text)?;
        let config = Config::try_from(raw)?;
        Ok(config)
    }
    """
    with closing(Scene("load.rs", text)) as scene:
        scene.edit("(path)?", "(path).map_err(Broken::from)?")
        scene.edit("(&text)?", "(&text).map_err(Broken::from)?")
        scene.expect(
            "- let config = Config::try_from(raw)?;",
            "+ let config = Config::try_from(raw).map_err(Broken::from)?;",
        )


def test_a_type_is_added_to_the_parameters_like_the_one_before() -> None:
    text = """
    export function area(width, height) { return width * height; }
    export function volume(width, height, depth) { return width * height * depth; }
    export function edge(width, height) { return 2 * (width + height); }
    """
    with closing(Scene("shapes.ts", text)) as scene:
        scene.edit("area(width, height)", "area(width: number, height: number)")
        scene.ask(manual=True)
        assert scene.offers(
            "- export function edge(width, height) { return 2 * (width + height); }",
            "+ export function edge(width: number, height: number) { return 2 * (width + height); }",
        ), scene.account()


@pytest.mark.parametrize(
    ("old", "new", "other", "wanted"),
    [
        ("self.left = left", "self._left = left", "self.right = right", "self._right = right"),
        ("assert len(rows) == 1", "assert len(rows) == 2", "assert len(cols) == 1", "assert len(cols) == 2"),
        ("total = a + b", "total = add(a, b)", "other = c + d", "other = add(c, d)"),
    ],
)
def test_the_holes_are_filled_with_the_words_of_the_other_line(
    old: str, new: str, other: str, wanted: str
) -> None:
    with closing(Scene("holes.py", f"def f():\n    {old}\n    {other}\n")) as scene:
        scene.edit(old, new)
        scene.ask(manual=True)
        assert scene.offers(f"- {other}", f"+ {wanted}"), scene.account()
