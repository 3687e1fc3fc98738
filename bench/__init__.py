"""Measurements as ratios against peers in the same run. `make bench` runs them all; nothing here asserts."""
