# Every chore is one command. Only Python >= 3.11 and make are needed; the first command sets everything up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
NPM := $(BIN)/python hatch_build.py npm
TYPES := frontend/src/generated/wire.ts

.DEFAULT_GOAL := help
.PHONY: help app play test test-slow chaos screenshots check format types golden bench docs lock clean

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 14

app: $(STAMP) ## build the web app, unless it is up to date
	@$(BIN)/python hatch_build.py

play: app ## open the house on this machine and play in the browser
	@$(BIN)/teahouse

test: app ## run every test but the long campaigns
	@$(NPM) run --silent test
	@$(BIN)/pytest -n auto -m "not slow" $(or $(ARGS),--ignore=tests/e2e)
	@$(if $(ARGS),true,$(BIN)/pytest -n 2 -m "not slow" tests/e2e) # apart: a browser keeps an event loop running

test-slow: $(STAMP) ## run the long campaigns
	@$(BIN)/pytest -n auto -m slow $(ARGS)

chaos: $(STAMP) ## kill servers a thousand times and look what is left
	@CHAOS_KILLS=1000 $(BIN)/pytest -q tests/web/test_chaos.py $(ARGS)

check: app ## format, lint, types twice, import contracts, generated types, the app
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/basedpyright
	@$(BIN)/lint-imports
	@$(BIN)/python -m teahouse.web.typescript --check $(TYPES)
	@$(NPM) run --silent check

types: $(STAMP) ## write the TypeScript types of the wire anew
	@$(BIN)/python -m teahouse.web.typescript $(TYPES)

format: $(STAMP) ## put the sources into the house's form
	@$(BIN)/ruff check --fix-only .
	@$(BIN)/ruff format .

golden: $(STAMP) ## write the golden files anew (look at the difference before committing it)
	@GOLDEN=write $(BIN)/pytest -q tests/golden

bench: $(STAMP) ## measure every figure beside its peer
	@$(BIN)/python -m benchmarks

screenshots: app ## photograph every page into docs/screenshots/
	@$(BIN)/python -m tests.e2e.screenshots docs/screenshots

docs: $(STAMP) ## build the documentation into site/
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

lock: ## choose the newest dependencies and pin them
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet uv
	@$(BIN)/uv pip compile pyproject.toml --group dev --group docs --group bench --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-annotate --no-header --upgrade --quiet -o requirements.lock

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "teahouse needs Python 3.11 or newer, this is " + sys.version.split()[0])'
	@echo "setting up $(VENV) (once) …"
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(STAMP)

clean: ## remove everything that was made
	rm -rf $(VENV) site frontend/node_modules frontend/src/generated/tiles.svg frontend/src/generated/tiles.json src/teahouse/web/static .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
