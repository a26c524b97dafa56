package minimise

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"execre/analysis/generate"
)

// Text is Input for a text of which no schema tells the choices: what a person's generator wrote, say. Blocks of lines
// and then of words are taken away (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", TSE 28,
// 2002), together with lowering a number before them by as much, since that is often their count; numbers are lowered by
// bisection; words are shortened and made of the letter a.
//
// Nothing keeps the texts valid but the caller: ask must answer "" for what is no input. Smaller is shorter, and
// among texts of one length the one whose first different character comes earlier in the order of digits, small
// letters, capitals, others. The inputs that ask gets have no choices.
func Text(text string, keep Failure, ask func(generate.Input) Failure, cfg Config) Result {
	t := &texter{asker: newAsker(keep, ask, cfg), best: text}
	t.known[text] = keep
	passes := []func(){t.deleteLines, t.deleteWords, t.lowerNumbers, t.simplifyWords}
	for t.patience = firstPatience; !t.done(); {
		before := t.best
		for _, pass := range passes {
			t.misses = 0
			pass()
		}
		if t.best == before {
			if t.patience >= t.allowed {
				break
			}
			t.patience *= 8
		}
	}
	return t.result(generate.Input{Text: t.best}, func(a, b generate.Input) bool { return simpler(a.Text, b.Text) })
}

// simpler is the order of texts.
func simpler(a, b string) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	rank := func(c byte) int {
		switch {
		case '0' <= c && c <= '9':
			return int(c - '0')
		case 'a' <= c && c <= 'z':
			return 16 + int(c-'a')
		case 'A' <= c && c <= 'Z':
			return 64 + int(c-'A')
		}
		return 128 + int(c)
	}
	return slices.CompareFunc([]byte(a), []byte(b), func(x, y byte) int { return cmp.Compare(rank(x), rank(y)) }) < 0
}

type texter struct {
	asker
	best             string
	patience, misses int
}

func (t *texter) done() bool  { return t.left == 0 || t.stopped }
func (t *texter) pause() bool { return t.done() || t.misses > t.patience }

func (t *texter) try(text string) bool {
	if t.done() || !simpler(text, t.best) {
		return false
	}
	failed, fresh := t.fails(generate.Input{Text: text})
	if failed {
		t.best, t.misses = text, 0
	} else if fresh {
		t.misses++
	}
	return failed
}

// span is a part of the text.
type span struct{ from, to int }

// words are the parts between blanks.
func words(text string) (all []span) {
	from := -1
	for i := 0; i <= len(text); i++ {
		blank := i == len(text) || strings.IndexByte(" \t\r\n", text[i]) >= 0
		switch {
		case blank && from >= 0:
			all = append(all, span{from, i})
			from = -1
		case !blank && from < 0:
			from = i
		}
	}
	return all
}

// lines are the parts up to and with the line ends.
func lines(text string) (all []span) {
	for from := 0; from < len(text); {
		to := len(text)
		if i := strings.IndexByte(text[from:], '\n'); i >= 0 {
			to = from + i + 1
		}
		all = append(all, span{from, to})
		from = to
	}
	return all
}

func (t *texter) deleteLines() { t.delete(lines) }

// deleteWords takes the blank behind the words with them.
func (t *texter) deleteWords() {
	t.delete(func(text string) []span {
		all := words(text)
		for i, w := range all {
			if w.to < len(text) && text[w.to] == ' ' {
				all[i].to++
			}
		}
		return all
	})
}

// delete takes away runs of parts, long ones first, from the end.
func (t *texter) delete(parts func(string) []span) {
	for size := len(parts(t.best)); size > 0; size /= 2 {
		t.misses = 0
		to := len(parts(t.best))
		for to > 0 && !t.pause() {
			from := max(0, to-size)
			all := parts(t.best)
			if t.deleteRun(all, from, min(to, len(all))) {
				to = min(from, len(parts(t.best)))
			} else {
				to = from
			}
		}
	}
}

// maxCounts is how many numbers before a run are thought to be its count.
const maxCounts = 4

// deleteRun takes away the parts from..to-1, alone or with their count lowered.
func (t *texter) deleteRun(all []span, from, to int) bool {
	if from >= to {
		return false
	}
	head, gone, tail := t.best[:all[from].from], t.best[all[from].from:all[to-1].to], t.best[all[to-1].to:]
	if !strings.HasSuffix(gone, "\n") {
		tail = strings.Repeat("\n", strings.Count(gone, "\n")) + tail // words go, their lines stay
		if tail == "" || tail[0] == '\n' {
			head = strings.TrimRight(head, " ")
		}
	}
	if t.try(head + tail) {
		return true
	}
	before := words(head)
	for i, tried := len(before)-1, 0; i >= 0 && tried < maxCounts; i-- {
		w := before[i]
		n, err := strconv.Atoi(head[w.from:w.to])
		// A count is seldom less than what stands between it and the run.
		if err != nil || n < to-from || n > len(all) {
			continue
		}
		tried++
		if t.try(head[:w.from] + strconv.Itoa(n-(to-from)) + head[w.to:] + tail) {
			return true
		}
	}
	return false
}

// lowerNumbers bisects every number towards zero, keeping its sign if it must; then all that are equal together.
func (t *texter) lowerNumbers() {
	for i := 0; i < len(words(t.best)) && !t.pause(); i++ {
		t.lower([]int{i})
	}
	seen := map[string]bool{}
	for i := 0; i < len(words(t.best)) && !t.pause(); i++ {
		var alike []int
		word := t.word(i)
		for k := range words(t.best) {
			if t.word(k) == word {
				alike = append(alike, k)
			}
		}
		if len(alike) > 1 && !seen[word] {
			t.lower(alike)
		}
		seen[word] = true
	}
}

func (t *texter) word(i int) string {
	w := words(t.best)[i]
	return t.best[w.from:w.to]
}

// put tries the text with another word at the given places, which ascend.
func (t *texter) put(places []int, word string) bool {
	all, out, done := words(t.best), "", 0
	for _, i := range places {
		out += t.best[done:all[i].from] + word
		done = all[i].to
	}
	return t.try(out + t.best[done:])
}

// lower bisects the number that stands at all the places.
func (t *texter) lower(places []int) {
	if whole, _, ok := strings.Cut(t.word(places[0]), "."); ok && whole != "" { // an empty word is none: places would lie
		t.put(places, whole)
	}
	n, err := strconv.ParseInt(t.word(places[0]), 10, 64)
	if err != nil || n == 0 || n == math.MinInt64 || t.put(places, "0") {
		return
	}
	sign := int64(1)
	if n < 0 {
		n = -n
		if !t.put(places, strconv.FormatInt(n, 10)) {
			sign = -1
		}
	}
	for lo := int64(0); n-lo > 1 && !t.pause(); { // lo is presumed not to fail
		if mid := lo + (n-lo)/2; t.put(places, strconv.FormatInt(sign*mid, 10)) {
			n = mid
		} else {
			lo = mid
		}
	}
}

// simplifyWords takes letters away, in runs, and makes those that stay an a.
func (t *texter) simplifyWords() {
	for i := 0; i < len(words(t.best)) && !t.pause(); i++ {
		if strings.Trim(t.word(i), "-.0123456789") == "" {
			continue // lowerNumbers had it
		}
		with := func(word string) bool { return word != "" && t.put([]int{i}, word) }
		for size := len(t.word(i)) / 2; size > 0; size /= 2 {
			for to := len(t.word(i)); to > 0 && !t.pause(); to = min(to-size, len(t.word(i))) {
				word := t.word(i)
				with(word[:max(0, to-size)] + word[to:])
			}
		}
		with(strings.Repeat("a", len(t.word(i))))
		for k := 0; k < len(t.word(i)) && !t.pause(); k++ {
			for _, c := range []string{"a", "b"} {
				if word := t.word(i); with(word[:k] + c + word[k+1:]) {
					break
				}
			}
		}
	}
}
