package engine

import (
	"bytes"
	"time"

	"execre/runner"
)

// ending is what is known of an execution once it is over.
type ending struct {
	exitCode int // -1 if a signal ended it
	signal   string
	cpu      time.Duration
	wall     time.Duration
	memory   runner.Bytes
	killed   runner.Verdict // why we ended it, VerdictInvalid if we did not
}

// judge gives the verdict on an execution of which over says whether it printed too much.
func judge(res *runner.Result, killed runner.Verdict, limits runner.Limits, over bool) runner.Verdict {
	crashed := res.ExitCode != 0
	switch {
	case over:
		return runner.OutputLimit
	case killed == runner.TimeLimit, limits.CPU > 0 && (res.CPU > limits.CPU || res.Signal == "SIGXCPU"):
		return runner.TimeLimit
	case killed == runner.MemoryLimit, limits.Memory > 0 && res.Memory > limits.Memory:
		return runner.MemoryLimit
	case crashed && limits.Memory > 0 && (res.Memory > limits.Memory-limits.Memory/16 || outOfMemory(res)):
		return runner.MemoryLimit
	case crashed:
		return runner.Crash
	}
	return runner.OK
}

// outOfMemory reports whether the program's last words are those of one that was refused memory.
func outOfMemory(res *runner.Result) bool {
	last := res.StderrTail
	if len(last) == 0 {
		last = res.StderrHead
	}
	for _, words := range []string{
		"MemoryError", "std::bad_alloc", "Cannot allocate memory", "cannot allocate memory", "OutOfMemoryError",
	} {
		if bytes.Contains(last, []byte(words)) {
			return true
		}
	}
	return false
}
