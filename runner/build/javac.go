package build

import (
	"bufio"
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"execre/runner"
	"execre/runner/internal/engine"
	"execre/runner/toolchain"
)

// javacStatus are the exit statuses by which javac says that it judged the source: success, and mistakes in it. With any
// other the compiler itself had trouble.
var javacStatus = []int{0, 1}

// askJavac compiles with a javac that is kept running: its start takes far longer than most compilations. argv is the
// command that would be run in entry. ok is false where that command has to be run after all.
func (c *Cache) askJavac(ctx context.Context, r recipe, argv []string, entry string) (res runner.Result, ok bool) {
	if r.src.Language != toolchain.Java || r.override.Compile != nil || !c.Background {
		return res, false
	}
	classes, ok := c.warmJava(ctx, r.tools)
	if !ok {
		return res, false
	}
	command := engine.JavaCompilerArgs(r.tools.Runtime, classes)
	policy := c.confinement(r, command, c.dir)
	if policy == nil {
		return res, false // it has shown to need more than is allowed here
	}
	s, ok := c.resident(command, r.tools.CompileEnv(c.dir), policy)
	if !ok {
		return res, false
	}
	prefix := entry + string(filepath.Separator)
	request, err := engine.AppendCompile(nil, javacArguments(argv, prefix))
	if err != nil {
		return res, false
	}
	var status int
	var output []byte
	err = s.ask(ctx, request, func(replies *bufio.Reader) error {
		status, output, err = engine.ReadCompiled(replies)
		return err
	})
	if err != nil || !slices.Contains(javacStatus, status) {
		return res, false
	}
	output = bytes.ReplaceAll(output, []byte(prefix), nil)
	if bytes.Contains(output, []byte(entry)) {
		return res, false // it speaks of our folder
	}
	if status != 0 && !slices.ContainsFunc(parse(string(output), r.own, r.src.Name), func(m Message) bool { return m.Line > 0 }) {
		s.close() // perhaps our folder is another one by now, and closed to it
		return res, false
	}
	res = runner.Result{Verdict: runner.OK, ExitCode: status, Engine: runner.Warm}
	if status != 0 {
		res.Verdict = runner.Crash
	}
	part := min(len(output), int(compilerOutput))
	res.StderrHead = output[:part]
	res.StderrTail = output[max(part, len(output)-int(compilerOutput)):]
	return res, true
}

// javacArguments are those of argv for a javac that runs in another folder: relative names get prefix, which is the
// folder that they are relative to, with a separator at its end.
func javacArguments(argv []string, prefix string) []string {
	var arguments []string
	for i := 1; i < len(argv); i++ {
		switch arg := argv[i]; {
		case strings.HasPrefix(arg, "-J"):
		case slices.Contains([]string{"-cp", "-d", "-sourcepath"}, arg) && i+1 < len(argv):
			i++
			var paths []string
			for _, path := range filepath.SplitList(argv[i]) {
				paths = append(paths, filepath.Join(prefix, path))
			}
			arguments = append(arguments, arg, strings.Join(paths, string(filepath.ListSeparator)))
		case slices.Contains([]string{"-encoding", "--source", "--release"}, arg) && i+1 < len(argv):
			i++
			arguments = append(arguments, arg, argv[i])
		case strings.HasPrefix(arg, "-"):
			arguments = append(arguments, arg)
		default:
			arguments = append(arguments, prefix+strings.TrimPrefix(arg, "./"))
		}
	}
	return arguments
}
