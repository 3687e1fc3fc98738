"""The user annotates functions of a Python file: what is known about the others follows."""

from contextlib import closing

import pytest

from nes_symbolic.scenes import Scene

TEXT = '''
def home(request):
    print(request.path)


def about(request, *, page=1):
    """Show a page."""
    request.show(page)


def names(request):
    return [one.name for one in request.users]


async def leave(request):
    def inner():
        return 1

    await request.close(inner())
    return None


def later(request):
    raise NotImplementedError


def other(client):
    client.stop()


class View:
    def show(self, request):
        self.page = request.page
'''


def _accept_all(scene: Scene) -> list[str]:
    found: list[str] = []
    while (suggestion := scene.ask()) is not None and len(found) < 10:
        before = scene.text.split("\n")
        assert scene.accept(suggestion)
        found += [line.strip() for line in scene.text.split("\n") if line not in before]
    return found


def test_parameters_of_the_same_name_get_the_same_type_and_functions_without_a_value_return_none() -> None:
    with closing(Scene("views.py", TEXT)) as scene:
        scene.edit("def home(request):", "def home(request: Request) -> None:")
        assert _accept_all(scene) == [
            "async def leave(request: Request) -> None:",
            "def show(self, request: Request) -> None:",
        ], scene.account()


def test_a_default_keeps_its_value() -> None:
    text = "def a(*, page=1):\n    p(page)\n\n\ndef b(x, page=2):\n    q(x)\n\n\ndef c(*, page=3):\n    r()\n"
    with closing(Scene("a.py", text)) as scene:
        scene.edit("def a(*, page=1):", "def a(*, page: int = 1) -> None:")
        assert _accept_all(scene) == ["def c(*, page: int = 3) -> None:"], scene.account()


def test_return_types_are_not_written_if_the_user_writes_none() -> None:
    with closing(Scene("views.py", TEXT)) as scene:
        scene.edit("def home(request):", "def home(request: Request):")
        assert set(_accept_all(scene)) == {
            "def names(request: Request):",
            "async def leave(request: Request):",
            "def later(request: Request):",
            "def show(self, request: Request):",
        }, scene.account()


def test_a_header_that_becomes_too_long_is_wrapped_as_formatters_do() -> None:
    text = """
    def test_the_first_request(test_client_factory, request_factory):
        test_client_factory()


    def test_the_second_request(test_client_factory, request_factory):
        test_client_factory()
    """
    with closing(Scene("test_a.py", text)) as scene:
        scene.edit(
            "def test_the_first_request(test_client_factory, request_factory):",
            "def test_the_first_request(\n    test_client_factory: ClientFactory, request_factory: RequestFactory\n"
            ") -> None:",
        )
        suggestion = scene.ask()
        assert suggestion is not None, scene.account()
        assert scene.accept(suggestion)
        wrapped = "test_client_factory: ClientFactory, request_factory: RequestFactory"
        header = f"def test_the_second_request(\n    {wrapped}\n) -> None:\n"
        assert header in scene.text, scene.account()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def home(request):", "def home(request, user):"),
        ("def home(request):", "def start(request: Request) -> None:"),
        ("def home(request):", "def home(req: Request) -> None:"),
    ],
)
def test_other_changes_of_a_header_teach_no_annotation(old: str, new: str) -> None:
    with closing(Scene("views.py", TEXT)) as scene:
        scene.edit(old, new)
        suggestion = scene.ask()
        assert suggestion is None or scene.accept(suggestion)
        assert "def show(self, request):" in scene.text, scene.account()


def test_a_name_with_two_types_is_left_to_the_user() -> None:
    text = "def a(x):\n    p(x)\n\n\ndef b(x):\n    q(x)\n\n\ndef c(x):\n    r(x)\n"
    with closing(Scene("a.py", text)) as scene:
        scene.edit("def a(x):", "def a(x: int) -> None:")
        scene.edit("def b(x):", "def b(x: str) -> None:")
        suggestion = scene.ask()
        assert suggestion is None or scene.accept(suggestion)
        assert "def c(x):" in scene.text, scene.account()
