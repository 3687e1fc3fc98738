"""`/undo [TURN] [--partial]`: takes the file changes of a turn back, by default of the latest that has some."""

import re
from typing import Final

from understudy.chat.commands.command_api import CommandContext, SlashCommand
from understudy.chat.commands.replies import code_span, count_phrase, escape_sentence
from understudy.chat.history import UndoReport

__all__ = ["COMMAND", "render"]


_ARGUMENTS: Final = re.compile(r"(?P<turn>[0-9a-f]{6,64})?\s*(?P<partial>--partial)?")


async def run(context: CommandContext, argument_text: str) -> None:
    arguments = _ARGUMENTS.fullmatch(argument_text.strip())
    if arguments is None:
        return await context.reply(
            "Write `/undo`, or `/undo --partial` to leave out files that you changed since."
        )
    turn = arguments["turn"] or ""
    report = await context.undo(turn=turn, partial=arguments["partial"] is not None)
    if report is None and turn:
        return await context.reply("There is nothing to take back of that turn.")
    if report is None:
        return await context.reply("There is nothing to take back: no turn of this session changed a file.")
    return await context.reply(render(report))


def render(report: UndoReport) -> str:
    files = "\n".join(f"- {code_span(path)}" for path in report.paths)
    conflicts = "\n".join(
        f"- {code_span(conflict.path)} {escape_sentence(conflict.reason)}" for conflict in report.conflicts
    )
    title = escape_sentence(report.checkpoint.title)
    if not report.is_done:
        rest = " `/undo --partial` takes the other files back." if report.restored else ""
        lead = f"Nothing was taken back of “{title}”, because of later changes:"
        return f"{lead}\n\n{conflicts}\n\nThey stay as they are.{rest}"
    text = f"Took back {count_phrase(len(report.paths), 'file')} of “{title}”:\n\n{files}"
    return f"{text}\n\nNot touched:\n\n{conflicts}" if conflicts else text


COMMAND = SlashCommand("undo", "Take back the file changes of the latest turn", "[TURN] [--partial]", run)
