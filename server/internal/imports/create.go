package imports

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"execre/runner"
	"execre/runner/toolchain"
)

// Options says what a new problem folder holds besides what is known of the problem. The zero Options is a program in C++.
type Options struct {
	// Language is that of the program to begin with. "" means every language that Templates has, and C++ without Templates.
	Language toolchain.Language
	// Templates is a folder; "" is none. Its files are copied into each new folder, with their variables replaced (see
	// variables): the programs in Language, and all that are no program.
	Templates string
}

// Created is a problem folder.
type Created struct {
	Dir     string   // absolute
	Name    string   // of the problem, as the judge calls it
	Files   []string // what was written, relative to Dir, with slashes; empty when it Existed
	Open    string   // the file to show, absolute: the first program, or "" when there is none
	Existed bool     // the folder was there with this problem in it, and nothing was changed in it
	LeftOut []string // as in Problem, with what could not be written
}

// mostCopies bounds the numbers that tell folders of one name apart.
const mostCopies = 100

// Create writes a problem into a new folder below parent, which is made if it is not there. A folder that was made for the
// same URL before, or that has everything already whatever its programs say by now, is given back as it is; any other of
// that name makes the new one be called name-2. The error leaves nothing behind that Create has made.
func Create(parent string, p Problem, o Options) (Created, error) {
	abs, err := filepath.Abs(parent)
	if err != nil {
		return Created{}, err
	}
	files := p.files(o)
	if err := os.MkdirAll(abs, 0o755); err != nil {
		return Created{}, fmt.Errorf("%s: %w", p.Name, err)
	}
	created := Created{Name: p.Name, LeftOut: p.LeftOut}
	name := cmp.Or(FolderName(p.Name), FolderName(p.TaskClass), "problem")
	for n := 1; ; n++ {
		created.Dir = filepath.Join(abs, name)
		if n > 1 {
			created.Dir += "-" + strconv.Itoa(n)
		}
		err := os.Mkdir(created.Dir, 0o755)
		switch {
		case err == nil:
			created.Files, err = write(created.Dir, files)
			if err != nil {
				return Created{}, fmt.Errorf("%s: %w", p.Name, err)
			}
			created.show()
			return created, nil
		case !errors.Is(err, fs.ErrExist):
			return Created{}, fmt.Errorf("%s: %w", p.Name, err)
		case p.URL != "" && madeFor(created.Dir, p.URL) || holds(created.Dir, files):
			created.Existed, created.LeftOut = true, nil
			created.show()
			return created, nil
		case n == mostCopies:
			return Created{}, fmt.Errorf("%s: there are %d folders of that name already", created.Dir, n)
		}
	}
}

// show finds the program to show.
func (c *Created) show() {
	files := slices.Clone(c.Files)
	if c.Existed {
		entries, _ := os.ReadDir(c.Dir)
		for _, e := range entries {
			if e.Type().IsRegular() {
				files = append(files, e.Name())
			}
		}
	}
	// A program of the folder itself comes before those that somebody else wrote, and the solution before the rest.
	rank := func(name string) int {
		r := 10 * strings.Count(name, "/")
		if stem := strings.ToLower(stemOf(path.Base(name))); stem != "solution" && stem != "main" {
			r++
		}
		return r
	}
	slices.SortStableFunc(files, func(a, b string) int { return rank(a) - rank(b) })
	for _, name := range files {
		if _, _, known := toolchain.ByExtension(name); known && !strings.HasPrefix(name, "generators/") && !isHidden(path.Base(name)) {
			c.Open = filepath.Join(c.Dir, filepath.FromSlash(name))
			return
		}
	}
}

// madeFor says whether a folder was made for a problem: execre.toml says so in its comments at the top.
func madeFor(dir, url string) bool {
	file, err := os.Open(filepath.Join(dir, "execre.toml"))
	if err != nil {
		return false
	}
	defer file.Close()
	head := make([]byte, 4<<10)
	n, _ := file.Read(head)
	for row := range strings.Lines(string(head[:n])) {
		comment, ok := strings.CutPrefix(row, "# ")
		if !ok {
			return false
		}
		if strings.TrimSpace(comment) == url {
			return true
		}
	}
	return false
}

// holds says whether a folder has all files, those that are no programs with the same text: programs are there to be edited.
func holds(dir string, files []File) bool {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return false
	}
	defer root.Close()
	s := &source{fsys: root.FS()}
	for _, f := range files {
		text, err := s.file(f.Path)
		if err != nil {
			return false
		}
		if _, _, isProgram := toolchain.ByExtension(f.Path); !isProgram && !bytes.Equal(text, f.Text) {
			return false
		}
	}
	return true
}

// write makes files in a folder that is new. After an error it removes what it has made, and the folder if that is all.
func write(dir string, files []File) (written []string, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		_ = root.Close()
		if err != nil {
			_ = os.Remove(dir) // it stays when somebody else has put something into it
		}
	}()
	var folders []string
	defer func() {
		if err == nil {
			return
		}
		for _, name := range slices.Backward(written) {
			_ = root.Remove(name)
		}
		for _, name := range slices.Backward(folders) {
			_ = root.Remove(name)
		}
	}()
	for _, f := range files {
		for i := range f.Path {
			if f.Path[i] != '/' {
				continue
			}
			switch err := root.Mkdir(f.Path[:i], 0o755); {
			case err == nil:
				folders = append(folders, f.Path[:i])
			case !errors.Is(err, fs.ErrExist):
				return written, err
			}
		}
		file, err := root.OpenFile(f.Path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return written, err
		}
		written = append(written, f.Path)
		_, err = file.Write(f.Text)
		if closing := file.Close(); err == nil {
			err = closing
		}
		if err != nil {
			return written, err
		}
	}
	return written, nil
}

// files are all that the folder of the problem holds, the programs last: only then is it a problem, and nobody who watches
// it sees one that is half written.
func (p *Problem) files(o Options) []File {
	var files []File
	add := func(name string, text []byte) {
		if !fs.ValidPath(name) || name == "." || strings.ContainsAny(name, `\:`) || strings.ContainsFunc(name, unicode.IsControl) {
			p.leave("%.80q: no name that a file of the folder can have", name)
			return
		}
		files = append(files, File{name, text})
	}
	number := 0
	for _, s := range p.Samples {
		if s.Input == "" && strings.TrimSpace(s.Output) == "" {
			continue
		}
		number++
		name := "samples/" + strconv.Itoa(number)
		if strings.TrimSpace(s.Output) != "" {
			add(name+".out", []byte(s.Output)) // before the input, which without it is a mistake
		} else {
			p.leave("sample %d has no answer: add it as %s.out", number, name)
		}
		add(name+".in", []byte(s.Input))
	}
	if p.Interactive && !slices.ContainsFunc(p.Files, func(f File) bool {
		return strings.HasPrefix(f.Path, "statement.") || strings.HasPrefix(f.Path, "interactor.") || f.Path == "problem.yaml"
	}) {
		text := "# " + p.Name + "\n\n"
		if p.URL != "" {
			text += p.URL + "\n\n"
		}
		add("statement.md", []byte(text+"This is an interactive problem.\n"))
	}
	add("execre.toml", []byte(p.toml()))
	var programs []File
	for _, f := range p.Files {
		if _, _, known := toolchain.ByExtension(f.Path); known {
			programs = append(programs, f)
		} else {
			add(f.Path, f.Text)
		}
	}
	if len(programs) == 0 {
		var err error
		if programs, err = p.fromTemplates(o); err != nil {
			p.leave("%v", err) // no reason to lose the problem
			programs, _ = p.fromTemplates(Options{})
		}
	}
	for _, f := range programs {
		add(f.Path, f.Text)
	}
	// Two files of a source may differ in their case alone, which many file systems do not tell apart; and a template may be
	// called like something that was made.
	seen := map[string]bool{}
	return slices.DeleteFunc(files, func(f File) bool {
		key := strings.ToLower(f.Path)
		if seen[key] {
			p.leave("%s: another file is called like it", f.Path)
		}
		defer func() { seen[key] = true }()
		return seen[key]
	})
}

// toml is execre.toml: where the problem comes from, as comments, and what is known of it.
func (p *Problem) toml() string {
	var b bytes.Buffer
	for _, comment := range slices.Compact([]string{p.URL, line(p.Name, 200), line(p.Group, 200)}) {
		if comment != "" {
			fmt.Fprintf(&b, "# %s\n", comment)
		}
	}
	if p.Interactive {
		b.WriteString("# interactive\n")
	}
	if p.InputFile != "" || p.OutputFile != "" {
		fmt.Fprintf(&b, "# The judge's programs read %s and write %s; here they read stdin and write stdout.\n",
			cmp.Or(p.InputFile, "stdin"), cmp.Or(p.OutputFile, "stdout"))
	}
	if p.TimeLimit >= time.Millisecond {
		text := strconv.FormatInt(p.TimeLimit.Milliseconds(), 10) + "ms"
		if p.TimeLimit%time.Second == 0 {
			text = strconv.FormatInt(int64(p.TimeLimit/time.Second), 10) + "s"
		}
		fmt.Fprintf(&b, "time_limit = %s\n", quoted(text))
	}
	if p.MemoryLimit >= runner.MiB {
		text := strconv.FormatInt(int64(p.MemoryLimit/runner.MiB), 10) + "MiB"
		fmt.Fprintf(&b, "memory_limit = %s\n", quoted(text))
	}
	switch len(p.Checker) {
	case 0:
	case 1:
		fmt.Fprintf(&b, "checker = %s\n", quoted(p.Checker[0]))
	default:
		words := make([]string, len(p.Checker))
		for i, word := range p.Checker {
			words[i] = quoted(word)
		}
		fmt.Fprintf(&b, "checker = [%s]\n", strings.Join(words, ", "))
	}
	if len(p.Verdicts) > 0 {
		b.WriteString("\n[verdicts]\n")
	}
	for _, name := range slices.Sorted(maps.Keys(p.Verdicts)) {
		fmt.Fprintf(&b, "%s = %s\n", quoted(name), quoted(p.Verdicts[name]))
	}
	return b.String()
}

// quoted is a text as TOML has it: JSON's, but for DEL.
func quoted(text string) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(strings.ToValidUTF8(text, "\ufffd"))
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\x7f", `\u007f`)
}

// reservedNames are those that Windows has for devices, and those that a problem folder has for its parts.
var reservedNames = []string{
	"con", "prn", "aux", "nul", "com", "lpt", "conin", "conout", "clock",
	"candidates", "samples", "sample", "test", "tests", "data", "submissions", "generators", "secret",
	"input_validators", "output_validators", "output_validator", "node_modules", "__pycache__", "__macosx",
}

const maxName = 80 // bytes of a folder's name: paths on Windows have 260 letters, for all folders together

// FolderName is a name that every system and every shell can have for a folder: letters and digits of any script in the
// name's order, with a hyphen for everything else. It is "" for a name that has no letter and no digit.
func FolderName(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToValidUTF8(name, " ") {
		switch {
		case r == '\'' || r == '’' || r == '\u200d' || r == '\u00ad':
			continue // Lovers, not Lover-s
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || unicode.IsMark(r) && b.Len() > 0 && !gap && !isVariation(r):
		default:
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		gap = false
		if b.Len()+utf8.RuneLen(r) > maxName {
			break
		}
		b.WriteRune(r)
	}
	clean := strings.Trim(b.String(), "-")
	if strings.Trim(clean, "_-") == "" {
		return ""
	}
	// Windows takes COM1, COM¹ and COM1.txt for a device.
	bare := strings.TrimRightFunc(strings.ToLower(clean), func(r rune) bool { return unicode.IsDigit(r) || r == '-' })
	if slices.Contains(reservedNames, bare) {
		clean = "problem-" + clean
	}
	return clean
}

// isVariation says whether a mark only says how the sign before it is drawn.
func isVariation(r rune) bool { return r >= 0xfe00 && r <= 0xfe0f || r == 0x20e3 }
