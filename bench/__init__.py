"""Benchmarks, measured against comparable programs in the same run. `make bench` runs all; nothing here asserts."""
