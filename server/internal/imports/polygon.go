package imports

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"execre/runner"
	"execre/runner/toolchain"
)

// polygon is what is used of problem.xml.
type polygon struct {
	ShortName string `xml:"short-name,attr"`
	URL       string `xml:"url,attr"`
	Names     []struct {
		Language string `xml:"language,attr"`
		Value    string `xml:"value,attr"`
	} `xml:"names>name"`
	Judging struct {
		InputFile  string `xml:"input-file,attr"`
		OutputFile string `xml:"output-file,attr"`
		Testsets   []struct {
			Name          string  `xml:"name,attr"`
			TimeLimit     float64 `xml:"time-limit"`   // milliseconds
			MemoryLimit   float64 `xml:"memory-limit"` // bytes
			Count         int     `xml:"test-count"`
			InputPattern  string  `xml:"input-path-pattern"`
			AnswerPattern string  `xml:"answer-path-pattern"`
			Tests         []struct {
				Sample bool `xml:"sample,attr"`
			} `xml:"tests>test"`
		} `xml:"testset"`
	} `xml:"judging"`
	Resources   []polygonFile   `xml:"files>resources>file"`
	Executables []polygonSource `xml:"files>executables>executable"`
	Checker     struct {
		Name string `xml:"name,attr"`
		polygonSource
	} `xml:"assets>checker"`
	Validators []polygonSource `xml:"assets>validators>validator"`
	Interactor polygonSource   `xml:"assets>interactor"`
	Solutions  []struct {
		Tag string `xml:"tag,attr"`
		polygonSource
	} `xml:"assets>solutions>solution"`
}

type polygonFile struct {
	Path string `xml:"path,attr"`
}

type polygonSource struct {
	Source polygonFile `xml:"source"`
}

// The comparisons that Polygon brings along, as far as there is the same here.
var polygonCheckers = map[string]string{
	"std::wcmp.cpp": "tokens", "std::ncmp.cpp": "tokens", "std::hcmp.cpp": "tokens", "std::icmp.cpp": "tokens",
	"std::lcmp.cpp": "lines", "std::fcmp.cpp": "lines", "std::yesno.cpp": "case", "std::nyesno.cpp": "case",
	"std::rcmp.cpp": "float:1.5e-6", "std::rcmp4.cpp": "float:1e-4", "std::rcmp6.cpp": "float:1e-6", "std::rcmp9.cpp": "float:1e-9",
}

// polygonTags are what the tags of solutions say for certain, in the words of [verdicts].
var polygonTags = map[string]string{
	"main": "accepted", "accepted": "accepted", "wrong-answer": "wrong-answer", "presentation-error": "wrong-answer",
	"time-limit-exceeded": "time-limit",
}

// readPolygon reads a Polygon package.
func readPolygon(s *source) (Problem, error) {
	text, err := s.file("problem.xml")
	var d polygon
	if err == nil {
		d, err = parsePolygon(text)
	}
	if err != nil {
		return Problem{}, fmt.Errorf("%s: problem.xml: %w", s.name, err)
	}
	p := Problem{
		Name: cmp.Or(line(d.ShortName, 200), s.name), URL: cleanURL(d.URL),
		InputFile: line(d.Judging.InputFile, 100), OutputFile: line(d.Judging.OutputFile, 100),
		Verdicts: map[string]string{},
	}
	for _, name := range d.Names {
		if p.Group == "" || name.Language == "english" {
			p.Group = line(name.Value, 200) // beside the short name
		}
	}
	p.judging(s, d)
	p.solutions(s, d)
	p.tools(s, d)
	p.statement(s, "statements/english", "statements")
	return p, nil
}

// parsePolygon reads problem.xml. It never panics, whatever src is; entities that a document defines are not expanded.
func parsePolygon(src []byte) (polygon, error) {
	var d polygon
	if len(src) > maxText {
		return d, fmt.Errorf("more than %d MiB", maxText>>20)
	}
	decoder := xml.NewDecoder(bytes.NewReader(src))
	decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // names in it may be garbled
	if err := decoder.Decode(&d); err != nil {
		return d, fmt.Errorf("not as Polygon writes it: %w", err)
	}
	return d, nil
}

// judging takes limits and tests.
func (p *Problem) judging(s *source, d polygon) {
	for i, set := range d.Judging.Testsets {
		if i > 0 {
			p.leave("the tests %q: only the first set of tests is read", line(set.Name, 40))
			continue
		}
		if ms := set.TimeLimit; ms >= 1 && ms <= float64(time.Hour/time.Millisecond) {
			p.TimeLimit = time.Duration(ms) * time.Millisecond
		}
		if b := set.MemoryLimit; b >= 1<<20 && b <= 1<<40 {
			p.MemoryLimit = runner.Bytes(b)
		}
		input, answer := cmp.Or(set.InputPattern, "tests/%02d"), cmp.Or(set.AnswerPattern, "tests/%02d.a")
		var secret []string
		for n := 1; n <= min(max(set.Count, len(set.Tests)), maxEntries); n++ {
			in, ans := numberedPath(input, n), numberedPath(answer, n)
			if n > len(set.Tests) || !set.Tests[n-1].Sample {
				secret = append(secret, strconv.Itoa(n))
				continue
			}
			question, err := s.file(in)
			if err != nil {
				p.leave("sample %d: %v: download the full package", n, err)
				continue
			}
			expected, _ := s.file(ans) // an interactive problem has none
			p.Samples = append(p.Samples, Sample{string(question), string(expected)})
		}
		p.secret(s, secret, func(name string) (in, ans string) {
			n, _ := strconv.Atoi(name)
			return numberedPath(input, n), numberedPath(answer, n)
		})
	}
}

var numberVerb = regexp.MustCompile(`%(0?)(\d{0,2})d`)

// numberedPath is a pattern such as tests/%02d with its number, or "" when that is no path inside the package.
func numberedPath(pattern string, n int) string {
	name := numberVerb.ReplaceAllStringFunc(pattern, func(verb string) string {
		width, _ := strconv.Atoi(numberVerb.FindStringSubmatch(verb)[2])
		digits := strconv.Itoa(n)
		return strings.Repeat("0", max(0, width-len(digits))) + digits
	})
	return cleanPath(name)
}

// cleanPath is a path inside the package, or "".
func cleanPath(name string) string {
	if name = path.Clean(strings.ReplaceAll(name, `\`, "/")); name == "." || !fs.ValidPath(name) {
		return ""
	}
	return name
}

// program takes a source file of the package, and says whether it could.
func (p *Problem) program(s *source, name, as string) bool {
	clean := cleanPath(name)
	if clean == "" {
		p.leave("%.80q: it leads out of the package", name)
		return false
	}
	if _, _, known := toolchain.ByExtension(clean); !known {
		p.leave("%s: it is in no language that is known by its ending", clean)
		return false
	}
	for _, f := range p.Files {
		if strings.EqualFold(f.Path, as) {
			p.leave("%s: another file is called %s", clean, as)
			return false
		}
	}
	return p.take(s, clean, as)
}

// solutions takes the programs, with what their tags say of them.
func (p *Problem) solutions(s *source, d polygon) {
	for _, solution := range d.Solutions {
		name := solution.Source.Path
		as := "candidates/" + path.Base(cleanPath(name))
		if solution.Tag == "do-not-run" {
			p.leave("%s: its tag is do-not-run", name)
			continue
		}
		if !p.program(s, name, as) {
			continue
		}
		if verdict := polygonTags[solution.Tag]; verdict != "" {
			p.Verdicts[as] = verdict
		}
	}
}

// tools takes checker, validator, interactor and generators.
func (p *Problem) tools(s *source, d polygon) {
	used := map[string]bool{}
	tool := func(name, stem string) (as string) {
		used[name] = true
		as = stem + path.Ext(name)
		if name == "" || !p.program(s, name, as) {
			return ""
		}
		return as
	}
	if name := d.Checker.Source.Path; polygonCheckers[d.Checker.Name] != "" {
		used[name] = true
		p.Checker = []string{polygonCheckers[d.Checker.Name]}
	} else if as := tool(name, "checker"); as != "" {
		p.Checker = []string{as, "style=testlib"}
	}
	for i, validator := range d.Validators {
		stem := "validator"
		if i > 0 {
			stem += strconv.Itoa(i + 1)
		}
		tool(validator.Source.Path, stem)
	}
	if tool(d.Interactor.Source.Path, "interactor") != "" {
		p.Interactive = true
	}
	for _, resource := range d.Resources {
		if path.Base(resource.Path) == "testlib.h" {
			if clean := cleanPath(resource.Path); clean != "" {
				p.take(s, clean, "testlib.h")
			}
		}
	}
	// Polygon calls a generator with arguments that a script has; here it is called with a seed alone. So it is kept, out of
	// the way.
	var generators []string
	for _, executable := range d.Executables {
		if name := executable.Source.Path; name != "" && !used[name] {
			used[name] = true
			if p.program(s, name, "generators/"+path.Base(cleanPath(name))) {
				generators = append(generators, path.Base(name))
			}
		}
	}
	if len(generators) > 0 {
		p.leave("%s: kept in generators/ and not run, because a generator here is called with a seed alone; to use one, make it "+
			"choose its parameters by the seed and write its path with generator into [roles] of execre.toml", listed(generators))
	}
}
