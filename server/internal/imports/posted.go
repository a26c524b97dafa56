package imports

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"execre/runner"
)

// Batch says which problems were sent together: those with the same ID, Size of them.
type Batch struct {
	ID   string // "" when the sender has none
	Size int    // at least 1
}

// posted is what Competitive Companion sends, and what cph stores of it.
type posted struct {
	Name        string `json:"name"`
	Group       string `json:"group"`
	URL         string `json:"url"`
	Interactive bool   `json:"interactive"`
	TimeLimit   number `json:"timeLimit"`   // milliseconds
	MemoryLimit number `json:"memoryLimit"` // MiB
	Tests       []struct {
		Input  string `json:"input"`
		Output string `json:"output"`
	} `json:"tests"`
	Input     stream `json:"input"`
	Output    stream `json:"output"`
	Languages struct {
		Java struct {
			MainClass string `json:"mainClass"`
			TaskClass string `json:"taskClass"`
		} `json:"java"`
	} `json:"languages"`
	Batch struct {
		ID   string `json:"id"`
		Size number `json:"size"`
	} `json:"batch"`
	SrcPath string `json:"srcPath"` // of cph
}

// stream is how the judge's programs get their input or give their output.
type stream struct {
	Type     string `json:"type"` // stdin, stdout, file or regex
	FileName string `json:"fileName"`
	Pattern  string `json:"pattern"`
}

// number is one that some senders write in quotes.
type number float64

// UnmarshalJSON reads 256, "256" and null.
func (n *number) UnmarshalJSON(src []byte) error {
	text := strings.Trim(string(src), `"`)
	if text == "null" || text == "" {
		return nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return fmt.Errorf("%.20q is no number", text)
	}
	*n = number(f)
	return nil
}

// ParsePosted reads a problem as Competitive Companion sends it, or as cph stores it in a .prob file. Fields that are
// missing or unknown are fine; a problem without a name, a class name and a URL is none. It never panics, whatever src is.
func ParsePosted(src []byte) (Problem, Batch, error) {
	p, batch, _, err := parsePosted(src)
	return p, batch, err
}

// parsePosted gives the base name of cph's srcPath as well.
func parsePosted(src []byte) (Problem, Batch, string, error) {
	var sent posted
	if err := json.Unmarshal(src, &sent); err != nil {
		reason := err.Error()
		var wrongType *json.UnmarshalTypeError
		if errors.As(err, &wrongType) {
			reason = fmt.Sprintf("%s cannot be a %s", cmp.Or(wrongType.Field, "a problem"), wrongType.Value)
		}
		return Problem{}, Batch{}, "", fmt.Errorf("not a problem as Competitive Companion sends it: %s", reason)
	}
	java := sent.Languages.Java
	p := Problem{
		Name:        cmp.Or(line(sent.Name, 200), line(java.TaskClass, 200)),
		Group:       line(sent.Group, 200),
		URL:         cleanURL(sent.URL),
		Interactive: sent.Interactive,
	}
	if p.Name == "" && p.URL != "" {
		at, _ := url.Parse(p.URL) // cleanURL has parsed it
		p.Name = line(path.Base(at.Path), 200)
	}
	if strings.Trim(p.Name, "./") == "" {
		return Problem{}, Batch{}, "", errors.New("not a problem as Competitive Companion sends it: it has no name")
	}
	if isIdentifier(java.MainClass) {
		p.MainClass = java.MainClass
	}
	if isIdentifier(java.TaskClass) {
		p.TaskClass = java.TaskClass
	}
	if ms := float64(sent.TimeLimit); ms >= 1 && ms <= float64(time.Hour/time.Millisecond) {
		p.TimeLimit = time.Duration(ms) * time.Millisecond
	} else if ms != 0 {
		p.leave("the time limit of %v ms: it is not between 1 ms and an hour", ms)
	}
	if mib := float64(sent.MemoryLimit); mib >= 1 && mib <= 1<<20 {
		p.MemoryLimit = runner.Bytes(mib) * runner.MiB
	} else if mib != 0 {
		p.leave("the memory limit of %v MiB: it is not between 1 MiB and 1 TiB", mib)
	}
	p.InputFile, p.OutputFile = sent.Input.file(), sent.Output.file()
	for _, test := range sent.Tests[:min(len(sent.Tests), maxSamples)] {
		p.Samples = append(p.Samples, Sample{test.Input, test.Output})
	}
	if n := len(sent.Tests) - len(p.Samples); n > 0 {
		p.leave("%d tests: only the first %d of a problem are kept", n, maxSamples)
	}
	batch := Batch{ID: line(sent.Batch.ID, 200), Size: 1}
	if n := sent.Batch.Size; n > 1 && n <= 1000 {
		batch.Size = int(n)
	}
	return p, batch, sent.SrcPath[strings.LastIndexAny(sent.SrcPath, `/\`)+1:], nil
}

func (s stream) file() string {
	if s.Type == "file" || s.Type == "regex" {
		return line(cmp.Or(s.FileName, s.Pattern), 100)
	}
	return ""
}

// cleanURL is a web address as it can stand in a comment of any language, or "".
func cleanURL(text string) string {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || len(text) > 1000 {
		return ""
	}
	u.User = nil
	clean := u.String()
	if clean != line(clean, 1000) || strings.ContainsAny(clean, "\"'`\\<> ") {
		return ""
	}
	return clean
}
