"""The prompt formats by name, and zeta2 in the other direction. The module of a format is imported when the format
is first looked up."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Final

from understudy.lazy_exports import lazy_getattr
from understudy.nes.model.prompt_types import PromptFormat

if TYPE_CHECKING:
    from understudy.nes.model.formats.zeta2_prompt import (
        PromptError,
        RecentEdit,
        Zeta2Prompt,
        parse_prompt,
        render_reply,
    )

__all__ = ["FORMATS", "PromptError", "RecentEdit", "Zeta2Prompt", "parse_prompt", "render_reply"]

# Module and attribute of each format.
_FORMAT_LOCATIONS: Final = {
    "zeta": ("zeta", "ZETA"),
    "zeta2": ("zeta2", "ZETA2"),
    "zeta2.1": ("zeta21", "ZETA21"),
    "sweep-next-edit": ("sweep", "SWEEP"),
    "instinct": ("instinct", "INSTINCT"),
    "mercury": ("mercury", "MERCURY"),
    "qwen": ("fim", "QWEN"),
    "codegemma": ("fim", "CODEGEMMA"),
    "starcoder": ("fim", "STARCODER"),
    "codestral": ("fim", "CODESTRAL"),
    "deepseek": ("fim", "DEEPSEEK"),
    "codellama": ("fim", "CODELLAMA"),
}


class _LazyFormats(Mapping[str, PromptFormat]):
    def __getitem__(self, name: str) -> PromptFormat:
        module, attribute = _FORMAT_LOCATIONS[name]
        return getattr(import_module(f"{__name__}.{module}"), attribute)

    def __iter__(self) -> Iterator[str]:
        return iter(_FORMAT_LOCATIONS)

    def __len__(self) -> int:
        return len(_FORMAT_LOCATIONS)

    def __contains__(self, name: object) -> bool:
        return name in _FORMAT_LOCATIONS


FORMATS: Final[Mapping[str, PromptFormat]] = _LazyFormats()

__getattr__ = lazy_getattr(
    __name__,
    {"zeta2_prompt": ("PromptError", "RecentEdit", "Zeta2Prompt", "parse_prompt", "render_reply")},
)
