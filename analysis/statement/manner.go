package statement

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var (
	interactive = regexp.MustCompile(`(?i)\b(?:this is an? (?:\w+ )?interactive|interactive (?:problem|task)|` +
		`flush (?:the )?(?:standard )?output|(?:must|should|need to|remember to|don't forget to) flush)|` +
		`インタラクティブ|交互题|リアクティブ`)
	manyAnswers = regexp.MustCompile(`(?i)\b(?:print|output|find|report|return|give|display|choose) any (?:of|one|` +
		`valid|such|possible|solution|answer|correct|suitable)|\b(?:print|output|return|accept(?:ed)?|` +
		`report|write) (?:an?y|one) of them\b|\bany (?:of them|valid (?:answer|solution|output)|solution|` +
		`of these|one of them|such \w+|correct answer)\b[^.]{0,30}\b(?:accepted|allowed|suffices|valid|` +
		`will do|ok|correct)|\byou (?:can|may) (?:print|output|return) (?:any|the answer in any)|` +
		`\b(?:multiple|several|many|more than one) (?:\w+ ){0,3}(?:answers?|solutions?|ways?|` +
		`outputs?)\b[^.]{0,60}\bany\b|\bany of (?:the|these|those) (?:\w+ ){0,2}(?:answers|solutions)|` +
		`\bin any order\b|任意一|どれを出力|いずれを出力|任意の`)
	tolerance = regexp.MustCompile(`(?i)(?:absolute|relative)[^.]{0,20}(?:error|difference|deviation)[^\d]{0,80}|` +
		`\berror[^\d.]{0,60}(?:at most|less than|exceed|within|of|<=|<)[^\d]{0,20}|誤差[^\d]{0,30}|` +
		`误差[^\d]{0,30}|\btolerance of |\bwithin `)
	smallNumber = regexp.MustCompile(`^(?:\(?(\d+) ?\*? ?)?10\^\(?\{?\(?-(\d+)\}?\)?|^(\d+)[eE]-(\d+)|` +
		`^(0?\.0*[1-9]\d*)`)
	lostSmall = regexp.MustCompile(`^(?:(\d) ?\* ?)?10-(\d)\b`)
	timeLimit = regexp.MustCompile(`(?i)(?:\btime ?limit\b(?: per test(?: ?case)?)?|実行時間制限|` +
		`时间限制)\W{0,12}?(\d+(?:\.\d+)?) ?(ms\b|milliseconds?|msec|m?s\b|sec(?:s|onds?)?\b|秒|毫秒)`)
	memoryLimit = regexp.MustCompile(`(?i)(?:\bmemory ?limit\b(?: per test(?: ?case)?)?|メモリ制限|内存限制|` +
		`空间限制)\W{0,12}?(\d+(?:\.\d+)?) ?(k|m|g)(i?)(?:b|egabytes?|igabytes?|ilobytes?)`)
)

// manner reads how the problem is judged.
func (r *reader) manner() {
	for _, s := range r.sections {
		if s.kind == sampleInput || s.kind == sampleOutput {
			continue
		}
		for _, sentence := range sentences(s.lines, nil) {
			text := sentence.plainText()
			r.statement.Interactive = r.statement.Interactive || interactive.MatchString(text)
			r.statement.ManyAnswers = r.statement.ManyAnswers || manyAnswers.MatchString(text)
			if r.statement.Tolerance == "" {
				r.statement.Tolerance = readTolerance(text)
			}
		}
	}
}

// readTolerance finds the allowed error in a sentence, as 1e-6.
func readTolerance(text string) string {
	for _, at := range tolerance.FindAllStringIndex(text, 4) {
		rest := text[at[1]:]
		if m := lostSmall.FindStringSubmatch(rest); m != nil {
			return orOne(m[1]) + "e-" + m[2]
		}
		m := smallNumber.FindStringSubmatch(rest)
		if m == nil {
			continue
		}
		switch {
		case m[2] != "":
			return orOne(m[1]) + "e-" + m[2]
		case m[4] != "":
			return m[3] + "e-" + m[4]
		}
		if v, err := strconv.ParseFloat("0"+m[5], 64); err == nil && v > 0 {
			e := int(math.Ceil(-math.Log10(v) - 1e-9))
			return strconv.Itoa(int(math.Round(v*math.Pow10(e)))) + "e-" + strconv.Itoa(e)
		}
	}
	return ""
}

// orOne is the factor, 1 where none is written.
func orOne(factor string) string {
	if factor == "" {
		return "1"
	}
	return factor
}

// limits reads the limits of time and memory; a value may stand on the line below its title.
func (r *reader) limits(lines []line) {
	for i, l := range lines {
		text := l.text
		if i+1 < len(lines) {
			text += " " + lines[i+1].text
		}
		if len(text) > maxSentence {
			continue
		}
		text = strings.ReplaceAll(text, "$", "")
		if m := timeLimit.FindStringSubmatch(text); m != nil && r.statement.TimeLimit == 0 {
			if v, err := strconv.ParseFloat(m[1], 64); err == nil && v < 1e6 {
				unit := time.Second
				if strings.HasPrefix(strings.ToLower(m[2]), "m") || m[2] == "毫秒" {
					unit = time.Millisecond
				}
				r.statement.TimeLimit = time.Duration(v * float64(unit))
			}
		}
		if m := memoryLimit.FindStringSubmatch(text); m != nil && r.statement.MemoryLimit == 0 {
			if v, err := strconv.ParseFloat(m[1], 64); err == nil && v < 1e9 {
				shift := map[string]int{"k": 10, "m": 20, "g": 30}[strings.ToLower(m[2])]
				r.statement.MemoryLimit = int64(v * float64(int64(1)<<shift))
			}
		}
	}
}
