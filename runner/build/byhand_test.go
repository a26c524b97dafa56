package build

import (
	"debug/dwarf"
	"debug/elf"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"execre/runner"
	"execre/runner/toolchain"
	"execre/runner/toolchain/toolchaintest"
)

// byHand builds and runs a source as a person would, with "20 22" on stdin, and gives what it prints.
func byHand(t *testing.T, src Source, override toolchain.Commands, debug bool) (hand toolchain.ByHand, printed string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "a b.out")
	hand, err := ByHand(t.Context(), src, override, out, 512*runner.MiB, debug)
	if err != nil {
		t.Fatal(err)
	}
	call := func(argv []string) string {
		cmd := exec.CommandContext(t.Context(), argv[0], argv[1:]...)
		cmd.Dir, cmd.Stdin = src.Dir, strings.NewReader("20 22\n")
		text, err := cmd.Output()
		if failed, ok := errors.AsType[*exec.ExitError](err); ok {
			t.Fatalf("%q: %v\n%s", argv, err, failed.Stderr)
		} else if err != nil {
			t.Fatalf("%q: %v", argv, err)
		}
		return string(text)
	}
	if hand.Build != nil {
		call(hand.Build)
	}
	return hand, call(hand.Run)
}

// TestByHand: the commands build and run a program of every language where it lies, and what a debugger wants is in what is
// built for one.
func TestByHand(t *testing.T) {
	toolchaintest.EveryLanguage(t)
	for name, text := range sums {
		native := slices.Contains([]string{"a.c", "a.cpp", "a.rs"}, name)
		for _, debug := range []bool{false, true} {
			if debug && !native {
				continue // it is the same
			}
			t.Run(strings.Repeat("debug ", map[bool]int{true: 1}[debug])+name, func(t *testing.T) {
				src := candidate(t, "my programs/"+name, "-- my programs/"+name+" --\n"+text)
				source := filepath.Join(src.Dir, "my programs", name)
				if src.Language == toolchain.TypeScript {
					checkTypeScript(t, src, source)
					return
				}
				hand, printed := byHand(t, src, toolchain.Commands{}, debug)
				if printed != "42\n" {
					t.Errorf("%q printed %q", hand.Run, printed)
				}
				if !native {
					if hand.Build != nil || hand.Program != source {
						t.Errorf("%+v", hand)
					}
					interpreted := src.Language != toolchain.Go
					if interpreted != (hand.Interpreter != nil && slices.Equal(hand.Run, append(slices.Clone(hand.Interpreter), source))) {
						t.Errorf("%q is run by %q", hand.Run, hand.Interpreter)
					}
					return
				}
				if hand.Interpreter != nil || !slices.Equal(hand.Run, []string{hand.Program}) {
					t.Errorf("%+v", hand)
				}
				if slices.Contains(hand.Build, "-O0") && !debug {
					t.Errorf("%q is slow", hand.Build)
				}
				checkDebuggable(t, hand.Program, debug)
			})
		}
	}
}

// checkDebuggable looks whether an ELF program has its own lines and names in it.
func checkDebuggable(t *testing.T, program string, want bool) {
	t.Helper()
	if runtime.GOOS != "linux" {
		return
	}
	file, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	data, err := file.DWARF()
	if err != nil {
		if want {
			t.Error(err)
		}
		return
	}
	own := false
	for r := data.Reader(); !own; r.SkipChildren() {
		unit, err := r.Next()
		if unit == nil || err != nil {
			break
		}
		name, _ := unit.Val(dwarf.AttrName).(string)
		own = unit.Tag == dwarf.TagCompileUnit && strings.Contains(name, "a.")
	}
	if own != want {
		t.Errorf("%s: there are lines of its own: %v, want %v", program, own, want)
	}
}

// checkTypeScript: Node runs it by itself, or it is said what is missing.
func checkTypeScript(t *testing.T, src Source, source string) {
	t.Helper()
	hand, err := ByHand(t.Context(), src, toolchain.Commands{}, "out", 0, true)
	if missing, ok := errors.AsType[*toolchain.Missing](err); ok {
		if !strings.Contains(missing.Error(), "install Node 22.18") {
			t.Error(missing)
		}
	} else if err != nil || hand.Program != source {
		t.Errorf("%+v, %v", hand, err)
	}
	// A person's own commands are taken as they are.
	node := toolchain.Commands{Run: []string{"node", "--stack-size=900", "{src}"}}
	hand, err = ByHand(t.Context(), src, node, "out", 0, true)
	if err != nil || len(hand.Run) != 3 || hand.Run[2] != source || len(hand.Interpreter) != 2 || hand.Interpreter[1] != "--stack-size=900" {
		t.Errorf("%+v, %v", hand, err)
	}
}

// TestByHandOfSeveralFiles: other files are compiled with it, and headers found, as in a check.
func TestByHandOfSeveralFiles(t *testing.T) {
	src := candidate(t, "candidates/b/main.cpp", `
-- candidates/b/main.cpp --
#include <iostream>
#include "sum.h"
#include "library.h"
int main() { int a, b; std::cin >> a >> b; std::cout << sum(a, b) + ZERO << '\n'; }
-- candidates/b/sum.h --
int sum(int a, int b);
-- candidates/b/sum.cpp --
#include "sum.h"
int sum(int a, int b) { return a + b; }
-- library.h --
#define ZERO 0
`, "candidates/b/")
	if _, printed := byHand(t, src, toolchain.Commands{}, true); printed != "42\n" {
		t.Errorf("printed %q", printed)
	}
	src = candidate(t, "b/main.go", `
-- b/main.go --
package main

import "fmt"

func main() {
	var a, b int
	fmt.Scan(&a, &b)
	fmt.Println(sum(a, b))
}
-- b/sum.go --
package main

func sum(a, b int) int { return a + b }
`, "b/")
	if _, printed := byHand(t, src, toolchain.Commands{}, false); printed != "42\n" {
		t.Errorf("printed %q", printed)
	}
}

// TestByHandWithOwnCommands: those of execre.toml are what is run, with what a debugger wants where the compiler is known to
// take it.
func TestByHandWithOwnCommands(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	const cpp = "-- a.cpp --\n#include <iostream>\nint main() { int a; std::cin >> a; std::cout << a + MORE << '\\n'; }\n"
	gcc := []string{"g++", "-O2", "-DMORE=22", "-o", "{out}", "{src}"}
	compiler := filepath.Join(t.TempDir(), "compile")
	if err := os.WriteFile(compiler, []byte("#!/bin/sh\n[ $# = 2 ] && exec g++ -DMORE=22 -o \"$2\" \"$1\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	rust, err := toolchain.Find(t.Context(), toolchain.Rust, toolchain.Commands{}) // the first rustc may be one that does not work
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		file, files string
		commands    toolchain.Commands
		debug       bool
		built       bool // by the debugger's flags
		interpreter []string
	}{
		"a compiler":               {"a.cpp", cpp, toolchain.Commands{Compile: gcc}, false, false, nil},
		"a compiler, debugged":     {"a.cpp", cpp, toolchain.Commands{Compile: gcc}, true, true, nil},
		"behind another, debugged": {"a.cpp", cpp, toolchain.Commands{Compile: slices.Concat([]string{"env"}, gcc)}, true, true, nil},
		"a script, debugged":       {"a.cpp", cpp, toolchain.Commands{Compile: []string{compiler, "{src}", "{out}"}}, true, false, nil},
		"rustc, debugged": {
			"a.rs", "-- a.rs --\n" + sums["a.rs"],
			toolchain.Commands{Compile: []string{rust.Path, "-O", "-o", "{out}", "{src}"}},
			true, true, nil,
		},
		"a way to run": {
			"a.cpp", cpp,
			toolchain.Commands{Compile: gcc, Run: []string{"sh", "-c", `[ "$0" = 512 ] && exec "$1"`, "{memory}", "{out}"}},
			true, true, nil,
		},
		"an interpreter": {
			"a.py", "-- a.py --\n" + sums["a.py"], toolchain.Commands{Run: []string{"pypy3", "{src}"}}, true, false, []string{"pypy3"},
		},
		"an interpreter with flags": {
			"a.py", "-- a.py --\n" + sums["a.py"], toolchain.Commands{Run: []string{"pypy3", "-O", "{src}"}}, true, false, []string{"pypy3", "-O"},
		},
		"by another program": {
			"a.py", "-- a.py --\n" + sums["a.py"], toolchain.Commands{Run: []string{"env", "python3", "{src}"}}, true, false, []string{"python"},
		},
		"Node with flags": {
			"a.js", "-- a.js --\n" + sums["a.js"],
			toolchain.Commands{Run: []string{"node", "--stack-size=900", "{src}"}},
			true, false,
			[]string{"node", "--stack-size=900"},
		},
		"another language": {
			"a.rb", "-- a.rb --\nread a b\necho $((a + b))\n", toolchain.Commands{Run: []string{"sh", "{src}"}}, true, false, nil,
		},
		"another compiled language": {
			"a.nim", "-- a.nim --\nread a b\necho $((a + b))\n",
			toolchain.Commands{Compile: []string{"install", "-m", "700", "{src}", "{out}"}, Run: []string{"sh", "{out}"}},
			true, false, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			hand, printed := byHand(t, candidate(t, c.file, c.files), c.commands, c.debug)
			if printed != "42\n" {
				t.Errorf("%q printed %q", hand.Run, printed)
			}
			if c.built {
				checkDebuggable(t, hand.Program, true)
			}
			if !c.built && slices.Contains(hand.Build, "-g") {
				t.Errorf("%q is not as it was given", hand.Build)
			}
			if len(hand.Interpreter) != len(c.interpreter) {
				t.Fatalf("interpreter %q, want %q", hand.Interpreter, c.interpreter)
			}
			for i, word := range c.interpreter {
				if !strings.Contains(hand.Interpreter[i], word) {
					t.Errorf("interpreter %q, want %q", hand.Interpreter, c.interpreter)
				}
			}
		})
	}
	if _, err := ByHand(t.Context(), candidate(t, "a.cpp", cpp), toolchain.Commands{Compile: []string{"no-such-compiler", "{src}", "{out}"}}, "out", 0, true); err == nil ||
		!strings.Contains(err.Error(), "no-such-compiler") {
		t.Errorf("got %v", err)
	}
}
