"""Putting a plan's texts in place where no document is open: all of them, or none."""

from contextlib import suppress
from dataclasses import replace

from understudy.client.editor.files import Files
from understudy.client.editor.planning import Changed, Plan, bad
from understudy.client.errors import ClientError

__all__ = ["take_back", "write"]


async def write(files: Files, plan: Plan) -> tuple[Plan, list[Changed]]:
    """The plan, with what nobody has written, and the changes that were written."""
    written: list[Changed] = []
    unwritten: list[Changed] = []
    for change in plan.changes:
        if change.document is not None:
            continue
        try:
            done = await files.write(change.uri, change.before, change.after)
        except ClientError as error:
            await take_back(files, written)
            raise (error if error.code == "outdated" else bad(str(error))) from None
        except BaseException:
            await take_back(files, written)
            raise
        (written if done else unwritten).append(change)
    return replace(plan, unwritten=tuple(unwritten)), written


async def take_back(files: Files, written: list[Changed]) -> None:
    """Write back what stood there, where nobody wrote anything else since."""
    for change in reversed(written):
        with suppress(ClientError):
            await files.write(change.uri, change.after, change.before)
