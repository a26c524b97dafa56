package toolchain

import (
	"strings"
	"testing"

	"execre/runner"
)

// reported is an execution that a sanitizer ended.
func reported(stderr string) runner.Result {
	return runner.Result{Verdict: runner.Crash, ExitCode: sanitizerStatus, StderrHead: []byte(stderr)}
}

// In the form that g++ 12 prints, with the stacks that sanitizerOptions ask for.
func TestReadSanitizer(t *testing.T) {
	const (
		below = "    at ../sysdeps/nptl/libc_start_call_main.h:58\n    at ../csu/libc-start.c:360\n    at <null>\n\n"
		abort = "AddressSanitizer:DEADLYSIGNAL\n=====\n==7==ERROR: AddressSanitizer: ABRT on unknown address 0x01f5f (pc 0x7f8 T0)\n" +
			"    at nptl/pthread_kill.c:44\n    at stdlib/abort.c:79\n    at <null>\n"
	)
	for _, c := range []struct {
		name, stderr string
		want         Undefined
	}{
		{
			"overflow", "b.cpp:9:29: runtime error: signed integer overflow: 1 + 2147483647 cannot be represented in type 'int'\n" +
				"    at /tmp/x/b.cpp:9\n" + below,
			Undefined{"signed integer overflow", "1 + 2147483647 cannot be represented in type 'int'", "b.cpp", 9, 29},
		},
		{
			"negation", "debug\nb.cpp:22:39: runtime error: negation of -2147483648 cannot be represented in type 'int'; cast to an " +
				"unsigned type to negate this value to itself\n",
			Undefined{"signed integer overflow", "negation of -2147483648 cannot be represented in type 'int'", "b.cpp", 22, 39},
		},
		{
			"in the library", "/usr/include/c++/12/bits/stl_numeric.h:141:39: runtime error: signed integer overflow: 2147483647 + " +
				"2147483647 cannot be represented in type 'int'\n    at /usr/include/c++/12/bits/stl_numeric.h:141\n" +
				"    at /cache/tmp-1/entry/b.cpp:12:7\n" + below,
			Undefined{"signed integer overflow", "2147483647 + 2147483647 cannot be represented in type 'int'", "b.cpp", 12, 7},
		},
		{
			"an address", "b.cpp:13:35: runtime error: store to address 0x602000000044 with insufficient space for an object of type 'int'\n" +
				"0x602000000044: note: pointer points here\n  00 00\n              ^ \n    at /tmp/x/b.cpp:13\n" + below,
			Undefined{"access outside of an object", "store to memory with insufficient space for an object of type 'int'", "b.cpp", 13, 35},
		},
		{
			"addresses", "b.cpp:1:2: runtime error: pointer index expression with base 0x000000000000 overflowed to 0x000000000004\n",
			Undefined{"pointer out of bounds", "", "b.cpp", 1, 2},
		},
		{
			"index", "b.cpp:11:26: runtime error: index 5 out of bounds for type 'int [5]'\n",
			Undefined{"index out of bounds", "index 5 out of bounds for type 'int [5]'", "b.cpp", 11, 26},
		},
		{"division", "b.cpp:24:33: runtime error: division by zero\n", Undefined{"division by zero", "", "b.cpp", 24, 33}},
		{
			"freed", "=====\n==9==ERROR: AddressSanitizer: heap-use-after-free on address 0x604 at pc 0x564 bp 0x7ff sp 0x7ff\n" +
				"READ of size 4 at 0x604 thread T0\n    at /usr/include/c++/12/bits/stl_tree.h:5\n    at /tmp/x/b.cpp:20\n" + below +
				"0x604 is located 32 bytes inside of 40-byte region\nfreed by thread T0 here:\n    at /tmp/x/b.cpp:19\n\nSUMMARY: x\n",
			Undefined{Kind: "use of freed memory", File: "b.cpp", Line: 20},
		},
		{
			"twice", "==9==ERROR: AddressSanitizer: attempting double-free on 0x602 in thread T0:\n    at x.cpp:95\n    at b.cpp:7\n",
			Undefined{Kind: "memory freed twice", File: "b.cpp", Line: 7},
		},
		{
			"no line of the program's own", "==9==ERROR: AddressSanitizer: global-buffer-overflow on address 0x604\n    at <null>\n\n" +
				"allocated here:\n    at b.cpp:3\n",
			Undefined{Kind: "access outside of a global variable"},
		},
		{
			"the library", "/usr/include/c++/12/bits/stl_vector.h:1123: constexpr std::vector<_Tp, _Alloc>::reference std::vector<_Tp, " +
				"_Alloc>::operator[](size_type) [with _Tp = int]: Assertion '__n < this->size()' failed.\n" + abort +
				"    at /usr/include/c++/12/bits/stl_vector.h:1123\n    at /tmp/x/b.cpp:10\n" + below,
			Undefined{"index out of bounds", "the standard library requires n < size()", "b.cpp", 10, 0},
		},
		{
			"empty", "/usr/include/c++/12/bits/stl_vector.h:1230: T std::vector<int>::back() [with _Tp = int]: Assertion '!this->empty()' failed.\n" +
				abort + "    at /tmp/x/b.cpp:19\n" + below,
			Undefined{"access to an empty container", "the standard library requires !empty()", "b.cpp", 19, 0},
		},
		{
			"in a header of the program", "lib/tree.h:4:2: runtime error: load of null pointer of type 'int'\n    at b.cpp:9\n",
			Undefined{"use of a null pointer", "load of null pointer of type 'int'", "lib/tree.h", 4, 2},
		},
	} {
		got, ok := ReadSanitizer(reported(c.stderr), []string{"b.cpp", "lib/tree.h"})
		if !ok || got != c.want {
			t.Errorf("%s: %v\ngot  %+v\nwant %+v", c.name, ok, got, c.want)
		}
	}
}

// What may be the cost of watching, or the program's own doing, is no undefined behaviour.
func TestReadSanitizerDoubts(t *testing.T) {
	overflow := "b.cpp:9:29: runtime error: signed integer overflow: 1 + 2147483647 cannot be represented in type 'int'\n"
	for name, r := range map[string]runner.Result{
		"a deep stack":       reported("AddressSanitizer:DEADLYSIGNAL\n==1==ERROR: AddressSanitizer: stack-overflow on address 0x7ff\n    at b.cpp:3\n"),
		"a signal":           reported("AddressSanitizer:DEADLYSIGNAL\n==1==ERROR: AddressSanitizer: SEGV on unknown address 0x7ff\n    at b.cpp:3\n"),
		"no memory":          reported("==1==ERROR: AddressSanitizer: requested allocation size 0x7 exceeds maximum supported size\n    at b.cpp:3\n"),
		"no start":           reported("==1==Shadow memory range interleaves with an existing memory mapping. ASan cannot proceed correctly. ABORTING.\n"),
		"an assertion":       reported("b: b.cpp:23: int main(): Assertion `k==3' failed.\n==1==ERROR: AddressSanitizer: ABRT on unknown address 0x1\n"),
		"nothing":            reported(""),
		"an exit of its own": {Verdict: runner.Crash, ExitCode: 1, StderrHead: []byte(overflow)},
		"a right end":        {Verdict: runner.OK, StderrHead: []byte(overflow)},
	} {
		if u, ok := ReadSanitizer(r, []string{"b.cpp"}); ok {
			t.Errorf("%s: %+v", name, u)
		}
	}
}

// Of a program that prints much on stderr both ends are kept.
func TestReadSanitizerTail(t *testing.T) {
	r := reported(strings.Repeat("debug\n", 600))
	r.StderrTail = []byte("bug\nb.cpp:9:29: runtime error: division by zero\n")
	if u, ok := ReadSanitizer(r, []string{"b.cpp"}); !ok || u.Line != 9 {
		t.Errorf("%v %+v", ok, u)
	}
}

func TestSanitizersAreForC(t *testing.T) {
	if _, err := FindSanitizing(t.Context(), Rust, Commands{}); err == nil {
		t.Error("Rust has sanitizers")
	}
}

func FuzzReadSanitizer(f *testing.F) {
	f.Add("b.cpp:9:29: runtime error: division by zero\n    at /tmp/b.cpp:9\n", "b.cpp")
	f.Add("==1==ERROR: AddressSanitizer: heap-use-after-free on\n    at \\x:99999999999999999999:1\n", "\xff")
	f.Add("/c++/a:1: Assertion 'x' failed.\n    at main.cpp:3", "ответ.cpp")
	f.Fuzz(func(t *testing.T, stderr, file string) {
		u, ok := ReadSanitizer(reported(stderr), []string{file})
		switch {
		case ok && u.Kind == "", !ok && u != (Undefined{}), u.File == "" && u.Line != 0, u.Line < 0, u.Column < 0:
			t.Errorf("%v %+v", ok, u)
		case strings.Contains(u.Detail, "\n"), strings.Contains(u.Detail, "0x"):
			t.Errorf("detail %q", u.Detail)
		}
	})
}
