"""`understudy.workspace.commands.process`."""
