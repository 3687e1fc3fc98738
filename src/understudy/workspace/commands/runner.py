"""Run one command: validate, take a snapshot, start, monitor, move its output, end it, restore, build the result.

The sandboxes are in `isolation`, starting and ending processes in `process`, and the protection of repository
files in `git_protection`.
"""

import contextlib
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, assert_never

from understudy.workspace.commands import environment
from understudy.workspace.commands.command import (
    BoundedOutput,
    Command,
    CommandResult,
    OutputCallback,
    OutputSink,
    validate_command,
)
from understudy.workspace.commands.folders import contains, open_outermost_roots, verify_roots
from understudy.workspace.commands.git_protection import (
    BareRepoGuard,
    ProtectedPaths,
    Restorer,
    RestoreResult,
    find_planted_repositories,
    find_protected_paths,
)
from understudy.workspace.commands.isolation import (
    BubblewrapJob,
    LandlockRules,
    Sandbox,
    SandboxAccess,
    bubblewrap,
    find_closed_system_files,
    find_hidden_paths,
    find_readable_paths,
    home_folders,
    landlock,
    reports_no_network,
    seccomp,
    was_denied,
)
from understudy.workspace.commands.process import (
    Job,
    LimitMonitor,
    SupervisedJob,
    TerminationReason,
    pump_io,
)
from understudy.workspace.commands.scratch import ScratchFolder, scratch_folder
from understudy.workspace.errors import ExecutionFailed, TimedOut, WorkspaceError
from understudy.workspace.limits import MAX_WRITTEN_FILE_BYTES, OOM_SCORE_ADJUSTMENT
from understudy.workspace.stop import Stop

__all__ = ["CommandOutcome", "require_sandbox", "run", "run_streaming"]

_NETWORK_ADVICE: Final = (
    "If it needs the network, send the call again with network: true; a person is asked, or has decided with "
    "--network."
)
_CANCELLED_TERMINATION: Final = TerminationReason(
    "cancelled", "The command was cancelled and ended with everything it started."
)


@dataclass(frozen=True, slots=True)
class CommandOutcome:
    """How a command ended."""

    exit_code: int | None
    """128 + n if signal n killed it; None if it was terminated by us."""
    termination: TerminationReason | None
    restore_result: RestoreResult
    """Changes of protected repository files, and which of them were undone."""
    access: SandboxAccess
    duration_ms: int
    planted: tuple[str, ...] = ()
    """Repositories that the command made or changed and that run programs, with the reason."""


def run(
    command: Command,
    *,
    sandbox: Sandbox,
    stop: Stop,
    on_output: OutputCallback | None = None,
    inherited_variables: Iterable[str] = (),
) -> CommandResult:
    """Run a command to its end and return its output. Raises WorkspaceError.

    `on_output` is called with new text, in this thread, up to the output limit. `inherited_variables` names further
    variables of our own environment that are passed to the command.
    """
    output = BoundedOutput(command.limits.max_output_size, on_output)
    outcome = run_streaming(
        command, sandbox=sandbox, stop=stop, output=output, inherited_variables=inherited_variables
    )
    return _build_result(command, sandbox, outcome, output)


def run_streaming(
    command: Command,
    *,
    sandbox: Sandbox,
    stop: Stop,
    output: OutputSink,
    inherited_variables: Iterable[str] = (),
) -> CommandOutcome:
    """Run a command to its end and write its output to `output`, in this thread. Raises WorkspaceError."""
    require_sandbox(sandbox)
    validate_command(command)
    stop.check()
    verify_roots(command)
    started = time.monotonic()
    hidden, shown = _find_visible_paths(command) if sandbox.name != "off" else ([], ["/"])
    protects = sandbox.name != "off" and not command.read_only
    protected = find_protected_paths(command.roots, command.cwd, stop.check) if protects else []
    bare_repos = BareRepoGuard(command.roots if protects else ())
    with contextlib.closing(Restorer(protected, stop.check)) as restorer, scratch_folder() as scratch:
        try:
            job, tmp = _start_job(command, sandbox, scratch, hidden, shown, protected, inherited_variables)
        except OSError as error:
            raise ExecutionFailed(
                f"The command could not be started: {error.strerror}. Try again later.", "os_error"
            ) from error
        try:
            try:
                _drive_job(job, command, started, scratch, stop, output)
            finally:
                # Also if `output` raised: end every process first, then undo what they changed.
                job.close()
                restore_result = _restore_changes(restorer, bare_repos, job.read_only_mounts)
            since_ns = os.stat(scratch.empty_file).st_ctime_ns
            planted = find_planted_repositories(command.roots, protected, since_ns) if protects else []
            exit_code = None if job.termination else job.exit_code()
        finally:
            output.close()
    duration = round((time.monotonic() - started) * 1000)
    return CommandOutcome(
        exit_code,
        job.termination,
        restore_result,
        SandboxAccess(command, tmp, hidden, shown),
        duration,
        tuple(planted),
    )


def _find_visible_paths(command: Command) -> tuple[list[str], list[str]]:
    """The paths that the command may read besides its roots, preceded by those inside of them that are hidden."""
    own_environment = os.environ
    added = [os.path.realpath(path) for path in command.readable]
    hidden = [*find_hidden_paths(own_environment, command.roots), *find_closed_system_files()]
    hidden = [path for path in hidden if not any(contains(folder, path) for folder in added)]
    return hidden, find_readable_paths(own_environment, command.roots, added)


def require_sandbox(sandbox: Sandbox) -> None:
    """Raise ExecutionFailed if no sandbox works and none was waived."""
    if sandbox.name == "none":
        raise ExecutionFailed(
            f"No sandbox works here ({sandbox.problem}), so commands are refused. Install bubblewrap, or "
            "start with the sandbox switched off if commands may do whatever you may do.",
            "no_sandbox",
        )


def _start_job(
    command: Command,
    sandbox: Sandbox,
    scratch: ScratchFolder,
    hidden: list[str],
    shown: list[str],
    protected: list[ProtectedPaths],
    inherited_variables: Iterable[str],
) -> tuple[Job, str]:
    """Start the command in its sandbox. Also return the path of its temporary folder as the command sees it."""
    own_environment = os.environ

    def variables(tmp: str) -> dict[str, str]:
        caches = environment.private_cache_variables(tmp) if sandbox.name != "off" else {}
        if sandbox.name != "off" and not command.network:
            caches |= environment.OFFLINE_VARIABLES
        return (
            environment.build_environment(
                {**own_environment}, command.environment, inherited_variables=inherited_variables, tmp=tmp
            )
            | caches
        )

    def supervised(confinement: LandlockRules | None) -> Job:
        return SupervisedJob(
            command,
            variables(scratch.tmp),
            confinement,
            seccomp_filter=None if confinement is None else _build_filter(command, sandbox),
            writable=[scratch.tmp] if command.read_only else [scratch.tmp, *command.roots],
            file_size=MAX_WRITTEN_FILE_BYTES,
            oom_score=OOM_SCORE_ADJUSTMENT,
        )

    match sandbox.name:
        case "bubblewrap":
            plan = bubblewrap.build_plan(
                command,
                scratch,
                hidden=hidden,
                protected=protected,
                shown=shown,
                homes=home_folders(own_environment),
            )
            program = sandbox.program or "bwrap"
            job: Job = BubblewrapJob(
                program,
                plan,
                command,
                variables(plan.tmp),
                seccomp_filter=_build_filter(command, sandbox) if seccomp.is_supported() else None,
                file_size=MAX_WRITTEN_FILE_BYTES,
                oom_score=OOM_SCORE_ADJUSTMENT,
            )
            return job, plan.tmp
        case "landlock":
            with open_outermost_roots(command) as root_fds:
                roots = list(root_fds.values())
                writable = [scratch.tmp] if command.read_only else [scratch.tmp, *roots]
                rules = landlock.build_rules(
                    sandbox.abi, writable=writable, readable=roots, hidden=hidden, shown=shown
                )
                return supervised(rules), scratch.tmp
        case "off" | "none":
            return supervised(None), scratch.tmp
        case _:
            assert_never(sandbox.name)


def _build_filter(command: Command, sandbox: Sandbox) -> seccomp.SeccompFilter:
    """The seccomp filter of a command: it refuses what namespaces and mounts do not keep away from it."""
    namespaces = sandbox.name == "bubblewrap"
    return seccomp.build_filter(
        seccomp.FilterPolicy(
            internet=command.network or namespaces,
            # With the network, abstract sockets of other programs would be in reach.
            unix_sockets=namespaces and not command.network,
            system_v_ipc=namespaces,
            metadata_broker=not namespaces,
            other_processes=namespaces,
        )
    )


def _drive_job(
    job: Job, command: Command, started: float, scratch: ScratchFolder, stop: Stop, output: OutputSink
) -> None:
    """Move input and output until the command has exited or was terminated."""
    timeout = command.timeout
    monitor = LimitMonitor(
        job.process.pid,
        sandbox_process_count=job.sandbox_process_count,
        deadline=started + timeout,
        timeout=timeout,
        limits=command.limits,
        folders=(*command.roots, scratch.base),
        terminate=job.terminate,
    )
    with stop.on_cancel(lambda: job.terminate(_CANCELLED_TERMINATION)), monitor:
        job.wait_until_ready()
        pump_io(job, None if command.stdin is None else command.stdin.encode(), output)


def _restore_changes(
    restorer: Restorer, bare_repos: BareRepoGuard, read_only_mounts: frozenset[str]
) -> RestoreResult:
    """Undo changes of protected repository files."""
    result = restorer.restore(read_only_mounts=read_only_mounts)
    try:
        result.reverted += bare_repos.revert()
    except OSError as error:
        result.not_reverted.append(f"a root that became a bare repository ({error.strerror})")
    return result


def _changed_files_message(changed: RestoreResult, sandbox: Sandbox) -> str:
    names = ", ".join([*changed.reverted, *changed.not_reverted][:5])
    sentence = (
        f"The command changed repository internals ({names}), which the {sandbox.name} sandbox protects; "
    )
    if not changed.not_reverted:
        return f"{sentence}the change was undone. Make it yourself, or start with the sandbox off."
    remaining = ", ".join(changed.not_reverted[:5])
    rest = "the rest was undone; " if changed.reverted else ""
    return f"{sentence}{rest}NOT undone: {remaining}. Look at it before a program such as git uses it."


def _build_result(
    command: Command, sandbox: Sandbox, outcome: CommandOutcome, output: BoundedOutput
) -> CommandResult:
    """Return the result of a command, or raise the error that explains why there is none."""
    termination, exit_code, restore_result, duration = (
        outcome.termination,
        outcome.exit_code,
        outcome.restore_result,
        outcome.duration_ms,
    )
    stdout, stderr = output.render()
    details: dict[str, Any] = {
        "stdout": stdout,
        "stderr": stderr,
        "isOutputTruncated": output.truncated,
        "durationMs": duration,
    }
    if restore_result.reverted or restore_result.not_reverted:
        raise ExecutionFailed(
            _changed_files_message(restore_result, sandbox),
            "sandbox_denied",
            changed=[*restore_result.reverted, *restore_result.not_reverted],
            notUndone=restore_result.not_reverted,
            exitCode=exit_code,
            **details,
        )
    if outcome.planted:
        raise ExecutionFailed(
            "The command left a repository whose settings or hooks run programs: "
            f"{', '.join(outcome.planted)}. Look at it before a program such as git uses it; nothing was undone.",
            "planted_configuration",
            repositories=list(outcome.planted),
            exitCode=exit_code,
            **details,
        )
    confined = sandbox.name != "off"
    offline = confined and not command.network
    if termination is not None:
        error: type[WorkspaceError] = TimedOut if termination.reason == "time_limit" else ExecutionFailed
        if termination.reason == "time_limit":
            details["limitMs"] = round(command.timeout * 1000)
        advice = termination.advice
        if offline and termination.reason == "time_limit" and reports_no_network(stdout, stderr):
            advice = f"{advice} {_NETWORK_ADVICE}".strip()
        raise error(termination.message, termination.reason, advice=advice, **details)
    if exit_code is None:
        raise RuntimeError("a command that came to its own end has an exit code")
    if exit_code != 0 and offline and reports_no_network(stdout, stderr):
        raise ExecutionFailed(
            "The command failed without a network: it ran with none, so neither the internet nor a service on "
            "this machine (localhost) can be reached.",
            "network_denied",
            advice=_NETWORK_ADVICE,
            exitCode=exit_code,
            **details,
        )
    if exit_code != 0 and confined and was_denied(sandbox, outcome.access, stderr):
        advice = (
            "nothing can be written to in a workspace that is open for reading only."
            if command.read_only
            else "only the roots can be written to, repository configuration and hooks cannot. Add the folder it "
            "needs as a root, or start with the sandbox off. Besides the roots, only the system, toolchains and "
            "package caches can be read; --readable DIR adds a folder."
        )
        raise ExecutionFailed(
            f"The {sandbox.name} sandbox kept the command from something outside its reach: {advice}",
            "sandbox_denied",
            exitCode=exit_code,
            **details,
        )
    return CommandResult(stdout, stderr, exit_code, output.truncated, duration)
