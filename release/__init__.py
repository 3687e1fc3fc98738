"""Builds and checks what is published: `make dist`, `make man`."""
