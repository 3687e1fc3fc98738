"""A small sample of the comparison with jedi; `python_oracles` has the full one."""

import re
from pathlib import Path

from tests.nes_bindings.python_oracles import Place, Rename, compare_package

SAMPLE = {"h11": 10, "iniconfig": 6, "pluggy": 8, "pathspec": 8, "markdown_it": 8}
"""How many names of which package are renamed."""


def _is_argument(one: Rename, place: Place) -> bool:
    """Whether the place is the name of an argument: jedi does not find those of other texts."""
    line = one.texts.by_uri[place.path].lines[place.line]
    return re.match(r"\w+=[^=]", line[place.column :]) is not None


def test_renames_agree_with_jedi(tmp_path: Path) -> None:
    ours = theirs = wrong = missing = 0
    for package, count in SAMPLE.items():
        folder = tmp_path / package
        folder.mkdir()
        for one in compare_package(package, count, f"sample-{package}", folder, with_pyright=False):
            ours += len(one.ours)
            theirs += len(one.by_jedi)
            wrong += len([place for place in one.ours - one.by_jedi if not _is_argument(one, place)])
            missing += len(one.by_jedi - one.ours)
    assert ours > 300
    assert wrong / ours <= 0.01
    assert missing / theirs <= 0.05
