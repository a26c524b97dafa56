package schema

import (
	"regexp"
	"strings"
)

// hints are ways to say what the language says otherwise: what people write behind a name, and what to write instead. X is
// the name, $1 and $2 are groups.
var hints = []struct {
	said    *regexp.Regexp
	instead string
}{
	{near(`(?:in |an? |all )?lower-? ?cased?(?: english| latin)?(?: letters?| strings?| words?| characters?)?`), "X consists of lowercase letters"},
	{near(`(?:in |an? |all )?upper-? ?cased?(?: english| latin)?(?: letters?| strings?| words?| characters?)?`), "X consists of uppercase letters"},
	{near(`(?:a |an )?alphanumeric(?: string| text)?`), "X consists of letters and digits"},
	{near(`(?:an? )?(?:alphabetic(?:al)?|english|latin|letters?)(?: string| letters?| word)?`), "X consists of letters; for one letter X matches [a-zA-Z]"},
	{near(`(?:a )?(?:numeric|digits?)(?: string| characters?)?`), "X consists of digits; for one digit X matches [0-9]"},
	{near(`(?:an? )?(?:binary|0-1|01)(?: string| sequence| number)?|(?:either )?0 or 1`), "X matches [01]+, or of numbers: X in {0, 1}"},
	{near(having + `(?:lower-? ?cased?|small)\b.*`), "X consists of lowercase letters"},
	{near(having + `(?:upper-? ?cased?|capital)\b.*`), "X consists of uppercase letters"},
	{near(having + `digits(?: only)?`), "X consists of digits"},
	{near(having + `(?:the )?(?:characters?|letters?|symbols?|digits) .*`), "X matches [ab]+, with the characters in the brackets"},
	{near(`(?:made (?:up )?of|composed of|only contains?|contains? only|only has|only consists? of) .*`), "X matches [ab]+, with the characters in the brackets"},
	{near(`and [A-Za-z].* (?:is|are) .*|and .*<.*`), "the names with commas between them, as in X, Y are even, or 1 <= X, Y <= 9"},
	{near(`not in .*`), "X != 1, a line for each value"},
	{near(`of ([A-Za-z]\w*) (?:(?:is|are) )?(?:<=|at most|no more than) (\S+)`), "|$1| <= $2"},
	{near(`of ([A-Za-z]\w*) (?:(?:is|are) )?(?:=|equal to|equals)? ?(\S+)`), "|$1| = $2"},
	{near(`(?:an? )?(?:string|text|word|name)(?: of .*)?`), "X consists of lowercase letters, or X matches [a-zA-Z]+, and 1 <= |X| <= 100"},
	{near(`(?:an? )?(?:char|character)`), "X matches [a-z], or X in {a, b}"},
	{
		near(`(?:monotonically |monotone )?(?:increasing|ascending|non decreasing)(?: order)?|in (?:increasing|ascending|non-?decreasing) order|ordered`),
		"X is sorted, where equal values may follow each other, or X is strictly increasing",
	},
	{
		near(`(?:monotonically |monotone )?(?:decreasing|descending|non increasing)(?: order)?|in (?:decreasing|descending|non-?increasing) order`),
		"X is sorted descending, where equal values may follow each other, or X is strictly decreasing",
	},
	{near(`(?:all |pairwise |mutually |each )?(?:different|distinct|unique|unequal)(?: .*)?|(?:has |have |with |contains? )?no (?:duplicates|repetitions|repeats|equal .*)|` +
		`without (?:duplicates|repetitions)`), "X is distinct"},
	{near(`(?:a )?permutation(?: of (?:size |length )?([A-Za-z]\w*))?`), "X is a permutation of 1..N"},
	{near(`(?:a )?(?:positive)(?: integers?| numbers?)?`), "X >= 1"},
	{near(`(?:a )?non[- ]?negative(?: integers?| numbers?)?`), "X >= 0"},
	{near(`(?:a )?negative(?: integers?| numbers?)?`), "X <= -1"},
	{near(`non-?zero|not zero|not 0`), "X != 0"},
	{near(`(?:not empty|non-?empty)(?: .*)?`), "|X| >= 1"},
	{near(`(?:at most|no more than|not more than|up to|less than or equal to|bounded by|no larger than|not greater than) (\S+)`), "X <= $1"},
	{near(`(?:at least|no less than|not less than|greater than or equal to|no smaller than|not smaller than) (\S+)`), "X >= $1"},
	{near(`(?:less|smaller|lower) than (\S+)`), "X < $1"},
	{near(`(?:greater|larger|bigger|more|higher) than (\S+)`), "X > $1"},
	{near(`(?:ranges? |lies? )?(?:between|from|within|in the range) \[?(\S+?),? ?(?:and|to|,|\.\.) ?(\S+?)\]?`), "$1 <= X <= $2"},
	{near(`equal to (\S+)|equals? (\S+)`), "X = $1$2"},
	{near(`not equal to (\S+)|different from (\S+)|not (\d+)`), "X != $1$2$3"},
	{near(`(?:either|one of|any of) (.+)`), "X in {a, b}"},
	{near(`(?:an? )?(?:float|double|decimal|floating.point|fraction(?:al)?)(?: number)?s?`), "X is real with 2 decimals"},
	{near(`(?:a )?powers? of (?:two|2s)`), "X is a power of 2"},
	{near(`(?:co-?prime|relatively prime)(?: .*)?`), "gcd(X, Y) = 1"},
	{near(`divides (\S+)`), "$1 is a multiple of X"},
	{
		near(`(?:forms? )?(?:an? )?(?:tree|forest|graph|dag|connected|simple|acyclic|bipartite)(?: .*)?`),
		"(u, v) is a tree on 1..N, of the two columns of the edges; also: forest, simple graph, connected simple graph, DAG",
	},
	{near(`(?:has |have |of )(?:a )?(?:length|size) (\S+)`), "|X| = $1"},
}

// having matches what people write for consists of.
const having = `(?:made (?:up )?of|composed of|(?:only )?(?:contains?|has|have|consists? of)) (?:only )?`

func near(said string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(?:is |are )?(?:` + said + `)\W*$`)
}

// hint is what to write instead of the words behind a name, "" if that is not known.
func hint(name, said string) string {
	said = strings.Join(strings.Fields(said), " ")
	for _, h := range hints {
		if at := h.said.FindStringSubmatchIndex(said); at != nil {
			return string(h.said.ExpandString(nil, strings.ReplaceAll(h.instead, "X", name), said, at))
		}
	}
	return ""
}

// hinted fails with what to write instead of what stands from the given place on; ok is false where that is not known.
func (p *parser) hinted(s *statement, at int) (ok bool) {
	text, _, _ := strings.Cut(string(p.runes[at:]), "#")
	text, _, _ = strings.Cut(text, ";")
	text = strings.TrimSpace(text)
	if len(s.subjects) == 0 || p.mistake != nil {
		return false
	}
	first := s.subjects[0]
	name := string(p.runes[p.span(first) : p.span(first)+first.length])
	switch {
	case first.name == "" && first.op != "abs":
		return false
	case strings.EqualFold(name, "length") || strings.EqualFold(name, "size"):
		name = "S"
	}
	instead := hint(name, text)
	if instead != "" {
		p.fail(at, at+len([]rune(text)), "schema-syntax", "\""+text+"\" is not known; write: "+instead)
	}
	return instead != ""
}

// sizedPermutation matches a permutation whose range is not said.
var sizedPermutation = regexp.MustCompile(`(?i)^(?:a )?permutation(?: of (?:size|length) [A-Za-z0-9]\w*)?$`)

// classWords are words of which a class of characters has others, or none.
var classWords = regexp.MustCompile(`\b(?:only|english|latin|the|small|capital|lower[- ]case|upper[- ]case|characters)\b`)

// plainClass is what a class of characters is usually called.
func plainClass(words string) string {
	return strings.Join(strings.Fields(classWords.ReplaceAllStringFunc(words, func(word string) string {
		switch word {
		case "small", "lower case", "lower-case":
			return "lowercase"
		case "capital", "upper case", "upper-case":
			return "uppercase"
		case "characters":
			return "letters"
		}
		return ""
	})), " ")
}

// characterList reads the characters of 'a', 'b' and 'c'.
func characterList(text string) (alphabet []rune, ok bool) {
	for _, part := range listMark.Split(strings.TrimSpace(text), -1) {
		runes := []rune(strings.TrimSpace(part))
		if len(runes) == 3 && runes[0] == runes[2] && (runes[0] == '\'' || runes[0] == '"') {
			runes = runes[1:2]
		}
		if len(runes) != 1 {
			return nil, false
		}
		alphabet = append(alphabet, runes[0])
	}
	return alphabet, len(alphabet) > 1
}

var listMark = regexp.MustCompile(` *, *(?:and |or )?| +(?:and|or) +`)

// functions are what people call what the language has another way for.
var functions = map[string]string{
	"len": "|S| for the length of a text", "length": "|S| for the length of a text", "size": "|S| for the length of a text",
	"sum": "sum of A <= K", "abs": "|x|", "count": "the number itself, if it is printed",
}
