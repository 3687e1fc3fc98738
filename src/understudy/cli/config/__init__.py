"""`understudy.cli.config`."""
