"""Settings of next edits: precedence of the sources, where a key is sent, and the dependencies built from them."""

import argparse
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.test_login import Screen

from forked_command import run_command
from understudy.acp import NesDependencies, NotReady
from understudy.cli.config.credentials import Credentials
from understudy.cli.config.errors import SettingsError
from understudy.cli.config.nes_settings import NesSettings, load_nes_settings
from understudy.cli.nes_setup import build_nes_dependencies
from understudy.settings import NesConfig, expected_values

SECRET = "sk-very-secret-0123456789"
LOCAL = "http://localhost:8080/v1"


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "config"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("UNDERSTUDY_CONFIG_DIR", str(folder))
    monkeypatch.setenv("UNDERSTUDY_STATE_DIR", str(tmp_path / "state"))
    for name in ("INCEPTION_API_KEY", "UNDERSTUDY_NES_MODEL", "UNDERSTUDY_NES_URL", "MY_KEY"):
        monkeypatch.delenv(name, raising=False)
    return folder


def load(
    config: Path, text: str = "", environ: dict[str, str] | None = None, **options: str | None
) -> NesSettings:
    (config / "config.toml").write_text(text)
    folders = {"UNDERSTUDY_CONFIG_DIR": str(config), "UNDERSTUDY_STATE_DIR": str(config / "s")}
    return load_nes_settings({**folders, **(environ or {})}, argparse.Namespace(**options))


def build(**options: str) -> NesDependencies:
    return build_nes_dependencies(argparse.Namespace(**options))


def test_without_anything_set_the_symbolic_engine_works_alone(config: Path) -> None:
    settings = load(config)
    assert (
        settings.options.enabled,
        settings.options.engine,
        settings.options.eagerness,
        settings.options.remember,
        settings.model,
    ) == (
        True,
        "symbolic",
        "medium",
        True,
        None,
    )
    assert settings.feedback_file.parent == config / "s"
    assert settings.index_folder == config / "s" / "nes-index"


def test_everything_can_stand_in_the_file(config: Path) -> None:
    settings = load(
        config,
        f"""
        [nes]
        enabled = false
        engine = "model"
        eagerness = "low"
        remember = false
        store_index = false
        model = "zeta2"
        url = "{LOCAL}"
        api_key_env = "MY_KEY"
        """,
    )
    assert (
        settings.options.enabled,
        settings.options.engine,
        settings.options.eagerness,
        settings.options.remember,
    ) == (
        False,
        "model",
        "low",
        False,
    )
    assert settings.index_folder is None
    assert settings.model is not None
    assert (settings.model.format, settings.model.url) == ("zeta2", LOCAL)
    assert (settings.key_variable, settings.is_key_expected) == ("MY_KEY", True)
    assert set(expected_values(NesConfig)) == set(NesConfig.__struct_fields__)


def test_a_model_helps_out_where_one_is_named(config: Path) -> None:
    assert load(config, nes_model="zeta2", nes_url=LOCAL).options.engine == "hybrid"
    assert load(config, nes_model="zeta2", nes_url=LOCAL, nes_engine="symbolic").options.engine == "symbolic"
    assert load(config, '[nes]\nengine = "model"', nes_model="zeta2", nes_url=LOCAL).options.engine == "model"


def test_the_command_line_comes_before_the_environment_and_this_before_the_file(config: Path) -> None:
    text = f'[nes]\nmodel = "zeta2"\nurl = "{LOCAL}"\neagerness = "low"'
    environ = {"UNDERSTUDY_NES_MODEL": "instinct", "UNDERSTUDY_NES_URL": "http://localhost:7/v1"}
    model = load(config, text, environ).model
    assert model is not None
    assert (model.format, model.url) == ("instinct", "http://localhost:7/v1")
    settings = load(
        config, text, environ, nes_model="qwen", nes_url="http://[::1]:9/v1", nes_eagerness="high"
    )
    assert settings.model is not None
    assert (settings.model.format, settings.model.url) == ("qwen", "http://[::1]:9/v1")
    assert settings.options.eagerness == "high"


def test_a_url_is_of_the_model_beside_it_and_of_no_other(config: Path) -> None:
    text = f'[nes]\nmodel = "zeta2"\nurl = "{LOCAL}"'
    with pytest.raises(SettingsError, match="address of the server"):
        load(config, text, nes_model="instinct")
    same = load(config, text, nes_model="zeta2:other").model
    assert same is not None
    assert (same.model, same.url) == ("other", LOCAL)
    moved = load(config, text, nes_url="http://localhost:9/v1").model
    assert moved is not None
    assert (moved.format, moved.url) == ("zeta2", "http://localhost:9/v1")


def test_the_files_key_is_not_sent_to_a_server_that_is_named_elsewhere(config: Path) -> None:
    text = f'[nes]\nmodel = "zeta2"\nurl = "{LOCAL}"\napi_key_env = "MY_KEY"'
    environ = {"MY_KEY": SECRET}
    assert load(config, text, environ).environment_key == SECRET
    assert load(config, text, environ, nes_url="https://other.example/v1").environment_key is None
    moved = load(config, text, environ, nes_url="https://other.example/v1", nes_key_env="MY_KEY")
    assert moved.environment_key == SECRET
    assert SECRET not in repr(moved)


def test_the_hosted_models_variable_is_used_for_its_own_host_only(config: Path) -> None:
    environ = {"INCEPTION_API_KEY": SECRET}
    hosted = load(config, environ=environ, nes_model="mercury")
    assert (hosted.environment_key, hosted.is_key_expected) == (SECRET, True)
    elsewhere = load(config, environ=environ, nes_model="mercury", nes_url="https://other.example/v1")
    assert (elsewhere.environment_key, elsewhere.is_key_expected) == (None, False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[nes]\nenabled = 1", "nes.enabled must be true or false"),
        ('[nes]\nengine = "magic"', "nes.engine must be one of"),
        ('[nes]\neagernes = "low"', "there is no setting 'nes.eagernes'"),
        ('[nes]\napi_key_env = "not a name"', "nes.api_key_env must be the name"),
        (f'[nes]\napi_key = "{SECRET}"', "keys don't belong in this file"),
        ("nes = 3", "nes must be a table"),
        ('[nes]\nmodel = "magic"\nurl = "http://localhost:1"', "nes.model"),
        ('[nes]\nengine = "model"', "none is named"),
        (f'[nes]\nurl = "{LOCAL}"', "no model is named"),
        ('[nes]\nmodel = "zeta2"\nurl = "http://me:pw@localhost:1"', "must not hold a name or password"),
    ],
)
def test_what_cannot_be_used_is_reported_and_no_value_is_quoted(
    config: Path, text: str, expected: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        load(config, text)
    assert expected in caught.value.message
    assert SECRET not in caught.value.message
    assert "pw@" not in caught.value.message


def test_dependencies_without_a_model_have_no_accounts(config: Path) -> None:
    dependencies = build()
    assert dependencies.accounts is None
    assert dependencies.setup.open_model is None
    assert dependencies.setup.missing_key_message() is None
    assert str(config) in dependencies.setup.private_folders
    assert not Path(str(dependencies.setup.feedback_file)).exists()


@pytest.mark.requirement("NES-19")
def test_a_key_is_missing_until_it_is_stored_or_set_and_again_after_logout(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dependencies = build(nes_model="mercury")
    accounts = dependencies.accounts
    assert accounts is not None
    message = dependencies.setup.missing_key_message()
    assert message is not None
    assert "understudy login nes" in message
    assert "INCEPTION_API_KEY" in message
    assert (accounts.stored(), accounts.from_environment()) == (None, None)
    Credentials(config).set("nes@api.inceptionlabs.ai", SECRET)
    assert dependencies.setup.missing_key_message() is None
    assert accounts.stored() is not None
    accounts.forget()
    assert dependencies.setup.missing_key_message() is not None
    monkeypatch.setenv("INCEPTION_API_KEY", SECRET)
    assert dependencies.setup.missing_key_message() is not None
    assert accounts.from_environment() is not None
    assert dependencies.setup.missing_key_message() is None
    accounts.forget()
    assert dependencies.setup.missing_key_message() is not None
    assert SECRET not in repr(dependencies) + repr(dependencies.setup)


def test_a_key_for_another_server_is_no_key(config: Path) -> None:
    Credentials(config).set("nes@other.example", SECRET)
    Credentials(config).set("openai", SECRET)
    dependencies = build(nes_model="mercury")
    assert dependencies.accounts is not None
    assert dependencies.accounts.stored() is None
    assert dependencies.setup.missing_key_message() is not None


def test_settings_that_cannot_be_used_are_reported_with_the_file(config: Path) -> None:
    (config / "config.toml").write_text("[nes]\nenginee = 'x'\n")
    with pytest.raises(NotReady, match=r"config\.toml"):
        build()
    (config / "config.toml").unlink()
    Credentials(config).set("openai", SECRET)
    (config / "credentials.json").chmod(0o644)
    dependencies = build(nes_model="mercury")
    with pytest.raises(NotReady, match="chmod 600"):
        dependencies.setup.missing_key_message()


def test_login_and_logout_know_the_key_of_next_edits(config: Path, tmp_path: Path) -> None:
    def run(*words: str, stdin: str = "") -> "subprocess.CompletedProcess[str]":
        environ = {"UNDERSTUDY_CONFIG_DIR": str(config), "HOME": str(tmp_path)}
        return run_command(*words, stdin=stdin, env=environ)

    stored = Credentials(config)
    unsure = run("login", "nes", "--stdin", stdin=SECRET)
    assert unsure.returncode == 2
    assert "--base-url" in unsure.stderr
    done = run("login", "nes", "--stdin", "--base-url", "https://models.example.org/v1", stdin=SECRET)
    assert (done.returncode, done.stderr) == (0, "")
    assert "--nes-model" in done.stdout
    assert stored.providers() == ["nes@models.example.org"]
    (config / "config.toml").write_text('[nes]\nmodel = "mercury"\n')
    assert run("login", "nes", "--stdin", stdin=SECRET).returncode == 0
    stored.set("openai", SECRET)
    assert stored.providers() == ["nes@api.inceptionlabs.ai", "nes@models.example.org", "openai"]
    assert (
        "nes@models.example.org" in run("logout", "nes", "--base-url", "https://models.example.org/v1").stdout
    )
    assert "nes@api.inceptionlabs.ai" in run("logout", "nes").stdout
    assert stored.providers() == ["openai"]
    assert SECRET not in done.stdout


def test_an_editors_login_offers_the_model_of_next_edits_where_one_is_set(
    config: Path, tmp_path: Path
) -> None:
    environ = {"UNDERSTUDY_CONFIG_DIR": str(config), "HOME": str(tmp_path), "TERM": "dumb"}
    words = ("acp", "--nes-model", "mercury", "--base-url", "https://chat.example.org/v1", "--login")
    screen = Screen(environ, *words)
    try:
        screen.wait_for("Number or name: ")
        assert "4  Next edits: mercury-edit-2 at api.inceptionlabs.ai (nes)" in screen.shown
        screen.type("4\n")
        screen.wait_for("Key for next edits at https://api.inceptionlabs.ai/v1")
        screen.wait_for_no_echo()
        screen.type(f"{SECRET}\n")
        assert screen.ended() == 0
    finally:
        screen.close()
    assert SECRET not in screen.shown
    assert Credentials(config).providers() == ["nes@api.inceptionlabs.ai"]


def test_the_chat_does_not_take_the_key_of_next_edits_for_its_own(config: Path) -> None:
    from understudy.cli.agent_setup import build_chat_dependencies

    Credentials(config).set("nes@api.inceptionlabs.ai", SECRET)
    options = argparse.Namespace(model=None, base_url=None, sandbox="auto", pass_env=[])
    assert build_chat_dependencies(options).accounts.stored() is None


def test_building_next_edits_loads_nothing_of_the_chat(config: Path) -> None:
    code = (
        "import argparse, sys\n"
        "from understudy.cli.nes_setup import build_nes_dependencies\n"
        "build_nes_dependencies(argparse.Namespace(nes_model='zeta2', nes_url='http://localhost:1/v1'))\n"
        "names = ('understudy.chat', 'understudy.models', 'understudy.tools', 'pydantic', 'httpx', 'tree_sitter')\n"
        "print([name for name in names if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=240
    )
    assert done.stdout == "[]\n"


def test_the_environment_sets_the_processor_time_of_a_request(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERSTUDY_NES_CPU_S", "0.25")
    assert build_nes_dependencies(argparse.Namespace()).setup.engine_cpu_s == 0.25
    monkeypatch.delenv("UNDERSTUDY_NES_CPU_S")
    assert build_nes_dependencies(argparse.Namespace()).setup.engine_cpu_s == 0.05


@pytest.mark.parametrize("text", ["fast", "0", "-1", "nan"])
def test_a_processor_time_that_is_no_positive_number_is_an_error(
    config: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("UNDERSTUDY_NES_CPU_S", text)
    with pytest.raises(NotReady, match="UNDERSTUDY_NES_CPU_S must be a number of seconds"):
        build_nes_dependencies(argparse.Namespace())
