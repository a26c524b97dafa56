package build

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"execre/runner"
	"execre/runner/local"
	"execre/runner/toolchain"
)

const silent = `#include <climits>
#include <iostream>
#include <numeric>
#include <set>
#include <vector>
#include "lib/twice.h"
using namespace std;
int deep(int n) { volatile char big[1000]; big[0] = n; return n == 0 ? big[0] : deep(n - 1) + 1; }
int main() {
  int k;
  cin >> k;
  vector<int> v(3, 7);
  v.reserve(9);
  switch (k) {
    case 1: k = INT_MAX - 1 + 2 * k; break;
    case 2: k = v[k + 1]; break;
    case 3: v.assign(2, INT_MAX); k = accumulate(v.begin(), v.end(), 0); break;
    case 4: { set<int> s = {k}; auto it = s.begin(); s.erase(it); k = *it; break; }
    case 5: k = twice(INT_MAX / 2 + k); break;
    case 6: k = (int)(1e18 * k); break;
    case 7: k = *(int *)((char *)v.data() + 1); break;
    case 8: new int[k]; break;
    case 9: free(new int[k]); break;
    case 10: if (k == 10) abort(); break;
    case 11: k = deep(200000); break;
  }
  cout << k << "\n";
}
`

// sanitized are the files of a candidate that goes beyond what is defined on the inputs from 1 to 6.
func sanitized(t *testing.T) Source {
	dir := folder(t, "-- lib/twice.h --\nint twice(int x) {\n  return 2 * x;\n}\n-- a.cpp --\n"+silent)
	src := source(t, dir, "a.cpp")
	src.Sanitize = true
	return src
}

// TestSanitize: what is undefined is reported with its line, by a fork server and without, and confined; what is only
// unusual is not.
func TestSanitize(t *testing.T) {
	need(t, "g++")
	src := sanitized(t)
	cache := shared
	p := mustBuild(t, cache, src, toolchain.Commands{})
	plain := src
	plain.Sanitize = false
	if other := mustBuild(t, cache, plain, toolchain.Commands{}); other.Key == p.Key || other.Reserves || !p.Reserves {
		t.Errorf("keys %s %s, reserves %v %v", p.Key, other.Key, p.Reserves, other.Reserves)
	}
	e := local.New(local.Config{})
	defer e.Close()
	for input, want := range map[int]string{
		1: "a.cpp:15 signed integer overflow",
		2: "a.cpp:16 index out of bounds",
		3: "a.cpp:17 signed integer overflow",
		4: "a.cpp:18 use of freed memory",
		5: "lib/twice.h:2 signed integer overflow",
		6: "a.cpp:20 value out of the range of its type",

		7: "", 8: "", 9: "", 10: "", 11: "", 12: "",
	} {
		for _, fresh := range []bool{true, false} {
			r := e.Execute(t.Context(), runner.Request{
				Program: p, Stdin: fmt.Appendln(nil, input), Fresh: fresh, Limits: runner.Limits{Memory: runner.GiB},
			})
			got := ""
			if u, ok := toolchain.ReadSanitizer(r, []string{"a.cpp", "lib/twice.h"}); ok {
				got = fmt.Sprintf("%s:%d %s", u.File, u.Line, u.Kind)
			}
			if got != want {
				t.Errorf("%d, fresh %v: %q, want %q (%v %s)", input, fresh, got, want, r.Verdict, r.StderrHead)
			}
		}
	}
}

// TestSanitizeOwnCommand: a compile command of the user's gets the flags, and what hinders sanitizers is left out.
func TestSanitizeOwnCommand(t *testing.T) {
	need(t, "g++")
	p := mustBuild(t, shared, sanitized(t), toolchain.Commands{
		Compile: []string{"g++", "-O2", "-static", "-std=gnu++17", "-o", "{out}", "{src}"},
	})
	e := local.New(local.Config{})
	defer e.Close()
	r := e.Execute(t.Context(), runner.Request{Program: p, Stdin: []byte("1\n")})
	if u, ok := toolchain.ReadSanitizer(r, []string{"a.cpp"}); !ok || u.Line != 15 {
		t.Errorf("%v %+v %s", ok, u, r.StderrHead)
	}
}

// TestNoSanitizer: where the compiler has none, that is said and what to install; it is no mistake of the program.
func TestNoSanitizer(t *testing.T) {
	real := need(t, "g++")
	dir := t.TempDir()
	script := "#!/bin/sh\nfor a; do case $a in -fsanitize*) echo 'ld: cannot find -lasan' >&2; exit 1;; esac; done\nexec " + real + " \"$@\"\n"
	compiler := filepath.Join(dir, "poor-g++")
	if err := os.WriteFile(compiler, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CXX", compiler)
	_, err := (&Cache{Dir: t.TempDir()}).Build(t.Context(), sanitized(t), toolchain.Commands{})
	want := "the C++ compiler " + compiler + " makes no programs with -fsanitize=address,undefined (poor-g++: crash: ld: cannot " +
		"find -lasan): install libasan and libubsan of its version"
	var missing *toolchain.Missing
	if !errors.As(err, &missing) || missing.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}
