"""modifyFile: change parts of a text file; all operations are applied or none."""

import hashlib
from typing import Annotated, assert_never

import msgspec
from msgspec import UNSET, Meta, UnsetType

from understudy.tools.current_content import CurrentContent, open_current
from understudy.tools.file_changes import (
    READ_FIRST_GUIDANCE,
    ChangeArgs,
    ChangeResult,
    announce_change,
    encode_text,
    require_expected_state,
    require_savable,
    save_content,
    start_change,
)
from understudy.tools.schema_types import LineNumber, PathArgument
from understudy.tools.tool import Call, Effects, Example, Tool
from understudy.workspace import InvalidArgument, NotFound, TooLarge, Workspace, escape_filename
from understudy.workspace.files import (
    EditableText,
    SpanEdit,
    WriteTarget,
    binary_file_error,
    decode,
    encode,
    open_target,
    read_all,
    unified_diff,
)
from understudy.workspace.patterns import compute_replacements

__all__ = [
    "TOOL",
    "Args",
    "Delete",
    "Insert",
    "Operation",
    "RegexReplace",
    "Replace",
    "ReplaceText",
    "Result",
    "run",
]


class _Operation(
    msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True, tag_field="type"
):
    pass


class Replace(_Operation, frozen=True, tag="replace"):
    """Replace whole lines."""

    start_line: LineNumber
    end_line: LineNumber
    new_content: str


class Insert(_Operation, frozen=True, tag="insert"):
    """Insert whole lines after a line."""

    after_line: Annotated[int, Meta(ge=0, le=2**53, description="0 inserts at the top.")]
    new_content: str


class Delete(_Operation, frozen=True, tag="delete"):
    """Delete whole lines."""

    start_line: LineNumber
    end_line: LineNumber


class RegexReplace(_Operation, frozen=True, tag="regexReplace"):
    """Replace what a JavaScript regular expression matches in the whole file."""

    pattern: str
    replacement: Annotated[str, Meta(description="May use $1, $<name>, $& and $$.")]
    flags: Annotated[str, Meta(description="Any of g, i, m, s, u; without g only the first match.")] = ""


class ReplaceText(_Operation, frozen=True, tag="replaceText"):
    """Replace a literal text, which must occur exactly once unless all is set."""

    old_text: Annotated[str, Meta(min_length=1)]
    new_text: str
    all: bool = False


Operation = Replace | Insert | Delete | RegexReplace | ReplaceText


class Args(ChangeArgs, frozen=True, kw_only=True):
    path: PathArgument
    operations: Annotated[
        list[Operation],
        Meta(
            min_length=1,
            max_length=1000,
            description="Applied in order. Line numbers always mean the file as it was before this call.",
        ),
    ]


class Result(ChangeResult, frozen=True, kw_only=True):
    changed: Annotated[bool, Meta(description="Whether the content is different now (or would be).")]


def run(workspace: Workspace, args: Args, call: Call) -> Result:
    workspace.require_writable(args.path)
    place = start_change(workspace, call, TOOL.name, args.path)
    with (
        open_target(workspace, place, args.path, call.stop) as target,
        open_current(call, place, target.old_fd, args.path) as before,
    ):
        return _modify(workspace, args, call, target, before)


def _modify(
    workspace: Workspace, args: Args, call: Call, target: WriteTarget, before: CurrentContent
) -> Result:
    data = _read_content(workspace, before, args.path)
    old_hash = hashlib.sha256(data).hexdigest()
    require_expected_state(args, call, old_hash, args.path)
    decoded = decode(data)
    if decoded is None:
        raise binary_file_error(data, len(data), args.path)
    before.require_exact(args.path)
    text, encoding = decoded
    draft = EditableText(text)
    for number, operation in enumerate(args.operations):
        call.stop.check()
        _apply(draft, operation, f"operations[{number}]", workspace, call)
        if len(draft.text) > workspace.limits.max_write_size:
            raise _too_large_error(workspace.limits.max_write_size)
    new = encode(draft.text, encoding) if draft.text != text else data
    limit = workspace.limits.max_write_size
    if len(new) > limit:
        raise _too_large_error(limit)
    if new != data:
        if args.dry_run:
            require_savable(target, before, len(new))
        announce_change(workspace, call, target.place, before, new)
    diff: str | UnsetType = UNSET
    if args.dry_run:
        diff = unified_diff(
            text, draft.text, workspace.display_path(target.place), workspace.limits.max_output_size
        )
    elif new != data:
        call.stop.check()
        save_content(target, before, [new], len(new), depends_on_old=True)
    return Result(
        success=True,
        path=workspace.display_path(target.place),
        changed=new != data,
        hash=hashlib.sha256(new).hexdigest(),
        old_hash=old_hash,
        diff=diff,
    )


def _too_large_error(limit: int) -> TooLarge:
    return TooLarge(f"The file would grow over the {limit} bytes that are allowed.", "too_large", limit=limit)


def _read_content(workspace: Workspace, before: CurrentContent, requested_path: str) -> bytes:
    if before.fd is None:
        raise NotFound(
            f"{escape_filename(requested_path)!r} does not exist.",
            "missing",
            advice="Use writeFile to create it.",
            path=escape_filename(requested_path),
        )
    limit = workspace.limits.max_write_size
    data = read_all(before.fd, limit)
    if data is None:
        raise TooLarge(
            f"{escape_filename(requested_path)!r} is larger than the {limit} bytes that can be modified.",
            "too_large",
            advice="Use executeCommand with a stream editor.",
            limit=limit,
        )
    return data


def _apply(draft: EditableText, operation: Operation, label: str, workspace: Workspace, call: Call) -> None:
    limit = workspace.limits.max_write_size
    match operation:
        case Replace(start_line=first, end_line=last, new_content=content):
            encode_text(content, limit, f"{label}.newContent")
            draft.replace_lines(first, last, content, label)
        case Insert(after_line=after, new_content=content):
            encode_text(content, limit, f"{label}.newContent")
            draft.insert_lines(after, content, label)
        case Delete(start_line=first, end_line=last):
            draft.replace_lines(first, last, "", label)
        case RegexReplace(pattern=pattern, replacement=replacement, flags=flags):
            encode_text(pattern + replacement, limit, f"{label}.pattern and replacement")
            found = compute_replacements(
                draft.text, pattern, replacement, flags, max_bytes=limit, stop=call.stop
            )
            draft.replace_spans([(edit.start, edit.end, edit.new) for edit in found])
        case ReplaceText(old_text=old, new_text=new, all=everywhere):
            encode_text(old + new, limit, f"{label}.oldText and newText")
            draft.replace_spans(_find_occurrences(draft.text, old, new, everywhere, label, limit))
        case _:
            assert_never(operation)


def _find_occurrences(
    text: str, old: str, new: str, everywhere: bool, label: str, limit: int
) -> list[SpanEdit]:
    if old not in text and "\n" in old and "\r\n" in text:
        # Callers see "\r\n" as one line break and write it as "\n".
        old, new = _with_crlf(old), _with_crlf(new)
    count = text.count(old)
    if count == 0:
        raise InvalidArgument(
            f"{label}: oldText does not occur in the file.",
            "no_match",
            advice="Read the file again and copy the text exactly.",
        )
    if count > 1 and not everywhere:
        raise InvalidArgument(
            f"{label}: oldText occurs {count} times.",
            "not_unique",
            advice="Add surrounding lines to make it unique, or set all.",
            occurrences=count,
        )
    if count * len(new) > limit:
        raise TooLarge(f"{label}: the file would grow over {limit} bytes.", "too_large", limit=limit)
    spans: list[SpanEdit] = []
    position = text.find(old)
    while position >= 0:
        spans.append((position, position + len(old), new))
        position = text.find(old, position + len(old))
    return spans


def _with_crlf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\n", "\r\n")


TOOL = Tool(
    name="modifyFile",
    title="Modify a file",
    description=(
        "Changes parts of an existing text file by a list of operations: replace, insert or delete whole "
        "lines, regexReplace (JavaScript syntax, over the whole file), or replaceText (a literal text that "
        "must occur exactly once unless all is set; the safest choice). Line numbers of every operation refer "
        "to the file as it was before the call. All operations succeed or the file stays as it was. Encoding "
        "and line endings are kept. Read the file first; send its hash as expectedHash."
    ),
    args=Args,
    result=Result,
    run=run,
    kind="edit",
    pending_title="Edit a file",
    format_title=lambda arguments: f"Edit {arguments.text('path')}",
    guidance=(
        READ_FIRST_GUIDANCE,
        "Prefer modifyFile to writeFile for files that exist, and keep the change small.",
    ),
    effects=Effects(read_only=False, destructive=True, idempotent=False),
    examples=(
        Example(
            "Replace lines 5 to 6",
            {
                "path": "src/components/Button.jsx",
                "operations": [
                    {
                        "type": "replace",
                        "startLine": 5,
                        "endLine": 6,
                        "newContent": "// New implementation\nrender();",
                    }
                ],
            },
        ),
        Example(
            "Rename every call of a deprecated method",
            {
                "path": "src/api/client.js",
                "operations": [
                    {
                        "type": "regexReplace",
                        "pattern": "oldAPI\\.method\\(([^)]+)\\)",
                        "replacement": "newAPI.improvedMethod($1)",
                        "flags": "g",
                    }
                ],
            },
        ),
        Example(
            "Replace a text that occurs once, and see the diff only",
            {
                "path": "setup.cfg",
                "operations": [
                    {"type": "replaceText", "oldText": "version = 1.0", "newText": "version = 1.1"}
                ],
                "dryRun": True,
            },
        ),
    ),
)
