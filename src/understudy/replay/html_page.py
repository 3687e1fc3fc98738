"""The HTML page of a report, and its parts. Knows texts only.

The page is self-contained: no script, no network access, light and dark colours. Parts are joined as they are: the
caller escapes what is not its own text, except the names of rows and the titles and notes of cards.
"""

from collections.abc import Sequence
from html import escape
from typing import Final

__all__ = ["render_card", "render_glossary", "render_headline", "render_page", "render_table"]

_STYLE_SHEET: Final = """
:root { color-scheme: light dark; --back: #f6f7f9; --card: #ffffff; --text: #1c2330; --soft: #5b6576;
  --line: #e1e5eb; --first: #2f6fde; --second: #2a9d78; --shade: rgba(47, 111, 222, .22); }
@media (prefers-color-scheme: dark) { :root { --back: #10141b; --card: #181e28; --text: #e6eaf0; --soft: #98a3b5;
  --line: #2a3241; --first: #6ea0ff; --second: #4cc9a0; --shade: rgba(110, 160, 255, .28); } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 28px 20px 60px; }
h1 { font-size: 26px; margin: 0 0 4px; letter-spacing: -.01em; }
h2 { font-size: 16px; margin: 0 0 2px; }
main > h2 { font-size: 20px; margin: 36px 0 12px; }
header p, .card p, dd { color: var(--soft); margin: 0; }
code { font: .9em ui-monospace, "SF Mono", Consolas, monospace; overflow-wrap: anywhere; }
.headline { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 14px;
  margin: 22px 0 14px; }
.figure, .card, .scroll { background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.figure { padding: 14px 18px; display: flex; flex-direction: column; }
.figure strong { font-size: 28px; line-height: 1.2; font-variant-numeric: tabular-nums; letter-spacing: -.02em; }
.figure small { color: var(--soft); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 14px;
  align-items: start; }
.card { padding: 18px 18px 12px; }
.card p { font-size: 13px; min-height: 1.5em; }
.card svg { display: block; width: 100%; height: auto; margin-top: 8px; }
.legend { margin-top: 6px !important; }
.key { display: inline-block; width: 11px; height: 11px; border-radius: 2px; margin: 0 5px 0 10px; }
.key:first-child { margin-left: 0; }
.key.first { background: var(--first); } .key.second { background: var(--second); }
svg text { fill: var(--soft); font-size: 11.5px; font-variant-numeric: tabular-nums; }
svg .label { fill: var(--text); font-size: 13px; }
svg .value, svg .mark { fill: var(--text); paint-order: stroke; stroke: var(--card); stroke-width: 4px;
  stroke-linejoin: round; }
svg .grid { stroke: var(--line); fill: none; }
svg .ideal { stroke: var(--soft); stroke-dasharray: 4 4; fill: none; }
svg .line { stroke: var(--first); stroke-width: 2.2; fill: none; stroke-linejoin: round; }
svg .dot, svg .first { fill: var(--first); }
svg .second { fill: var(--second); }
svg .bubble { fill: var(--shade); stroke: var(--first); stroke-width: 1.6; }
.scroll { overflow-x: auto; margin-bottom: 14px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: 14px; }
th, td { padding: 7px 12px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
th:first-child { text-align: left; position: sticky; left: 0; background: var(--card); }
thead th { color: var(--soft); font-weight: 500; }
tbody th { font-weight: 500; }
.total > * { font-weight: 700; }
details { background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin: 0 0 6px;
  padding: 6px 12px; font-size: 14px; }
summary { cursor: pointer; } summary small { color: var(--soft); float: right; }
details p { margin: 8px 0 2px; color: var(--soft); } details code { display: block; padding-left: 14px; }
.good { color: var(--second); } .bad { color: #d1433f; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 14px; font-size: 14px; margin: 22px 0 0; }
dt { font-weight: 600; } dd { margin: 0; }
@media (max-width: 560px) { main { padding: 18px 12px 40px; }
  .headline { grid-template-columns: 1fr 1fr; gap: 10px; }
  .figure { padding: 12px 14px; } .figure strong { font-size: 23px; } .card { padding: 14px 12px 8px; }
  svg text { font-size: 13px; } dl { grid-template-columns: 1fr; } dd { margin-bottom: 6px; } }
"""


def render_page(title: str, subtitle: str, *sections: str) -> str:
    """The subtitle and the sections are HTML."""
    body = "\n".join(section for section in sections if section)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escape(title)}</title>\n<style>{_STYLE_SHEET}</style>\n</head>\n<body>\n<main>\n"
        f"<header><h1>{escape(title)}</h1><p>{subtitle}</p></header>\n{body}\n</main>\n</body>\n</html>\n"
    )


def render_headline(figures: Sequence[tuple[str, str, str]]) -> str:
    """Each figure has a value, a name and a note."""
    cells = "".join(
        f'<div class="figure"><strong>{value}</strong><span>{name}</span><small>{note}</small></div>'
        for value, name, note in figures
    )
    return f'<section class="headline">{cells}</section>'


def render_card(title: str, note: str, chart: str) -> str:
    return f'<article class="card"><h2>{escape(title)}</h2><p>{escape(note)}</p>{chart}</article>'


def render_table(title: str, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Each row has a name and its cells. The row that is named `all` is the total."""
    head_cells = "".join(f"<th>{head}</th>" for head in heads)
    lines = "".join(
        f"<tr{' class=total' if name == 'all' else ''}><th>{escape(name)}</th>"
        + "".join(f"<td>{cell}</td>" for cell in cells)
        + "</tr>"
        for name, cells in rows
    )
    head = f"<thead><tr><th>{title}</th>{head_cells}</tr></thead>"
    return f'<div class="scroll"><table>{head}<tbody>{lines}</tbody></table></div>'


def render_glossary(terms: Sequence[tuple[str, str]]) -> str:
    return f"<dl>{''.join(f'<dt>{term}</dt><dd>{meaning}</dd>' for term, meaning in terms)}</dl>"
