"""A small sample of the comparison with TypeScript's language service; `typescript_oracle` has the full one."""

import pytest
from tests.nes_bindings.typescript_oracle import PAGE, TYPESCRIPT, compare_folder, count_places

from needs import needs


@needs("node")
@pytest.mark.skipif(not TYPESCRIPT.is_dir(), reason="the page's parts are not installed")
def test_renames_agree_with_the_language_service() -> None:
    renames = list(compare_folder(PAGE / "src", 40, 1))
    figures = count_places(renames)
    assert figures["renames"] == 40
    assert figures["theirs"] > 150
    assert figures["right"] / figures["offered"] >= 0.99
    # By rename, since one name of a generated file may have a tenth of all places.
    shares = [len(one.certain & one.theirs) / len(one.theirs) for one in renames if one.theirs]
    assert sum(shares) / len(shares) >= 0.88
    locals_only = [one for one in renames if one.kind in ("const", "let", "local function")]
    assert all(one.certain == one.theirs for one in locals_only)
