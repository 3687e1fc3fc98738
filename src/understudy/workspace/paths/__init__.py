"""`understudy.workspace.paths`."""
