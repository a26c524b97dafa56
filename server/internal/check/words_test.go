package check

import "testing"

// What runtimes print when a program crashes, as they print it: one line of it is shown, the one that says why.
func TestTheTellingLine(t *testing.T) {
	for want, stderr := range map[string]string{
		"RangeError: Maximum call stack size exceeded": "/p/rec.js:1\nfunction f(x){return f(x+1)+1}\n           ^\n\n" +
			"RangeError: Maximum call stack size exceeded\n    at f (/p/rec.js:1:12)\n    at f (/p/rec.js:1:21)\n\nNode.js v20.20.2\n",
		"ZeroDivisionError: division by zero": "Traceback (most recent call last):\n  File \"/p/a.py\", line 1, in <module>\n" +
			"    1/0\nZeroDivisionError: division by zero\n",
		`Exception in thread "main" java.lang.ArithmeticException: / by zero`: "Exception in thread \"main\" " +
			"java.lang.ArithmeticException: / by zero\n\tat Main.main(Main.java:3)\n",
		"panic: runtime error: index out of range [3] with length 3": "panic: runtime error: index out of range [3] with " +
			"length 3\n\ngoroutine 1 [running]:\nmain.main()\n\t/p/a.go:5 +0x1d\nexit status 2\n",
		"thread 'main' panicked at a.rs:2:5: attempt to divide by zero": "thread 'main' panicked at a.rs:2:5:\n" +
			"attempt to divide by zero\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
		"a.out: a.cpp:4: int main(): Assertion `n > 0' failed.": "a.out: a.cpp:4: int main(): Assertion `n > 0' failed.\n",
		"bye": "debug: 1\nbye\n",
	} {
		if got := telling(stderr); got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
}
