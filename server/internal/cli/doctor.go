package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"execre/runner"
	"execre/runner/build"
	"execre/runner/local"
	"execre/runner/resultcache"
	"execre/runner/toolchain"
	"execre/server/internal/workspace"
)

type doctorCommand struct {
	Dir    string `arg:"" optional:"" help:"A problem folder, for what its execre.toml says of languages."`
	Format string `enum:"table,json" default:"table" help:"How to print it: table or json."`
}

// diagnosis is what doctor finds out, and its JSON form.
type diagnosis struct {
	Version   int                 `json:"version"` // of this form
	Execre    string              `json:"execre"`
	System    string              `json:"system"` // "linux/amd64"
	Cores     int                 `json:"cores"`
	Languages []languageDiagnosis `json:"languages"`
	Sandbox   sandboxDiagnosis    `json:"sandbox"`
	Caches    []cacheDiagnosis    `json:"caches"`
	Settings  []string            `json:"settings"` // what is wrong with execre.toml
}

// languageDiagnosis is one language. With a Problem its programs cannot be run.
type languageDiagnosis struct {
	Language string        `json:"language"`
	Path     string        `json:"path"`
	Version  string        `json:"version"`
	Engine   runner.Engine `json:"engine"`
	Own      bool          `json:"own"` // execre.toml has its commands
	Problem  string        `json:"problem"`
}

type sandboxDiagnosis struct {
	Level   string   `json:"level"`
	Missing []string `json:"missing"`
}

type cacheDiagnosis struct {
	Name   string       `json:"name"`
	Folder string       `json:"folder"` // "" for one in memory
	Bytes  runner.Bytes `json:"bytes"`
	Limit  runner.Bytes `json:"limit"`
}

// Run looks at the machine and prints what it found. What is missing is no failure.
func (c *doctorCommand) Run(env *environment) error {
	var settings workspace.Settings
	found := diagnosis{
		Version: 1, Execre: Version, System: runtime.GOOS + "/" + runtime.GOARCH, Cores: runtime.NumCPU(),
		Settings: []string{},
	}
	if c.Dir != "" {
		var mistakes []workspace.Mistake
		var err error
		if settings, mistakes, err = workspace.LoadSettings(c.Dir); err != nil {
			return usageError{err}
		}
		for _, m := range mistakes {
			found.Settings = append(found.Settings, m.String())
		}
	}
	var err error
	if found.Languages, err = diagnoseLanguages(env.ctx, settings.Languages); err != nil {
		return err
	}
	held := local.Sandbox()
	found.Sandbox = sandboxDiagnosis{Level: held.Level, Missing: append([]string{}, held.Missing...)}
	found.Caches = []cacheDiagnosis{
		{Name: "programs", Folder: build.DefaultDir(), Bytes: folderSize(build.DefaultDir()), Limit: build.DefaultLimit},
		{Name: "results", Folder: resultcache.DefaultDir(), Bytes: folderSize(resultcache.DefaultDir()), Limit: resultcache.DefaultMaxBytes},
	}
	if c.Format == "json" {
		out := json.NewEncoder(env.stdout)
		out.SetEscapeHTML(false)
		out.SetIndent("", "  ")
		return out.Encode(found)
	}
	return found.print(env.stdout)
}

// probes are programs that print probeAnswer, one in each language that can be run without further ado.
var probes = []struct {
	language toolchain.Language
	file     string
	source   string
}{
	{"cpp", "probe.cpp", "#include <iostream>\nint main() { std::cout << \"ready\\n\"; }\n"},
	{"c", "probe.c", "#include <stdio.h>\nint main(void) { puts(\"ready\"); return 0; }\n"},
	{"python", "probe.py", "print(\"ready\")\n"},
	{"java", "Probe.java", "class Probe { public static void main(String[] args) { System.out.println(\"ready\"); } }\n"},
	{"javascript", "probe.js", "console.log(\"ready\");\n"},
	{"typescript", "probe.ts", "const answer: string = \"ready\";\nconsole.log(answer);\n"},
	{"go", "probe.go", "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"ready\") }\n"},
	{"rust", "probe.rs", "fn main() { println!(\"ready\"); }\n"},
}

const (
	probeAnswer = "ready\n"
	// probeTime is how long a language may take for building and running its probe.
	probeTime = time.Minute
	// firstTime is the same for a language whose first build on a machine compiles the standard library as well.
	firstTime = 5 * time.Minute
)

// timeFor is how long doctor waits for a language.
func timeFor(lang toolchain.Language) time.Duration {
	if lang == toolchain.Go {
		return firstTime
	}
	return probeTime
}

// diagnoseLanguages tries out every language: only a program that was built and has run shows that the language works.
// The error is that of a stop.
func diagnoseLanguages(ctx context.Context, own map[toolchain.Language]toolchain.Commands) ([]languageDiagnosis, error) {
	cache := &build.Cache{Dir: build.DefaultDir()}
	defer cache.Close()
	executor := local.New(local.Config{})
	defer executor.Close()
	var languages []languageDiagnosis
	var waiting sync.WaitGroup
	slots := make(chan struct{}, runtime.NumCPU())
	known := map[toolchain.Language]bool{}
	results := make([]languageDiagnosis, len(probes))
	for i, probe := range probes {
		known[probe.language] = true
		override, has := own[probe.language]
		if !probe.language.Supported() && !has {
			continue
		}
		waiting.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			ctx, cancel := context.WithTimeout(ctx, timeFor(probe.language))
			defer cancel()
			d := findLanguage(ctx, probe.language, override, has)
			if d.Problem == "" {
				src := build.Source{Name: probe.file, Language: probe.language, Text: []byte(probe.source)}
				d.Engine, d.Problem = tryOut(ctx, cache, executor, src, override)
			}
			results[i] = d
		})
	}
	waiting.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for _, d := range results {
		if d.Language != "" {
			languages = append(languages, d)
		}
	}
	for _, lang := range slices.Sorted(maps.Keys(own)) {
		if !known[lang] { // nothing of ours is written in it
			languages = append(languages, findLanguage(ctx, lang, own[lang], true))
		}
	}
	return languages, nil
}

// findLanguage looks for the compiler or interpreter.
func findLanguage(ctx context.Context, lang toolchain.Language, override toolchain.Commands, own bool) languageDiagnosis {
	d := languageDiagnosis{Language: string(lang), Engine: runner.Spawn, Own: own}
	tools, err := toolchain.Find(ctx, lang, override)
	if err != nil {
		d.Engine, d.Problem = "", err.Error()
		return d
	}
	d.Path, d.Version = tools.Path, tools.Version
	return d
}

// tryOut builds a probe and runs it. problem is "" when it answered.
func tryOut(ctx context.Context, cache *build.Cache, executor runner.Executor, src build.Source, override toolchain.Commands) (
	engine runner.Engine, problem string,
) {
	program, err := cache.Build(ctx, src, override)
	var failure *build.Failure
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "", late(src.Language)
	case errors.As(err, &failure):
		return "", "its compiler refuses a program of a few lines: " + cmp.Or(strings.TrimSpace(failure.Output), failure.Error())
	case err != nil:
		return "", err.Error()
	}
	limits := runner.Limits{CPU: 10 * time.Second, Memory: runner.GiB}
	res := executor.Execute(ctx, runner.Request{Program: program, Limits: limits})
	printed := strings.ReplaceAll(string(res.Stdout), "\r\n", "\n")
	switch {
	case res.Err != nil:
		return "", "a program of a few lines cannot be run: " + res.Err.Error()
	case res.Verdict != runner.OK || printed != probeAnswer:
		return "", fmt.Sprintf("a program of a few lines ends with %v and prints %q %q", res.Verdict, printed, res.StderrHead)
	case program.Server == nil:
		return runner.Spawn, ""
	}
	return program.Server.Engine, ""
}

// late is the problem of a compiler that takes too long.
func late(lang toolchain.Language) string {
	text := fmt.Sprintf("its compiler did not end within %v", timeFor(lang))
	if lang == toolchain.Go {
		text += ": the first build takes long, because it compiles the standard library; run execre doctor again"
	}
	return text
}

// folderSize adds up the files below a folder; what cannot be read counts nothing.
func folderSize(dir string) runner.Bytes {
	if dir == "" {
		return 0
	}
	var size runner.Bytes
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		if info, err := d.Info(); err == nil {
			size += runner.Bytes(info.Size())
		}
		return nil
	})
	return size
}

// print writes it for people.
func (d diagnosis) print(out io.Writer) error {
	cores := "cores"
	if d.Cores == 1 {
		cores = "core"
	}
	var text strings.Builder
	fmt.Fprintf(&text, "execre %s on %s, %d %s\n\nLanguages\n", d.Execre, d.System, d.Cores, cores)
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, l := range d.Languages {
		language := l.Language
		if l.Own {
			language += " (execre.toml)"
		}
		if l.Problem == "" {
			fmt.Fprintf(table, "  %s\t%s\t%s\t%s\n", language, l.Engine, l.Path, l.Version)
		}
	}
	table.Flush()
	for _, l := range d.Languages {
		if l.Problem != "" {
			fmt.Fprintf(&text, "  %s: %s\n", l.Language, strings.ReplaceAll(l.Problem, "\n", "\n    "))
		}
	}
	level := d.Sandbox.Level
	if level == "" {
		level = "nothing but limits of time, memory and output"
	}
	fmt.Fprintf(&text, "\nSandbox\n  %s\n", level)
	for _, missing := range d.Sandbox.Missing {
		fmt.Fprintf(&text, "  missing: %s\n", missing)
	}
	text.WriteString("\nCaches\n")
	table = tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, c := range d.Caches {
		folder := c.Folder
		if folder == "" {
			folder = "in memory only: there is no folder that can be written to"
		}
		fmt.Fprintf(table, "  %s\t%s\tof at most %v\t%s\n", c.Name, megabytes(c.Bytes), c.Limit, folder)
	}
	table.Flush()
	if len(d.Settings) > 0 {
		fmt.Fprintf(&text, "\nSettings\n  %s\n", strings.Join(d.Settings, "\n  "))
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// megabytes is a size as people read it.
func megabytes(size runner.Bytes) string {
	return fmt.Sprintf("%.1f MiB", float64(size)/float64(runner.MiB))
}
