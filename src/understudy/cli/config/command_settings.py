"""Loads the settings of the commands that tools run, for every interface that has tools."""

import argparse
import os
from collections.abc import Mapping
from pathlib import Path

from msgspec import structs

from understudy.cli.config.config_file import read_config
from understudy.cli.config.errors import SettingsError, SetupError
from understudy.cli.config.folders import config_folder
from understudy.cli.config.sources import GivenValue, SettingSources
from understudy.settings import CommandSettings

__all__ = ["load_command_settings"]


def load_command_settings(environ: Mapping[str, str], options: argparse.Namespace) -> CommandSettings:
    """Read the command line and config.toml, in this order of precedence. Raises SettingsError."""
    path = Path()
    values = {}
    try:
        path = config_folder(environ) / "config.toml"
        values = read_config(path)
    except SettingsError:
        raise
    except SetupError:
        # Without a home folder there is no file.
        values = {}
    sources = SettingSources(CommandSettings, options, environ, values, path)
    given = sources.first("readable")
    paths = () if given is None else tuple(_absolute(given, name) for name in given.value)
    return structs.replace(sources.resolve(), readable=paths)


def _absolute(given: GivenValue, name: str) -> str:
    """Return the canonical path of a folder or file that commands may read."""
    is_flag = given.label.startswith("--")
    expanded = os.path.expanduser(name)
    if not is_flag and not os.path.isabs(expanded):
        raise SettingsError("bad_setting", f"{given.label}: {name[:200]!r} is not an absolute path.")
    path = os.path.realpath(expanded)
    if path == "/":
        raise SettingsError("bad_setting", f"{given.label}: / is everything. Name the folder that is needed.")
    if is_flag and not os.path.exists(path):
        raise SettingsError("bad_setting", f"{given.label} {name[:200]}: there is no such folder or file.")
    return path
