package build

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"execre/runner"
	"execre/runner/toolchain"
)

// ofOthers names the folder of TestManyProcesses for the processes that it starts.
const ofOthers = "EXECRE_TEST_CACHE"

// sourcesOfMany are what each of the processes builds.
var sourcesOfMany = []string{"one.c", "two.c", "three.c"}

// TestManyProcesses: processes that share a cold cache get the same programs out of it, and each is compiled once.
func TestManyProcesses(t *testing.T) {
	dir := os.Getenv(ofOthers)
	if dir != "" {
		manyProcesses(t, dir)
		return
	}
	gcc := need(t, "gcc")
	dir = t.TempDir()
	log := filepath.Join(dir, "log")
	script := "#!/bin/sh\ncase \"$*\" in *--version*) ;; *) echo \"$@\" >>'" + log + "' || exit;; esac\nexec '" + gcc + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(dir, "gcc"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var others sync.WaitGroup
	for i := range 5 {
		cmd := exec.CommandContext(t.Context(), self, "-test.run=^TestManyProcesses$", "-test.v")
		cmd.Env = append(os.Environ(), ofOthers+"="+filepath.Join(dir, "cache"), "CC="+filepath.Join(dir, "gcc"))
		others.Go(func() {
			if output, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("process %d: %v\n%s", i, err, output)
			}
		})
	}
	others.Wait()
	calls, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range sourcesOfMany {
		if n := strings.Count(string(calls), " "+name+" "); n != 1 {
			t.Errorf("%s was compiled %d times:\n%s", name, n, calls)
		}
	}
	left, err := os.ReadDir(filepath.Join(dir, "cache"))
	if err != nil {
		t.Fatal(err)
	}
	cache := &Cache{dir: filepath.Join(dir, "cache")}
	for _, d := range left {
		if _, ok := cache.load(d.Name()); !ok {
			t.Errorf("left over or damaged: %s", d.Name())
		}
	}
}

// manyProcesses is one of the processes.
func manyProcesses(t *testing.T, dir string) {
	longestClaim = time.Hour
	cache := &Cache{Dir: dir}
	defer cache.Close()
	var all sync.WaitGroup
	for i, name := range sourcesOfMany {
		text := fmt.Sprintf("#include <stdio.h>\nint main(void) { puts(\"%d\"); }\n", i)
		src := source(t, folder(t, "-- "+name+" --\n"+text), name)
		all.Go(func() {
			p, err := cache.Build(t.Context(), src, toolchain.Commands{})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				return
			}
			if res := execute(t, p); res.Verdict != runner.OK || string(res.Stdout) != fmt.Sprintln(i) {
				t.Errorf("%s: %v %q %v", name, res.Verdict, res.Stdout, res.Err)
			}
		})
	}
	all.Wait()
}
