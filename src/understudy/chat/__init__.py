"""Sessions, turns, permissions, slash commands, discovery and the session store."""
