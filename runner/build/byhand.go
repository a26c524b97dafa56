package build

import (
	"context"
	"path"
	"path/filepath"

	"execre/runner"
	"execre/runner/toolchain"
)

// ByHand says how a person builds and runs a source where it lies, in a terminal or, with debug, in a debugger; out is the
// file to make of it, if there is one to make. All paths are absolute, and the commands are meant for the problem folder. It
// builds nothing. The error is a *toolchain.Missing where the machine or execre.toml is at fault.
func ByHand(
	ctx context.Context, src Source, override toolchain.Commands, out string, memory runner.Bytes, debug bool,
) (toolchain.ByHand, error) {
	find := toolchain.Find
	if debug {
		find = toolchain.FindDebugging
	}
	tools, err := find(ctx, src.Language, override)
	if err != nil {
		return toolchain.ByHand{}, err
	}
	absolute := func(name string) string { return filepath.Join(src.Dir, filepath.FromSlash(name)) }
	main := path.Clean(src.Name)
	_, class := copyName(src)
	var more []string
	switch src.Language {
	case toolchain.JavaScript, toolchain.TypeScript: // their other files are imported
	default:
		for _, name := range (recipe{src: src, main: main}).sources() {
			more = append(more, absolute(name))
		}
	}
	hand, err := tools.ByHand(ctx, toolchain.Artefact{Source: absolute(main), Out: out, Class: class}, memory, more...)
	if err != nil {
		return toolchain.ByHand{}, err
	}
	isC := src.Language == toolchain.C || src.Language == toolchain.CPP
	if isC && override.Compile == nil && path.Dir(main) != "." {
		hand.Build = append(hand.Build, "-I", src.Dir) // as in a check: beside the source first, and then in the problem folder
	}
	return hand, nil
}
