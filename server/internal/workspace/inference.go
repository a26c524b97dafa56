package workspace

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"execre/analysis/infer"
	"execre/analysis/schema"
	"execre/analysis/statement"
)

const maxStatement = 1 << 20 // bytes of a statement

// statementFiles are what a problem's statement may be called; the first one that is there is read.
var statementFiles = []string{"statement.md", "statement.txt"}

// readStatement reads the problem's statement, if there is one, and says which file it is.
func (f *folder) readStatement(top []entry) (string, *statement.Statement) {
	for _, name := range statementFiles {
		if text, ok := f.readKnown(top, name, maxStatement, "statement"); ok {
			return name, statement.Parse(string(text))
		}
	}
	return "", nil
}

// offerExamples says how the examples of the statement are made samples, where the folder has none. By themselves they are
// none: they may have been misread, and programs are judged by what a person has looked at.
func (p *Problem) offerExamples(f *folder) {
	if p.Statement == nil || p.Group != "" || p.Interactive != "" || slices.ContainsFunc(p.Samples, func(s Sample) bool { return !s.Judged }) {
		return
	}
	examples, _ := p.Statement.Examples()
	examples = slices.DeleteFunc(slices.Clone(examples), func(e statement.Sample) bool { return strings.TrimSpace(e.Output) == "" })
	if len(examples) == 0 {
		return
	}
	have := fmt.Sprintf("has %d examples", len(examples))
	if len(examples) == 1 {
		have = "has an example"
	}
	f.add(p.StatementFile, schema.Mistake{
		Pos: schema.Pos{Line: examples[0].Line, Column: 1}, Length: 1, Code: CodeExamples, Warning: true,
		Message: fmt.Sprintf("%s, and the folder has no samples to judge the programs by: `execre import --samples %s`, run in the "+
			"folder, makes samples of what is read here", have, p.StatementFile),
	})
}

// CodeExamples is the code of the mistake that says that a statement has examples, and its folder no samples.
const CodeExamples = "sample-in-statement"

// Evidence is what the folder says of its input format: its samples, its statement, and the signature of programs that are
// functions. It needs no programs. The error is for a folder that cannot be read, that holds the samples of several problems,
// or functions of which nobody knows how to call them.
func Evidence(dir string) (infer.Evidence, error) {
	f, top, err := open(dir)
	if err != nil {
		return infer.Evidence{}, err
	}
	defer f.root.Close()
	var found samples
	conf := f.config(top)
	found.read(f, top, conf.languages)
	if err := found.severalProblems(f); err != nil {
		return infer.Evidence{}, err
	}
	files, _ := programs(f, top, conf)
	_, st := f.readStatement(top)
	evidence, style := evidenceOf(found.inOrder(), st, files)
	if style != nil && style.known == nil && style.all {
		mistakes := style.mistakes()
		return infer.Evidence{}, fmt.Errorf("%v; %s", mistakes[0], mistakes[1].Message)
	}
	return evidence, nil
}

// Guess is the best guess of the input format of the problem in dir, as it is written into a file: its constraints begin
// with what a person should know of the guess, as comments, where the form of the schema has any. It needs no programs,
// and whether there is an input.schema is not looked at. The error says why there is no guess and what to do.
func Guess(dir string) (infer.Guess, error) { return GuessAfter(dir, Tried{}) }

// Tried is what a check has found out about the guesses of a format. The zero Tried is that nothing was checked.
type Tried struct {
	Used     string            // the text of the guess that inputs were made of; "" if there is none
	Rejected map[string]string // why others were given up, by text
}

// GuessAfter is Guess with what a check has found out: the guess that it used, else the best one that it has not given up.
// Where it has given up all of them, the best one says why.
func GuessAfter(dir string, tried Tried) (infer.Guess, error) {
	evidence, err := Evidence(dir)
	if err != nil {
		return infer.Guess{}, err
	}
	all, err := infer.Infer(evidence)
	if err != nil {
		return infer.Guess{}, err
	}
	best := slices.IndexFunc(all, func(g infer.Guess) bool { return g.Text == tried.Used })
	if best < 0 {
		best = slices.IndexFunc(all, func(g infer.Guess) bool { return tried.Rejected[g.Text] == "" })
	}
	guess := all[max(best, 0)]
	if why := tried.Rejected[guess.Text]; why != "" {
		guess.Notes = slices.Concat([]string{"The last check has given this format up: " + why + "."}, guess.Notes)
	}
	return introduced(guess), nil
}

// HowSure is how a sentence about a guess goes on: "guessed, with a probability of …".
func HowSure(guess infer.Guess) string {
	return fmt.Sprintf("guessed, with a probability of %.0f %% to be right: compare it with the statement", 100*guess.Sure)
}

const commentWidth = 100 // characters of a line

// introduced is a guess with what is to be known of it above its constraints.
func introduced(guess infer.Guess) infer.Guess {
	var about strings.Builder
	for _, sentence := range append([]string{"This format is " + HowSure(guess) + "."}, guess.Notes...) {
		width := 0
		for _, word := range strings.Fields(sentence) {
			n := utf8.RuneCountInString(word)
			if width > 0 && width+1+n > commentWidth {
				about.WriteString("\n")
				width = 0
			}
			if width == 0 {
				about.WriteString("#")
				width = 1
			}
			about.WriteString(" " + word)
			width += 1 + n
		}
		about.WriteString("\n")
	}
	text, ok := insert(guess.Text, about.String())
	if !ok {
		return guess
	}
	guess.Text = text
	guess.Schema, _ = schema.Parse([]byte(text))
	guess.Loosen = slices.Clone(guess.Loosen)
	for i := range guess.Loosen {
		guess.Loosen[i].Line += strings.Count(about.String(), "\n")
		guess.Loosen[i].Text, _ = insert(guess.Loosen[i].Text, about.String())
	}
	return guess
}

// insert puts lines above the constraints of a schema; it is false for one of the JSON form, which has no comments.
func insert(text, lines string) (string, bool) {
	const rule = "\n---\n"
	layout, constraints, ok := strings.Cut(text, rule)
	if !ok {
		return text, false
	}
	return layout + rule + lines + constraints, true
}

// WriteSchema writes the text of a format to a file that must not exist: what a person wrote is never overwritten, and
// errors.Is(err, fs.ErrExist) then holds.
func WriteSchema(name, text string) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}

// evidenceOf is what there is to guess the format by. style is nil where the statement speaks of a function, and where no
// program is one.
func evidenceOf(samples []Sample, st *statement.Statement, files []File) (e infer.Evidence, style *functionStyle) {
	e = infer.Evidence{Statement: st}
	for _, s := range samples {
		e.Samples, e.Names = append(e.Samples, s.Input), append(e.Names, s.Name)
	}
	if st != nil && st.Function != nil && len(st.Layouts) == 0 {
		return e, nil
	}
	if style = findFunctions(files, samples); style != nil {
		e.Function = style.known
	}
	return e, style
}

// infer guesses the format of a problem that has no input.schema.
func (p *Problem) infer(f *folder) {
	evidence, style := evidenceOf(p.Samples, p.Statement, p.Files)
	if style != nil {
		for _, m := range style.mistakes() {
			f.add(m.File, m.Mistake)
		}
		if style.all && style.known == nil {
			p.InferenceError = errors.New("a function's arguments are not known")
			return
		}
	}
	p.Inferred, p.InferenceError = infer.Infer(evidence)
	if p.Usable = len(infer.Usable(p.Inferred)); p.Usable > 0 {
		p.Schema = p.Inferred[0].Schema
	}
}
