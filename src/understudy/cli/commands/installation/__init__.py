"""The commands about the installation itself, each with `configure` and `run`.

Exports nothing: `understudy.cli.main` imports the one that runs.
"""

__all__: list[str] = []
