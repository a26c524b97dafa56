package toolchain

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// RustStatic is the argument that makes static programs, if the compiler can.
const RustStatic = "-Ctarget-feature=+crt-static"

// rustFlags are chosen as those of C and C++ are. The crate has a name of its own because a file's name need not be one.
var rustFlags = [][]string{
	{"-O"},
	{"--edition=2021", "--edition=2018"},
	{"--crate-name=candidate"},
	{"-Cdebuginfo=0"},
	{RustStatic, ""}, // a static program starts faster
}

func (t *Toolchain) findRust(ctx context.Context) error {
	if t.ownCompiler(ctx) {
		return nil
	}
	var failure error
	for _, path := range onPath("rustc") {
		// What rustup puts on PATH decides at each call which compiler is meant; without a default that fails.
		sysroot, err := askInEmptyFolder(ctx, path, "--print", "sysroot")
		if err == nil {
			if real, err := lookPath(filepath.Join(strings.TrimSpace(sysroot), "bin", "rustc"+ExecutableSuffix)); err == nil {
				path = real
			}
			if t.Version, err = askVersion(ctx, path); err == nil {
				t.Path = path
				return nil
			}
		}
		failure = errors.Join(failure, err)
	}
	if failure != nil {
		return fmt.Errorf("no Rust compiler works (%s): install rustc, for example by rustup default stable, "+
			"or set [languages.rust] compile in execre.toml", oneLine(failure))
	}
	return fmt.Errorf("no Rust compiler found: install rustc, or set [languages.rust] compile in execre.toml")
}

// rustFlags are those to choose from.
func (t *Toolchain) rustFlags() [][]string {
	if t.manner == debugged {
		return rustDebugFlags
	}
	return rustFlags
}

// rustCommand compiles the root of a crate, which names the other files.
func (t *Toolchain) rustCommand(ctx context.Context, src, out string) ([]string, error) {
	t.probe.Lock()
	defer t.probe.Unlock()
	if t.flags == nil {
		flags, err := t.probeFlags(ctx, t.rustFlags(), "probe.rs",
			"fn main() { std::thread::spawn(|| {}).join().unwrap(); }\n", nil)
		if err != nil {
			return nil, t.broken(ctx, "Rust", err)
		}
		t.flags = flags
	}
	return slices.Concat([]string{t.Path}, t.flags, []string{"-o", out, src}), nil
}
