// Package toolchaintest gives tests what they need for programs in every language: the TypeScript compiler that the editor
// extension brings along. The other compilers and interpreters are on PATH, or a test that needs one fails: make setup
// installs them all.
package toolchaintest

import (
	"os"
	"path/filepath"
	"testing"
)

// EveryLanguage puts the TypeScript compiler on PATH, beside this machine's programs, until the test ends.
func EveryLanguage(t testing.TB) {
	t.Helper()
	dir := filepath.Join(packages(t), ".bin")
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// TypeScript is the folder of the package typescript.
func TypeScript(t testing.TB) string {
	t.Helper()
	return filepath.Join(packages(t), "typescript")
}

// packages finds the extension's node_modules from the folder of the test's package, which is where tests run.
func packages(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		found := filepath.Join(dir, "vscode-extension", "node_modules")
		if _, err := os.Stat(filepath.Join(found, "typescript")); err == nil {
			return found
		}
		if filepath.Dir(dir) == dir {
			t.Fatal("needs the extension's npm packages: make setup installs them")
		}
		dir = filepath.Dir(dir)
	}
}
