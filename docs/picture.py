"""Draws docs/tour.svg: what `understudy tour` prints on a terminal, as a picture for the README.

Parts in `TITLES_ONLY` are reduced to their headings, and the list of next steps is left out, to keep the
picture short.

python docs/picture.py
"""

import html
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

COLOURS = {
    "31": "#ff7b72",
    "32": "#7ee787",
    "33": "#d29922",
    "34": "#79c0ff",
    "35": "#d2a8ff",
    "36": "#76e3ea",
}
TITLES_ONLY = ("3", "4")
WIDTH, LINE, CHAR, MARGIN = 980, 19, 8.1, 22

PROJECT = {
    "README.md": "# Orders\n\nA small service.\n",
    "src/orders/api.py": "def list_orders(customer):\n    return store.find(customer)\n",
    "src/orders/store.py": "class Store:\n    def find(self, customer):  # TODO: paging\n        return []\n",
    "tests/test_api.py": "def test_list_orders():\n    assert list_orders('x') == []\n",
}


def main() -> None:
    with tempfile.TemporaryDirectory() as base:
        root = Path(base) / "orders"
        for name, text in PROJECT.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        done = subprocess.run(
            [sys.executable, "-m", "understudy.cli.main", "tour", str(root)],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "FORCE_COLOR": "1"},
        )
        text = done.stdout.replace(str(root.resolve()), "~/orders")
    lines = text.strip("\n").split("\n")
    (Path(__file__).parent / "tour.svg").write_text(draw(shortened(lines)))


def shortened(lines: list[str]) -> list[str]:
    kept: list[str] = []
    part = ""
    for line in lines:
        heading = re.fullmatch(r"\x1b\[[\d;]*m(?:(\d)  .*|Next: *)\x1b\[0m.*", line)
        if heading:
            part = heading[1] or "next"
            if part in TITLES_ONLY:
                kept += [f"{line} \x1b[2m…\x1b[0m", ""]
        if part not in TITLES_ONLY and part != "next":
            kept.append(line)
    return kept


def draw(lines: list[str]) -> str:
    height = MARGIN * 2 + LINE * (len(lines) + 2)
    body = "".join(
        f'<text x="{MARGIN}" y="{MARGIN + LINE * (number + 3)}" xml:space="preserve">{spans(line)}</text>\n'
        for number, line in enumerate(lines)
    )
    dots = "".join(
        f'<circle cx="{MARGIN + 8 + 20 * number}" cy="{MARGIN}" r="6" fill="{colour}"/>'
        for number, colour in enumerate(("#ff5f57", "#febc2e", "#28c840"))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-size="13.5" '
        'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace" '
        f'fill="#e6edf3"><title>understudy tour</title>'
        f'<rect width="{WIDTH}" height="{height}" rx="12" fill="#0d1117"/>{dots}'
        f'<text x="{MARGIN + 70}" y="{MARGIN + 5}" fill="#8b949e">$ make run</text>\n{body}</svg>\n'
    )


def spans(line: str) -> str:
    """The line with its colours, cut at the picture's edge."""
    room = int((WIDTH - 2 * MARGIN) / CHAR)
    out: list[str] = []
    codes: list[str] = []
    for part in re.split(r"(\x1b\[[\d;]*m)", line):
        if part.startswith("\x1b["):
            codes = [code for code in part[2:-1].split(";") if code not in ("", "0")]
            continue
        part = part[: max(room, 0)]
        room -= len(part)
        style = "".join(f' fill="{COLOURS[code]}"' for code in codes if code in COLOURS)
        style += ' font-weight="bold"' if "1" in codes else ""
        style += ' fill="#8b949e"' if "2" in codes else ""
        out.append(f"<tspan{style}>{html.escape(part)}</tspan>" if style else html.escape(part))
    return "".join(out)


if __name__ == "__main__":
    main()
