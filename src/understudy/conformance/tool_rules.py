"""Checks of the seven workspace tools, by their specification."""

import contextlib
from typing import Any, Final

from understudy.conformance.agent_player import expect
from understudy.conformance.mcp_check import MCP_REGISTRY, McpPlayer, ToolError
from understudy.conformance.message_log import RpcError, as_list, as_object
from understudy.conformance.report import CheckFailed, NotTestable

__all__ = ["MCP_REGISTRY"]

TOOLS: Final = (
    "exploreFiles",
    "readFile",
    "writeFile",
    "modifyFile",
    "searchFiles",
    "executeCommand",
    "getWorkspaceInfo",
)
CODES: Final = {
    "FILE_NOT_FOUND",
    "PERMISSION_DENIED",
    "SIZE_LIMIT_EXCEEDED",
    "INVALID_ARGUMENT",
    "EXECUTION_FAILED",
    "TIMEOUT",
}


@MCP_REGISTRY.check("WAP-13")
async def the_seven_are_listed(player: McpPlayer) -> None:
    """tools/list has the seven with object schemas; an unknown tool gets an error."""
    missing = [name for name in TOOLS if name not in player.tools]
    expect(not missing, f"tools that are missing: {', '.join(missing)}")
    for name in TOOLS:
        expect(
            player.tools[name].get("inputSchema", {}).get("type") == "object",
            f"{name} has no object as inputSchema",
        )
    try:
        answer = await player.log.request("tools/call", {"name": "no-such-tool", "arguments": {}})
    except RpcError:
        pass
    else:
        expect(answer.get("isError"), "an unknown tool succeeds")
    await player.error_code("readFile")


@MCP_REGISTRY.check("WAP-01")
async def folders_are_listed(player: McpPlayer) -> None:
    """A folder, recursively, to a depth, with metadata."""
    player.write("listed/a.txt", "a\n")
    player.write("listed/one/two/three/four/deep.txt", "deep\n")
    flat = await player.call("exploreFiles", path="listed")
    names = {entry["path"].rstrip("/").rpartition("/")[2]: entry for entry in flat["files"]}
    expect(set(names) == {"a.txt", "one"}, f"the folder is listed as {sorted(names)}")
    expect(names["one"]["isDirectory"] is True, "a folder is no directory")
    expect(names["a.txt"]["isDirectory"] is False, "a file is a directory")
    expect(flat["isTruncated"] is False, "isTruncated")
    expect(flat["totalFound"] == 2, f"totalFound is {flat['totalFound']}")
    deep = await player.call("exploreFiles", path="listed", recursive=True, maxDepth=9, returnMetadata=True)
    found = [entry for entry in deep["files"] if entry["path"].endswith("deep.txt")]
    expect(found, "recursive with maxDepth 9 does not find a file five folders down")
    expect(found[0]["metadata"]["size"] == 5, "metadata has another size")
    expect("T" in found[0]["metadata"]["lastModified"], "lastModified is no ISO time")
    shallow = await player.call("exploreFiles", path="listed", recursive=True)
    paths = [entry["path"] for entry in shallow["files"]]
    expect(not any(path.endswith("deep.txt") for path in paths), "the default depth of 3 is not kept")


@MCP_REGISTRY.check("WAP-02")
async def lines_are_read(player: McpPlayer) -> None:
    """Lines from 1 inclusive, with the true number of lines."""
    player.write("read.txt", "".join(f"line {n}\n" for n in range(1, 11)))
    part = await player.call("readFile", path="read.txt", startLine=3, endLine=4)
    expect(part["content"].splitlines() == ["line 3", "line 4"], f"lines 3 to 4 are {part['content']!r}")
    expect(part["totalLines"] == 10, f"totalLines is {part['totalLines']}")
    whole = await player.call("readFile", path="read.txt")
    expect(whole["returnedLines"] == 10, f"returnedLines is {whole['returnedLines']}")
    expect(whole["isTruncated"] is False, "a small file is truncated")


@MCP_REGISTRY.check("WAP-02", "WAP-10")
async def a_large_file_is_truncated(player: McpPlayer) -> None:
    """A file over the limit comes truncated at a line's end, with its true number of lines."""
    lines = 60_000
    player.write("large.txt", "".join(f"{n:>39}\n" for n in range(1, lines + 1)))
    found = await player.call("readFile", path="large.txt")
    expect(found["isTruncated"] is True, "a file of 2.4 MB is not truncated")
    expect(found["totalLines"] == lines, f"totalLines is {found['totalLines']}, not {lines}")
    last = found["content"].splitlines()[-1]
    expect(len(last) == 39, "the content ends within a line")
    end = await player.call("readFile", path="large.txt", startLine=lines, endLine=lines)
    expect(str(lines) in end["content"], "the last line cannot be read by its number")


@MCP_REGISTRY.check("WAP-03")
async def files_are_written(player: McpPlayer) -> None:
    """create, overwrite, append, and folders on request."""
    await player.call(
        "writeFile", path="new/file.txt", content="one\n", mode="create", createDirectories=True
    )
    expect((player.root / "new/file.txt").read_text() == "one\n", "create writes another content")
    code = await player.error_code("writeFile", path="new/file.txt", content="two\n", mode="create")
    expect(code in CODES, f"create on an existing file gets {code!r}")
    expect((player.root / "new/file.txt").read_text() == "one\n", "create changes an existing file")
    await player.call("writeFile", path="new/file.txt", content="two\n", mode="append")
    expect((player.root / "new/file.txt").read_text() == "one\ntwo\n", "append writes another content")
    written = await player.call("writeFile", path="new/file.txt", content="três\n", mode="overwrite")
    expect(written["bytesWritten"] == 6, f"bytesWritten is {written['bytesWritten']}, not 6")


@MCP_REGISTRY.check("WAP-04")
async def lines_are_modified(player: McpPlayer) -> None:
    """Line numbers are those before the call; a wrong operation changes nothing."""
    path = player.write("modified.txt", "a\nb\nc\nd\n")
    operations: list[dict[str, Any]] = [
        {"type": "insert", "afterLine": 0, "newContent": "top"},
        {"type": "replace", "startLine": 2, "endLine": 2, "newContent": "B"},
        {"type": "delete", "startLine": 4, "endLine": 4},
    ]
    await player.call("modifyFile", path="modified.txt", operations=operations)
    expect(path.read_text() == "top\na\nB\nc\n", f"the file is now {path.read_text()!r}")
    wrong = [
        {"type": "delete", "startLine": 1, "endLine": 1},
        {"type": "delete", "startLine": 90, "endLine": 91},
    ]
    await player.error_code("modifyFile", path="modified.txt", operations=wrong)
    expect(path.read_text() == "top\na\nB\nc\n", "a refused call changes the file")
    overlapping = [
        {"type": "delete", "startLine": 1, "endLine": 2},
        {"type": "delete", "startLine": 2, "endLine": 3},
    ]
    await player.error_code("modifyFile", path="modified.txt", operations=overlapping)


@MCP_REGISTRY.check("WAP-05")
async def patterns_replace(player: McpPlayer) -> None:
    """$1, $<name>, $& and $$; the flag g."""
    path = player.write("pattern.txt", "old(1) old(2)\n")
    for pattern, replacement, flags, expected in (
        (r"old\((\d)\)", "new($1)", "", "new(1) old(2)\n"),
        (r"(?<name>\w+)\((?<number>\d)\)", "$<number>:$<name>", "g", "1:new 2:old\n"),
        (r"\d", "[$&$$]", "g", "[1$]:new [2$]:old\n"),
        ("NEW", "x", "gi", "[1$]:x [2$]:old\n"),
    ):
        operation = {"type": "regexReplace", "pattern": pattern, "replacement": replacement, "flags": flags}
        await player.call("modifyFile", path="pattern.txt", operations=[operation])
        expect(
            path.read_text() == expected,
            f"{pattern!r} with flags {flags!r} gives {path.read_text()!r}, not {expected!r}",
        )


@MCP_REGISTRY.check("WAP-06")
async def files_are_searched(player: McpPlayer) -> None:
    """Literals are no patterns; lines of context come with a match."""
    player.write("searched/one.txt", "first\na.b here\nlast\n")
    player.write("searched/two.txt", "axb here\n")
    arguments = {"paths": ["searched"], "recursive": True, "contextLines": 1}
    literal = await player.call("searchFiles", query="a.b", type="literal", **arguments)
    expect(len(literal["matches"]) == 1, f"the literal a.b has {len(literal['matches'])} matches")
    match = literal["matches"][0]
    expect(match["line"] == 2, f"the match is in line {match['line']}")
    expect((match["contextBefore"], match["contextAfter"]) == (["first"], ["last"]), "the context is another")
    pattern = await player.call("searchFiles", query="a.b", type="regex", **arguments)
    expect(pattern["totalMatches"] == 2, f"the pattern a.b has {pattern['totalMatches']} matches")
    await player.error_code("searchFiles", query="(", type="regex", **arguments)


@MCP_REGISTRY.check("WAP-07")
async def commands_run(player: McpPlayer) -> None:
    """Output, exit code, folder, variables and the end after a timeout."""
    (player.root / "folder").mkdir(exist_ok=True)
    command = 'echo out; echo err >&2; echo "$GREETING"; pwd; exit 3'
    try:
        done = await player.call(
            "executeCommand", command=command, workingDirectory="folder", environment={"GREETING": "hello"}
        )
    except ToolError as refusal:
        raise NotTestable(f"the server runs no command here: {refusal}") from None
    expect(done["exitCode"] == 3, f"exitCode is {done['exitCode']}")
    expect(
        done["stdout"].split() == ["out", "hello", str(player.root / "folder")],
        f"stdout is {done['stdout']!r}",
    )
    expect(done["stderr"].strip() == "err", f"stderr is {done['stderr']!r}")
    expect(isinstance(done["durationMs"], int | float), "durationMs is missing")
    code = await player.error_code("executeCommand", command="echo begun; sleep 600", timeout=500)
    expect(code == "TIMEOUT", f"a command that takes too long gets {code!r}")


@MCP_REGISTRY.check("WAP-08")
async def the_workspace_is_described(player: McpPlayer) -> None:
    """Root, default exclusions and limits."""
    info = await player.call("getWorkspaceInfo")
    expect(info["root"] == str(player.root), f"root is {info['root']!r}")
    expect(as_list(info["defaultExclusions"]), "defaultExclusions is empty")
    expect(as_object(info["limits"]), "limits is empty")


@MCP_REGISTRY.check("WAP-09")
async def errors_have_codes(player: McpPlayer) -> None:
    """A missing file, a wrong argument and a place outside get their codes."""
    for arguments, expected in (
        ({"path": "not-there.txt"}, {"FILE_NOT_FOUND"}),
        ({"path": 7}, {"INVALID_ARGUMENT"}),
        ({"path": f"../{player.outside.name}"}, {"PERMISSION_DENIED", "INVALID_ARGUMENT"}),
    ):
        code = await player.error_code("readFile", **arguments)
        expect(code in expected, f"readFile with {arguments} gets {code!r}")
    try:
        await player.call("readFile", path="not-there.txt")
    except ToolError as error:
        expect(isinstance(error.payload.get("error"), str), "an error has no text `error`")


@MCP_REGISTRY.check("WAP-10")
async def truncation_is_reported(player: McpPlayer) -> None:
    """600 files in a folder: the list is cut, with the true total."""
    for n in range(600):
        player.write(f"many/{n}.txt", "x\n")
    listed = await player.call("exploreFiles", path="many")
    expect(listed["totalFound"] == 600, f"totalFound is {listed['totalFound']}, not 600")
    expect(
        listed["isTruncated"] == (len(listed["files"]) < 600), "isTruncated contradicts the number of entries"
    )
    found = await player.call("searchFiles", paths=["many"], query="x", type="literal", recursive=True)
    expect(found["totalMatches"] == 600, f"totalMatches is {found['totalMatches']}, not 600")
    expect(
        found["isTruncated"] == (len(found["matches"]) < 600), "isTruncated contradicts the number of matches"
    )


@MCP_REGISTRY.check("WAP-11")
async def exclusions_apply(player: McpPlayer) -> None:
    """node_modules is left out by default, and found with other exclusions."""
    player.write("excluded/node_modules/module.txt", "needle\n")
    player.write("excluded/own.txt", "needle\n")
    arguments = {"paths": ["excluded"], "query": "needle", "type": "literal", "recursive": True}
    default = await player.call("searchFiles", **arguments)
    expect(
        default["totalMatches"] == 1,
        f"with the default exclusions there are {default['totalMatches']} matches",
    )
    replaced = await player.call("searchFiles", **arguments, excludePatterns=["**/nothing/**"])
    expect(replaced["totalMatches"] == 2, "other exclusions do not replace the default ones")


@MCP_REGISTRY.check("WAP-12")
async def nothing_outside_is_reached(player: McpPlayer) -> None:
    """.., absolute paths and links that lead outside are refused; results can be passed back."""
    outside = player.outside
    written = f"{outside.stem}-written.txt"
    (player.root / "link.txt").symlink_to(outside)
    (player.root / "folder-link").symlink_to(player.root.parent)
    inside = (f"../{outside.name}", str(outside), "link.txt", f"folder-link/{outside.name}", "/etc/hostname")
    for path in inside:
        try:
            await player.call("readFile", path=path)
        except (ToolError, RpcError):
            continue
        raise CheckFailed(f"{path} is read")
    for path in (f"../{written}", f"folder-link/{written}", str(outside.with_name(written))):
        with contextlib.suppress(ToolError, RpcError):
            await player.call("writeFile", path=path, content="x", mode="create")
        expect(not outside.with_name(written).exists(), f"{path} is written")
    player.write("back/again.txt", "again\n")
    listed = await player.call("exploreFiles", path="back")
    read = await player.call("readFile", path=listed["files"][0]["path"])
    expect(read["content"] == "again\n", "a listed path cannot be passed back")
