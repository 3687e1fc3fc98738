"""`/jobs [ID | stop ID]`: lists background commands, shows the end of one's output, or ends it."""

from understudy.chat.commands.command_api import CommandContext, SlashCommand
from understudy.chat.commands.replies import code_span, escape_sentence, escaped_block
from understudy.chat.limits import MAX_ANSWER_CHARS
from understudy.chat.session import Job
from understudy.chat.text import final_terminal_text, truncate_middle

__all__ = ["COMMAND", "render_job"]


async def run(context: CommandContext, argument_text: str) -> None:
    words = argument_text.split()
    jobs = list(context.jobs)
    if not words:
        rows = [f"- {code_span(job.id)}: {code_span(job.line)} {escape_sentence(job.state)}" for job in jobs]
        return await context.reply("\n".join(rows) or "No command runs in the background.")
    stops = words[0] == "stop" and len(words) == 2
    job = context.jobs.get(words[-1]) if stops or len(words) == 1 else None
    if job is None:
        known = ", ".join(code_span(one.id) for one in jobs) or "none"
        return await context.reply(f"Write `/jobs`, `/jobs ID` or `/jobs stop ID`. There are: {known}.")
    if stops:
        await context.jobs.stop(job)
    return await context.reply(render_job(job))


def render_job(job: Job) -> str:
    head = f"{code_span(job.id)}: {code_span(job.line)} {escape_sentence(job.state)}"
    text = truncate_middle(final_terminal_text(job.text), MAX_ANSWER_CHARS)
    return f"{head}\n\n{escaped_block(text)}" if text.strip() else f"{head}. It said nothing."


COMMAND = SlashCommand("jobs", "List, read and end commands in the background", "[ID | stop ID]", run)
