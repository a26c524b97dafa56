package build

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"execre/runner/toolchain"
)

// TestLinks: a file that a source uses may be a link, or lie behind one, as long as it is in the problem folder. One that leads out
// of it is not read, and the message names it; but only if the source uses it.
func TestLinks(t *testing.T) {
	const python, cpp, java, js, rust = "import m", "#include \"m.h\"\nint main() {}", "class A { static M m; }",
		"require('./m')", "mod m;\nfn main() {}"
	for _, c := range []struct {
		name, file, text string
		links            []string // "name -> target"; ABS stands for the folder of the test, in which problem/ and outside/ are
		leaves           string   // the link that the message names; "" if there is none
	}{
		{"file", "a.cpp", cpp, []string{"m.h -> ../outside/m.h"}, "m.h"},
		{"absolute", "a.cpp", cpp, []string{"m.h -> ABS/outside/m.h"}, "m.h"},
		{"inside", "a.cpp", cpp, []string{"m.h -> lib/m.h"}, ""},
		{"absolute inside", "a.cpp", cpp, []string{"m.h -> ABS/problem/lib/m.h"}, ""},
		{"out and in again", "a.cpp", cpp, []string{"m.h -> ../problem/lib/m.h"}, ""},
		{"chain", "a.cpp", cpp, []string{"m.h -> n.h", "n.h -> ../outside/m.h"}, "m.h"},
		{"chain inside", "a.cpp", cpp, []string{"m.h -> n.h", "n.h -> lib/m.h"}, ""},
		{"chain by a folder", "a.cpp", cpp, []string{"m.h -> far/m.h", "far -> ../outside"}, "m.h"},
		{"behind a folder", "a.cpp", "#include \"far/m.h\"\nint main() {}", []string{"far -> ../outside"}, "far"},
		{"behind a folder inside", "a.cpp", "#include \"near/m.h\"\nint main() {}", []string{"near -> lib"}, ""},
		{"used by a header", "a.cpp", "#include \"lib/uses.h\"\nint main() {}", []string{"lib/n.h -> ../../outside/m.h"}, "lib/n.h"},
		{"not used", "a.cpp", "int main() {}", []string{"m.h -> ../outside/m.h"}, ""},
		{"to nothing", "a.cpp", "#if 0\n#include \"m.h\"\n#endif\nint main() {}", []string{"m.h -> ../outside/nothing.h"}, ""},
		{"to itself", "a.cpp", "#if 0\n#include \"m.h\"\n#endif\nint main() {}", []string{"m.h -> m.h"}, ""},
		{"embedded", "a.c", "#embed \"m.h\"\nint main(void) {}", []string{"m.h -> ../outside/m.h"}, "m.h"},
		{"module", "a.py", python, []string{"m.py -> ../outside/m.py"}, "m.py"},
		{"module inside", "a.py", python, []string{"m.py -> lib/m.py"}, ""},
		{"package", "a.py", python, []string{"m -> ../outside"}, "m"},
		{"package inside", "a.py", python, []string{"m -> lib"}, ""},
		{"in a package", "a.py", "import lib", []string{"lib/n.py -> ../../outside/m.py"}, "lib/n.py"},
		{"in a package inside", "a.py", "import lib", []string{"lib/n.py -> m.py"}, ""},
		{"package in a package", "a.py", "import lib", []string{"lib/far -> ../../outside"}, "lib/far"},
		{"package that has itself", "a.py", "import lib", []string{"lib/again -> ."}, ""},
		{"class", "A.java", java, []string{"M.java -> ../outside/M.java"}, "M.java"},
		{"script", "a.js", js, []string{"m.js -> ../outside/m.js"}, "m.js"},
		{"of the package", "a.js", "1", []string{"package.json -> ../outside/package.json"}, "package.json"},
		{"crate", "a.rs", rust, []string{"m.rs -> ../outside/m.rs"}, "m.rs"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := folder(t, `
-- problem/lib/m.h --
-- problem/lib/uses.h --
#include "n.h"
-- problem/lib/m.py --
-- outside/m.h --
secret
-- outside/m.py --
secret
-- outside/M.java --
secret
-- outside/m.js --
secret
-- outside/m.rs --
secret
-- outside/package.json --
secret
`)
			problem := filepath.Join(dir, "problem")
			if err := writeFile(problem, c.file, []byte(c.text+"\n")); err != nil {
				t.Fatal(err)
			}
			for _, link := range c.links {
				name, target, _ := strings.Cut(link, " -> ")
				target = filepath.FromSlash(strings.ReplaceAll(target, "ABS", dir))
				if err := os.Symlink(target, filepath.Join(problem, filepath.FromSlash(name))); err != nil {
					t.Skipf("needs links: %v", err)
				}
			}
			files, err := used(source(t, problem, c.file))
			for name, text := range files {
				if strings.Contains(string(text), "secret") {
					t.Errorf("%s was read", name)
				}
			}
			if c.leaves == "" {
				if err != nil {
					t.Error(err)
				}
				if strings.Contains(c.name, "inside") && len(files) == 0 {
					t.Error("the link was not followed")
				}
				return
			}
			want := c.file + ": uses " + c.leaves + ", a link that leads out of the problem folder: copy what it leads to into the folder"
			if failure, ok := errors.AsType[*Failure](err); !ok || failure.Output != want+"\n" {
				t.Errorf("got %v, want %s", err, want)
			}
		})
	}
}

// TestLinkOut: such a source is not built, and is in a folder that is a link itself when it is.
func TestLinkOut(t *testing.T) {
	need(t, "gcc")
	dir := folder(t, "-- secret --\nsecret\n-- problem/a.c --\n#include \"m.h\"\nint main(void) {}\n-- problem/lib.h --\n")
	problem := filepath.Join(dir, "problem")
	errLinks := errors.Join(os.Symlink("../secret", filepath.Join(problem, "m.h")), os.Symlink("problem", filepath.Join(dir, "linked")))
	if errLinks != nil {
		t.Skipf("needs links: %v", errLinks)
	}
	_, err := shared.Build(t.Context(), source(t, filepath.Join(dir, "linked"), "a.c"), toolchain.Commands{})
	failure, ok := errors.AsType[*Failure](err)
	if !ok || !strings.Contains(failure.Error(), "uses m.h, a link") || strings.Contains(failure.Output, "secret") {
		t.Errorf("got %v", err)
	}
	if err := errors.Join(os.Remove(filepath.Join(problem, "m.h")), os.Symlink("lib.h", filepath.Join(problem, "m.h"))); err != nil {
		t.Fatal(err)
	}
	mustBuild(t, shared, source(t, filepath.Join(dir, "linked"), "a.c"), toolchain.Commands{})
}
