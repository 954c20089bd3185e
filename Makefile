# Tocs. `make play` builds and opens the game; `make test` runs every test. Both say what they are doing.

SHELL := /bin/bash
CARGO ?= cargo
BINARY = $(shell $(CARGO) metadata --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/debug/tocs

.PHONY: help play test check setup build fidelity bench golden levels clean

help: ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

play: setup build ## install what is missing, build, play a scripted table, pictures in out/ (there is no window yet)
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

# Of the whole workspace, so that its features, and with them the dependencies, are those of every other build.
GOLDEN = $(CARGO) test --workspace --lib

golden: setup ## write the hashes that the shipped scripts end in anew, after the physics or a scene was changed
	TOCS_GOLDEN=write $(GOLDEN) -- golden_hashes
	@git --no-pager diff --stat -- tests/golden.txt

levels: setup ## the same hashes from builds with less optimisation and with none
	$(GOLDEN) --config 'profile.dev.package.tabletop.opt-level=1' -- golden_hashes
	$(GOLDEN) --config 'profile.dev.package.tabletop.opt-level=0' -- golden_hashes

clean: ## remove what was built
	$(CARGO) clean
	rm -rf out
