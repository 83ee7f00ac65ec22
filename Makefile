# Every chore is one command. Only Python >= 3.11 and make are needed; the first command sets everything up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEV := $(VENV)/.dev
PEERS := $(VENV)/.peers
TORCH := $(VENV)/.torch
NPM := $(BIN)/python hatch_build.py npm
TYPES := frontend/src/generated/wire.ts

# Tests start hundreds of processes; without .pyc files each would compile every source again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help app play test soak test-slow chaos simulate screenshots parts check format types golden bench docs lock clean

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 14

app: $(STAMP) ## build the web app, unless it is up to date
	@$(BIN)/python hatch_build.py

play: app ## open the house on this machine and play in the browser
	@$(BIN)/teahouse

test: app $(DEV) ## run every test but the long campaigns
	@$(if $(ARGS),$(BIN)/pytest -n auto --dist worksteal -m "not slow" $(ARGS),$(BIN)/python -m tests.everything)

soak: app $(DEV) ## drive the installed house with people and browsers (SECONDS=300), as a person starts it
	@$(BIN)/python -m tests.soak $(or $(SECONDS),300)

test-slow: $(DEV) $(TORCH) ## run the long campaigns, and properties with new examples
	@$(BIN)/pytest -n auto -m "slow or hypothesis" $(ARGS)

chaos: $(DEV) ## kill servers a thousand times and look what is left
	@CHAOS_KILLS=1000 $(BIN)/pytest -q tests/web/processes/test_chaos.py $(ARGS)

simulate: $(DEV) ## run simulated worlds (SEEDS=0-999) and shorten the failing ones to scripts
	@$(BIN)/python -m tests.simulation $(or $(SEEDS),0-999) $(ARGS)

check: app $(DEV) ## format, lint, types twice, import contracts, generated types, and the same for the app
	@! git grep -nE '^(<<<<<<<|>>>>>>>) ' # left over from a merge
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/basedpyright
	@$(BIN)/lint-imports
	@$(BIN)/python -m teahouse.web.typescript --check $(TYPES)
	@$(NPM) run --silent check

types: $(DEV) ## write the TypeScript types of the wire anew
	@$(BIN)/python -m teahouse.web.typescript $(TYPES)

format: app $(DEV) ## put the sources into the house's form
	@$(BIN)/ruff check --fix-only .
	@$(BIN)/ruff format .
	@$(NPM) run --silent format

golden: $(DEV) ## write the golden files anew (look at the difference before committing it)
	@GOLDEN=write $(BIN)/pytest -q tests/golden

bench: $(PEERS) ## measure every figure beside its peer, and write docs/benchmarks.md
	@$(BIN)/python -m benchmarks --write

screenshots: app $(DEV) ## photograph every page into docs/screenshots/; with SIZES=all at ten sizes into out/screenshots/
	@$(BIN)/python -m tests.e2e.screenshots $(if $(filter all,$(SIZES)),out/screenshots --sizes all,docs/screenshots) $(ROOMS)

parts: app ## show every part of the web app in its states, at http://localhost:5173/parts
	@$(NPM) run dev

docs: $(DEV) ## build the documentation into site/
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

COMPILE = $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
  --no-annotate --no-header --quiet

lock: ## choose the newest dependencies and pin them: to play, to work on the house, to measure peers
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet uv
	@$(COMPILE) --upgrade --group build --group dev --group docs --group peers --group bench --all-extras -o requirements-bench.lock
	@$(COMPILE) -c requirements-bench.lock --group build --group dev --group docs --group peers --all-extras -o requirements-dev.lock
	@$(COMPILE) -c requirements-bench.lock --group build -o requirements.lock

INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "teahouse needs Python 3.11 or newer, this is " + sys.version.split()[0])'
	@echo "setting up $(VENV) (once) …"
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	@$(INSTALL) --require-hashes -r requirements.lock
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): requirements-dev.lock $(STAMP)
	@echo "adding what tests and checks need (once) …"
	@$(INSTALL) --require-hashes -r requirements-dev.lock
	@touch $@

$(TORCH): $(DEV)
	@echo "adding PyTorch for the test of the training (once) …"
	@$(INSTALL) torch==2.13.0
	@touch $@

$(PEERS): requirements-bench.lock $(DEV)
	@echo "adding the heavy peers to measure against (once) …"
	@$(INSTALL) --require-hashes -r requirements-bench.lock
	@touch $@

clean: ## remove everything that was made
	rm -rf $(VENV) site frontend/node_modules frontend/src/generated/tiles-*.svg frontend/src/generated/tiles.json src/teahouse/web/static .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
