package local

import (
	"slices"

	"execre/runner/internal/process"
)

// SandboxInfo says for people what holds programs on this machine, for this user.
type SandboxInfo struct {
	Level   string   // the layers that hold, as Result.Sandbox has them; "" for nothing but limits
	Missing []string // each layer that does not hold: why, and what that means
}

// Sandbox finds out what holds programs here. The first call tries the layers with some short processes.
func Sandbox() SandboxInfo {
	level := process.Sandbox()
	return SandboxInfo{Level: level.String(), Missing: slices.Clone(level.Missing)}
}
