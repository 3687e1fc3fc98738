"""Drives real Emacs 30 from Debian's unstable release, in batch and in tmux, with Eglot and with lsp-mode.

    python tests/interop/run_emacs.py

The settings are those of docs/editors.md. The journeys: a rename over two files, rejected edits that stay rejected,
Eglot's code actions, lsp-mode's inline completion, and keys and drawing in a terminal. Skips, and says so, where
Emacs cannot be had: it is a download of 90 MB. UNDERSTUDY_EMACS_PACKAGES may name a folder with a checkout of
acp.el and, if you have it, of agent-shell: then a chat is opened with the client that the example makes.
"""

import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from debian_editors import Unavailable, UnpackedEditor, report_skip, unpack_editor
from document_snippets import snippets
from tmux_screen import LIMIT_S, Screen

REPOSITORY = Path(__file__).resolve().parents[2]
HELPERS = Path(__file__).with_name("emacs_batch.el")
USERS = "def get_user(name):\n    return name\n\n\ndef run():\n    print(get_user('a'))\n    print(get_user('b'))\n"
MAIN = "from users import get_user\n\nprint(get_user('c'))\n"
DEFINED = USERS.replace("get", "find", 1)
RENAMED_USERS, RENAMED_MAIN = (text.replace("get_user", "find_user") for text in (USERS, MAIN))
EGLOT, LSP_MODE = snippets(REPOSITORY, "Emacs", "elisp")
(AGENT_SHELL,) = snippets(REPOSITORY, "Emacs with agent-shell", "elisp")
PACKAGES = Path(os.environ.get("UNDERSTUDY_EMACS_PACKAGES", ""))
QUIET = """
(load "lsp-mode-autoloads" nil t) ; as the package manager would
(setq native-comp-jit-compilation nil native-comp-enable-subr-trampolines nil make-backup-files nil
      create-lockfiles nil inhibit-startup-screen t lsp-auto-guess-root t lsp-enable-snippet nil
      lsp-enable-suggest-server-download nil lsp-headerline-breadcrumb-enable nil
      lsp-enabled-clients '(understudy))
"""


AGENT_SHELL_CONFIG_ALONE = """
(require 'map)
(provide 'agent-shell)
(defvar agent-shell-agent-configs nil)
(defun agent-shell-make-agent-config (&rest config) config)
"""


class Emacs:
    """Emacs on a project of two files, with settings of its own."""

    def __init__(self, editor: UnpackedEditor, folder: Path) -> None:
        root = editor.root
        lisp = root / "usr/share/emacs/30.2/lisp"
        folders = [lisp, *(path for path in sorted(lisp.rglob("*")) if path.is_dir())]
        folders += sorted((root / "usr/share/emacs/site-lisp/elpa-src").glob("*"))
        dump = next(root.glob("usr/libexec/emacs/*/*/emacs-*.pdmp"))
        loader, *rest = editor.command("usr/bin/emacs-nox")
        self._command = [
            loader,
            "--argv0",
            str(root / "usr/bin/emacs-nox"),
            *rest,
            f"--dump-file={dump}",
            "-Q",
        ]
        self._environ = {
            "HOME": str(folder),
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
            "TERM": "xterm-256color",
            "EMACSLOADPATH": ":".join(map(str, folders)),
            "EMACSDATA": str(root / "usr/share/emacs/30.2/etc"),
            "EMACSDOC": str(root / "usr/share/emacs/30.2/etc"),
        }
        self._folder = folder
        self.project = folder / "project"
        (self.project / ".git").mkdir(parents=True)
        (self.project / "users.py").write_text(USERS)
        (self.project / "main.py").write_text(MAIN)
        (folder / "src").mkdir()
        (folder / "src/understudy").symlink_to(REPOSITORY)

    def batch(self, settings: str, script: str, *, opens_a_file: bool = True) -> str:
        """Run the script after the settings and the helpers; return what it prints."""
        program = self._folder / "journey.el"
        opened = '(batch-open "users.py")' if opens_a_file else ""
        program.write_text(f'{QUIET}{settings}(load "{HELPERS}" nil t)\n{opened}\n{script}')
        done = subprocess.run(
            [*self._command, "--batch", "-l", str(program)],
            cwd=self.project,
            env=self._environ,
            capture_output=True,
            text=True,
            timeout=4 * LIMIT_S,
            check=False,
        )
        if done.returncode:
            raise AssertionError(f"Emacs failed:\n{done.stdout}{done.stderr[-3000:]}")
        return done.stdout

    def terminal(self, settings: str) -> Screen:
        program = self._folder / "journey.el"
        program.write_text(QUIET + settings)
        command = [*self._command, "-nw", "-l", str(program), str(self.project / "users.py")]
        return Screen(self._folder, command, self._environ)

    def expect_files(self, users: str, main: str) -> None:
        found = (self.project / "users.py").read_text(), (self.project / "main.py").read_text()
        if found != (users, main):
            raise AssertionError(f"expected {(users, main)}, found {found}")


def eglot_renames_over_two_files(emacs: Emacs) -> None:
    emacs.batch(EGLOT, "(batch-rename) (batch-accept-all)")
    emacs.expect_files(RENAMED_USERS, RENAMED_MAIN)


def lsp_mode_renames_over_two_files(emacs: Emacs) -> None:
    emacs.batch(LSP_MODE, "(batch-rename) (batch-accept-all)")
    emacs.expect_files(RENAMED_USERS, RENAMED_MAIN)


def a_rejected_edit_stays_rejected(emacs: Emacs) -> None:
    emacs.batch(EGLOT, "(batch-rename) (batch-reject-all)")
    emacs.expect_files(DEFINED, MAIN)


def eglot_code_actions_rename_everywhere(emacs: Emacs) -> None:
    script = """
    (setq eglot-confirm-server-edits nil)
    (batch-rename)
    (let ((actions (eglot-code-actions (point) (point))))
      (mapc (lambda (one) (princ (format "%s\\n" (plist-get one :title)))) actions)
      (eglot-execute (eglot-current-server) (nth 1 actions)))
    (batch-wait "the edit" (lambda () (not (save-excursion (goto-char 1) (search-forward "get_user" nil t)))))
    (accept-process-output nil 0.2)
    (save-some-buffers t)
    """
    shown = emacs.batch(EGLOT, script)
    for title in ("Next edit: get_user → find_user in line 6", "Rename everywhere: get_user → find_user"):
        if title not in shown:
            raise AssertionError(f"{title!r} is not among the actions:\n{shown}")
    emacs.expect_files(RENAMED_USERS, RENAMED_MAIN)


def lsp_mode_has_inline_completions(emacs: Emacs) -> None:
    script = """
    (batch-rename)
    (goto-char (point-min))
    (search-forward "print(")
    (lsp-inline-completion-display)
    (lsp-inline-completion-accept)
    (save-some-buffers t)
    """
    emacs.batch(LSP_MODE, script)
    emacs.expect_files(USERS.replace("get_user", "find_user", 2), MAIN)


def acp_el_chats_with_the_agent(emacs: Emacs) -> None:
    """The example's client, in acp.el. Without agent-shell, the example's configuration is taken as it is."""
    folders = "".join(f'(add-to-list (quote load-path) "{one}")\n' for one in sorted(PACKAGES.iterdir()))
    shell = "" if (PACKAGES / "agent-shell").is_dir() else AGENT_SHELL_CONFIG_ALONE
    script = """
    (let* ((config (understudy-agent-config))
           (client (funcall (map-elt config :client-maker) (current-buffer)))
           (send (lambda (request) (acp-send-request :client client :request request :sync t)))
           (said ""))
      (acp-subscribe-to-notifications
       :client client
       :on-notification
       (lambda (message)
         (setq said (concat said (or (map-nested-elt message '(params update content text)) "")))))
      (funcall send (acp-make-initialize-request :protocol-version 1))
      (let ((session (map-elt (funcall send (acp-make-session-new-request :cwd default-directory :mcp-servers []))
                              'sessionId)))
        (funcall send (acp-make-session-prompt-request
                       :session-id session
                       :prompt '(((type . "text") (text . "/read users.py:1-2"))))))
      (princ said))
    """
    shown = emacs.batch(folders + shell + AGENT_SHELL, script, opens_a_file=False)
    if "def get_user" not in shown:
        raise AssertionError(f"the agent did not answer:\n{shown}")


def _rename_in_a_terminal(screen: Screen) -> None:
    screen.wait_for("def get_user", "[eglot:")
    screen.keys("C-s")
    screen.type("get")
    screen.keys("Enter", "BSpace", "BSpace", "BSpace")
    screen.type("find")


def keys_keep_their_other_meanings(emacs: Emacs) -> None:
    """In the minibuffer Tab completes and C-g quits; on an empty line Tab indents."""
    shown = "print(get_user('a'))  → find_user"
    with emacs.terminal(EGLOT) as screen:
        _rename_in_a_terminal(screen)
        screen.wait_for(shown)
        screen.keys("M-x")
        screen.wait_for("M-x")
        screen.type("understudy-exp")
        screen.keys("Tab")
        screen.wait_for("understudy-explain", shown)
        screen.keys("C-g")
        screen.wait_until_gone("M-x")
        screen.wait_for(shown)
        screen.keys("C-e", "Enter")
        screen.wait_for(shown)
        screen.keys("Tab")
        screen.type("pass")
        screen.wait_until(lambda text: text.splitlines()[2].strip() == "pass", "the word in the empty line")


def keys_and_drawing_in_a_terminal(emacs: Emacs) -> None:
    with emacs.terminal(EGLOT) as screen:
        _rename_in_a_terminal(screen)
        for call in ("get_user('a')", "get_user('b')"):
            line = f"print({call})  → find_user"
            screen.wait_for(line)
            screen.keys("Tab")  # there
            screen.wait_for(line)
            screen.keys("Tab")  # accepted
            screen.wait_for(call.replace("get", "find"))
        screen.wait_for("» main.py:1")
        screen.keys("C-g")
        screen.wait_for("Rejected")
        screen.wait_until_gone("» main.py:1")
        screen.keys("C-x", "C-s")
        screen.wait_for("Wrote")
    emacs.expect_files(RENAMED_USERS, MAIN)


JOURNEYS: tuple[Callable[[Emacs], None], ...] = (
    eglot_renames_over_two_files,
    lsp_mode_renames_over_two_files,
    a_rejected_edit_stays_rejected,
    eglot_code_actions_rename_everywhere,
    lsp_mode_has_inline_completions,
    keys_and_drawing_in_a_terminal,
    keys_keep_their_other_meanings,
    acp_el_chats_with_the_agent,
)


def main() -> int:
    try:
        editor = unpack_editor("emacs", ["emacs-nox", "elpa-lsp-mode"])
    except Unavailable as error:
        return report_skip("Emacs", error)
    failures = 0
    wanted = sys.argv[1:]
    for journey in JOURNEYS:
        if wanted and journey.__name__ not in wanted:
            continue
        if journey is acp_el_chats_with_the_agent and not (PACKAGES / "acp.el/acp.el").is_file():
            print("SKIPPED Emacs: acp.el is not in UNDERSTUDY_EMACS_PACKAGES")
            continue
        started = time.monotonic()
        name = journey.__name__.replace("_", " ")
        try:
            with tempfile.TemporaryDirectory(
                prefix="understudy-emacs-", ignore_cleanup_errors=True
            ) as folder:
                journey(Emacs(editor, Path(folder)))
        except Exception:
            failures += 1
            print(f"FAILED Emacs: {name}\n{traceback.format_exc()}")
        else:
            print(f"Emacs: {name} ({time.monotonic() - started:.1f} s)")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
