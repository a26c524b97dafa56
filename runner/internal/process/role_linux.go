package process

import "os"

// Role makes do what this binary does, instead of its main, when it is started with name as its Argv[0]. It is called
// from an init, so that a role starts before the packages that are initialised later have been paid for.
func Role(name string, do func()) {
	if len(os.Args) > 0 && os.Args[0] == name {
		do()
		os.Exit(0)
	}
}

// The roles by which a process is held: the keeper stays above it, the other becomes it.
const (
	keepRole  = "execre-keep"
	enterRole = "execre-enter"
)

func init() {
	Role(keepRole, keep)
	Role(enterRole, enter)
}

// roleEnv is the environment of both: they do next to nothing, on one core and without collecting garbage.
var roleEnv = []string{"GOMAXPROCS=1", "GOGC=off"}
