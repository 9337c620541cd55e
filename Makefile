# The two commands: `make play` and `make test`. Everything lives in .venv; nothing is installed elsewhere.
SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
# The tests start hundreds of processes. Each would compile the product anew, and pytest its tests, if none may keep
# the byte code; it lies in __pycache__, which git ignores and `make clean` removes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play setup lock test quick lint lint-format lint-rules lint-types lint-imports check matrix golden gallery mutants hands fuzz board states soak bench clean

help:
	@echo "make play     the device with simulated hardware, in this terminal"
	@echo "make test     all tests"
	@echo "make quick    a first answer in half a minute: the short tests, and all of those that were changed"
	@echo "make check    what a change has to pass: format, lint, types, imports, tests"
	@echo "make matrix   the tests on every Python 3.11 or newer that is installed"
	@echo "make golden   write the agreed pictures anew; look at the difference before you commit it"
	@echo "make gallery  every screen as a picture, into gallery/"
	@echo "make soak     24 fake hours of play and faults (some minutes): nothing may pile up"
	@echo "make mutants  takes the tables of the games apart, a thing at a time (some minutes): tests must notice"
	@echo "make hands    paper tables beside 20,000 random sessions (ARGS='--sessions 300'); hours"
	@echo "make board    a virtual Raspberry Pi, booted and played (ARGS=--long: both systems, power cuts by hundreds); as root"
	@echo "make fuzz     real files, mutated, through every door from outside (ARGS='--cases 200000'); minutes to hours"
	@echo "make bench    the figures of the hardware notes, measured here"
	@echo "make setup    only the virtual environment, which the others make, or mend, by themselves"
	@echo "make clean    remove what was made"
	@echo "make crash    thousands of kills and power cuts (KILLS=4000); about a quarter of an hour"
	@echo "make states   10,000 disks that power cuts left of logged writes, mounted; as root (ARGS='--states 500')"
	@echo "make lock     write the locks anew, out of constraints.txt; asks the package index"
	@echo "make install, uninstall, rollback   the appliance, on a Raspberry Pi: docs/build.md"

# The environment is tried each time, not believed, and made anew if it does not hold. Tools are called by its Python:
# that of their own first line is a path, which a folder with blanks or another name breaks.
setup:
	@UNLOCKED='$(UNLOCKED)' sh .ci/venv.sh $(VENV)

lock: setup
	$(PY) .ci/lock.py

play: setup
	@$(PY) -m device play $(ARGS)

test: setup
	$(PY) -m pytest -n auto --maxschedchunk 1 $(ARGS)

quick: setup
	$(PY) -m pytest -n auto --maxschedchunk 1 --quick $(ARGS)

lint: lint-format lint-rules lint-types lint-imports

lint-format: setup
	$(BIN)/ruff format --check .

lint-rules: setup
	$(BIN)/ruff check .

lint-types: setup
	$(PY) -m mypy

lint-imports: setup
	$(PY) -c "from importlinter.cli import lint_imports_command as run; run()"

check: lint test

matrix: setup
	@sh .ci/matrix.sh

golden: setup
	$(PY) -m pytest --golden -k "agreed or readme_is" $(ARGS)
	@git --no-pager diff --stat -- tests/golden

gallery: setup
	$(PY) -m device gallery gallery

mutants: setup
	@$(PY) -m tests.engine.mutants $(ARGS)

hands: setup
	$(PY) -m tests.hands --sessions 20000 --rig 500 --mind 2000 $(ARGS)

board: setup
	$(PY) -m tests.board $(ARGS)

fuzz: setup
	@$(PY) -m tests.fuzz $(ARGS)

soak: setup
	$(PY) -m tests.soak --hours 24 $(ARGS)

bench: setup
	@$(PY) -m device bench $(ARGS)

states: setup
	@$(PY) -m tests.board.states $(ARGS)

clean:
	rm -rf $(VENV) .venv-* build dist *.egg-info gallery out .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

include systemd/install.mk
