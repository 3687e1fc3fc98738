"""What suggestions teach: less than what was typed. An argument more goes to the calls of its function only."""

from contextlib import closing

import pytest

from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import Edit, EditOrigin
from understudy.schema.acp import NesEditSuggestion, NesJumpSuggestion

ORDERS = """
def load_order(client, number):
    return client.get(number)


def load_many(client, numbers):
    found = []
    for number in numbers:
        try:
            found.append(load_order(client, number))
        except KeyError:
            log.warning("no order %s, load_order failed", number)
    return found


def refund(client, number, reason):
    order = load_order(client, number)
    log.info("refunded %s", order.number)
    return order.total()


def archive(client, store, number):
    order = load_order(client, number)
    store.put(order.number, order.to_dict())


def main(client, store, numbers):
    for order in load_many(client, numbers):
        archive(client, store, order.number)
"""
SCRIPT = """
export class Users {
  find(id: number) {
    const row = this.db.query(this.table, { id });
    return this.toUser(row);
  }

  save(user: User) {
    const row = this.db.query(this.table, { id: user.id });
    if (row) {
      this.db.update(this.table, user);
    } else {
      this.db.insert(this.table, user);
    }
  }
}
"""


def _text_after_accepting(scene: Scene) -> str:
    """The text when every suggestion was accepted, and every jump followed."""
    for _ in range(30):
        suggestion = scene.ask()
        if suggestion is None:
            return scene.text
        if isinstance(suggestion, NesJumpSuggestion):
            scene.accept_jump(suggestion)
        else:
            assert scene.accept(suggestion)
    raise AssertionError(scene.account())


def test_a_parameter_is_not_carried_on_to_other_functions() -> None:
    with closing(Scene("orders.py", ORDERS, kinds=["jump"])) as scene:
        scene.edit("def load_order(client, number)", "def load_order(client, number, strict)")
        text = _text_after_accepting(scene)
        assert "def refund(client, number, reason):" in text
        assert "def archive(client, store, number):" in text
        assert text.count("strict") == 1, text


def test_an_argument_that_was_taken_at_every_call_goes_to_no_other_function() -> None:
    with closing(Scene("orders.py", ORDERS, kinds=["jump"])) as scene:
        scene.edit("def load_order(client, number)", "def load_order(client, number, strict)")
        scene.edit("order = load_order(client, number)", "order = load_order(client, number, True)")
        wanted = scene.text.replace("load_order(client, number)", "load_order(client, number, True)")
        assert _text_after_accepting(scene) == wanted


def test_an_argument_is_put_into_no_list_and_no_string() -> None:
    text = (
        'a = load(client, number)\nb = load(client, number)\nc = load(client, raw["number"])\nd = [number]\n'
    )
    with closing(Scene("small.py", text)) as scene:
        scene.edit("a = load(client, number)", "a = load(client, number, True)")
        assert '"number, True"' not in _text_after_accepting(scene)
        assert "[number, True]" not in scene.text


def test_an_argument_in_the_middle_goes_to_no_other_method() -> None:
    with closing(Scene("users.ts", SCRIPT)) as scene:
        scene.edit("query(this.table, { id })", "query(this.table, true, { id })")
        text = _text_after_accepting(scene)
        assert "query(this.table, true, { id: user.id })" in text
        assert "update(this.table, user)" in text
        assert "insert(this.table, user)" in text


def test_what_the_user_types_at_two_functions_is_wanted_at_a_third() -> None:
    text = "".join(
        f"def {name}(self, item):\n    return item.{name}()\n\n\n" for name in ("read", "send", "stop")
    )
    with closing(Scene("items.py", text)) as scene:
        scene.edit("def read(self, item)", "def read(self, item, limit)")
        scene.edit("def send(self, item)", "def send(self, item, limit)")
        scene.expect("- def stop(self, item):", "+ def stop(self, item, limit):")


def _edit(serial: int, old: str, new: str, origin: EditOrigin, *, follows: bool = False) -> Edit:
    return Edit(serial, "file:///project/a.py", serial, (old,), (new,), origin=origin, is_consequence=follows)


def test_what_was_only_taken_founds_no_lesson() -> None:
    typed = _edit(1, "one(first)", "one(second)", EditOrigin.TYPED)
    taken = _edit(2, "two(third)", "two(fourth)", EditOrigin.ACCEPTED)
    same = _edit(3, "three(first)", "three(second)", EditOrigin.ACCEPTED)
    patterns = extract_patterns([typed, taken, same], 6)
    swaps = {(swap.old, swap.new): swap for swap in patterns.replacements if swap.family == "replace"}
    assert set(swaps) == {(("first",), ("second",))}
    assert len(swaps[("first",), ("second",)].examples) == 2, "what was taken speaks for it"


def test_what_followed_by_a_rule_is_no_example() -> None:
    ruled = _edit(1, "import a, b", "import a", EditOrigin.ACCEPTED, follows=True)
    assert not extract_patterns([ruled], 6).blocks


@pytest.mark.parametrize("taken", [5, 20])
def test_what_the_user_typed_is_remembered_however_many_suggestions_were_taken(taken: int) -> None:
    typed = _edit(1, "first = load()", "first = fetch()", EditOrigin.TYPED)
    more = [_edit(n, f"x{n} = load()", f"x{n} = fetch()", EditOrigin.ACCEPTED) for n in range(2, taken + 2)]
    assert any(swap.old == ("load",) for swap in extract_patterns([typed, *more], 6).replacements)


def test_a_suggestion_that_follows_by_a_rule_is_known_as_such_when_it_is_taken() -> None:
    text = "import json\nimport os\n\nprint(json.dumps(os.name))\n"
    with closing(Scene("small.py", text)) as scene:
        scene.edit("json.dumps(os.name)", "os.name")
        suggestion = scene.ask()
        assert isinstance(suggestion, NesEditSuggestion), scene.account()
        assert scene.accept(suggestion)
        (_, taken) = scene.service.find_session(scene.session).history.edits
        assert (taken.origin, taken.is_consequence) == (EditOrigin.ACCEPTED, True)
