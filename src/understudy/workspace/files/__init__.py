"""`understudy.workspace.files`."""
