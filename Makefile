# Everything about this project that is a command. `make help` lists them.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

GO ?= go
DEMO := server/testdata/problems/coupon
extension := vscode-extension
modules := $(extension)/node_modules/.package-lock.json
tool := $(GO) tool -modfile=tools.mod
# All packages, without what npm packages have of Go.
packages := ./analysis/... ./runner/... ./server/...
# Linters and tests compile as bin/execre and the extensions are compiled, so that everything is compiled once, but for the race
# detector, which needs cgo.
export CGO_ENABLED := 0
export GOFLAGS := $(strip $(shell $(GO) env GOFLAGS 2>/dev/null) -trimpath)
# What is built and downloaded stays in the project (bin/, .tools/) and in Go's own caches.
sources := $(shell find analysis runner server -name '*.go' -not -path '*/testdata/*') go.mod go.sum

.PHONY: help demo test gotest editors lint build vsix vsix-all screenshot fmt bench gobench fuzz clean setup

help: ## list the commands
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: bin/execre ## build bin/execre

# Without cgo it is static, and its threads need not the addresses of a whole stack limit each: it starts under `ulimit -v`.
bin/execre: $(sources)
	$(GO) build -o $@ ./server/cmd/execre

demo: setup build ## check a bundled problem: eight programs, two of them wrong
	@echo "execre check --inputs 200 $(DEMO)"; echo
	@bin/execre check --inputs 200 $(DEMO) || status=$$?; \
	case $${status:-0} in 1) echo; echo "(exit status 1: somebody is wrong, as it should be here)";; *) exit $${status:-0};; esac

# The languages that only the tests need.
test: languages := pypy java rust
test: setup lint gotest editors ## run all linters and tests; prints what was skipped

# The tests of these are not raced. Those of the runner and the command start processes by the thousand, each a copy of the test
# binary at first, which the race detector makes three times as slow; what they have of goroutines is raced in the tests of the
# others. The rest only computes, without goroutines of its own. go vet is part of lint. In the reverse order those that take
# long begin early, and two run at a time until nearly the end.
unraced := /runner/internal/|/runner/toolchain|/runner/build|/runner/local|/server/internal/cli|/server/internal/evaluate|execre/server$$|/analysis/|/server/internal/(export|imports|workspace)$$

gotest: $(modules)
	@mkdir -p .tools
	@echo "go test -race, without it where it finds nothing   (the whole log: .tools/test.log)"
	@packages=$$($(GO) list $(packages) | sort -r); test="$(GO) test -v -vet=off"; \
	if { CGO_ENABLED=1 $$test -race -timeout 20m $$(grep -vE '$(unraced)' <<<"$$packages") && \
	     $$test -timeout 30m $$(grep -E '$(unraced)' <<<"$$packages"); } >.tools/test.log 2>&1; \
	then grep -E '^ok|^ *--- SKIP' .tools/test.log; echo "$$(grep -c -- '--- PASS' .tools/test.log) passed, 0 failed, $$(grep -c -- '--- SKIP' .tools/test.log || true) skipped"; \
	else grep -vE '^(=== |ok |\? )|^ *--- PASS' .tools/test.log | tail -n 400; \
	     echo "$$(grep -c -- '--- PASS' .tools/test.log || true) passed, $$(grep -c -- '--- FAIL' .tools/test.log || true) failed"; exit 1; fi

# The extension's unit tests, then real editors: Neovim and Emacs headless, and two generations of the VS Code workbench in a
# browser. They install what they need and say so: Debian's neovim, clangd, emacs-nox, elpa-eglot and chromium; into .tools/ two
# later Neovims, two releases of code-server and the Node that one of them needs.
editors: build vsix
	@echo "the extension's unit tests"
	@cd $(extension) && npm -s test
	@echo "Neovim, headless"
	@$(extension)/test/nvim.sh
	@echo "Emacs with eglot"
	@$(extension)/test/emacs.sh
	@echo "the extension's Picture in a browser, with axe"
	@cd $(extension) && npm run -s test:picture
	@echo "the VS Code workbench, in two generations"
	@cd $(extension) && node test/workbench.mjs

lint: $(modules) ## formatting, go vet, staticcheck; tsc, eslint, prettier
	@echo "gofumpt, go vet, staticcheck (from tools.mod); tsc, eslint, prettier"
	@unformatted=$$($(tool) gofumpt -l analysis runner server); \
	if [ -n "$$unformatted" ]; then echo "not formatted (make fmt):"; echo "$$unformatted"; exit 1; fi
	@$(GO) vet $(packages)
	@$(tool) staticcheck $(packages)
	@cd $(extension) && npm run -s lint

vsix: $(modules) ## build the VS Code extension, bin/execre-linux-x64.vsix
	@cd $(extension) && npm run -s package

vsix-all: $(modules) ## the same for linux, darwin and win32: bin/execre-*.vsix
	@cd $(extension) && npm run -s package -- --all

screenshot: vsix ## take the README's pictures anew, in the real workbench
	@cd $(extension) && node test/workbench.mjs --screenshot

$(modules): $(extension)/package-lock.json
	@echo "installing the extension's npm packages into $(extension)/node_modules"
	@cd $(extension) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error

fmt: $(modules) ## format all files
	$(tool) gofumpt -w analysis runner server
	cd $(extension) && npm run -s fmt

bench: setup ## compare our engines with bash, Python and Node loops on this machine; two minutes
	@$(GO) run ./runner/local/compare

table: build ## evaluate the bundled data set anew, and the README's table of it; over an hour
	bin/execre evaluate server/testdata/dataset --inputs 200 --sizes 2,3,5,8 --oracle-error 0.1 --export .tools/runs \
		--format json --output server/testdata/evaluation.json
	EXECRE_README=write $(GO) test -count=1 ./server -run ReadmeTable
	EXECRE_EXPORT=$(CURDIR)/.tools/runs $(GO) test -count=1 ./server/internal/evaluate -run Bundled

gobench: ## run the Go benchmarks of all packages
	$(GO) test -run '^$$' -bench . -benchmem ./...

fuzz: ## fuzz every parser of outside data, 20 seconds each
	@$(GO) list ./... | while read -r package; do \
		$(GO) test -list '^Fuzz' $$package | grep '^Fuzz' | while read -r target; do \
			echo "$$package $$target"; $(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime 20s $$package </dev/null; \
		done; done

clean: ## remove what was built
	rm -rf bin .tools $(extension)/{dist,node_modules}

# The named tools; what Debian can supply is installed by apt, as root or through sudo. A tool counts as there when it
# says its version: the shim of a version manager without a version does not.
setup:
	@command -v $(GO) >/dev/null || { echo "Go 1.26 is needed: see https://go.dev/doc/install"; exit 1; }
	@command -v node >/dev/null && command -v npm >/dev/null || { echo "Node 20.19 or later with npm is needed: see https://nodejs.org"; exit 1; }
	@missing=; need() { "$$1" "$$2" >/dev/null 2>&1 || missing="$$missing $$3"; }; \
	need g++ --version g++; need python3 --version python3; \
	for language in $(languages); do case $$language in \
		pypy) need pypy3 --version pypy3;; java) need javac -version default-jdk-headless;; rust) need rustc --version rustc;; \
	esac; done; \
	if [ -n "$$missing" ]; then \
		echo "installing Debian packages:$$missing"; \
		sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
		$$sudo apt-get update -q && $$sudo apt-get install -qy --no-install-recommends $$missing; \
	fi
