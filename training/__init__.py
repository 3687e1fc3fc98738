"""Fits the probability model of the symbolic engine: `python -m training`. Not shipped; README.md explains it."""
