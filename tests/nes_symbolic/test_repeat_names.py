"""A name that was replaced, wherever it stands again: whole, in part, and in its other spellings."""

from contextlib import closing

from nes_symbolic.scenes import Scene


def test_a_renamed_parameter_is_followed_through_its_function() -> None:
    text = """
    def charge(user_id, prices):
        log(user_id)
        for price in prices:
            collect(user_id, price)
        return find(user_id)
    """
    with closing(Scene("orders.py", text)) as scene:
        scene.edit("user_id", "account_id")
        scene.becomes(text.replace("user_id", "account_id"))


def test_a_renamed_variable_is_followed_to_its_uses() -> None:
    text = """
    export function summary(rows: Row[]): string {
      const res = rows.filter((row) => row.visible);
      if (res.length === 0) {
        return "nothing";
      }
      return `${res.length} rows, first ${res[0].title}`;
    }
    """
    with closing(Scene("summary.ts", text)) as scene:
        scene.edit("const res", "const shown")
        scene.expect("- if (res.length === 0) {", "+ if (shown.length === 0) {")
        scene.becomes(
            text.replace("res.", "shown.").replace("const res", "const shown").replace("res[", "shown[")
        )


def test_a_renamed_function_is_followed_to_its_calls() -> None:
    text = """
    fn parse_line(line: &str) -> Option<Entry> {
        line.split_once('=').map(Entry::from)
    }

    fn parse_all(text: &str) -> Vec<Entry> {
        text.lines().filter_map(|line| parse_line(line)).collect()
    }

    fn first(text: &str) -> Option<Entry> {
        parse_line(text.lines().next()?)
    }
    """
    with closing(Scene("config.rs", text)) as scene:
        scene.edit("parse_line", "read_entry")
        scene.becomes(text.replace("parse_line", "read_entry"))


def test_a_renamed_field_is_followed_to_its_uses() -> None:
    text = """
    type Order struct {
        Amount int
        Buyer  string
    }

    func (o *Order) Total() int {
        return o.Amount * 100
    }

    func Sum(orders []Order) int {
        sum := 0
        for _, order := range orders {
            sum += order.Amount
        }
        return sum
    }
    """
    with closing(Scene("order.go", text)) as scene:
        scene.edit("Amount int", "Cents int")
        scene.becomes(text.replace("Amount", "Cents"))


def test_after_two_uses_were_renamed_by_hand_the_others_follow() -> None:
    text = """
    int buf_len(const struct buf *b) { return b->size; }
    int buf_left(const struct buf *b) { return b->size - b->pos; }
    int buf_full(const struct buf *b) { return b->pos == b->size; }
    int buf_half(const struct buf *b) { return b->size / 2; }
    """
    with closing(Scene("buf.c", text)) as scene:
        scene.edit("b->size", "b->capacity")
        scene.edit("b->size", "b->capacity")
        scene.becomes(text.replace("b->size", "b->capacity"))


def test_the_nearest_place_below_comes_first() -> None:
    text = """
    int buf_len(const struct buf *b) { return b->size; }
    int buf_left(const struct buf *b) { return b->size - b->pos; }
    int buf_full(const struct buf *b) { return b->pos == b->size; }
    int buf_half(const struct buf *b) { return b->size / 2; }
    """
    with closing(Scene("buf.c", text)) as scene:
        scene.edit("b->size", "b->capacity")
        scene.edit("b->size", "b->capacity")
        scene.expect(
            "- int buf_full(const struct buf *b) { return b->pos == b->size; }",
            "+ int buf_full(const struct buf *b) { return b->pos == b->capacity; }",
        )


def test_all_of_a_line_is_renamed_at_once() -> None:
    with closing(
        Scene(
            "area.py",
            """
            def area(w, height):
                assert height > 0
                return max(height, 1) * height * w
            """,
        )
    ) as scene:
        scene.edit("height", "rows")
        scene.edit("height", "rows")
        scene.expect("- return max(height, 1) * height * w", "+ return max(rows, 1) * rows * w")


def test_only_whole_words_are_renamed() -> None:
    text = """
    def show(name, names, filename):
        print(name)
        print(names)
        print(filename)
        print(name.upper())
    """
    with closing(Scene("show.py", text)) as scene:
        scene.edit("name", "title")
        scene.edit("print(name)", "print(title)")
        scene.expect("- print(name.upper())", "+ print(title.upper())")


def test_the_other_spellings_of_a_renamed_name_follow() -> None:
    text = """
    USER_ID = "user_id"


    class UserId:
        def __init__(self, user_id):
            self.userId = user_id


    def load(user_id):
        return UserId(user_id), USER_ID
    """
    # The string may be a key on the wire: it is not renamed with the variable.
    wanted = """
    ACCOUNT_ID = "user_id"


    class AccountId:
        def __init__(self, account_id):
            self.accountId = account_id


    def load(account_id):
        return AccountId(account_id), ACCOUNT_ID
    """
    with closing(Scene("ids.py", text)) as scene:
        scene.edit("def load(user_id)", "def load(account_id)")
        scene.edit("self, user_id", "self, account_id")
        scene.becomes(wanted)


def test_each_spelling_is_known_when_the_user_asks() -> None:
    text = """
    const maxRetries = 3;
    const MAX_RETRIES = 5;
    type MaxRetries = number;
    const settings = { max_retries: 4 };
    """
    with closing(Scene("retries.ts", text)) as scene:
        scene.edit("maxRetries", "retryLimit")
        scene.ask(manual=True)
        assert scene.offers("- const MAX_RETRIES = 5;", "+ const RETRY_LIMIT = 5;"), scene.account()
        assert scene.offers("- type MaxRetries = number;", "+ type RetryLimit = number;"), scene.account()
        assert scene.offers(
            "- const settings = { max_retries: 4 };", "+ const settings = { retry_limit: 4 };"
        ), scene.account()


def test_a_part_of_a_name_is_renamed_in_other_names() -> None:
    text = """
    def load_user(store):
        return store.get("one")


    def save_user(store, it):
        store.put("one", it)


    def drop_user(store):
        store.pop("one")


    def count_users(store):
        return len(store)
    """
    with closing(Scene("store.py", text)) as scene:
        scene.edit("load_user", "load_member")
        scene.edit("save_user", "save_member")
        scene.expect("- def drop_user(store):", "+ def drop_member(store):")


def test_a_part_of_a_name_is_renamed_in_another_spelling() -> None:
    text = """
    pub struct TaskQueue { items: Vec<Task> }
    pub fn open_task_queue() -> TaskQueue { TaskQueue { items: vec![] } }
    pub const TASK_QUEUE_SIZE: usize = 8;
    """
    with closing(Scene("queue.rs", text)) as scene:
        scene.edit("pub struct TaskQueue", "pub struct JobQueue")
        scene.ask(manual=True)
        assert scene.offers(
            "- pub const TASK_QUEUE_SIZE: usize = 8;", "+ pub const JOB_QUEUE_SIZE: usize = 8;"
        ), scene.account()


def test_a_name_with_another_owner_is_left_alone_after_it_was_stepped_over() -> None:
    text = """
    first.close()
    second.close()
    third.close()
    """
    with closing(Scene("files.py", text)) as scene:
        scene.edit("first.close", "first.finish")
        scene.edit("third.close", "third.finish")
        scene.ask(manual=True)
        assert scene.offers("- second.close()", "+ second.finish()"), scene.account()
