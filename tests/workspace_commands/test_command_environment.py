"""The environment of commands: what they inherit, and what a caller may not set."""

import pytest
from tests.workspace_commands.command_harness import CommandHarness

from understudy.workspace.commands import Sandbox
from understudy.workspace.commands.environment import build_environment
from understudy.workspace.errors import Denied, InvalidArgument

REFUSED = """
LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT ld_preload DYLD_INSERT_LIBRARIES BASH_ENV ENV BASH_FUNC_ls SHELLOPTS
BASHOPTS PS4 PROMPT_COMMAND IFS PATH Path HOME GIT_SSH_COMMAND GIT_CONFIG_COUNT GIT_EXTERNAL_DIFF git_editor
SSH_ASKPASS NODE_OPTIONS NODE_PATH PYTHONSTARTUP PYTHONHOME PYTHONPATH PYTHONINSPECT PYTHONBREAKPOINT
PERL5OPT PERL5LIB RUBYOPT RUBYLIB JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS EDITOR VISUAL PAGER
LESSOPEN LESSCLOSE MANPAGER BROWSER GCONV_PATH GLIBC_TUNABLES RIPGREP_CONFIG_PATH npm_config_registry
NPM_CONFIG_SCRIPT_SHELL PIP_INDEX_URL RUSTC_WRAPPER TMPDIR HTTPS_PROXY https_proxy CC MAKEFLAGS GOFLAGS
CARGO_BUILD_RUSTC_WRAPPER XDG_CONFIG_HOME TAR_OPTIONS PYTEST_ADDOPTS DOTNET_STARTUP_HOOKS OPENSSL_CONF
SUDO_ASKPASS UNDERSTUDY_STATE_DIR CLASSPATH ZDOTDIR MAVEN_OPTS LUA_INIT_5_4 CONFIG_SITE CONFIG_SHELL
CROSS_COMPILE HOSTCC BAZEL_SH PARALLEL_SHELL ESBUILD_BINARY_PATH PUPPETEER_EXECUTABLE_PATH CHROME_BIN PSQLRC
CAML_LD_LIBRARY_PATH GDK_PIXBUF_MODULE_FILE GST_PLUGIN_PATH VK_ICD_FILENAMES VK_LAYER_PATH GST_PLUGIN_SCANNER
""".split()  # noqa: SIM905


@pytest.mark.attack(40)
@pytest.mark.parametrize("name", REFUSED)
def test_a_variable_that_changes_what_a_command_means_is_refused(harness: CommandHarness, name: str) -> None:
    with pytest.raises(Denied) as caught:
        harness.run("touch made", Sandbox("off"), environment={"OK": "1", name: "x"})
    assert caught.value.reason == "dangerous_variable"
    assert caught.value.details["names"] == [name]
    assert name in caught.value.message
    assert "inside the command line" in caught.value.message
    assert not (harness.root / "made").exists()


@pytest.mark.parametrize("name", ["", "A=B", "A B", "1A", "Ä", "A\0", "A-B", "A\n"])
def test_a_name_that_no_variable_can_have_is_refused(
    harness: CommandHarness, sandbox: Sandbox, name: str
) -> None:
    with pytest.raises(InvalidArgument) as caught:
        harness.run("true", sandbox, environment={name: "x"})
    assert caught.value.reason == "bad_arguments"


@pytest.mark.parametrize("value", ["a\0b", "\ud800"])
def test_a_value_that_no_variable_can_have_is_refused(
    harness: CommandHarness, sandbox: Sandbox, value: str
) -> None:
    with pytest.raises(InvalidArgument) as caught:
        harness.run("true", sandbox, environment={"A": value})
    assert caught.value.reason == "bad_arguments"


def test_an_ordinary_variable_reaches_the_command_unchanged(
    harness: CommandHarness, sandbox: Sandbox
) -> None:
    asked = {"GREETING": "two words\nand 'a line'", "NODE_ENV": "test", "CI": "1", "PYTHONUNBUFFERED": "1"}
    finished = harness.run(
        'printf %s "$GREETING|$NODE_ENV|$CI|$PYTHONUNBUFFERED"', sandbox, environment=asked
    )
    assert finished.stdout == "two words\nand 'a line'|test|1|1"


@pytest.mark.attack(41)
def test_our_own_secrets_are_not_inherited(
    any_user: CommandHarness, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (
        "ANTHROPIC_API_KEY",
        "GITHUB_TOKEN",
        "AWS_SECRET_ACCESS_KEY",
        "NPM_TOKEN",
        "SOMETHING",
        "SSH_AUTH_SOCK",
    ):
        monkeypatch.setenv(name, "secret-7f3a")
    monkeypatch.setenv("HTTPS_PROXY", "http://user:secret-7f3a@proxy:3128")
    monkeypatch.setenv("PIP_INDEX_URL", "https://secret-7f3a@index/simple")
    assert "secret-7f3a" not in any_user.run("env", sandbox).stdout


@pytest.mark.attack(41)
def test_a_sandboxed_command_cannot_read_our_environment_from_proc(
    any_user: CommandHarness, real_sandbox: Sandbox, tmp_path: object
) -> None:
    line = "cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | grep -c PYTEST_CURRENT_TEST"
    assert any_user.run(line, real_sandbox).stdout == "0\n"


def test_a_configured_variable_is_passed_on(
    harness: CommandHarness, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_LICENCE", "abc")
    assert harness.run("echo $MY_LICENCE", sandbox, inherit=("MY_LICENCE",)).stdout == "abc\n"


@pytest.mark.attack(52)
def test_programs_see_a_dumb_terminal_without_color(any_user: CommandHarness, sandbox: Sandbox) -> None:
    terminals = "[ -t 0 ] || [ -t 1 ] || [ -t 2 ] || echo no terminal"
    line = f"echo $TERM $NO_COLOR; {terminals}; (: >/dev/tty) 2>&1 | wc -l"
    assert any_user.run(line, sandbox).stdout == "dumb 1\nno terminal\n1\n"


def test_the_list_is_a_pure_function() -> None:
    own = {
        "PATH": "/usr/bin::.:rel/bin:/bin",
        "HOME": "/h",
        "LC_ALL": "C",
        "http_proxy": "http://proxy:1",
        "https_proxy": "http://u:p@proxy:1",
        "npm_config_registry": "https://r",
        "npm_config__authToken": "t",
        "TOKEN": "t",
        "TERM": "xterm",
    }
    assert build_environment(own, {"A": "1"}, tmp="/t") == {
        "PATH": "/usr/bin:/bin",
        "HOME": "/h",
        "LC_ALL": "C",
        "http_proxy": "http://proxy:1",
        "npm_config_registry": "https://r",
        "TERM": "dumb",
        "NO_COLOR": "1",
        "A": "1",
        "TMPDIR": "/t",
        "TMP": "/t",
        "TEMP": "/t",
    }
    assert build_environment({}, {})["PATH"] == "/usr/local/bin:/usr/bin:/bin"
