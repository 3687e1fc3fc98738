"""The rules that the checks report on, with the ids of the requirements, and which side each is for.

The texts say what is checked, in one sentence; docs/conformance.md has a section for each.
"""

from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["RULES", "Rule", "Side", "rules_for"]

Side = Literal["agent", "client", "mcp"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule, for one side or several."""

    id: str
    text: str
    sides: tuple[Side, ...]

    @property
    def link(self) -> str:
        """The section of the documentation that explains it."""
        return f"docs/conformance.md#{self.id.lower()}"


def _rules(side: Side | tuple[Side, ...], table: dict[str, str]) -> dict[str, Rule]:
    sides = (side,) if isinstance(side, str) else side
    return {name: Rule(name, text, sides) for name, text in table.items()}


RULES: Final[dict[str, Rule]] = {
    **_rules(
        "agent",
        {
            "ACP-01": "initialize answers version 1, capabilities and authentication methods in their shapes.",
            "ACP-02": "An unknown method gets error -32601; an unknown notification is ignored.",
            "ACP-03": "Parameters of a wrong shape get error -32602.",
            "ACP-04": "Lines that are no JSON, no object or huge do not end the connection.",
            "ACP-05": "Every request is answered once, with the id it was sent with, whether a number or a string.",
            "ACP-06": "session/new answers a new id each time; a session id that does not exist gets an error.",
            "ACP-07": "The updates of a turn come before its response, which has a known stop reason.",
            "ACP-08": "session/cancel ends a turn with stop reason cancelled; without a turn it is harmless.",
            "ACP-09": "Unknown fields and _meta in requests are ignored.",
            "ACP-10": "With loadSession, session/load replays a conversation before its response.",
        },
    ),
    **_rules(
        "agent",
        {
            "NES-01": "agentCapabilities.nes names known events and kinds of context, in their shapes.",
            "NES-02": "nes/start works with {} and with all its fields; it answers a sessionId.",
            "NES-03": "Several next-edit sessions beside chat sessions have separate ids.",
            "NES-04": "After nes/close, requests for that id get an error, notifications are ignored.",
            "NES-05": "The agent chooses an encoding of the client's list, utf-16 without one; ranges use it.",
            "NES-06": "document/didOpen is taken.",
            "NES-07": "A change that cannot be applied makes no suggestion until a full text arrives.",
            "NES-08": "didSave, didFocus and didClose are taken, where they are advertised.",
            "NES-09": "nes/suggest sees every document event that was sent before it.",
            "NES-10": "nes/suggest answers a list; for an older version than the document's it is empty.",
            "NES-11": "automatic, diagnostic and manual are taken as triggerKind; another gets error -32602.",
            "NES-12": "Suggestions can be asked for with context alone, without any document event.",
            "NES-13": "A selection is taken.",
            "NES-14": "Edits have ids, lie inside the document, and do not overlap.",
            "NES-15": "A jump has a position, and goes only to a client that advertised jumps.",
            "NES-16": "rename and searchAndReplace have their fields, and go only to clients that advertised them.",
            "NES-17": "A kind that the client did not advertise is never sent.",
            "NES-18": "accept and reject are taken, also for an unknown id; a rejected edit is not repeated.",
            "NES-19": "An agent that needs authentication refuses nes/start with auth_required.",
            "NES-20": "Settings of next edits are configOptions that can be changed.",
            "NES-21": "A cancelled nes/suggest is answered once: with error -32800, or its result if it was done.",
        },
    ),
    **_rules(
        "agent",
        {
            "DIR-01": "sessionCapabilities.additionalDirectories is advertised as an object.",
            "DIR-02": "additionalDirectories of a request are the whole list: omitted on load means none.",
            "DIR-03": "A list that is no list, null, or has entries that are no absolute paths gets error -32602.",
            "DIR-04": "A folder that is not there fails the request with an error that names it.",
            "DIR-05": "Duplicates may be removed; the order stays, and nested folders are kept.",
            "DIR-06": "session/list shows the folders of each session in order, [] when there are none.",
            "DIR-07": "session/list filters by cwd and by the exact list of additional directories.",
            "DIR-14": "A request without the field works as before.",
            "CTX-01": "sessionCapabilities.runtimeContext is advertised as an object.",
            "CTX-02": "A runtimeContext that is no list of {title?, text} gets error -32602, and no turn starts.",
            "CTX-04": "The runtime context of a turn is not in the replay of the session.",
            "CTX-05": "A very large runtime context does not break the session.",
            "DIA-01": "A client with the proposal's nes.ideActions gets the kinds edit, jump and action only.",
            "DIA-02": "The proposal's general.positionEncodings is read, and answered as positionEncoding.",
            "DIA-03": "Document events without a sessionId reach the next-edit sessions.",
            "DIA-04": "userActions with position, and with the proposal's line and offset, are taken.",
            "DIA-05": "Authentication that is needed is reported as error -32000.",
            "DIA-06": "A client without any of these capabilities is served.",
        },
    ),
    **_rules(
        "mcp",
        {
            "WAP-01": "exploreFiles lists a folder, recursively to a depth, with metadata on request.",
            "WAP-02": "readFile reads lines from 1 inclusive; a large file ends at a line's end, with true totals.",
            "WAP-03": "writeFile creates, overwrites and appends; create on an existing file fails.",
            "WAP-04": "modifyFile replaces, inserts and deletes by line numbers before the call, all or nothing.",
            "WAP-05": "regexReplace knows $1, $<name>, $& and $$, and replaces all matches only with the flag g.",
            "WAP-06": "searchFiles finds literals and patterns, with lines of context.",
            "WAP-07": "executeCommand returns output and exit code; a timeout ends it with the code TIMEOUT.",
            "WAP-08": "getWorkspaceInfo names the root, the default exclusions and the limits.",
            "WAP-09": "Errors carry error, code and details with the six codes of the specification.",
            "WAP-10": "Truncation is reported with the true totals.",
            "WAP-11": "Default exclusions apply to recursive operations and can be replaced.",
            "WAP-12": "Paths outside the roots are refused, whether by .., by an absolute path or by a link.",
            "WAP-13": "The seven tools are listed with object schemas; unknown tools and arguments get an error.",
        },
    ),
    **_rules(
        "client",
        {
            "NES-22": "The client sends advertised events only, in order and encoding, and answers suggestions.",
            "DIR-13": "The client sends folders only where advertised, absolute, once; it serves nothing outside.",
            "CTX-06": "The client sends runtimeContext only where advertised, in its shape.",
            "ACP-11": "The client begins with initialize, uses no id twice, and sends well-formed messages.",
        },
    ),
}


def rules_for(side: Side) -> list[Rule]:
    return [rule for rule in RULES.values() if side in rule.sides]
