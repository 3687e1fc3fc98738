"""What every HTTP face shares: who may speak to it, where it listens and how it stops. Knows neither MCP nor pages.

Nothing is imported here: the web server behind `serving` is for those that serve.
"""
