# What the tests with editors share; sourced by nvim.sh and emacs.sh, whose argument is the program, by default bin/execre
# of the project. Sets $project and a folder $scratch, in which the editors, the servers and the programs keep all that they
# keep, and which goes in the end. `execre` on the PATH is a copy of the program there.
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=$(realpath "${1:-$project/bin/execre}")
[ -x "$program" ] || { echo "no program at $program: run \`make build\` first"; exit 2; }

scratch=$(realpath "$(mktemp -d)")
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/home"
cp "$program" "$scratch/bin/execre"
export HOME=$scratch/home XDG_CONFIG_HOME=$scratch/config XDG_DATA_HOME=$scratch/data XDG_STATE_HOME=$scratch/state
export XDG_CACHE_HOME=$scratch/cache PATH=$scratch/bin:$PATH

# need COMMAND PACKAGE...: has Debian's packages installed if there is no such command.
need() {
	command -v "$1" >/dev/null && return
	echo "installing the Debian packages: ${*:2}"
	local sudo=
	[ "$(id -u)" = 0 ] || sudo=sudo
	$sudo apt-get update -qq && $sudo apt-get install -qqy --no-install-recommends "${@:2}" >/dev/null
}

# coupon FOLDER: a copy of the bundled problem, with inputs enough to find the mistakes. checkout.py asks for "> 25" where
# 25 is enough, so the smallest input that shows it is "25 3".
coupon() {
	cp -r "$project/server/testdata/problems/coupon" "$1"
	rm -rf "$1/.execre"
	echo 'inputs = 100' >"$1/execre.toml"
}
export RIGHT=all_rules.py WRONG=checkout.py COUNTEREXAMPLE='25 3'

# tree FOLDER: a problem without input.schema, whose samples show a tree.
tree() {
	mkdir "$1"
	echo 'inputs = 50' >"$1/execre.toml"
	printf '5\n1 2\n1 3\n3 4\n3 5\n' >"$1/1.in" && echo 4 >"$1/1.out"
	printf '2\n2 1\n' >"$1/2.in" && echo 1 >"$1/2.out"
	echo 'print(int(input()) - 1)' >"$1/count.py"
	printf 'import sys\nprint(len(sys.stdin.read().split()) // 2)\n' >"$1/words.py"
}

# ended: nothing that was started from $scratch runs any more, or will soon not: neither the server nor a program of the
# problem, which are executed from there or stand in its command line.
ended() {
	local process left=
	for _ in {1..100}; do
		left=
		for process in /proc/[0-9]*; do
			case "$(readlink "$process/exe" 2>/dev/null) $(tr '\0' ' ' 2>/dev/null <"$process/cmdline")" in
			*"$scratch/"*) left+=" ${process#/proc/}" ;;
			esac
		done
		[ -n "$left" ] || return 0
		sleep 0.1
	done
	echo "FAIL processes are left:"
	ps -o pid,ppid,args -p "$(echo $left | tr ' ' ,)"
	return 1
}
