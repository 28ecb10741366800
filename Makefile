# make review   set up, then today's review of the shipped decks (without a terminal: what is due)
# make test     set up, then every gate: format, lint, types, layers, tests, decks, docs
#
# Both need Python 3.11 or newer and make. Everything is installed into .venv, with uv where it is
# installed, else with venv and pip.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WANTS := pyproject.toml constraints.txt

.PHONY: review test format docs bench clean

review: $(VENV)/.ready
	@$(BIN)/recall review

test: $(VENV)/.ready-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m pytest -q -n auto
	$(BIN)/recall --workspace . check --strict
	$(BIN)/python docs/generate.py --check

format: $(VENV)/.ready-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: $(VENV)/.ready-dev
	$(BIN)/python docs/generate.py

bench: $(VENV)/.ready-dev
	$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip
	$(BIN)/python -m pip install --quiet -c constraints.txt '.[bench]'
	$(BIN)/python bench/numeric.py
	$(BIN)/python -m bench.compile
	$(BIN)/python -m bench.year_of_edits
	$(BIN)/python bench/export.py
	$(BIN)/python -m bench.start
	$(BIN)/python -m bench.schedule
	$(BIN)/python -m bench.exam
	$(BIN)/python -m bench.diagnose
	$(BIN)/python -m bench.kills

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

# A checkout for people: what recall needs, and nothing else.
$(VENV)/.ready: $(WANTS)
	@$(call install,.)
	@touch $@

# A checkout for developers: also the tools and test libraries.
$(VENV)/.ready-dev: $(WANTS)
	@$(call install,.[dev])
	@touch $@ $(VENV)/.ready

define install
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
  || { echo "recall needs Python 3.11 or newer; set PYTHON=/path/to/it" >&2; exit 1; }; \
if command -v uv >/dev/null 2>&1; then \
  uv venv --quiet --allow-existing --python "$$(command -v $(PYTHON))" $(VENV) && \
  uv pip install --quiet --python $(BIN)/python -c constraints.txt -e '$(1)'; \
else \
  $(PYTHON) -m venv $(VENV) && \
  $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '$(1)'; \
fi
endef
