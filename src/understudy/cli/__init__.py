"""The command line. The only package that puts the others together and reads the environment.

Exports nothing: `main` imports the module of a command when it runs, so that `understudy acp` starts fast.
"""

__all__: list[str] = []
