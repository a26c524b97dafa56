package workspace

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"execre/analysis/checker"
	"execre/analysis/schema"
	"execre/runner"
	"execre/runner/toolchain"
)

// The defaults of execre.toml and the bounds that catch a slip of the pen.
const (
	defaultTimeLimit   = 2 * time.Second
	defaultMemoryLimit = runner.Bytes(1 << 30)
	defaultInputs      = 500

	minTimeLimit   = time.Millisecond
	maxTimeLimit   = time.Hour
	minMemoryLimit = runner.Bytes(1 << 20)
	maxMemoryLimit = runner.Bytes(1 << 40)

	// MaxInputs is the most inputs that a check can be asked for.
	MaxInputs = 1_000_000
)

// config is execre.toml as written: what it leaves out or has wrong is zero.
type config struct {
	timeLimit     time.Duration
	memoryLimit   runner.Bytes
	inputs        int
	threshold     *big.Rat
	reference     placed // text: the path
	candidates    []placed
	checker       checker.Checker
	checkerNamed  bool     // checker is set to a name
	customChecker []placed // or it is set to these words
	checkerFile   string   // the file that they name, once findChecker has looked
	verdicts      []placed // text: the path, value: the standing
	roles         []placed // text: the path, value: the role
	languages     languages
	function      placed
}

// placed is a piece of execre.toml and where it stands.
type placed struct {
	text   string
	value  string
	pos    schema.Pos
	length int
}

func (p placed) mistake(code, format string, args ...any) schema.Mistake {
	return schema.Mistake{Pos: p.pos, Length: p.length, Code: code, Message: fmt.Sprintf(format, args...)}
}

func (p placed) missing() schema.Mistake {
	return p.mistake("config-file", "there is no file %q in this folder: correct the path or remove this", p.text)
}

// ignores says whether [roles] tells to ignore a file or folder.
func (c config) ignores(name string) bool {
	return slices.ContainsFunc(c.roles, func(r placed) bool { return r.text == name && r.value == string(Ignore) })
}

// names says whether execre.toml speaks of a file.
func (c config) names(f File) bool {
	return f.is(c.reference.text) ||
		slices.ContainsFunc(slices.Concat(c.roles, c.verdicts), func(named placed) bool { return f.is(named.text) })
}

// apply gives a file the role and the standing that execre.toml has for it.
func (c config) apply(f *File) {
	for _, named := range c.roles {
		if f.is(named.text) {
			f.Role = Role(named.value)
			f.ByName = f.Role != Candidate && f.Role != Ignore && !strings.HasPrefix(f.Path, "candidates/")
		}
	}
	if f.is(c.checkerFile) {
		f.Role, f.ByName = Checker, true
	}
	for _, named := range c.verdicts {
		if f.is(named.text) && f.IsProgram() {
			f.Standing = Standing(named.value)
		}
	}
}

// settings fills in the defaults: execre.toml first, then what the .prob file says.
func settings(conf config, files []File, others ...limits) Settings {
	s := Settings{
		TimeLimit:   conf.timeLimit,
		MemoryLimit: conf.memoryLimit,
		Inputs:      conf.inputs,
		Threshold:   conf.threshold,
		Checker:     conf.checker,
		Languages:   conf.languages.commands,
		Function:    conf.function.text,
	}
	for _, file := range files {
		if file.IsProgram() && file.is(conf.reference.text) {
			s.Reference = file.Path
		}
	}
	if conf.checkerNamed {
		s.CheckerFrom = ConfigFile
	}
	for _, of := range append(others, limits{defaultTimeLimit, defaultMemoryLimit}) {
		s.TimeLimit, s.MemoryLimit = cmp.Or(s.TimeLimit, of.time), cmp.Or(s.MemoryLimit, of.memory)
	}
	if s.Inputs == 0 {
		s.Inputs = defaultInputs
	}
	return s
}

// parseConfig reads execre.toml. It never panics, whatever src is.
//
// The decoder of go-toml checks the syntax, keys given twice and the values' form. The settings are then read from
// its syntax tree, because only that has the place of every key and value, and because one wrong value must not hide
// the others.
func parseConfig(src []byte) (config, []schema.Mistake) {
	r := &configReader{src: bytes.TrimPrefix(src, []byte(byteOrderMark)), lines: []int{0}, failed: map[string]bool{}}
	for i, c := range r.src {
		if c == '\n' {
			r.lines = append(r.lines, i+1)
		}
	}
	if err := toml.Unmarshal(r.src, &map[string]any{}); err != nil {
		r.syntax(err)
	}
	r.read()
	r.checkLanguages()
	return r.conf, r.mistakes
}

// configReader walks the syntax tree of execre.toml.
type configReader struct {
	src      []byte
	lines    []int // where each line begins
	conf     config
	mistakes []schema.Mistake

	languages []placed        // of [languages.X], each where it first stands
	failed    map[string]bool // of these: a key of it is wrong, which is said
}

// setting is one key with its value. Of a key given twice the first counts.
type setting struct {
	path []placed // the parts of the key, those of the table first
	node *unstable.Node
}

func (s setting) key() placed { return s.path[len(s.path)-1] }

func (r *configReader) add(m schema.Mistake) { r.mistakes = append(r.mistakes, m) }

func (r *configReader) syntax(err error) {
	at := placed{pos: schema.Pos{Line: 1, Column: 1}, length: 1}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		// go-toml counts columns in bytes, and may stop in the middle of a letter.
		line, column := decode.Position()
		at.pos = schema.Pos{Line: line, Column: column}
		if line >= 1 && line <= len(r.lines) {
			text, _, _ := bytes.Cut(r.src[r.lines[line-1]:], []byte("\n"))
			end := max(0, min(column-1, len(text)))
			for end > 0 && end < len(text) && !utf8.RuneStart(text[end]) {
				end--
			}
			at.pos.Column = utf8.RuneCount(text[:end]) + 1
		}
	}
	r.add(at.mistake("config-syntax", "not valid TOML: %s", strings.TrimPrefix(err.Error(), "toml: ")))
}

// read interprets every setting up to the first error of syntax.
func (r *configReader) read() {
	var p unstable.Parser
	p.Reset(r.src)
	var table []placed
	usable := true
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table:
			table = r.keys(e.Key())
			usable = r.tableHeader(table)
		case unstable.ArrayTable:
			table = r.keys(e.Key())
			usable = false
			r.add(table[0].mistake("config-type", "no setting is a list of tables: write [%s]", join(table)))
		case unstable.KeyValue:
			if usable {
				r.keyValue(table, e)
			}
		}
	}
}

// keyValue reads one assignment; the parts of an inline table are read like those of a table.
func (r *configReader) keyValue(table []placed, e *unstable.Node) {
	s := setting{path: append(slices.Clone(table), r.keys(e.Key())...), node: e.Value()}
	if s.node.Kind == unstable.InlineTable && slices.Contains(tables, s.path[0].text) {
		if r.tableHeader(s.path) {
			for it := s.node.Children(); it.Next(); {
				r.keyValue(s.path, it.Node())
			}
		}
		return
	}
	r.set(s)
}

func (r *configReader) keys(it unstable.Iterator) []placed {
	var parts []placed
	for it.Next() {
		n := it.Node()
		part := r.at(n)
		part.text = string(n.Data)
		parts = append(parts, part)
	}
	return parts
}

// at is the place of a node; arrays and inline tables have none in go-toml's tree.
func (r *configReader) at(n *unstable.Node) placed {
	start := min(int(n.Raw.Offset), len(r.src))
	end := min(start+int(n.Raw.Length), len(r.src))
	line, _ := slices.BinarySearch(r.lines, start+1) // the number of lines that begin at or before start
	firstLine, _, _ := bytes.Cut(r.src[start:end], []byte("\n"))
	return placed{
		pos:    schema.Pos{Line: line, Column: utf8.RuneCount(r.src[r.lines[line-1]:start]) + 1},
		length: max(1, utf8.RuneCount(firstLine)),
	}
}

// place is where a mistake in the setting's value is shown: at the value, or at the key of an array.
func (r *configReader) place(s setting) placed {
	if s.node.Raw.Length == 0 {
		return s.key()
	}
	return r.at(s.node)
}

func join(path []placed) string {
	var parts []string
	for _, part := range path {
		parts = append(parts, part.text)
	}
	return strings.Join(parts, ".")
}

var (
	tables    = []string{"languages", "roles", "verdicts"}
	plainKeys = []string{"candidates", "checker", "function", "inputs", "memory_limit", "reference", "threshold", "time_limit"}
	// checkerStyles are the values of style= among the words of a checker's command.
	checkerStyles = []string{StyleTestlib, StyleKattis, StylePlain}

	standings  = []string{string(Accepted), string(WrongAnswer), string(TimeLimit), string(Crash)}
	roleValues = []string{
		string(Candidate), string(Brute), string(Generator), string(Checker), string(Validator), string(Interactor), string(Ignore),
	}
	// languageKeys are what can be set for a language, each with an example.
	languageKeys = map[string]string{
		"compile":    `["g++", "-O2", "-o", "{out}", "{src}"]`,
		"run":        `["pypy3", "{src}"]`,
		"extensions": `[".zig"]`,
	}
	functionName  = regexp.MustCompile(`^[\pL_$][\pL\pN_$]*$`)
	extensionText = regexp.MustCompile(`^\.[A-Za-z0-9_+]{1,16}$`)
)

// tableHeader checks the name of a table and says whether settings can stand in it.
func (r *configReader) tableHeader(path []placed) bool {
	first := path[0]
	switch {
	case slices.Contains(plainKeys, first.text):
		r.add(first.mistake("config-type", "%s is a setting, not a table: write %[1]s = …", first.text))
	case !slices.Contains(tables, first.text):
		r.unknown(first, "table ["+join(path)+"]", tables)
	case first.text != "languages" && len(path) > 1:
		r.quoteFile(path)
	case first.text == "languages" && len(path) > 1:
		r.language(path[1])
		return true
	default:
		return true
	}
	return false
}

// unknown notes a name that means nothing, with the one that was probably meant or else all there are.
func (r *configReader) unknown(name placed, what string, known []string) {
	hint := didYouMean(name.text, known)
	if hint == "" {
		hint = "; known are " + strings.Join(known, ", ")
	}
	r.add(name.mistake("config-key", "unknown %s%s", what, hint))
}

func (r *configReader) quoteFile(path []placed) {
	name := join(path[1:])
	r.add(path[1].mistake("config-key", "a file name needs quotes: write %q under [%s]", name, path[0].text))
}

// language notes that execre.toml speaks of a language, and where it does so first.
func (r *configReader) language(name placed) {
	if !slices.ContainsFunc(r.languages, func(l placed) bool { return l.text == name.text }) {
		r.languages = append(r.languages, name)
	}
}

// checkLanguages says which of the languages cannot be used as they are described.
func (r *configReader) checkLanguages() {
	langs := r.conf.languages
	for _, name := range r.languages {
		lang := toolchain.Language(name.text)
		commands, given := langs.commands[lang]
		recognised := slices.Contains(languageNames(), name.text)
		own := slices.Contains(slices.Collect(maps.Values(langs.extensions)), lang)
		switch {
		case lang.Supported():
		case !recognised && !own && !r.failed[name.text]:
			r.add(name.mistake("config-language", "unknown language %q%s; a language of your own also needs extensions, such as "+
				`extensions = [".zig"]`, name.text, didYouMean(name.text, languageNames())))
		case !given && !r.failed[name.text]:
			r.add(name.mistake("config-language", "nothing says how %s programs are run: set compile or run", lang))
		case given && commands.Compile == nil && !r.failed[name.text] && !strings.Contains(strings.Join(commands.Run, " "), "{src}"):
			r.add(name.mistake("config-value", "nothing makes the {out} that %s programs are run by: use {src}, or set compile", lang))
			delete(langs.commands, lang)
		}
	}
}

// set reads one setting.
func (r *configReader) set(s setting) {
	switch first := s.path[0]; {
	case slices.Contains(plainKeys, first.text) && len(s.path) > 1:
		r.add(first.mistake("config-type", "%s is a setting, not a table: write %[1]s = …", first.text))
	case slices.Contains(plainKeys, first.text):
		r.plain(s)
	case first.text == "languages":
		r.command(s)
	case first.text == "roles" || first.text == "verdicts":
		r.fileValue(s)
	default:
		r.unknown(first, "key "+first.text, slices.Sorted(slices.Values(slices.Concat(plainKeys, tables))))
	}
}

// plain reads a setting that stands outside of all tables.
func (r *configReader) plain(s setting) {
	c := &r.conf
	switch s.key().text {
	case "time_limit":
		if text, ok := r.text(s, `"2s" or "1500ms"`); ok && c.timeLimit == 0 {
			limit, err := ParseTimeLimit(text)
			r.value(s, err)
			c.timeLimit = limit
		}
	case "memory_limit":
		if text, ok := r.text(s, `"1GiB" or "256MB"`); ok && c.memoryLimit == 0 {
			limit, err := ParseBytes(text)
			r.value(s, err)
			c.memoryLimit = limit
		}
	case "inputs":
		if s.node.Kind != unstable.Integer {
			r.wrongType(s, "500")
			return
		}
		n, err := strconv.ParseInt(strings.ReplaceAll(string(s.node.Data), "_", ""), 0, 64)
		if err != nil || n < 1 || n > MaxInputs {
			r.value(s, fmt.Errorf("inputs must be from 1 to %d", MaxInputs))
		} else if c.inputs == 0 {
			c.inputs = int(n)
		}
	case "threshold":
		if s.node.Kind != unstable.Float && s.node.Kind != unstable.Integer {
			r.wrongType(s, "0.80")
			return
		}
		threshold, err := ParseThreshold(string(s.node.Data))
		r.value(s, err)
		if c.threshold == nil {
			c.threshold = threshold
		}
	case "reference":
		if text, ok := r.text(s, `"brute.py"`); ok && c.reference.text == "" {
			c.reference = r.place(s)
			c.reference.text = path.Clean(text)
		}
	case "function":
		if text, ok := r.text(s, `"solve"`); ok && c.function.text == "" {
			if !functionName.MatchString(text) {
				r.value(s, fmt.Errorf(`%q is no name of a function: write it alone, as in "solve"`, text))
				return
			}
			c.function = r.place(s)
			c.function.text = text
		}
	case "checker":
		r.checker(s)
	case "candidates":
		r.globs(s)
	}
}

func (r *configReader) checker(s setting) {
	if r.conf.checkerNamed || len(r.conf.customChecker) > 0 {
		return // the first counts
	}
	const example = `"tokens" or ["./checker", "style=testlib"]`
	if s.node.Kind == unstable.Array {
		command, ok := r.texts(s, example)
		if ok && len(command) == 0 {
			r.value(s, errors.New("the checker's command is empty: name a program, or remove the line to compare tokens"))
		}
		for _, word := range command {
			style, ok := strings.CutPrefix(word.text, "style=")
			if ok && !slices.Contains(checkerStyles, style) {
				r.add(word.mistake("config-value", "%q is none of %s%s", style, strings.Join(checkerStyles, ", "),
					didYouMean(style, checkerStyles)))
				return
			}
		}
		r.conf.customChecker = command
		return
	}
	if name, ok := r.text(s, example); ok {
		parsed, err := checker.Parse(name)
		r.value(s, err)
		r.conf.checker, r.conf.checkerNamed = parsed, true // the zero Checker, tokens, with an error
	}
}

func (r *configReader) globs(s setting) {
	globs, ok := r.texts(s, `["solutions/*.py"]`)
	if ok && len(globs) == 0 {
		r.value(s, errors.New("candidates names nothing: give it a pattern, or remove the line to take the usual places"))
	}
	for _, glob := range globs {
		glob.text = path.Clean(glob.text)
		switch {
		case path.IsAbs(glob.text) || glob.text == ".." || strings.HasPrefix(glob.text, "../"):
			r.add(glob.mistake("config-glob", "%q leads out of the problem folder: name files in it", glob.text))
		case !doublestar.ValidatePattern(glob.text):
			r.add(glob.mistake("config-glob", "%q is not a pattern: close every [ and {, or put \\ before them", glob.text))
		default:
			r.conf.candidates = append(r.conf.candidates, glob)
		}
	}
}

// command reads a setting below languages.
func (r *configReader) command(s setting) {
	switch {
	case len(s.path) == 1:
		r.wrongType(s, `a table: [languages.cpp]`)
		return
	case len(s.path) == 2:
		r.wrongType(s, "a table: [languages."+s.path[1].text+"]")
		return
	}
	r.language(s.path[1])
	name := join(s.path[2:])
	example, known := languageKeys[name]
	if !known {
		r.unknown(s.path[2], "key "+name, slices.Sorted(maps.Keys(languageKeys)))
		r.failed[s.path[1].text] = true
		return
	}
	before := len(r.mistakes)
	defer func() {
		if len(r.mistakes) > before {
			r.failed[s.path[1].text] = true
		}
	}()
	lang := toolchain.Language(s.path[1].text)
	words, ok := r.texts(s, example)
	switch {
	case !ok:
	case len(words) == 0:
		r.value(s, fmt.Errorf("%s is empty: write it like %s, or remove it", name, example))
	case name == "extensions":
		r.extensions(lang, words)
	default:
		r.argv(s, lang, words, example)
	}
}

// argv reads a command of a language.
func (r *configReader) argv(s setting, lang toolchain.Language, words []placed, example string) {
	var argv []string
	for _, word := range words {
		argv = append(argv, word.text)
	}
	all := strings.Join(argv, " ")
	src, out := strings.Contains(all, "{src}"), strings.Contains(all, "{out}")
	compile := s.key().text == "compile"
	switch {
	case argv[0] == "":
		r.value(s, fmt.Errorf("the command begins with an empty word: write it like %s", example))
		return
	case compile && !src:
		r.value(s, fmt.Errorf("the command lacks {src}, the source: write it like %s", example))
		return
	case compile && !out:
		r.value(s, fmt.Errorf("the command lacks {out}, the program to be made: write it like %s", example))
		return
	case !compile && !src && !out:
		r.value(s, fmt.Errorf("the command lacks {src}, the source, or {out}, what compile made of it: write it like %s", example))
		return
	}
	if r.conf.languages.commands == nil {
		r.conf.languages.commands = map[toolchain.Language]toolchain.Commands{}
	}
	commands := r.conf.languages.commands[lang]
	if compile && commands.Compile == nil {
		commands.Compile = argv
	} else if !compile && commands.Run == nil {
		commands.Run = argv
	}
	r.conf.languages.commands[lang] = commands
}

// extensions reads the endings by which the files of a language are recognised.
func (r *configReader) extensions(lang toolchain.Language, words []placed) {
	for _, word := range words {
		ending := strings.ToLower(word.text)
		other, supported, _ := toolchain.ByExtension("x" + ending)
		if taken := r.conf.languages.extensions[ending]; taken != "" && taken != lang {
			other, supported = taken, true
		}
		switch {
		case !extensionText.MatchString(ending):
			r.add(word.mistake("config-value", `%q is no ending of a file name: write it with its point, as in ".zig"`, word.text))
		case supported && other != lang:
			r.add(word.mistake("config-value", "files ending in %s are %s programs: set their commands under [languages.%s]",
				ending, other, other))
		default:
			if r.conf.languages.extensions == nil {
				r.conf.languages.extensions = map[string]toolchain.Language{}
			}
			r.conf.languages.extensions[ending] = lang
		}
	}
}

// fileValue reads a line of [roles] or [verdicts].
func (r *configReader) fileValue(s setting) {
	table, values, list := s.path[0].text, standings, &r.conf.verdicts
	if table == "roles" {
		values, list = roleValues, &r.conf.roles
	}
	switch {
	case len(s.path) == 1:
		r.wrongType(s, "a table: ["+table+"]")
		return
	case len(s.path) > 2:
		r.quoteFile(s.path)
		return
	}
	value, ok := r.text(s, strconv.Quote(values[0]))
	if !ok {
		return
	}
	if !slices.Contains(values, value) {
		r.value(s, fmt.Errorf("%q is none of %s%s", value, strings.Join(values, ", "), didYouMean(value, values)))
		return
	}
	file := s.key()
	file.text, file.value = path.Clean(file.text), value
	*list = append(*list, file)
}

// value notes that the value of a setting is wrong.
func (r *configReader) value(s setting, err error) {
	if err != nil {
		r.add(r.place(s).mistake("config-value", "%s", err))
	}
}

func (r *configReader) wrongType(s setting, example string) {
	format := "%s must be like %s"
	if slices.Contains(tables, s.path[0].text) && len(s.path) < 3 && strings.HasPrefix(example, "a table") {
		format = "%s must be %s"
	}
	r.add(r.place(s).mistake("config-type", format, join(s.path), example))
}

// text gives the value of a setting that must be a string.
func (r *configReader) text(s setting, example string) (string, bool) {
	if s.node.Kind == unstable.String {
		return string(s.node.Data), true
	}
	key := s.key().text
	if number := s.node.Kind == unstable.Integer || s.node.Kind == unstable.Float; number &&
		(key == "time_limit" || key == "memory_limit") {
		r.add(r.place(s).mistake("config-type", "%s needs a unit, in quotes: %s", key, example))
	} else {
		r.wrongType(s, example)
	}
	return "", false
}

// texts gives the values of a setting that must be a list of strings, each with its place.
func (r *configReader) texts(s setting, example string) ([]placed, bool) {
	if s.node.Kind != unstable.Array {
		r.wrongType(s, example)
		return nil, false
	}
	var words []placed
	for it := s.node.Children(); it.Next(); {
		n := it.Node()
		if n.Kind != unstable.String {
			r.wrongType(s, example)
			return nil, false
		}
		word := r.at(n)
		word.text = string(n.Data)
		words = append(words, word)
	}
	return words, true
}

// ParseTimeLimit reads a duration such as 2s or 1500ms, from a millisecond to an hour.
func ParseTimeLimit(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return 0, fmt.Errorf(`%q is no time limit: write seconds as "2s" or milliseconds as "1500ms"`, text)
	case d < minTimeLimit || d > maxTimeLimit:
		return 0, fmt.Errorf("time_limit must be from %v to %v", minTimeLimit, maxTimeLimit)
	}
	return d, nil
}

var (
	sizeText  = regexp.MustCompile(`^(\d{1,18}(?:\.\d{1,18})?) ?([A-Za-z]+)$`)
	sizeUnits = map[string]int64{
		"B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30,
	}
)

// ParseBytes reads a size exactly: MB are millions of bytes, MiB are 1024 * 1024 bytes.
func ParseBytes(text string) (runner.Bytes, error) {
	parts := sizeText.FindStringSubmatch(text)
	if parts == nil || sizeUnits[parts[2]] == 0 {
		return 0, fmt.Errorf(`%q is no size: write a number and one of MiB, GiB (powers of 1024), MB, GB (powers of 1000)`, text)
	}
	size, _ := new(big.Rat).SetString(parts[1])
	size.Mul(size, new(big.Rat).SetInt64(sizeUnits[parts[2]]))
	low, high := new(big.Rat).SetInt64(int64(minMemoryLimit)), new(big.Rat).SetInt64(int64(maxMemoryLimit))
	switch {
	case size.Cmp(low) < 0 || size.Cmp(high) > 0:
		return 0, errors.New("memory_limit must be from 1MiB to 1024GiB")
	case !size.IsInt():
		return 0, fmt.Errorf("%q is not a whole number of bytes", text)
	}
	return runner.Bytes(size.Num().Int64()), nil
}

// ParseThreshold reads the literal exactly, so that 0.80 is four fifths.
func ParseThreshold(literal string) (*big.Rat, error) {
	literal = strings.ReplaceAll(literal, "_", "")
	// The float comes first: it turns an exponent of billions into 0 or infinity, which a big.Rat would write out.
	rough, err := strconv.ParseFloat(literal, 64)
	if err == nil && rough > 0 && rough <= 1 && len(literal) <= 100 {
		if exact, ok := new(big.Rat).SetString(literal); ok && exact.Cmp(big.NewRat(1, 1)) <= 0 {
			return exact, nil
		}
	}
	return nil, errors.New("threshold must be above 0 and at most 1, such as 0.80")
}

// didYouMean ends a message with the name that was probably meant, if there is one.
func didYouMean(name string, known []string) string {
	name = strings.ToLower(name)
	best, bestDistance := "", 3
	for _, candidate := range known {
		d := distance(name, candidate)
		if len(name) >= 3 && strings.HasPrefix(candidate, name) {
			d = 2 // memory for memory_limit
		}
		if d < bestDistance && d < len(candidate)-1 {
			best, bestDistance = candidate, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", best)
}

// distance counts the letters to insert, remove, replace or swap with their neighbour to get from a to b, as the
// restricted Damerau-Levenshtein distance does; it is 3 where the lengths alone make it at least that.
func distance(a, b string) int {
	if len(a)-len(b) > 2 || len(b)-len(a) > 2 {
		return 3
	}
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			replace := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, replace)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
