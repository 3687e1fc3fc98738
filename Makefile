# Everything a newcomer or CI needs. `make run` and `make test` are the two to know.

ifndef PYTHON
PYTHON := $(shell for p in python3.13 python3.12 python3.11 python3; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
endif
VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime
INSTALLED := $(VENV)/.installed
COLLECTED := $(VENV)/.collected
# Many tests wait for processes and for a browser, so there are twice as many workers as cores. A worker
# that is done takes tests from the others, and keeps tests of one module together, which share fixtures.
WORKERS ?= $(shell cores=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); echo $$((2 * cores)))
PYTEST_ARGS ?= -n $(WORKERS) --dist worksteal --durations=20 --durations-min=5
# The tests start Python hundreds of times: compiled modules are stored even if the environment says otherwise.
unexport PYTHONDONTWRITEBYTECODE

# The workbench's page needs Node to be built, and nothing else here does.
NODE := $(shell command -v npm >/dev/null 2>&1 && node -e 'process.exit(+(parseInt(process.versions.node) < 20))' 2>/dev/null && echo yes)
PAGE := src/understudy/web/static/index.html
PAGE_PARTS := web/node_modules/.installed
PAGE_SOURCES := $(shell find web codegen -name node_modules -prune -o -name __pycache__ -prune -o -name acp.ts -prune -o -type f -print 2>/dev/null)
VSIX := editors/vscode/understudy.vsix
VSIX_PARTS := editors/vscode/node_modules/.installed
VSIX_SOURCES := $(shell find editors/vscode/src editors/vscode/images -type f 2>/dev/null) editors/vscode/README.md

.PHONY: help install page run tour test pytest collect pagetest check format lint types imports mutants fuzz soak smoke bench lock clean
.PHONY: ray dist docs man conformance interop peers mcppeers acppeers clientpeers remotepeers editors neovim emacs helix vscode vsix vscodetest

help: ## show these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

install: $(INSTALLED) page ## make .venv with the package and its development tools, and build the workbench's page

define CHECK_PYTHON
	@test -n "$(PYTHON)" || { echo "Understudy needs Python 3.11 or newer. Install it, or run: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)"; exit 1; }
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON). Run: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) lacks the venv module. On Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
endef

# What running needs (.runtime), and the development tools in addition (.installed).
$(RUNTIME): requirements.lock pyproject.toml
	$(CHECK_PYTHON)
	@$(PYTHON) -m release.environment $(VENV) requirements.lock
	@touch $@

$(INSTALLED): requirements-dev.lock pyproject.toml
	$(CHECK_PYTHON)
	@$(PYTHON) -m release.environment $(VENV) requirements-dev.lock --compile
	@touch $(RUNTIME) $@

ifeq ($(NODE),yes)
page: $(PAGE)

$(PAGE_PARTS): web/package-lock.json web/package.json
	@echo "  page: installing its parts with npm"
	@cd web && npm ci --loglevel=error --no-audit --no-fund --no-update-notifier || { \
		echo "npm cannot install the page's parts. To go on without the page: make NODE=no $(MAKECMDGOALS)"; exit 1; }
	@touch $@

$(PAGE): $(PAGE_PARTS) $(PAGE_SOURCES)
	@echo "  page: building"
	@cd web && npm run --silent build -- --logLevel warn
	@echo "  page: built"
	@touch $@
else
page:
	@echo "There is no Node 20 or newer with npm, so the workbench's page is not built. All else works."
endif

# The Python packages and the page are set up at the same time, and their tests run at the same time.
ifneq ($(filter run test,$(MAKECMDGOALS)),)
MAKEFLAGS += --jobs=2
endif

run: $(RUNTIME) page ## open the workbench on this folder (without Node: the tour in the terminal)
	@if [ -f $(PAGE) ]; then exec $(BIN)/understudy web; else exec $(BIN)/understudy tour; fi

tour: $(RUNTIME) ## see next edits, the agent and the tools at work, in the terminal
	@$(BIN)/understudy tour

test: pytest pagetest vscodetest ## run every test

pytest: install $(COLLECTED)
	@$(BIN)/python -m pytest $(PYTEST_ARGS)

# After this, the workers of `make pytest` read compiled tests; otherwise each of them compiles them all.
$(COLLECTED): $(INSTALLED)
	@$(BIN)/python -m pytest --collect-only --quiet | tail -n 1
	@touch $@

collect: install
	@$(BIN)/python -m pytest --collect-only --quiet | tail -n 1
	@touch $(COLLECTED)

pagetest: install
ifeq ($(NODE),yes)
	@cd web && npm test --silent
else
	@echo "There is no Node 20 or newer with npm: the tests of the page's parts were not run."
endif

check: format lint types imports test ## what CI runs: format, lint, types, import directions, tests

format: install
	@$(BIN)/ruff format --check .

lint: install
	@$(BIN)/ruff check .

types: install
	@$(BIN)/basedpyright --warnings

imports: install
	@$(BIN)/lint-imports --no-cache

mutants: install ## put small faults into the source and see which no test notices (MUTANTS="rpc --sample 40"; slow)
	@$(BIN)/python -m tests.mutation $(MUTANTS)

fuzz: install ## mutated inputs for every interface and parser (FUZZ="--seconds 3600", FUZZ="acp mcp --seed 7")
	@$(BIN)/python -m tests.fuzz $(FUZZ)

interop: peers conformance editors ## check against programs and editors that we did not write (needs Node 20+, npm; tmux and Debian)

peers: mcppeers acppeers clientpeers remotepeers

mcppeers: install
	@$(BIN)/python tests/interop/run_mcp_peers.py

acppeers: install
	@$(BIN)/python tests/interop/run_acp_peers.py

clientpeers: install
	@$(BIN)/python tests/interop/run_client_peers.py

ray: install ## the tests of replays and training on Ray itself (240 MB, into build/ray)
	@$(BIN)/pip install --quiet --upgrade --target build/ray 'ray>=2.40'
	@PYTHONPATH=build/ray $(BIN)/python -m pytest -q tests/replay/test_distribution.py tests/repository/test_training.py -k ray

remotepeers: install ## ACP over a network, with the TypeScript SDK's clients and server and npm's oidc-provider
	@PYTHONPATH=tests $(BIN)/python tests/interop/run_remote_peers.py

conformance: install ## understudy check against agents of the official SDKs and real ones (CONFORMANCE=--write)
	@$(BIN)/python tests/interop/run_conformance.py $(CONFORMANCE)

editors: neovim emacs helix vscode ## next edits in real editors, from Debian and npm (downloads 400 MB once)

neovim: install
	@$(BIN)/python tests/interop/run_neovim.py

emacs: install
	@$(BIN)/python tests/interop/run_emacs.py

helix: install
	@$(BIN)/python tests/interop/run_helix.py

vscode: install vsix
	@$(BIN)/python tests/interop/run_vscode.py $(VSCODE)

ifeq ($(NODE),yes)
vsix: $(VSIX) ## pack the extension for VS Code: editors/vscode/understudy.vsix

$(VSIX_PARTS): editors/vscode/package-lock.json editors/vscode/package.json
	@echo "installing the parts of the VS Code extension with npm"
	@cd editors/vscode && npm ci --ignore-scripts --loglevel=error --no-audit --no-fund
	@touch $@

$(VSIX): $(VSIX_PARTS) $(VSIX_SOURCES)
	@cd editors/vscode && npm run --silent package
	@touch $@

vscodetest: $(VSIX_PARTS)
	@cd editors/vscode && npm test --silent
else
vsix:
	@echo "There is no Node 20 or newer with npm, so the VS Code extension is not packed."

vscodetest:
	@echo "There is no Node 20 or newer with npm: the tests of the VS Code extension were not run."
endif

smoke: install ## talk to a real small model (optional: fetches 100 MB)
	@$(BIN)/python tests/interop/run_small_model.py

# `make bench NAME …`: the words behind `bench` are names of benchmarks, not targets.
ifeq (bench,$(firstword $(MAKECMDGOALS)))
BENCH := $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
.PHONY: $(BENCH)
$(BENCH):: ; @:
endif

bench: install ## measure against peers in the same run: all, or `make bench NAME` (needs Node 20+, npm)
	@$(BIN)/python -m bench $(BENCH)

soak: install ## memory over many calls and edits (SOAK="--seconds 3600")
	@$(BIN)/python -m bench.soak $(SOAK)

dist: install vsix ## build the wheel and the sdist into dist/, check them, install the wheel and use it
	@$(BIN)/python -m release.distribution

DOCS_VENV := .venv-docs
DOCS_INSTALLED := $(DOCS_VENV)/.installed

$(DOCS_INSTALLED): requirements-docs.lock
	@test -x $(DOCS_VENV)/bin/python || $(PYTHON) -m venv $(DOCS_VENV)
	@$(DOCS_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-docs.lock
	@touch $@

docs: $(DOCS_INSTALLED) ## build the documentation as a site: build/site/index.html
	@NO_MKDOCS_2_WARNING=1 $(DOCS_VENV)/bin/mkdocs build --strict --quiet
	@echo "build/site/index.html"

man: install ## write the man page: build/understudy.1
	@$(BIN)/python -m release.manual

lock: install ## renew the lock files after a change of dependencies
	@$(BIN)/uv pip compile -q pyproject.toml --extra openai --extra anthropic --extra google --group build --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header -o requirements.lock
	@$(BIN)/uv pip compile -q --group docs --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header -o requirements-docs.lock
	@$(BIN)/uv pip compile -q pyproject.toml --extra all --group dev -c requirements.lock --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header -o requirements-dev.lock
	@$(BIN)/uv pip compile -q pyproject.toml --extra all -c requirements-dev.lock --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header -o deploy/requirements.lock

clean: ## remove what these targets made
	rm -rf $(VENV) $(DOCS_VENV) build dist .pytest_cache .ruff_cache .hypothesis bench/.work web/node_modules src/understudy/web/static \
		editors/vscode/node_modules editors/vscode/out $(VSIX)
