"""Browser tests of the workbench. A package, so that all of its tests in one process share a browser."""
