"""`understudy.cli.commands`."""
