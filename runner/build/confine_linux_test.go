package build

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"execre/runner"
	"execre/runner/internal/process"
	"execre/runner/toolchain"
)

// confined skips a test where the kernel cannot bound which files a compiler reads.
func confined(t *testing.T) {
	t.Helper()
	if process.Sandbox().Landlock == 0 {
		t.Skip("needs Landlock, which this kernel does not have or was started without")
	}
}

// secret is a file of the user's that is in nobody's folder.
func secret(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "id_rsa")
	if err := os.WriteFile(file, []byte("hunter2 is = my key;\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestCompilersReadNoFilesOfTheUser: not into a message, and not into a program.
func TestCompilersReadNoFilesOfTheUser(t *testing.T) {
	confined(t)
	cache := shared
	for name, text := range map[string]string{
		"include.c":   "#include %q\nint main(void) { return 0; }\n",
		"include.cpp": "#include <bits/stdc++.h>\n#include %q\nint main() {}\n",
		"embed.c":     "__asm__(\".incbin \\\"%s\\\"\");\nint main(void) { return 0; }\n",
		"embed.rs":    "fn main() { print!(\"{}\", include_str!(%q)); }\n",
		"include.rs":  "include!(%q);\nfn main() {}\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := secret(t)
			src := candidate(t, name, "-- "+name+" --\n"+fmt.Sprintf(text, file))
			p, err := cache.Build(t.Context(), src, toolchain.Commands{})
			var failure *Failure
			if !errors.As(err, &failure) {
				t.Fatalf("built %+v, %v", p, err)
			}
			if said := failure.Error() + failure.Output; bytes.Contains([]byte(said), []byte("hunter2")) {
				t.Errorf("told the file's text:\n%s", said)
			}
		})
	}
}

// TestCompilersReadWhatTheUserNames: in the environment and in execre.toml.
func TestCompilersReadWhatTheUserNames(t *testing.T) {
	confined(t)
	dir := folder(t, "-- lib/answer.h --\n#define ANSWER 42\n-- lib2/base.h --\n#define BASE 0\n")
	t.Setenv("CPATH", filepath.Join(dir, "lib"))
	cache := &Cache{Dir: t.TempDir()}
	src := candidate(t, "a.c", "-- a.c --\n#include <stdio.h>\n#include <answer.h>\n#include <base.h>\n"+
		"int main(void) { printf(\"%d\\n\", BASE + ANSWER); }\n")
	p, err := cache.Build(t.Context(), src, toolchain.Commands{
		Compile: []string{"gcc", "-I" + filepath.Join(dir, "lib2"), "-o", "{out}", "{src}"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if res := start(t, p); string(res.Stdout) != "42\n" {
		t.Errorf("got %v %q", res.Verdict, res.Stdout)
	}
}

// TestCompilerThatNeedsMore: one that does not even compile the simplest program confined runs unconfined, also if what
// it said was about a line of the source.
func TestCompilerThatNeedsMore(t *testing.T) {
	confined(t)
	dir := folder(t, "-- settings/iostream --\n#include_next <iostream>\n#define ANSWER 42\n")
	script := "#!/bin/sh\n[ \"$1\" = --version ] || { [ -r " + dir + "/settings/iostream ] || { echo \"$6:1:1: error: no iostream\" >&2; exit 1; }; }\n" +
		"exec g++ -isystem " + dir + "/settings \"$@\"\n"
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "own-g++"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CXX", filepath.Join(bin, "own-g++"))
	cache := &Cache{Dir: t.TempDir()}
	src := candidate(t, "a.cpp", "-- a.cpp --\n#include <iostream>\nint main() { std::cout << ANSWER << '\\n'; }\n")
	p, err := cache.Build(t.Context(), src, toolchain.Commands{})
	if err != nil {
		t.Fatal(err)
	}
	if res := start(t, p); res.Verdict != runner.OK || string(res.Stdout) != "42\n" {
		t.Errorf("got %v %q", res.Verdict, res.Stdout)
	}
}
