"""Fitting the chances of the symbolic engine: `python -m training`. Not shipped; README.md tells the whole way."""
