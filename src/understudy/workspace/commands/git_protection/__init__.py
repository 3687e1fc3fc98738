"""`understudy.workspace.commands.git_protection`."""
