"""Errors of the user's setup.

    SetupError
    ├── CredentialError   the stored keys cannot be used: bad_key, bad_file, unsafe_file, busy, os_error
    └── SettingsError     a setting cannot be used: bad_config, unknown_setting, bad_setting, key_in_config

A message says what to fix and contains no secret.
"""

__all__ = ["CredentialError", "SettingsError", "SetupError"]


class SetupError(Exception):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class CredentialError(SetupError):
    pass


class SettingsError(SetupError):
    pass
