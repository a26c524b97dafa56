package engine

import (
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
	tidy     bool           // nothing is left of it but what stdout and stderr contain
	// usedBefore is whether its process may have executed before.
	usedBefore bool
}
