package infer

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Limits on what is looked at. A sample is read by people, so what is beyond is a test.
const (
	maxSample  = 1 << 20 // bytes of one sample; a longer one is left out
	maxSamples = 50      // samples that are looked at, the shortest ones
	maxLooked  = 4 << 20 // bytes of all of them
	maxSearch  = 1 << 18 // bytes of those in which layouts are searched, the first one apart
	maxTrial   = 1 << 15 // bytes of those by which single constraints are tried, the first one apart
	maxParsed  = 1 << 24 // bytes of samples that are read back in all; then no further guess is begun
)

// sample is one input, cut into lines and words.
type sample struct {
	name  string // "sample 2"
	text  string // ends in one line end
	lines []line
}

// line is one line of a sample.
type line struct {
	text  string // without blanks at its end
	words []string
}

// number is the value of a word that can count something.
func number(word string) (int, bool) {
	if len(word) > 7 || word == "" || word[0] == '+' || len(word) > 1 && word[0] == '0' {
		return unknown, false
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 {
		return unknown, false
	}
	return n, true
}

// sampleName is what the i-th sample is called.
func (e Evidence) sampleName(i int) string {
	if i < len(e.Names) {
		return e.Names[i]
	}
	return "sample " + strconv.Itoa(i+1)
}

// readSamples takes the samples that are looked at, the shortest first, and says what was left out.
func readSamples(e Evidence) (all []*sample, notes []string) {
	total := 0
	for i, text := range e.Samples {
		name := e.sampleName(i)
		text = strings.ReplaceAll(text, "\r\n", "\n")
		switch {
		case len(text) > maxSample:
			notes = append(notes, name+" was not looked at: it is longer than 1 MiB.")
			continue
		case strings.TrimSpace(text) == "":
			notes = append(notes, name+" was not looked at: it is empty.")
			continue
		case strings.ContainsFunc(text, func(r rune) bool { return r == unicode.ReplacementChar || r == 0 }):
			notes = append(notes, name+" was not looked at: it is no text.")
			continue
		}
		all = append(all, &sample{name: name, text: strings.TrimRightFunc(text, unicode.IsSpace) + "\n"})
	}
	slices.SortStableFunc(all, func(a, b *sample) int { return len(a.text) - len(b.text) })
	for i, s := range all {
		if total += len(s.text); i > 0 && (i == maxSamples || total > maxLooked) {
			notes = append(notes, "Only the "+strconv.Itoa(i)+" shortest samples were looked at.")
			all = all[:i]
			break
		}
		for _, text := range strings.Split(strings.TrimSuffix(s.text, "\n"), "\n") {
			text = strings.TrimRightFunc(text, unicode.IsSpace)
			s.lines = append(s.lines, line{text: text, words: strings.Fields(text)})
		}
	}
	return all, notes
}

// shortest are the first samples, up to a length together; at least one, if there is any.
func shortest(all []*sample, most int) []*sample {
	total := 0
	for i, s := range all {
		if total += len(s.text); i > 0 && total > most {
			return all[:i]
		}
	}
	return all
}

// withoutBlanks is the sample without its blank lines.
func (s *sample) withoutBlanks() *sample {
	t := *s
	t.lines = slices.DeleteFunc(slices.Clone(s.lines), func(l line) bool { return len(l.words) == 0 })
	return &t
}
