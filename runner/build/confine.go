package build

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"execre/runner"
	"execre/runner/internal/process"
	"execre/runner/internal/sandbox"
	"execre/runner/toolchain"
)

// A source can make its compiler read any file of the user's (#include, .incbin, include_str!, go:embed), whose text would
// then be in a message or in the program. So compilers run confined where the system can confine them. They read their own
// installation and what the user names for them (in execre.toml and in variables such as CPATH), and change the folder
// that they work in. Which files a compiler needs is known by experience, not from its maker: one that does not compile
// even the simplest program confined runs unconfined, and so do those of languages of which only the user's commands are
// known.

// simplest is a program for each language that shows whether a compiler works.
var simplest = map[toolchain.Language]struct{ name, text string }{
	toolchain.C:          {"main.c", "#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n"},
	toolchain.CPP:        {"main.cpp", "#include <iostream>\nint main() { std::cout << 1; }\n"},
	toolchain.Java:       {"Main.java", "class Main { public static void main(String[] a) { System.out.println(1); } }\n"},
	toolchain.JavaScript: {"main.js", "console.log(1);\n"},
	toolchain.TypeScript: {"main.ts", "console.log(1 as number);\n"},
	toolchain.Go:         {"main.go", "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(1) }\n"},
	toolchain.Rust:       {"main.rs", "fn main() { println!(\"1\"); }\n"},
}

// confinement is what a compiler may do that runs argv and changes these folders; nil if it is not confined.
func (c *Cache) confinement(r recipe, argv []string, folders ...string) *sandbox.Policy {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := simplest[r.src.Language]; !known || c.unconfined[r.confinementKey()] {
		return nil
	}
	return &sandbox.Policy{
		Trusted: true, Reads: r.tools.CompileReads(argv), Writes: slices.Concat(folders, r.tools.CompileWrites()),
	}
}

// confinementKey tells compilers apart that may need different files.
func (r recipe) confinementKey() string { return r.tools.Recipe() }

// confinable finds out whether the compiler of a recipe works confined. It is asked when it has failed.
func (c *Cache) confinable(ctx context.Context, r recipe, scratch string) bool {
	key := r.confinementKey()
	c.mu.Lock()
	unconfined, known := c.unconfined[key]
	c.mu.Unlock()
	if known {
		return !unconfined
	}
	program := simplest[r.src.Language]
	simple := recipe{
		tools: r.tools, override: r.override, main: program.name, own: program.name,
		src: Source{Name: program.name, Language: r.src.Language, Text: []byte(program.text)},
	}
	works := c.compilesConfined(ctx, simple, scratch)
	if ctx.Err() == nil {
		c.worksConfined(r, works)
	}
	return works
}

// worksConfined notes whether the compiler of a recipe works confined. Once it does not, the success of a build that began
// before says nothing: it may have run unconfined.
func (c *Cache) worksConfined(r recipe, works bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := r.confinementKey()
	c.unconfined[key] = c.unconfined[key] || !works
}

func (c *Cache) compilesConfined(ctx context.Context, r recipe, scratch string) bool {
	dir, err := os.MkdirTemp(scratch, "simplest-*")
	if err != nil {
		return false
	}
	defer os.RemoveAll(dir)
	err = writeFile(dir, r.main, r.src.Text)
	for name, text := range r.addedFiles() {
		err = errors.Join(err, writeFile(dir, name, text))
	}
	if r.makesFolder() {
		err = errors.Join(err, os.Mkdir(filepath.Join(dir, artefact), 0o700))
	}
	argv, bad := r.tools.CompileCommand(ctx, r.main, artefact)
	if err != nil || bad != nil || argv == nil {
		return false
	}
	res := c.compiler(ctx, process.Command{
		Argv: argv, Env: r.tools.CompileEnv(dir), Dir: dir, Limits: r.limits(), Reserves: r.src.Language.Reserves(),
		Sandbox: c.confinement(r, argv, dir),
	})
	return res.Verdict == runner.OK
}
