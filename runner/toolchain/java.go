package toolchain

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// javacFlags make javac start fast and say only what keeps a source from being compiled.
var javacFlags = []string{
	"-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-J-Xshare:auto", "-encoding", "UTF-8", "-nowarn", "-proc:none",
}

// javaFlags: a stack that a recursion over every element of an input fits into, a heap of the size of the memory limit,
// and no threads and files that only long-running servers need. The warm engine (runner/internal/engine) is started with them
// as well, so that a program behaves alike in both. The heap may take all of memory: the machine's own share comes on top,
// so a resident set can exceed the limit by some 60 MiB before the program is to blame. The second compiler
// is off: measured on programs of half a second to three seconds, what it saves it has cost.
var javaFlags = []string{
	"-Xss256m", "-Xmx{memory}m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:-UsePerfData",
}

// findJava finds javac and, in the same installation, java.
func (t *Toolchain) findJava(ctx context.Context) error {
	const wayOut = "install default-jdk-headless, or set [languages.java] compile and run in execre.toml"
	if t.compile != nil && t.run != nil {
		t.ownCompiler(ctx)
		t.Runtime = t.run[0]
		t.reads(javaReads(ctx, t.run[0])...)
		return nil
	}
	var failure error
	for _, path := range onPath("javac") {
		err := t.useJava(ctx, path)
		if err == nil {
			t.ownCompiler(ctx)
			return nil
		}
		failure = cmp.Or(failure, err)
	}
	if failure != nil {
		return fmt.Errorf("no Java compiler works (%s): %s", oneLine(failure), wayOut)
	}
	if _, err := lookPath("java"); err == nil {
		return fmt.Errorf("no Java compiler found, only java, which runs programs: %s", wayOut)
	}
	return fmt.Errorf("no Java compiler found: %s", wayOut)
}

var javaVersion = regexp.MustCompile(`^javac (?:1\.)?(\d+)`)

// useJava takes the development kit that path, perhaps a shim, leads to.
func (t *Toolchain) useJava(ctx context.Context, path string) error {
	version, err := askVersion(ctx, path)
	if err != nil {
		// Before Java 9 the option has another name, and those are too old for the flags as well.
		return fmt.Errorf("%s is older than Java 9, or does not work: %w", path, err)
	}
	m := javaVersion.FindStringSubmatch(version)
	if m == nil {
		return fmt.Errorf("%s does not behave like javac", path)
	}
	home, err := javaHome(ctx, path)
	if err != nil {
		return err
	}
	t.release, _ = strconv.Atoi(m[1])
	t.Version = version
	t.Path = filepath.Join(home, "bin", "javac"+ExecutableSuffix)
	t.Runtime = filepath.Join(home, "bin", "java"+ExecutableSuffix)
	for _, file := range []string{t.Path, t.Runtime} {
		if _, err := os.Stat(file); err != nil {
			return fmt.Errorf("the Java that %s leads to is not complete: %w", path, err)
		}
	}
	t.reads(javaReads(ctx, t.Runtime)...)
	return nil
}

// javaHome asks a javac or java where it is installed.
func javaHome(ctx context.Context, path string) (string, error) {
	question := []string{path, "-J-XshowSettings:properties", "-version"}
	if strings.HasPrefix(filepath.Base(path), "java") && !strings.HasPrefix(filepath.Base(path), "javac") {
		question[1] = "-XshowSettings:properties"
	}
	text, err := askBoth(ctx, question...)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(line, " = "); ok && strings.TrimSpace(name) == "java.home" {
			home := strings.TrimSpace(value)
			if filepath.Base(home) == "jre" {
				home = filepath.Dir(home)
			}
			return home, nil
		}
	}
	return "", fmt.Errorf("%s does not say where it is installed", path)
}

// javaReads lists what a java at path reads: its installation, and what links in there lead to (Debian keeps the
// settings in /etc).
func javaReads(ctx context.Context, path string) []string {
	home, err := javaHome(ctx, path)
	if err != nil {
		return installation(path)
	}
	// It learns from these how many cores and how much memory there is.
	list := []string{home, "/proc", "/sys/fs/cgroup", "/sys/devices/system/cpu"}
	for _, dir := range []string{"bin", "conf", "lib"} {
		// What cannot be read is not there.
		_ = filepath.WalkDir(filepath.Join(home, dir), func(file string, d fs.DirEntry, err error) error {
			if err == nil && d.Type()&fs.ModeSymlink != 0 {
				if real, err := filepath.EvalSymlinks(file); err == nil && !strings.HasPrefix(real, home) &&
					!slices.Contains(list, filepath.Dir(real)) {
					list = append(list, filepath.Dir(real))
				}
			}
			return nil
		})
	}
	return list
}

// preview are the flags with which a class need not be declared around main, where the version has that but asks.
func (t *Toolchain) preview() []string {
	if t.release >= 21 && t.release < 25 {
		return []string{"--enable-preview"}
	}
	return nil
}

// javaCommand compiles to classes in the folder out. Other classes of the candidate are found by their names.
func (t *Toolchain) javaCommand(out string, sources []string) []string {
	argv := slices.Concat([]string{t.Path}, javacFlags)
	if preview := t.preview(); preview != nil {
		argv = append(argv, preview[0], "--source", strconv.Itoa(t.release))
	}
	paths := []string{"."}
	if dir := filepath.Dir(sources[0]); dir != "." {
		paths = append(paths, dir)
	}
	argv = append(argv, "-sourcepath", strings.Join(paths, string(os.PathListSeparator)), "-cp", out, "-d", out)
	return append(argv, sources...)
}

func (t *Toolchain) javaRun(a Artefact) []string {
	return slices.Concat([]string{t.Runtime}, javaFlags, t.preview(), []string{"-cp", a.Out, a.Class})
}

// javaClass is a class of a source that is not inside another.
type javaClass struct {
	name   string
	public bool
	main   bool // has a method main
}

var (
	javaPackage = regexp.MustCompile(`\bpackage\s+([\pL\pN_$.\s]+);`)
	javaType    = regexp.MustCompile(`^(?:class|interface|enum|record)$`)
	javaWord    = regexp.MustCompile(`[\pL_$@][\pL\pN_$]*|[{}();=]`)
)

// JavaMain gives the name that the file of a Java source must have, and the full name of its main class: the one with a
// method main, the public one first. fallback is the file's name as it is, which stays where the source does not care.
func JavaMain(source []byte, fallback string) (file, class string) {
	text := blank(string(source))
	var prefix string
	if m := javaPackage.FindStringSubmatch(text); m != nil {
		prefix = strings.Join(strings.Fields(m[1]), "") + "."
	}
	classes, bare := javaClasses(text)
	var public, chosen *javaClass
	for i := range classes {
		c := &classes[i]
		if c.public && public == nil {
			public = c
		}
		if c.main && (chosen == nil || c.public && !chosen.public) {
			chosen = c
		}
	}
	stem := strings.TrimSuffix(fallback, filepath.Ext(fallback))
	if !isJavaName(stem) {
		fallback, stem = "Main.java", "Main"
	}
	file = fallback
	if public != nil {
		file = public.name + ".java"
	}
	switch {
	case bare:
		class = strings.TrimSuffix(file, ".java") // main stands outside of every class: the class is the file's
	case chosen != nil:
		class = chosen.name
	case public != nil:
		class = public.name
	case len(classes) > 0:
		class = classes[0].name
	default:
		class = stem
	}
	return file, prefix + class
}

// javaClasses lists the outermost classes of a source without comments and strings. bare says that a method main stands
// outside of them all.
func javaClasses(text string) (classes []javaClass, bare bool) {
	depth := 0
	var public, declares, parameters bool // since the last statement; the next word is a class's name; inside of parentheses
	var previous, before string
	for _, at := range javaWord.FindAllStringIndex(text, -1) {
		word := text[at[0]:at[1]]
		switch {
		case word == "{":
			depth++
			public = false
		case word == "}":
			depth = max(depth-1, 0)
			public = false
		case word == ";":
			public = false
		case word == "(":
			parameters = true
			if previous == "main" && before == "void" {
				switch {
				case depth == 0:
					bare = true
				case depth == 1 && len(classes) > 0:
					classes[len(classes)-1].main = true
				}
			}
		case word == ")":
			parameters = false
		case depth == 0 && declares:
			classes = append(classes, javaClass{name: word, public: public})
		case depth == 0 && word == "public":
			public = true
		}
		declares = depth == 0 && !parameters && javaType.MatchString(word)
		before, previous = previous, word
	}
	return classes, bare
}

func isJavaName(s string) bool {
	for i, r := range s {
		if r != '_' && r != '$' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// blank puts blanks in the place of comments, strings and characters of a Java source; lines stay where they are.
func blank(text string) string {
	out := []byte(text)
	clear := func(from, to int) {
		for i := from; i < to; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	// end is behind the next closing mark, or the end of the text.
	end := func(from int, mark string, escapes, oneLine bool) int {
		for i := from; i < len(text); i++ {
			switch {
			case escapes && text[i] == '\\':
				i++
			case strings.HasPrefix(text[i:], mark):
				return i + len(mark)
			case oneLine && text[i] == '\n':
				return i
			}
		}
		return len(text)
	}
	for i := 0; i < len(text); {
		rest, to := text[i:], i+1
		switch {
		case strings.HasPrefix(rest, "//"):
			to = end(i+2, "\n", false, false)
		case strings.HasPrefix(rest, "/*"):
			to = end(i+2, "*/", false, false)
		case strings.HasPrefix(rest, `"""`):
			to = end(i+3, `"""`, true, false)
		case rest[0] == '"':
			to = end(i+1, `"`, true, true)
		case rest[0] == '\'':
			to = end(i+1, "'", true, true)
		default:
			i = to
			continue
		}
		clear(i, to)
		i = to
	}
	return string(out)
}
