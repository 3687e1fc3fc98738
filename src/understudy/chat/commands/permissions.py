"""`/permissions [revoke N]`: lists what is allowed without a question, and revokes lasting permissions."""

from understudy.chat.commands.command_api import CommandContext, SlashCommand
from understudy.chat.commands.replies import code_span, escape_sentence
from understudy.chat.permission_rules import describe_rule

__all__ = ["COMMAND"]


async def run(context: CommandContext, argument_text: str) -> None:
    words, rules = argument_text.split(), list(context.permissions.rules)
    match words:
        case []:
            return await context.reply(_render(context))
        case ["revoke", number] if number.isascii() and number.isdigit() and 1 <= int(number) <= len(rules):
            rule = rules[int(number) - 1]
            problem = await context.revoke_permission(rule)
            if problem is not None:
                return await context.reply(escape_sentence(problem))
            return await context.reply(f"You are asked again before {code_span(describe_rule(rule))}.")
        case _:
            return await context.reply(
                "Write `/permissions`, or `/permissions revoke N` with a number of the list."
            )


def _render(context: CommandContext) -> str:
    permissions = context.permissions
    parts = [f"The mode is {code_span(permissions.mode)}."]
    rules = [
        f"{number}. {code_span(describe_rule(rule))}" for number, rule in enumerate(permissions.rules, 1)
    ]
    if rules:
        parts.append("Allowed for good, in `config.toml`:\n\n" + "\n".join(rules))
        parts.append("`/permissions revoke N` takes one back.")
    grants = [f"- {code_span(grant[:200])}" for grant in permissions.session_grants()]
    if grants:
        parts.append("Allowed until this session ends:\n\n" + "\n".join(grants))
    if not rules and not grants:
        parts.append("Nothing else is allowed without a question.")
    return "\n\n".join(parts)


COMMAND = SlashCommand("permissions", "List and revoke what is allowed without asking", "[revoke N]", run)
