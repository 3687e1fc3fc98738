"""The user's settings, keys and folders: read from the command line, the environment and the config folder.

The facade is lazy, so that next edits import nothing of the chat's settings.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.cli.config.command_settings import load_command_settings
    from understudy.cli.config.config_edit import (
        change_config,
        change_permission_rule,
        check_config,
        format_value,
        get_value,
        parse_key,
        parse_value,
    )
    from understudy.cli.config.config_file import check_url, load_sensitive_patterns, read_config
    from understudy.cli.config.credentials import MAX_KEY_CHARS, Credentials, check_key
    from understudy.cli.config.errors import CredentialError, SettingsError, SetupError
    from understudy.cli.config.folders import (
        config_folder,
        nes_feedback_file,
        nes_index_folder,
        own_folders,
        state_folder,
    )
    from understudy.cli.config.nes_settings import (
        NES_CREDENTIAL,
        NesSettings,
        load_nes_settings,
        nes_credential_name,
        nes_key_variable,
    )
    from understudy.cli.config.settings import (
        Settings,
        credential_name,
        load_settings,
    )

__all__ = [
    "MAX_KEY_CHARS",
    "NES_CREDENTIAL",
    "CredentialError",
    "Credentials",
    "NesSettings",
    "Settings",
    "SettingsError",
    "SetupError",
    "change_config",
    "change_permission_rule",
    "check_config",
    "check_key",
    "check_url",
    "config_folder",
    "credential_name",
    "format_value",
    "get_value",
    "load_command_settings",
    "load_nes_settings",
    "load_sensitive_patterns",
    "load_settings",
    "nes_credential_name",
    "nes_feedback_file",
    "nes_index_folder",
    "nes_key_variable",
    "own_folders",
    "parse_key",
    "parse_value",
    "read_config",
    "state_folder",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "command_settings": ("load_command_settings",),
        "config_edit": (
            "change_config",
            "change_permission_rule",
            "check_config",
            "format_value",
            "get_value",
            "parse_key",
            "parse_value",
        ),
        "config_file": ("check_url", "load_sensitive_patterns", "read_config"),
        "credentials": ("Credentials", "MAX_KEY_CHARS", "check_key"),
        "errors": ("CredentialError", "SettingsError", "SetupError"),
        "folders": ("config_folder", "nes_feedback_file", "nes_index_folder", "own_folders", "state_folder"),
        "nes_settings": (
            "NES_CREDENTIAL",
            "NesSettings",
            "load_nes_settings",
            "nes_credential_name",
            "nes_key_variable",
        ),
        "settings": ("Settings", "credential_name", "load_settings"),
    },
)
