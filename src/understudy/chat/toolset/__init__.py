"""The tools that a turn offers to its model: the workspace's seven, the plan, and those of MCP servers.

`usable` says what a tool is to a turn; one module a kind of tool.
"""
