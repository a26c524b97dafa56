// Package sandbox confines a process before it becomes a program under test.
package sandbox

// Policy is what a confined process may do.
type Policy struct {
	Reads   []string // files and folders, absolute, that it may read and execute, besides what every program needs
	Writes  []string // folders that it may also change
	Threads int      // threads and processes at a time
	Network bool     // false: no sockets at all
}

// Level says which layers hold on this machine, for this user. Its String is what Result.Sandbox shows.
type Level struct {
	Landlock int // ABI version, 0 none
	Seccomp  bool
	PID      bool     // a PID namespace of its own
	User     bool     // a user namespace of its own (without root)
	OwnUID   bool     // a spare uid (as root)
	Missing  []string // for people: each layer that does not hold, and why
}
