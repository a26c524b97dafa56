package process

import (
	"sync"

	"execre/runner/internal/sandbox"
)

// Sandbox says which layers of the sandbox hold on this machine for this user. The first call tries them, with some
// short processes.
var Sandbox = sync.OnceValue(func() sandbox.Level { return sandbox.Probe(tryLevel) })
