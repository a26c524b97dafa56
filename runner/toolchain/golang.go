package toolchain

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
)

// GoModule is the file beside which Go sources are compiled: with a module of their own, none of those above has a say.
func (t *Toolchain) GoModule() (name, text string) {
	version := goVersion.FindStringSubmatch(t.Version)
	if version == nil {
		return "go.mod", goModule
	}
	return "go.mod", goModule + "\ngo " + version[1] + "\n"
}

// goFlags: paths of this machine are in no program, and no repository around the build folder is looked at.
var goFlags = []string{"build", "-trimpath", "-buildvcs=false"}

const goModule = "module candidate\n"

var goVersion = regexp.MustCompile(`\bgo(1\.\d+)`)

// findGo finds the Go command. Programs are compiled without the user's settings for modules and without a network:
// only the standard library is there. Go's own cache stays the user's.
func (t *Toolchain) findGo(ctx context.Context) error {
	if t.ownCompiler(ctx) {
		return nil
	}
	path, err := lookPath("go")
	if err != nil {
		return fmt.Errorf("no Go compiler found: install golang-go, or set [languages.go] compile in execre.toml")
	}
	var facts struct{ GOROOT, GOVERSION, GOCACHE, GOPATH string }
	text, err := askInEmptyFolder(ctx, path, "env", "-json", "GOROOT", "GOVERSION", "GOCACHE", "GOPATH")
	if err == nil {
		err = json.Unmarshal([]byte(text), &facts)
	}
	if err != nil {
		return fmt.Errorf("%s does not work (%s): repair it, or set [languages.go] compile in execre.toml", path, oneLine(err))
	}
	if real, err := lookPath(filepath.Join(facts.GOROOT, "bin", "go"+ExecutableSuffix)); err == nil {
		path = real // not a version manager's script
	}
	t.Path, t.Version = path, facts.GOVERSION
	t.goEnv = []string{
		"GOROOT=" + facts.GOROOT, "GOCACHE=" + facts.GOCACHE, "GOPATH=" + facts.GOPATH,
		"GO111MODULE=on", "GOENV=off", "GOWORK=off", "GOPROXY=off", "GOTOOLCHAIN=local",
	}
	return nil
}
