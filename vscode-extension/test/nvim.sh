#!/usr/bin/env bash
# The language server in Neovim, headless: nvim.sh [PROGRAM], by default bin/execre of the project.
# Uses the very configuration that the README gives to users, on a copy of a bundled problem.
set -euo pipefail
cd "$(dirname "$0")"
project=$(cd ../.. && pwd)
program=$(realpath "${1:-$project/bin/execre}")
[ -x "$program" ] || { echo "no program at $program: run \`make build\` first"; exit 2; }

if ! command -v nvim >/dev/null; then
	echo "installing the Debian package neovim"
	sudo=; [ "$(id -u)" = 0 ] || sudo=sudo
	$sudo apt-get update -qq && $sudo apt-get install -qqy --no-install-recommends neovim >/dev/null
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r "$project/server/testdata/problems/coupon" "$scratch/coupon"
rm -rf "$scratch/coupon/.execre"
echo 'inputs = 100' >"$scratch/coupon/execre.toml" # enough to find the mistakes
mkdir "$scratch/bin" && ln -s "$program" "$scratch/bin/execre"
# Neovim and the server keep what they store in the scratch folder, too.
export HOME=$scratch/home XDG_CONFIG_HOME=$scratch/config XDG_DATA_HOME=$scratch/data XDG_STATE_HOME=$scratch/state
export XDG_CACHE_HOME=$scratch/cache PATH=$scratch/bin:$PATH
mkdir "$HOME"
cd "$scratch/coupon"

# checkout.py asks for "> 25" where 25 is enough, so the smallest input that shows it is "25 3".
export RIGHT=all_rules.py WRONG=checkout.py COUNTEREXAMPLE='25 3'

nvim --version | head -n 1
tests=$project/vscode-extension/test/nvim
run() { # SCRIPT
	if ! timeout --kill-after=5 600 nvim --headless -u NONE -i NONE -n \
		-c "luafile $tests/execre.lua" -c "luafile $tests/$1"; then
		echo "the log of Neovim's client:"
		tail -n 50 "$scratch"/*/nvim/lsp.log 2>/dev/null || true
		exit 1
	fi
}
run test.lua

mkdir "$scratch/tree"
cd "$scratch/tree"
echo 'inputs = 50' >execre.toml
printf '5\n1 2\n1 3\n3 4\n3 5\n' >1.in && echo 4 >1.out
printf '2\n2 1\n' >2.in && echo 1 >2.out
echo 'print(int(input()) - 1)' >count.py
printf 'import sys\nprint(len(sys.stdin.read().split()) // 2)\n' >words.py
run guessed.lua
