"""Measures next-edit suggestions: commits replayed against an agent over ACP, and how often it speaks unasked.

Knows agents from outside only, over the protocol. Reads no settings and prints nothing: that is the command's.
"""
