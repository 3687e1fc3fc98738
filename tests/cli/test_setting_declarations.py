"""A setting is declared once, in `understudy.settings`, and reaches flags, environment, config file and ACP."""

import argparse
from pathlib import Path
from typing import Annotated, Literal, get_args

import pytest
from msgspec import Meta, Struct

from understudy.cli.config.errors import SettingsError
from understudy.cli.config.sources import SettingSources
from understudy.settings import (
    ChatSettings,
    CommandSettings,
    NesConfig,
    NesOptions,
    ProviderConfig,
    SandboxName,
    Setting,
    add_flags,
    declared_settings,
    expected_values,
)
from understudy.workspace import SandboxMode


class Colours(Struct, frozen=True):
    """Settings that only this test declares."""

    shade: Annotated[Literal["light", "dark"], Setting("the shade", flag="--shade", variable="X_SHADE")] = (
        "dark"
    )
    depth: Annotated[
        int,
        Meta(ge=1, le=9),
        Setting("how deep", flag="--x-depth", variable="X_DEPTH", expected="a whole number from 1 to 9"),
    ] = 3
    names: Annotated[tuple[str, ...], Setting("one more", flag="--name", in_config=False)] = ()


def load(words: list[str], environ: dict[str, str], **file_values: object) -> Colours:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_flags(parser, Colours)
    options = parser.parse_args(words)
    return SettingSources(Colours, options, environ, file_values, Path("/c.toml")).resolve()


@pytest.mark.parametrize(
    ("words", "environ", "file_values", "expected"),
    [
        ([], {}, {}, Colours()),
        ([], {}, {"depth": 5}, Colours(depth=5)),
        ([], {"X_DEPTH": "6"}, {"depth": 5}, Colours(depth=6)),
        (["--x-depth", "7"], {"X_DEPTH": "6"}, {"depth": 5}, Colours(depth=7)),
        ([], {"X_SHADE": "", "X_DEPTH": ""}, {"shade": "light"}, Colours(shade="light")),
        (["--shade", "light", "--name", "a", "--name", "b"], {}, {}, Colours("light", 3, ("a", "b"))),
    ],
)
def test_the_command_line_precedes_the_environment_and_the_environment_the_file(
    words: list[str], environ: dict[str, str], file_values: dict[str, object], expected: Colours
) -> None:
    assert load(words, environ, **file_values) == expected


@pytest.mark.parametrize(
    ("words", "environ", "message"),
    [
        ([], {"X_DEPTH": "10"}, "X_DEPTH must be a whole number from 1 to 9."),
        (["--x-depth", "deep"], {}, "--x-depth must be a whole number from 1 to 9."),
        ([], {"X_SHADE": "green"}, 'X_SHADE must be one of "light", "dark".'),
    ],
)
def test_a_wrong_value_is_reported_with_its_source_and_what_is_expected(
    words: list[str], environ: dict[str, str], message: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        load(words, environ)
    assert (caught.value.code, caught.value.message) == ("bad_setting", message)


def test_every_setting_says_what_its_value_must_be_and_every_flag_has_a_help_text() -> None:
    for kind in (ChatSettings, NesConfig, ProviderConfig, CommandSettings):
        declared = list(declared_settings(kind))
        assert [one.name for one in declared] == list(kind.__struct_fields__)
        assert all(expected_values(kind).values())
        assert all(one.setting.help for one in declared if one.setting.flag)


def test_every_option_of_a_next_edit_session_has_a_name_and_a_label_for_each_value() -> None:
    for one in declared_settings(NesOptions):
        assert one.setting.option is not None
        assert one.setting.option.name
        assert one.setting.option.description
        assert tuple(one.setting.option.labels) == one.choices


def test_the_sandbox_modes_are_those_of_the_workspace() -> None:
    assert set(get_args(SandboxName)) == {mode.value for mode in SandboxMode}
