"""Consequences of a changed key of YAML, JSON or TOML: what names it, and the files beside it, follow."""

from understudy.nes.symbolic.consequences.keys.key_paths import KeyLine, read_keys, read_scalars
from understudy.nes.symbolic.consequences.keys.locked_versions import propose_locked_versions
from understudy.nes.symbolic.consequences.keys.make_targets import is_makefile
from understudy.nes.symbolic.consequences.keys.references import (
    RenamedKey,
    find_renamed_key,
    is_dockerfile,
    propose_key_references,
)
from understudy.nes.symbolic.consequences.keys.repeated_keys import OtherKeys
from understudy.nes.symbolic.consequences.keys.sibling_files import propose_keys_of_sibling_files

__all__ = [
    "KeyLine",
    "OtherKeys",
    "RenamedKey",
    "find_renamed_key",
    "is_dockerfile",
    "is_makefile",
    "propose_key_references",
    "propose_keys_of_sibling_files",
    "propose_locked_versions",
    "read_keys",
    "read_scalars",
]
