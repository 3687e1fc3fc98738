"""`/compact [WHAT TO KEEP]`: the model summarises the conversation, which goes on from the summary."""

from understudy.chat.commands.command_api import CommandContext, SlashCommand
from understudy.chat.commands.replies import escape_sentence
from understudy.models import ModelError

__all__ = ["COMMAND"]


async def run(context: CommandContext, argument_text: str) -> None:
    try:
        await context.compact(argument_text.strip())
    except ModelError as error:
        return await context.reply(escape_sentence(error.message))
    return await context.reply(
        "The conversation goes on from its summary. All of it stays stored, and exports have it."
    )


COMMAND = SlashCommand(
    "compact", "Summarise the conversation to make room in the context window", "[WHAT TO KEEP]", run
)
