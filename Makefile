# The developer's interface. `make` alone says what there is.
# Everything is installed into .venv from the hashed pins in requirements/.

PYTHON ?= python3
BIN    := .venv/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet install --no-deps
UV     := $(BIN)/uv --quiet pip install --python $(BIN)/python --no-deps

# Images of Python set this, and every process of the tests would compile all that it imports anew, from the source.
unexport PYTHONDONTWRITEBYTECODE

# $(call install,SET): install a set of pins. The pins are complete, so nothing is resolved: a resolver looks at newer releases of
# what is pinned, and stops at those that have no hash here. uv takes seconds where pip takes a minute; pip is asked where uv
# reaches no index, because it may know a mirror that is set up for it alone.
install = $(UV) --require-hashes -r requirements/$(1).txt 2>/dev/null || $(PIP) --require-hashes -r requirements/$(1).txt

.PHONY: help play client test test-long check bench examples lock format screenshots clean system-packages kernels checked-kernels test-rules test-rules-1 \
	test-rules-2 test-others test-browser check-python check-docs check-client
.DEFAULT_GOAL := help

help:  ## say what the commands are
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: .venv/play.stamp client  ## set up and play in the browser
	@$(BIN)/ludotheque play

client: .venv/play.stamp  ## build the browser client, if it has changed
	@$(BIN)/python hatch_build.py

test: system-packages .venv/dev.stamp  ## set up, check, and run every test with coverage
	@$(MAKE) --no-print-directory -j2 --output-sync kernels checked-kernels check-client check-python test-rules test-others test-browser

# The tests of rules, which are traced, in two processes: tracing the workers of pytest-xdist takes twice as long. Kernels are
# compiled with checks of array bounds here, so that whatever they play beside the rules also shows that they keep to their arrays.
RULES_1 := tests/games
RULES_2 := tests/laws tests/core tests/compiled tests/puzzles/test_collection.py tests/puzzles/test_proofs.py \
	tests/test_playthroughs.py tests/test_public_api.py
test-rules-1 test-rules-2: .venv/dev.stamp checked-kernels
	@NUMBA_BOUNDSCHECK=1 COVERAGE_FILE=.coverage.$@ $(BIN)/python -m pytest $($(subst test-rules-,RULES_,$@)) -p no:schemathesis --cov --cov-report= --cov-fail-under=0

test-rules: test-rules-1 test-rules-2
	@$(BIN)/coverage combine --quiet && $(BIN)/coverage report

# Side by side: tests of servers wait for processes, databases and timers, those of the browser for pages. So the first have a
# worker more than there are processors.
WORKERS = $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
test-others: kernels client
	@$(BIN)/python -m pytest --ignore=tests/web $(addprefix --ignore=,$(RULES_1) $(RULES_2)) -n $(WORKERS) --dist worksteal

test-browser: .venv/dev.stamp client
	@$(BIN)/python -m pytest tests/web -p no:schemathesis -n auto --dist worksteal

test-long: system-packages check kernels  ## run the long comparisons at full length, for hours
	@LUDOTHEQUE_LONG=1 $(BIN)/python -m pytest --ignore=tests/docs --ignore=tests/web -n auto --dist worksteal

check: check-python check-docs check-client  ## format, lint, types, import contract, docs; the same for the client

check-python: .venv/dev.stamp
	@$(BIN)/ruff format --check --quiet . || { echo 'make format puts this right.'; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache --no-logo

check-docs: .venv/dev.stamp client
	@$(BIN)/python -m pytest -q tests/docs -n auto

check-client: .venv/dev.stamp client
	@$(BIN)/python hatch_build.py check test

bench: .venv/dev.stamp  ## print the benchmark tables
	@$(BIN)/python -m benchmarks

examples: .venv/examples.stamp  ## train the examples for some minutes each, and print what they reach
	@$(BIN)/python -m examples.policy_gradient
	@$(BIN)/python -m examples.cfr
	@$(BIN)/python -m examples.maskable_ppo

# The PyTorch of the examples: its version, and no hash, because its files differ by platform, accelerator and index. On Linux the
# usual index has it with libraries for graphics cards, which are gigabytes; a build for the processor is enough, and whoever has
# one gives its place: make examples TORCH='torch==2.13.0 --find-links FOLDER'
TORCH ?= torch==2.13.0

format: .venv/dev.stamp  ## put the layout of the code right
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .
	@$(BIN)/python hatch_build.py format

screenshots: system-packages .venv/dev.stamp client  ## write pictures of every screen to build/screenshots/
	@$(BIN)/python -m tools.screenshots

lock: $(BIN)/uv  ## renew the pins in requirements/ from pyproject.toml
	@for set in 'play pyproject.toml --group build --extra fast' \
		'dev pyproject.toml --group dev --extra fast --extra openspiel --extra postgresql --extra ray --extra rl' \
		'bench pyproject.toml --group bench --extra rl' 'examples pyproject.toml --group examples --extra rl --constraints requirements/dev.txt' \
		'node --group node' 'setup --group setup'; do \
		$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
			--upgrade $${set#* } -o requirements/$${set%% *}.txt || exit 1; \
	done

clean:  ## remove everything that can be made again
	@rm -rf web/node_modules src/ludotheque/server/static .venv build dist .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Not in the help: what `test` needs of the system, before anything else runs. Debian's package would also start a database
# server of its own; a line in postgresql-common's settings keeps it from making one, and the tests start theirs.
PACKAGES = $(if $(wildcard /usr/bin/chromium-headless-shell),,chromium-headless-shell) \
	$(if $(wildcard /usr/lib/postgresql/*/bin/initdb)$(shell command -v initdb),,postgresql)
system-packages:
	@test -z '$(strip $(PACKAGES))' || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
		echo 'Installing $(strip $(PACKAGES)) (once) ...' && apt-get update -qq && \
		mkdir -p /etc/postgresql-common/createcluster.d && \
		echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.d/ludotheque-tests.conf && \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(strip $(PACKAGES)) >/dev/null; } || \
		{ echo 'The tests need more of the system: sudo apt-get install $(strip $(PACKAGES))'; exit 1; }

# Nor this: what tests of compiled code would otherwise compile once in every worker.
kernels: .venv/dev.stamp
	@$(BIN)/python -m tools.compile_kernels

# With checks of array bounds: before the tests of rules, which would compile it in both processes, traced.
checked-kernels: .venv/dev.stamp
	@NUMBA_BOUNDSCHECK=1 $(BIN)/python -m tools.compile_kernels playouts

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo 'Python 3.11 or newer is needed: apt-get install python3 python3-venv'; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo 'Python 3.11 or newer is needed; set PYTHON=python3.11, for example.'; exit 1; }
	@$(PYTHON) -m venv .venv 2>/dev/null || { rm -rf .venv; echo 'The venv module is missing: apt-get install python3-venv'; exit 1; }

$(BIN)/uv: requirements/setup.txt | $(BIN)/python
	@echo 'Setting up (once) ...'
	@$(PIP) --require-hashes -r requirements/setup.txt
	@touch $@

# Each stamp says: this set of pins is installed in .venv.
.venv/play.stamp: requirements/play.txt requirements/node.txt pyproject.toml | $(BIN)/uv
	@$(call install,play)
	@$(BIN)/python hatch_build.py --has-node || { $(call install,node); }
	@LUDOTHEQUE_NO_CLIENT=1 $(PIP) --no-build-isolation -e .
	@touch $@

.venv/dev.stamp: requirements/dev.txt requirements/node.txt pyproject.toml | $(BIN)/uv
	@$(call install,dev)
	@$(BIN)/python hatch_build.py --has-node || { $(call install,node); }
	@LUDOTHEQUE_NO_CLIENT=1 $(PIP) --no-build-isolation -e .
	@touch $@ .venv/play.stamp

# What PyTorch needs beside its own libraries is pinned with the rest, so it comes last; pip knows where this machine has it.
.venv/examples.stamp: requirements/examples.txt .venv/dev.stamp
	@$(call install,examples)
	@$(BIN)/python -m pip --disable-pip-version-check --quiet install $(TORCH)
	@touch $@
