"""Putting a plan's texts in place where no document is open: all of them, or none."""

from contextlib import suppress
from dataclasses import replace

from understudy.client.editor.files import Files
from understudy.client.editor.planning import TextChange, Plan, bad_suggestion_error
from understudy.client.errors import ClientError

__all__ = ["restore_files", "write_files"]


async def write_files(files: Files, plan: Plan) -> tuple[Plan, list[TextChange]]:
    """The plan, with what nobody has written, and the changes that were written."""
    written: list[TextChange] = []
    unwritten: list[TextChange] = []
    for change in plan.changes:
        if change.document is not None:
            continue
        try:
            done = await files.write(change.uri, change.before, change.after)
        except ClientError as error:
            await restore_files(files, written)
            raise (error if error.code == "outdated" else bad_suggestion_error(str(error))) from None
        except BaseException:
            await restore_files(files, written)
            raise
        (written if done else unwritten).append(change)
    return replace(plan, unwritten=tuple(unwritten)), written


async def restore_files(files: Files, written: list[TextChange]) -> None:
    """Write back what stood there, where nobody wrote anything else since."""
    for change in reversed(written):
        with suppress(ClientError):
            await files.write(change.uri, change.after, change.before)
