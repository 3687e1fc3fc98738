# Everything a newcomer or CI needs. `make run` and `make test` are the two to know.

PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
PYTEST_ARGS ?= -n auto

.PHONY: help install run test check format lint types imports interop smoke bench lock clean

help: ## show these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

install: $(INSTALLED) ## make .venv with the package and its development tools

$(INSTALLED): requirements-dev.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Understudy needs Python 3.11 or newer. Install it, or run: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)"; exit 1; }
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON). Run: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) lacks the venv module. On Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	@echo "installing into $(VENV) with $$($(PYTHON) --version)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

run: install ## see the product working on this folder
	@$(BIN)/understudy tour

test: install ## run every test
	@$(BIN)/python -m pytest $(PYTEST_ARGS)

check: format lint types imports test ## what CI runs: format, lint, types, import directions, tests

format: install
	@$(BIN)/ruff format --check .

lint: install
	@$(BIN)/ruff check .

types: install
	@$(BIN)/basedpyright --warnings

imports: install
	@$(BIN)/lint-imports --no-cache

interop: install ## check against MCP and ACP programs that we did not write (needs Node 20+ and npm)
	@$(BIN)/python tests/interop/run_mcp_peers.py
	@$(BIN)/python tests/interop/run_acp_peers.py
	@$(BIN)/python tests/interop/run_client_peers.py

smoke: install ## talk to a real small model (optional: fetches 100 MB, may compile for ten minutes)
	@$(BIN)/python tests/interop/run_small_model.py

bench: install ## measure against peers in the same run (needs Node 20+, npm; fd if installed)
	@$(BIN)/python -m bench

lock: install ## renew the lock files after a change of dependencies
	@$(BIN)/uv pip compile -q pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header -o requirements.lock
	@$(BIN)/uv pip compile -q pyproject.toml --group dev -c requirements.lock --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header -o requirements-dev.lock

clean: ## remove what these targets made
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis bench/.work
