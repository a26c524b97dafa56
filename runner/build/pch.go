package build

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"execre/runner"
	"execre/runner/internal/process"
	"execre/runner/toolchain"
)

// A precompiled header is an entry of the cache that holds everything of bits/stdc++.h as g++ has read it: for most contest
// programs that is more than half of the time a compiler takes. g++ itself decides whether it fits (its version,
// the flags, the macros defined so far), and reads the header as ever where it does not.

const (
	wholeLibrary      = "bits/stdc++.h"
	precompiledHeader = wholeLibrary + ".gch"
	stampsName        = "headers.json"
)

// headerState is what this process knows of a precompiled header.
type headerState int

const (
	headerUnknown headerState = iota
	headerMissing             // or damaged, or out of date; looked for again
	headerInWork
	headerUnfit // cannot be made
	headerGood
)

// stamp is what a header looked like when it was precompiled. g++ does not look at the headers again.
type stamp struct {
	File     string `json:"file"`
	Size     int64  `json:"size"`
	Modified int64  `json:"modified"` // nanoseconds
}

// includeWhole matches the inclusion of the whole library.
var includeWhole = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*[<"]bits/stdc\+\+\.h[>"]`)

// canUse reports whether a precompiled header changes nothing in how a source is compiled but the time. A pragma in front
// of the header changes what is compiled from it, and g++ does not notice that for all of them.
func canUse(r recipe) bool {
	if r.src.Language != toolchain.CPP || r.override.Compile != nil || r.src.Sanitize || strings.Contains(r.tools.Version, "clang") {
		return false
	}
	for name := range r.files {
		if strings.HasSuffix(name, wholeLibrary) {
			return false // the user's own
		}
	}
	text := r.mainText()
	at := includeWhole.FindIndex(text)
	return at != nil && !bytes.Contains(bytes.ToLower(text[:at[0]]), []byte("pragma"))
}

// precompiled gives the arguments by which a compiler finds the precompiled header, nil if there is none. In the background
// one is made for later builds.
func (c *Cache) precompiled(ctx context.Context, r recipe) []string {
	if !canUse(r) {
		return nil
	}
	command, err := r.tools.CompileCommand(ctx, "probe.cpp", artefact)
	if err != nil {
		return nil
	}
	command = slices.DeleteFunc(command, func(arg string) bool { return arg == "probe.cpp" || arg == artefact || arg == "-o" })
	key := partKey("precompiled header", r.tools.Recipe(), command)
	dir := filepath.Join(c.dir, key)

	c.mu.Lock()
	state := c.headers[key]
	c.mu.Unlock()
	if state == headerUnknown {
		// Its content is looked at once a process: it is large.
		state = headerMissing
		if _, ok := c.load(key); ok {
			state = headerGood
		}
	}
	if state == headerGood && !current(dir) {
		state = headerMissing
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.headers[key]; now == headerInWork || now == headerUnfit {
		return nil
	}
	c.held[key] = 1 // it stays for as long as this process lives
	if state == headerMissing && c.Background && c.closing.Err() == nil {
		state = headerInWork
		c.background.Go(func() {
			c.discard(dir) // out of date or damaged, if it is there at all
			_, err := c.obtain(c.closing, key, func(ctx context.Context, entry, scratch string, _ *manifest) error {
				return c.precompile(ctx, command, entry, scratch)
			})
			c.mu.Lock()
			defer c.mu.Unlock()
			switch {
			case err == nil:
				c.headers[key] = headerGood
			case isFull(err):
				c.headers[key] = headerMissing
			default:
				c.headers[key] = headerUnfit
			}
		})
	}
	c.headers[key] = state
	if state != headerGood {
		return nil
	}
	touch(dir)
	return []string{"-I" + dir}
}

// endOfChain matches the last line of how a header came to be included where that ends with the whole library.
var endOfChain = regexp.MustCompile(`(?m)^((?:In file included| +) from [^\n]*[/\\]bits[/\\]stdc\+\+\.h:\d+):$`)

// includedFrom completes what a compiler says about how a header came to be included: it does not know who
// included one that is precompiled.
func includedFrom(output, main string, source []byte) string {
	at := includeWhole.FindIndex(source)
	if at == nil {
		return output
	}
	line := 1 + bytes.Count(source[:at[0]], []byte("\n"))
	return endOfChain.ReplaceAllString(output, fmt.Sprintf("$1,\n%17sfrom %s:%d:", "", strings.ReplaceAll(main, "$", "$$"), line))
}

// current reports whether the precompiled header in dir is there and all headers are what they were when it was made.
func current(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, stampsName))
	if err != nil {
		return false
	}
	var stamps []stamp
	if json.Unmarshal(text, &stamps) != nil || len(stamps) == 0 {
		return false
	}
	for _, s := range stamps {
		now, err := stampOf(s.File)
		if err != nil || now != s {
			return false
		}
	}
	_, err = os.Stat(filepath.Join(dir, filepath.FromSlash(precompiledHeader)))
	return err == nil
}

func stampOf(file string) (stamp, error) {
	info, err := os.Stat(file)
	if err != nil {
		return stamp{}, err
	}
	return stamp{File: file, Size: info.Size(), Modified: info.ModTime().UnixNano()}, nil
}

// precompile makes the entry of a precompiled header and tries it out. It runs beside what people wait for,
// so it is nice to others.
func (c *Cache) precompile(ctx context.Context, command []string, entry, scratch string) error {
	run := func(argv ...string) (runner.Result, error) {
		res := process.Run(ctx, process.Command{
			Argv: slices.Concat(command, argv), Env: toolchain.CompileEnv(scratch), Dir: scratch, Limits: limits, StderrPart: runner.MiB,
		})
		if res.Verdict != runner.OK {
			return res, errors.Join(ctx.Err(), c.whyNot(res), fmt.Errorf("cannot precompile a header: %v: %s", res.Verdict, res.StderrHead))
		}
		return res, nil
	}
	if nice, err := exec.LookPath("nice"); err == nil && runtime.GOOS != "windows" && filepath.IsAbs(nice) {
		command = slices.Concat([]string{nice, "-n", "15"}, command)
	}
	program := "#include <" + wholeLibrary + ">\nint main() {}\n"
	err := errors.Join(writeFile(scratch, "probe.cpp", []byte(program)), os.Mkdir(filepath.Join(entry, "bits"), 0o700))
	if err != nil {
		return err
	}
	res, err := run("-M", "probe.cpp")
	if err != nil {
		return err
	}
	var header string
	var stamps []stamp
	for _, file := range strings.Fields(strings.ReplaceAll(string(res.Stdout), "\\\n", " ")) {
		if !filepath.IsAbs(file) {
			continue // the target, the probe
		}
		s, err := stampOf(file)
		if err != nil {
			return err // its name has spaces, say
		}
		stamps = append(stamps, s)
		if header == "" && strings.HasSuffix(filepath.ToSlash(file), "/"+wholeLibrary) {
			header = file
		}
	}
	if header == "" {
		return errors.New("cannot precompile a header: the compiler does not have " + wholeLibrary)
	}
	out := filepath.Join(entry, filepath.FromSlash(precompiledHeader))
	if _, err := run("-x", "c++-header", header, "-o", out); err != nil {
		return err
	}
	res, err = run("-I"+entry, "-H", "-fsyntax-only", "probe.cpp")
	if err != nil {
		return err
	}
	if !bytes.Contains(res.StderrHead, []byte("! "+out)) {
		return errors.New("cannot precompile a header: the compiler does not use it")
	}
	text, err := json.Marshal(stamps)
	if err != nil {
		return err
	}
	return writeFile(entry, stampsName, text)
}
