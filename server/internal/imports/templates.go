package imports

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"execre/runner"
	"execre/runner/toolchain"
)

// template is a program to begin with.
type template struct {
	file, comment, body string
}

var defaults = map[toolchain.Language]template{
	toolchain.CPP: {"solution.cpp", "//", `#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);

}
`},
	toolchain.C: {"solution.c", "//", `#include <stdio.h>

int main(void) {

    return 0;
}
`},
	toolchain.Python: {"solution.py", "#", `import sys


def main():
    data = sys.stdin.read().split()


main()
`},
	toolchain.Java: {"$(JAVA_MAIN_CLASS).java", "//", `import java.util.*;

public class $(JAVA_MAIN_CLASS) {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);

    }
}
`},
	toolchain.JavaScript: {"solution.js", "//", `const data = require("fs").readFileSync(0, "utf8").split(/\s+/);

`},
	toolchain.TypeScript: {"solution.ts", "//", `import { readFileSync } from "fs";

const data = readFileSync(0, "utf8").split(/\s+/);

`},
	toolchain.Go: {"solution.go", "//", `package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var n int
	fmt.Fscan(in, &n)
}
`},
	toolchain.Rust: {"solution.rs", "//", `use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut words = input.split_ascii_whitespace();

}
`},
}

// Check says why the Options cannot be used: Create then takes the zero Options, and says so in LeftOut.
func (o Options) Check() error {
	_, err := new(Problem).fromTemplates(o)
	return err
}

// variables are what stands for what in a template, and in its file's name: $(PROBLEM) is the problem's name. They are
// called as CompetiTest calls them. A value is on one line and has neither quotes nor backslashes, so that it cannot end
// the comment or the text that it is put into.
func (p *Problem) variables() map[string]string {
	judge, contest, _ := strings.Cut(p.Group, " - ")
	values := map[string]string{
		"PROBLEM": p.Name, "GROUP": p.Group, "JUDGE": judge, "CONTEST": contest, "URL": p.URL,
		"TIMELIM": "", "MEMLIM": "", // milliseconds, MiB
		"JAVA_MAIN_CLASS": cmp.Or(p.MainClass, "Main"), "JAVA_TASK_CLASS": cmp.Or(p.TaskClass, "Task"),
	}
	if p.TimeLimit > 0 {
		values["TIMELIM"] = strconv.FormatInt(p.TimeLimit.Milliseconds(), 10)
	}
	if p.MemoryLimit > 0 {
		values["MEMLIM"] = strconv.FormatInt(int64(p.MemoryLimit/runner.MiB), 10)
	}
	safe := strings.NewReplacer(
		`\`, "", `"`, "", "`", "", "'", "’", "*/", "* /", "/*", "/ *", "${", "{", "$(", "(", "??/", "??",
	)
	for name, value := range values {
		values[name] = line(safe.Replace(value), 1000)
	}
	return values
}

const (
	maxTemplate  = 1 << 20 // bytes
	maxTemplates = 50      // files
)

// fromTemplates gives the files to begin with.
func (p *Problem) fromTemplates(o Options) ([]File, error) {
	var pairs []string
	values := p.variables()
	for name, value := range values {
		pairs = append(pairs, "$("+name+")", value)
	}
	fill := strings.NewReplacer(pairs...)
	files, programs, err := userTemplates(o, fill)
	if err != nil || programs > 0 {
		return files, err
	}
	language := cmp.Or(o.Language, toolchain.CPP)
	t, known := defaults[language]
	if !known {
		return nil, fmt.Errorf("there is no template for the language %q: there are %v, and those in a folder of your own",
			language, slices.Sorted(maps.Keys(defaults)))
	}
	head := ""
	for _, text := range []string{values["PROBLEM"], values["URL"]} {
		if text != "" {
			head += t.comment + " " + text + "\n"
		}
	}
	return append(files, File{fill.Replace(t.file), []byte(head + "\n" + fill.Replace(t.body))}), nil
}

// userTemplates fills in the files of a person's own folder, and says how many are programs.
func userTemplates(o Options, fill *strings.Replacer) (files []File, programs int, err error) {
	if o.Templates == "" {
		return nil, 0, nil
	}
	root, err := os.OpenRoot(o.Templates)
	if err != nil {
		return nil, 0, fmt.Errorf("the folder of templates: %w", err)
	}
	defer root.Close()
	s := &source{fsys: root.FS()}
	for _, name := range s.list(".") {
		lang, _, known := toolchain.ByExtension(name)
		if strings.HasSuffix(name, "/") || isHidden(name) || known && o.Language != "" && lang != o.Language {
			continue
		}
		text, err := s.file(name)
		switch {
		case err != nil:
			return nil, 0, fmt.Errorf("the template %s: %w", name, err)
		case len(text) > maxTemplate || len(files) == maxTemplates:
			return nil, 0, fmt.Errorf("the folder of templates %s has more than %d files, or one of more than %d MiB",
				o.Templates, maxTemplates, maxTemplate>>20)
		}
		as := fill.Replace(name)
		if path.Base(as) != as {
			return nil, 0, fmt.Errorf("the template %s would be called %q", name, as)
		}
		if known {
			programs++
		}
		files = append(files, File{as, []byte(fill.Replace(string(text)))})
	}
	return files, programs, nil
}
