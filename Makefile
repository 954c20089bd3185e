# Tocs. `make play` builds and opens the game; `make test` runs every test. Both say what they are doing.

SHELL := /bin/bash
CARGO ?= cargo
BINARY = $(shell $(CARGO) metadata --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/debug/tocs

.PHONY: help play test check setup build fidelity bench clean

help: ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

play: setup build ## install what is missing, build, open the game (without a display: play headless, pictures in out/)
	@scripts/play "$(BINARY)"

test: setup ## every test
	@echo "== Tests (the first build takes about a quarter of an hour on two cores)"
	$(CARGO) test --workspace

check: setup ## everything that must hold: format, lints, tests, documentation
	@echo "== Format"
	$(CARGO) fmt --all --check
	@echo "== Lints"
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	@$(MAKE) --no-print-directory test
	@echo "== Documentation"
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --document-private-items

build:
	@echo "== Build (the first time about a quarter of an hour on two cores)"
	$(CARGO) build --workspace

setup:
	@scripts/setup

fidelity: setup build ## the physics experiments: expected, got, tolerance
	@"$(BINARY)" fidelity

bench: setup build ## speed of the table on this machine
	@"$(BINARY)" bench

clean: ## remove what was built
	$(CARGO) clean
	rm -rf out
