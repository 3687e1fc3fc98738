"""Makes docs/workbench.png: a screenshot of the workbench with a next edit and a permission request.

Needs the built page (make install) and Chromium. The model is the scripted provider of the tests.
python docs/workbench.py
"""

import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, ViewportSize

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tests")]

from release.workbench_window import open_file, workbench_window  # noqa: E402

from provider_server import Call, ProviderServer, Reply, calls  # noqa: E402

SIZE: ViewportSize = {"width": 1280, "height": 760}
PROMPT = "Six pieces or more should be a sixth off."
OLD = """    \"\"\"A tenth off for five pieces or more.\"\"\"
    return total(order.items) // 10 if len(order.items) >= 5 else 0
"""
NEW = """    \"\"\"A sixth off for six pieces or more.\"\"\"
    return total(order.items) // 6 if len(order.items) >= 6 else 0
"""


def reply(body: dict[str, Any]) -> Reply:
    del body
    change = {
        "path": "shop/orders.py",
        "operations": [{"type": "replaceText", "oldText": OLD, "newText": NEW}],
    }
    return calls(
        Call("modifyFile", change), text="The discount is in `shop/orders.py`. I change its rule there."
    )


def main() -> None:
    with ProviderServer(reply) as provider:
        arguments = ["--model", "openai-chat:scripted", "--base-url", provider.url]
        with workbench_window(SIZE, scale=1.5, arguments=arguments) as page:
            play(page)
            page.screenshot(path=HERE / "workbench.png")


def play(page: Page) -> None:
    composer = page.get_by_test_id("composer")
    composer.fill(PROMPT)
    composer.press("Enter")
    page.get_by_test_id("permission").wait_for()
    open_file(page, "prices.py")
    page.locator(".view-line", has_text="def").first.get_by_text("price_of").dblclick()
    page.keyboard.type("unit_price", delay=30)
    page.locator('[data-testid="nes-status"][data-kind="showing"]').wait_for()
    page.mouse.move(0, 0)
    page.wait_for_timeout(700)  # for the colours, which come last


if __name__ == "__main__":
    main()
