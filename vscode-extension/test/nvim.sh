#!/usr/bin/env bash
# The language server in Neovim, headless: nvim.sh [PROGRAM], by default bin/execre of the project.
#
# Three Neovims, each with the very configuration that the README gives to its users, on copies of a bundled problem: this
# system's own, and those of two later Debians, whose packages are unpacked into .tools/nvim/ of the project, beside the
# system, and run with their own libraries. There they stay; remove the folder for newer ones. And clangd, which must not
# notice that it is not alone. Debian's neovim and clangd are installed if missing. Nothing else is kept.
set -euo pipefail
source "$(dirname "$0")/editor.sh"

need nvim neovim
need clangd clangd

# unpack SUITE: Neovim of another Debian, with all that it needs, in .tools/nvim/SUITE, by an apt of its own, which knows of
# no installed package. The mirror is the one that this system uses. Signatures are checked; the date until which a list is
# valid is not, for a mirror that lags is good enough here. Fails where that cannot be had, such as on another system.
unpack() {
	local suite=$1 to=$project/.tools/nvim/$1 mirror=
	[ ! -x "$to/usr/bin/nvim" ] || return 0
	mirror=$(apt-get indextargets --format '$(SITE) $(ORIGIN) $(COMPONENT)' 'Created-By: Packages' |
		awk '$2 == "Debian" && $3 == "main" && !/security/ { print $1; exit }')
	[ -n "$mirror" ] || return 1
	echo "unpacking the Debian package neovim of $suite, and its libraries, into .tools/nvim/$suite (60 MB)"
	local apt=$scratch/apt-$suite
	mkdir -p "$apt"/etc/{apt.conf.d,preferences.d,sources.list.d} "$apt"/{state/lists,cache/archives}/partial "$apt/root"
	: >"$apt/state/status"
	echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$apt/etc/sources.list"
	cat >"$apt/apt.conf" <<-END
		Dir::Etc "$apt/etc"; Dir::State "$apt/state"; Dir::State::status "$apt/state/status"; Dir::Cache "$apt/cache";
		Acquire::Languages "none"; Acquire::Check-Valid-Until "false"; Acquire::Retries "3";
		APT::Install-Recommends "false"; APT::Sandbox::User "";
	END
	APT_CONFIG=$apt/apt.conf apt-get update -qq || return 1
	APT_CONFIG=$apt/apt.conf apt-get install -qqy --download-only neovim >/dev/null || return 1
	for package in "$apt"/cache/archives/*.deb; do dpkg -x "$package" "$apt/root" || return 1; done
	mkdir -p "$project/.tools/nvim"
	rm -rf "$to"
	mv "$apt/root" "$to"
	rm -rf "$apt"
}

# of_suite SUITE: a command that runs that Neovim, with its own loader and libraries.
of_suite() {
	local root=$project/.tools/nvim/$1 libraries=usr/lib/$(uname -m)-linux-gnu loader
	loader=$(echo "$root"/"$libraries"/ld-linux-*.so.*)
	cat >"$scratch/bin/nvim-$1" <<-END
		#!/bin/sh
		VIMRUNTIME='$root/usr/share/nvim/runtime' exec '$loader' --library-path '$root/$libraries' '$root/usr/bin/nvim' \\
			--cmd 'set runtimepath^=$(sed 's/[ ,\\]/\\\\&/g' <<<"$root/usr/lib/nvim")' "\$@"
	END
	chmod +x "$scratch/bin/nvim-$1"
}

export TESTS=$project/vscode-extension/test/nvim

# tests NVIM CONFIGURATION: all tests in one Neovim.
tests() {
	local began=$SECONDS nvim=$1 configuration=$2 at
	at=$scratch/$nvim
	mkdir "$at"
	"$nvim" --version | head -n 1
	run() { # FOLDER SCRIPT
		cd "$1"
		if ! timeout --kill-after=5 600 "$nvim" --headless -u "$TESTS/$configuration" -i NONE -n \
			-c "luafile $TESTS/$2"; then
			echo "the log of Neovim's client:"
			tail -n 50 "$scratch"/*/nvim/lsp.log 2>/dev/null || true
			exit 1
		fi
		ended
	}
	coupon "$at/coupon"
	run "$at/coupon" test.lua

	coupon "$at/beside clangd"
	mv "$at/beside clangd/receipt.cpp" "$at/beside clangd/beside.cpp" # the same mistake, with more for clangd to see
	cp "$TESTS/beside.cpp" "$at/beside clangd/"
	echo 'CompileFlags: {Add: [-Wall]}' >"$at/beside clangd/.clangd"
	run "$at/beside clangd" clangd.lua

	tree "$at/tree"
	run "$at/tree" guessed.lua
	echo "     $((SECONDS - began)) s"
}

tests nvim execre.lua
for lane in trixie:execre.lua forky:execre-0.12.lua; do
	if unpack "${lane%%:*}"; then
		of_suite "${lane%%:*}"
		tests "nvim-${lane%%:*}" "${lane#*:}"
	else
		echo "SKIP Neovim of Debian ${lane%%:*}: its packages cannot be had here"
	fi
done
