"""Replays and training spread over cores and machines: a process pool, Ray, and a journal to resume from.

`work_pool` runs tasks, `journal` keeps what is done, `replay_blocks` and
`typing_blocks` split a replay into tasks.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.replay.distribution.journal import Journal, fingerprint
    from understudy.replay.distribution.replay_blocks import run_replay_in_blocks
    from understudy.replay.distribution.typing_blocks import run_typing_in_blocks
    from understudy.replay.distribution.work_pool import Workers, run_tasks

__all__ = ["Journal", "Workers", "fingerprint", "run_replay_in_blocks", "run_tasks", "run_typing_in_blocks"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "journal": ("Journal", "fingerprint"),
        "replay_blocks": ("run_replay_in_blocks",),
        "typing_blocks": ("run_typing_in_blocks",),
        "work_pool": ("Workers", "run_tasks"),
    },
)
