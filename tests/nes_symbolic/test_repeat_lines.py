"""Whole lines that came or went, at places like the first; and a block of parallel edits that is continued."""

from contextlib import closing

from nes_symbolic.scenes import PAUSE_S, Scene


def test_the_same_line_is_added_below_the_same_line() -> None:
    text = """
    class Cat(Animal):
        legs = 4
        def speak(self):
            return "meow"

    class Dog(Animal):
        legs = 4
        def speak(self):
            return "woof"

    class Cow(Animal):
        legs = 4
        def speak(self):
            return "moo"
    """
    wanted = text.replace("    legs = 4\n", "    legs = 4\n        wild = False\n")
    with closing(Scene("zoo.py", text)) as scene:
        scene.move("legs = 4")
        scene.type("\n    wild = False")
        scene.now += PAUSE_S
        scene.expect("+ wild = False")
        scene.becomes(wanted)


def test_one_added_line_is_enough_when_the_user_asks() -> None:
    text = """
    class Cat(Animal):
        legs = 4
        def speak(self): ...

    class Dog(Animal):
        legs = 4
        def speak(self): ...
    """
    with closing(Scene("zoo.py", text)) as scene:
        scene.add("    wild = False", after="legs = 4")
        scene.expect("+ wild = False", manual=True)


def test_the_same_line_is_added_above_lines_that_differ_in_a_word() -> None:
    text = """
    export class Api {
      getOrders() {
        return this.get("orders");
      }
      getBuyers() {
        return this.get("buyers");
      }
      getPrices() {
        return this.get("prices");
      }
    }
    """
    with closing(Scene("api.ts", text)) as scene:
        scene.add("    this.check();", after="getOrders() {")
        scene.add("    this.check();", after="getBuyers() {")
        scene.expect("+ this.check();", manual=True)
        assert scene.accept(scene.ask(manual=True))
        assert "  getPrices() {\n    this.check();\n" in scene.text


def test_an_added_line_takes_the_names_of_its_place() -> None:
    text = """
    void free_all(struct set *s) {
        free(s->names);
        free(s->ages);
        free(s->towns);
    }
    """
    with closing(Scene("set.c", text)) as scene:
        scene.add("    s->names = NULL;", after="free(s->names);")
        scene.add("    s->ages = NULL;", after="free(s->ages);")
        scene.expect("+ s->towns = NULL;")


def test_the_same_line_is_deleted_elsewhere() -> None:
    text = """
    func Save(o Order) error {
        log.Println("debug: entering")
        return db.Put(o)
    }

    func Drop(o Order) error {
        log.Println("debug: entering")
        return db.Delete(o)
    }

    func Find(id int) (Order, error) {
        log.Println("debug: entering")
        return db.Get(id)
    }
    """
    with closing(Scene("orders.go", text)) as scene:
        scene.delete('log.Println("debug: entering")')
        scene.expect('- log.Println("debug: entering")')
        scene.becomes(text.replace('        log.Println("debug: entering")\n', ""))


def test_lines_like_the_deleted_ones_are_deleted() -> None:
    text = """
    fn handle(input: &Input) -> Output {
        dbg!(&input);
        let parsed = parse(input);
        dbg!(&parsed);
        let checked = check(parsed);
        dbg!(&checked);
        Output::new(checked)
    }
    """
    with closing(Scene("handle.rs", text)) as scene:
        scene.delete("dbg!(&input);")
        scene.delete("dbg!(&parsed);")
        scene.expect("- dbg!(&checked);")


def test_a_block_of_lines_is_changed_like_the_one_before() -> None:
    text = """
    def names(path):
        handle = open(path)
        found = handle.read()
        handle.close()
        return found.split()

    def lines(path):
        handle = open(path)
        found = handle.read()
        handle.close()
        return found.splitlines()
    """
    old = "handle = open(path)\n    found = handle.read()\n    handle.close()"
    new = "with open(path) as handle:\n        found = handle.read()"
    with closing(Scene("read.py", text)) as scene:
        scene.edit(old, new)
        assert scene.accept(), scene.account()
        assert scene.text.count("with open(path) as handle:\n        found = handle.read()\n    return") == 2


def test_a_block_of_parallel_edits_is_continued() -> None:
    text = """
    const colors = {
      red: "#f00",
      green: "#0f0",
      blue: "#00f",
      black: "#000",
    };
    """
    wanted = """
    const colors = {
      red: hex("#f00"),
      green: hex("#0f0"),
      blue: hex("#00f"),
      black: hex("#000"),
    };
    """
    with closing(Scene("colors.ts", text)) as scene:
        scene.edit('"#f00"', 'hex("#f00")')
        scene.edit('"#0f0"', 'hex("#0f0")')
        scene.expect('- blue: "#00f",', '+ blue: hex("#00f"),')
        scene.becomes(wanted)


def test_a_line_is_moved_when_it_was_written_anew_nearby() -> None:
    text = """
    def main():
        setup_logging()
        import json
        print(json.dumps({}))
    """
    with closing(Scene("main.py", text)) as scene:
        scene.edit("def main():", "import json\n\n\ndef main():")
        scene.ask(manual=True)
        assert scene.offers("- import json"), scene.account()


def test_every_line_of_an_enumeration_gets_the_same_end() -> None:
    text = """
    enum Kind {
        First
        Second
        Third
        Fourth
    }
    """
    with closing(Scene("kind.rs", text)) as scene:
        scene.edit("First", "First,")
        scene.edit("Second", "Second,")
        scene.expect("- Third", "+ Third,", manual=True)
