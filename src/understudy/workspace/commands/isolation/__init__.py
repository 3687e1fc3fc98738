"""`understudy.workspace.commands.isolation`."""
