"""The commands. The only place where parts are put together, and the only one that reads the environment."""
