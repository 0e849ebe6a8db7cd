# A newcomer needs three of these: `make demo`, `make test`, `make app`. Each does only what is not done yet.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

UI_MODULES := ui/node_modules/.package-lock.json
SCRIPT_MODULES := src-tauri/crates/perception/script/node_modules/.package-lock.json
UI_DIST := ui/dist/index.html
UI_SOURCES := $(shell find ui/src ui/public -type f 2>/dev/null) ui/index.html ui/shell.html ui/vite.config.ts
TARGET := $(or $(CARGO_TARGET_DIR),target)

.PHONY: help
help: ## What can be made
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

.PHONY: setup
setup: ## Install what is missing: system packages, then the UI's and the page script's
	@./setup
	@$(MAKE) $(UI_MODULES) $(SCRIPT_MODULES)

# npm 11 refuses its own lock file over an optional Windows package (`npm ci`: "Missing: … from lock file"); install keeps the versions.
$(UI_MODULES): ui/package-lock.json
	cd ui && npm install --no-save --no-audit --no-fund && touch node_modules/.package-lock.json

$(SCRIPT_MODULES): src-tauri/crates/perception/script/package-lock.json
	cd src-tauri/crates/perception/script && npm ci --no-audit --no-fund && touch node_modules/.package-lock.json

$(UI_DIST): $(UI_MODULES) $(UI_SOURCES)
	cd ui && npm run build

.PHONY: demo
demo: setup $(UI_DIST) ## See Baton describe, approve and run a scenario on a real browser
	cargo build --package baton-cli
	cargo xtask demo

# One selection of packages and targets for every cargo call: another selection would unify other features and build
# the dependencies a second time. The build makes `baton` beside the end-to-end tests, which start it.
# Two tests at a time: most start a browser, and more of them on a small machine wait for each other past their limits.
.PHONY: test
test: setup $(UI_DIST) ## Everything that must hold: format, lints, layers, unit, UI, window and end-to-end tests
	@echo "== format"
	cargo fmt --all --check
	@echo "== lints"
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	@echo "== build"
	cargo build --workspace --all-targets --quiet
	@echo "== layers and generated files"
	$(TARGET)/debug/xtask layers
	$(TARGET)/debug/xtask codegen --check
	@echo "== UI"
	cd ui && npm run --silent check && npm run --silent test
	@echo "== tests"
	RUST_TEST_THREADS=2 cargo test --workspace --quiet
	@echo "== window"
	cargo test --workspace --quiet --test window -- --ignored --test-threads=1
	@echo "all checks hold"

.PHONY: app
app: setup $(UI_DIST) ## Open Baton's window
	cargo build --package baton-cli --package baton-desktop
	$(TARGET)/debug/baton-desktop

.PHONY: bundle
bundle: setup $(UI_DIST) ## Build an installable desktop package
	cargo build --release --package baton-cli
	mkdir -p target/sidecar
	cp $(TARGET)/release/baton target/sidecar/baton-$$(rustc -vV | sed -n 's/^host: //p')
	ui/node_modules/.bin/tauri build --config src-tauri/bundle.json

.PHONY: bench
bench: setup ## Baton beside its peers, interleaved, in release builds
	cargo build --release --package baton-cli
	cargo xtask bench

.PHONY: soak
soak: setup $(UI_DIST) ## The long tests: repeats, kills and hours
	cargo test --workspace --release -- --ignored soak
