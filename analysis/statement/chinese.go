package statement

import (
	"regexp"
	"strings"
	"unicode"
)

// translation is how the sentences about the input that Chinese statements use are said in English; prose reads
// them then. What is not listed stays as it is, and says nothing.
var translation = []struct {
	from *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`(?:以|用|由)?(?:一个|单个)?空格(?:分隔|隔开|分割|分开)的?`), ""},
	{regexp.MustCompile(`(?:多|[若几]干?)组(?:测试)?(?:数据|用例|样例)`), " multiple test cases "},
	{regexp.MustCompile(`(?:对于)?每(?:一)?(?:组|个)(?:测试)?(?:数据|用例|样例|测试)`), " each test case "},
	{regexp.MustCompile(`(?:测试)?(?:数据|用例|样例)(?:的)?(?:组数|数量|个数)|组数`), " number of test cases "},
	{regexp.MustCompile(`组(?:测试)?(?:数据|用例|样例)`), " test cases "},
	{regexp.MustCompile(`长度(?:为|是) ?([^\p{Han},.]+?) ?的(?:\p{Han}{0,6})字符串`), " string of length $1 "},
	{regexp.MustCompile(`第 ?(?:一|1) ?行`), " the first line "},
	{regexp.MustCompile(`第 ?(?:二|2) ?行`), " the second line "},
	{regexp.MustCompile(`第 ?(?:三|3) ?行`), " the third line "},
	{regexp.MustCompile(`第 ?(?:四|4|五|5|六|6) ?行`), " the next line "},
	{regexp.MustCompile(`(?:接下来|随后|之后|然后|下面|后面)(?:的)?(?:一|1) ?行|最后(?:的)?一行|(?:输入)?(?:共|只有|仅)?一行`), " one line "},
	{regexp.MustCompile(`(?:接下来|随后|之后|然后|下面|后面|以下|最后)(?:的|有|共|输入)*`), " next "},
	{regexp.MustCompile(`每(?:一)?行`), " each line "},
	{regexp.MustCompile(`([A-Za-z0-9$)}]) ?行`), "$1 lines "},
	{regexp.MustCompile(`一(?:个|棵|条|组)`), " one "},
	{regexp.MustCompile(`(?:两|二)个`), " two "},
	{regexp.MustCompile(`三个`), " three "},
	{regexp.MustCompile(`四个`), " four "},
	{regexp.MustCompile(`五个`), " five "},
	{regexp.MustCompile(`个`), " "},
	{regexp.MustCompile(`(?:互不相同|各不相同|不同)的?`), " distinct "},
	{regexp.MustCompile(`正整数`), " positive integers "},
	{regexp.MustCompile(`非负整数|自然数`), " non-negative integers "},
	{regexp.MustCompile(`整数|数字`), " integers "},
	{regexp.MustCompile(`实数|浮点数|小数`), " real numbers "},
	{regexp.MustCompile(`字符串|单词`), " strings "},
	{regexp.MustCompile(`字符`), " characters "},
	{regexp.MustCompile(`(?:分别)?(?:表示|代表|描述)`), " -- "},
	{regexp.MustCompile(`其中`), " where "},
	{regexp.MustCompile(`包含|包括|给出|输入|含有|[有为是]`), " contains "},
	{regexp.MustCompile(`[和与]`), " and "},
}

// inEnglish turns a Chinese sentence into one that prose can read.
func inEnglish(s sentence) sentence {
	if !strings.ContainsFunc(s.text, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return s
	}
	for _, t := range translation {
		s.text = t.from.ReplaceAllString(s.text, t.to)
	}
	s.text = manyBlanks.ReplaceAllString(s.text, " ")
	return s
}
