package statement

import (
	"regexp"
	"strings"
)

// section is what stands under one heading.
type section struct {
	kind   sectionKind
	number int // line of the heading; 1 for what stands before the first
	lines  []line
}

type sectionKind int

const (
	story sectionKind = iota // before the first heading, or under one that is not listed below
	inputFormat
	outputFormat
	constraintList
	sampleBox // Example: what follows holds Input and Output
	sampleInput
	sampleOutput
	remarks // explanations of samples, scoring
)

// headings are the titles of sections, in lower case, without marks, numbers and colons around them.
var headings = map[string]sectionKind{}

func init() {
	for kind, titles := range map[sectionKind]string{
		story: "problem statement|statement|problem|description|task|問題文|问题描述|题目描述|题目背景|problem description|background",
		inputFormat: "input|the input|input format|input specification|input specifications|input description|" +
			"入力|入力形式|输入|输入格式|输入描述|输入说明|input data",
		outputFormat: "output|the output|output format|output specification|output specifications|output description|" +
			"出力|出力形式|输出|输出格式|输出描述|输出说明|output data",
		constraintList: "constraints|constraint|input constraints|limits and constraints|制約|约定|数据范围|数据范围与提示|" +
			"数据规模与约定|数据规模|说明/提示|data range|limits",
		sampleBox: "example|examples|sample|samples|sample test|sample tests|sample case|sample cases|sample test case|" +
			"test case|样例|示例|例|输入输出样例|入出力例|input / output|sample data",
		sampleInput: "sample input|sample inputs|input sample|example input|input example|inputcopy|input copy|入力例|" +
			"样例输入|输入样例|输入示例|sample input copy|示例输入",
		sampleOutput: "sample output|sample outputs|output sample|example output|output example|outputcopy|output copy|" +
			"出力例|样例输出|输出样例|输出示例|sample output copy|示例输出|output for sample input|output for the sample input",
		remarks: "note|notes|explanation|explanations|hint|hints|scoring|subtasks|subtask|样例解释|提示|解説|remark|remarks|" +
			"sample explanation|explanation of sample|follow-up|follow up|说明|样例说明|备注|source|来源|注記|配点|部分点",
	} {
		for _, title := range strings.Split(titles, "|") {
			headings[title] = kind
		}
	}
}

var (
	latexHeading = regexp.MustCompile(`^\\(?:(?:sub)*section\*?|paragraph\*?|textbf|Input|Output|Note|Example|` +
		`InputFile|OutputFile|Constraints)\b`)
	headingMarks = "#*_-=[]【】<>{}■◆▼ \t:："
	headingCount = regexp.MustCompile(`\s*(?:#|no\.?)?\s*\(?[0-9０-９]+\)?$`)
	standardFile = regexp.MustCompile(`(?i)^\s*(?:input|output)?(?:standard (?:input|output)|stdin|stdout|` +
		`\w+\.(?:txt|in|out))\s*$`)
	// unknownTitle matches a heading of Markdown, and no line of a grid with walls: ## #.
	unknownTitle = regexp.MustCompile(`^ {0,3}#{1,6} +[^\s#.]{2,}`)
	twoHeadings  = regexp.MustCompile(`(?i)^\W*sample input\s*(\d*)\W+sample output\s*\d*\W*$`)
	colonHeading = regexp.MustCompile(`(?i)^[\s*#_]*(input|output|constraints|input format|output format|explanation|` +
		`note)[\s*_]*[:：][\s*_]*(\S.*)$`)
)

// heading says whether a line is a heading, and of what; rest is what stands behind it on the same line.
func heading(raw string) (kind sectionKind, rest string, ok bool) {
	if len(raw) > 200 {
		if m := colonHeading.FindStringSubmatch(raw[:200]); m != nil {
			return headings[strings.ToLower(m[1])], raw[strings.Index(raw, m[2]):], true
		}
		return 0, "", false
	}
	title := strings.TrimSpace(raw)
	if at := latexHeading.FindStringIndex(title); at != nil {
		if inner := strings.Trim(title[at[1]:], "{} "); inner != "" {
			title = inner
		} else {
			title = strings.TrimSuffix(strings.TrimPrefix(title[:at[1]], `\`), "File")
		}
	}
	marked := strings.HasPrefix(title, "#") || strings.HasPrefix(title, "**")
	title = strings.Trim(title, headingMarks)
	title = strings.ToLower(title)
	title = strings.TrimSpace(strings.TrimSuffix(title, "copy"))
	title = strings.Trim(headingCount.ReplaceAllString(title, ""), headingMarks)
	title = strings.TrimSuffix(title, "(s)")
	if m := colonHeading.FindStringSubmatch(raw); m != nil {
		return headings[strings.ToLower(m[1])], m[2], true
	}
	if kind, ok := headings[title]; ok && title != "" {
		return kind, "", true
	}
	return story, "", marked && unknownTitle.MatchString(raw)
}

// splitSections cuts the lines at the headings. Inside an example, and behind the first one, Input and Output head
// samples and not formats.
func splitSections(lines []line) []section {
	sections := []section{{kind: story, number: 1}}
	haveInput, inSamples := false, false
	for i, l := range lines {
		last := &sections[len(sections)-1]
		if l.fence == 0 && (standardFile.MatchString(l.raw) || i+1 < len(lines) &&
			standardFile.MatchString(lines[i+1].raw)) {
			continue // where the input comes from is no section
		}
		if l.fence > 0 {
			last.lines = append(last.lines, l)
			continue
		}
		if m := twoHeadings.FindStringSubmatch(l.raw); m != nil {
			sections = append(sections, section{kind: sampleInput, number: l.number})
			inSamples = true
			continue
		}
		kind, rest, ok := heading(l.raw)
		if !ok {
			last.lines = append(last.lines, l)
			continue
		}
		switch {
		case kind == sampleBox || kind == sampleInput || kind == sampleOutput:
			inSamples = true
		case kind == inputFormat && (inSamples || haveInput && last.kind == outputFormat):
			kind = sampleInput
		case kind == outputFormat && (inSamples || last.kind == sampleInput):
			kind = sampleOutput
		case kind == inputFormat:
			haveInput = true
		case kind == constraintList || kind == story:
			inSamples = false
		}
		sections = append(sections, section{kind: kind, number: l.number})
		if rest != "" {
			last := &sections[len(sections)-1]
			last.lines = append(last.lines, line{number: l.number, raw: rest, text: plain(rest)})
		}
	}
	return sections
}

// samples collects inputs and outputs.
func (r *reader) samples() {
	var open *Sample
	put := func() {
		if open != nil && open.Input != "" && len(r.statement.Samples) < maxFound {
			r.statement.Samples = append(r.statement.Samples, *open)
		}
		open = nil
	}
	for _, s := range r.sections {
		switch s.kind {
		case sampleInput:
			put()
			input, output := sampleText(s.lines, false)
			open = &Sample{Input: input, Output: output, Line: s.number}
		case sampleOutput:
			if open != nil && open.Output == "" {
				open.Output, _ = sampleText(s.lines, true)
			}
			put()
		}
	}
	put()
}

var copyButton = regexp.MustCompile(`(?i)^\s*copy\s*$`)

// sampleText is what a sample section prints: its preformatted block, or its lines. Behind an output without a block
// an explanation may follow after a blank line. A second block, or what stands behind a tab, is the output.
func sampleText(lines []line, output bool) (text, second string) {
	var blocks []string
	fence := 0
	for _, l := range lines {
		if l.fence == 0 {
			continue
		}
		if l.fence != fence {
			blocks, fence = append(blocks, ""), l.fence
		}
		blocks[len(blocks)-1] += l.raw + "\n"
	}
	if len(blocks) > 1 && !output {
		return printed(blocks[0]), printed(blocks[1])
	}
	if len(blocks) > 0 {
		return printed(blocks[0]), ""
	}
	var first, behindTab []string
	for _, l := range lines {
		blank := strings.TrimSpace(l.raw) == ""
		if copyButton.MatchString(l.raw) || blank && len(first) == 0 {
			continue
		}
		if blank && output {
			break
		}
		if before, after, found := strings.Cut(l.raw, "\t"); found && !output {
			if before != "" {
				first = append(first, before)
			}
			behindTab = append(behindTab, after)
			continue
		}
		if len(behindTab) > 0 {
			behindTab = append(behindTab, l.raw)
			continue
		}
		first = append(first, l.raw)
	}
	return printed(strings.Join(first, "\n")), printed(strings.Join(behindTab, "\n"))
}

// printed trims blank lines around a sample and ends it in one line end.
func printed(text string) string {
	lines := strings.Split(text, "\n")
	indented := true // all of it, which is how Markdown marks a block
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
		indented = indented && (lines[i] == "" || strings.HasPrefix(lines[i], "    "))
	}
	if indented {
		for i := range lines {
			lines[i] = strings.TrimPrefix(lines[i], "    ")
		}
	}
	text = strings.Trim(strings.Join(lines, "\n"), "\n")
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return text + "\n"
}
