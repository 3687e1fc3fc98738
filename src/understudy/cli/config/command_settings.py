"""Loads the settings of the commands that tools run, for every interface that has tools."""

import argparse
from collections.abc import Mapping
from pathlib import Path

from understudy.cli.config.config_file import read_config
from understudy.cli.config.errors import SettingsError, SetupError
from understudy.cli.config.folders import config_folder
from understudy.cli.config.sources import SettingSources
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
    return SettingSources(CommandSettings, options, environ, values, path).resolve()
