package toolchain

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"execre/runner"
)

// Sanitizers make C and C++ programs end with a report where the standard says nothing of what happens: such a program may
// be right here and wrong on a judge's machine. What is looked for besides what -fsanitize=undefined is: values that their
// type does not hold, and misuse of the standard library. What is not: addresses that are not aligned, which fast
// readers of input use and the machines of all judges bear.
var (
	sanitizerFlags = [][]string{
		{"-O1"},
		{"-g1", "-g"}, // lines
		{"-pthread", ""},
		{"-fsanitize=address,undefined,float-cast-overflow", "-fsanitize=address,undefined", "-fsanitize=undefined"},
		{"-fno-sanitize=alignment", ""},
		{"-fno-sanitize-recover=all"},
		{"-D_GLIBCXX_ASSERTIONS"},
		{"-fdiagnostics-column-unit=byte", ""},
	}
	standards = map[Language][]string{
		CPP: {"-std=gnu++20", "-std=gnu++2a", "-std=gnu++17"},
		C:   {"-std=gnu17", "-std=gnu11"},
	}
)

// sanitizerStatus is the exit status of a program that a sanitizer has ended.
const sanitizerStatus = 86

// sanitizerOptions say how sanitizers report. Looking for leaks takes ptrace, which confined programs do not have; and who
// ends without free is right, as is on all machines who frees in another way than he allocated. Names of functions of the
// library are long, and of a report both ends are kept.
var sanitizerOptions = []string{
	fmt.Sprintf("ASAN_OPTIONS=detect_leaks=0:handle_abort=1:alloc_dealloc_mismatch=0:new_delete_type_mismatch=0:"+
		"print_legend=0:exitcode=%d:stack_trace_format='    at %%S'", sanitizerStatus),
	fmt.Sprintf("UBSAN_OPTIONS=print_stacktrace=1:exitcode=%d:stack_trace_format='    at %%S'", sanitizerStatus),
}

// FindSanitizing is Find for programs of C or C++ that sanitizers watch; see ReadSanitizer for what these report. Where the
// compiler has none, that is said by CompileCommand, as a *Missing. A compile command of the user's gets the flags added.
func FindSanitizing(ctx context.Context, lang Language, override Commands) (*Toolchain, error) {
	if lang != C && lang != CPP {
		return nil, &Missing{lang, fmt.Errorf("there are no sanitizers for %s", lang)}
	}
	if override.Compile != nil {
		override.Compile = slices.DeleteFunc(slices.Clone(override.Compile), func(arg string) bool {
			return strings.HasPrefix(arg, "-static") // which the library of a sanitizer cannot be
		})
		for _, choice := range sanitizerFlags {
			if flag := choice[0]; strings.Contains(flag, "sanitize") || flag == "-g1" || strings.HasPrefix(flag, "-D") {
				override.Compile = append(override.Compile, flag)
			}
		}
	}
	return findOnce(ctx, lang, override, watched)
}

// noSanitizer is the error for a compiler that makes no programs with sanitizers.
func (t *Toolchain) noSanitizer(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return &Missing{t.Language, fmt.Errorf("the %s compiler %s makes no programs with -fsanitize=address,undefined (%s): "+
		"install libasan and libubsan of its version", natives[t.Language].what, t.Path, oneLine(err))}
}

// Undefined is undefined behaviour that a sanitizer saw.
type Undefined struct {
	Kind   string // the same words for the same kind of mistake: "signed integer overflow"
	Detail string // what happened this time, "" if there is no more to say: "2147483647 + 1 cannot be represented in type 'int'"
	File   string // the one of the program's own files where it happened; "" if unknown
	Line   int    // in File, from 1; 0 if unknown
	Column int    // from 1; 0 if unknown
}

// ReadSanitizer reads what the sanitizer of a program that was built for FindSanitizing says of an execution. own are the
// program's files, the main one first. ok is false for a program that was not ended by a sanitizer, and where that may have
// been for another reason than undefined behaviour: what watching costs, above all of the stack, is nobody's mistake.
func ReadSanitizer(r runner.Result, own []string) (u Undefined, ok bool) {
	if r.Verdict != runner.Crash || r.ExitCode != sanitizerStatus {
		return Undefined{}, false
	}
	report := strings.ToValidUTF8(string(r.StderrHead)+"\n"+string(r.StderrTail), "\ufffd")
	lines := strings.Split(report, "\n")
	for i, text := range lines {
		if u, ok = undefinedIn(text); !ok {
			continue
		}
		u.locate(lines[i:], own)
		return u, true
	}
	return Undefined{}, false
}

var (
	runtimeError = regexp.MustCompile(`^(?:.*:\d+(?::\d+)?|<unknown>): runtime error: (.+)$`)
	addressError = regexp.MustCompile(`^==\d+==ERROR: AddressSanitizer: (attempting [a-z-]+|[a-z-]+)`)
	libraryError = regexp.MustCompile(`^\S*/c\+\+/\S+:\d+: .*Assertion '(.+)' failed\.$`)
	stackFrame   = regexp.MustCompile(`^    at (.+?):(\d+)(?::(\d+))?$`)
	anAddress    = regexp.MustCompile(`\b(?:misaligned )?address 0x[0-9a-f]+`)
)

// undefinedIn reads the line of a report that says what happened.
func undefinedIn(text string) (Undefined, bool) {
	if m := runtimeError.FindStringSubmatch(text); m != nil {
		return Undefined{Kind: runtimeKind(m[1]), Detail: runtimeDetail(m[1])}, true
	}
	if m := addressError.FindStringSubmatch(text); m != nil {
		kind, ok := addressKinds[strings.TrimPrefix(m[1], "attempting ")]
		return Undefined{Kind: kind}, ok
	}
	if m := libraryError.FindStringSubmatch(text); m != nil {
		kind := "misuse of the standard library"
		switch {
		case strings.Contains(m[1], "size()"):
			kind = "index out of bounds"
		case strings.Contains(m[1], "empty()"):
			kind = "access to an empty container"
		}
		condition := strings.NewReplacer("__", "", "this->", "").Replace(m[1])
		return Undefined{Kind: kind, Detail: "the standard library requires " + condition}, true
	}
	return Undefined{}, false
}

// runtimeKinds are the kinds of what UndefinedBehaviorSanitizer reports, by words of the report.
var runtimeKinds = []struct{ words, kind string }{
	{"signed integer overflow", "signed integer overflow"},
	{"negation of ", "signed integer overflow"},
	{"division by zero", "division by zero"},
	{"division of ", "signed integer overflow"},
	{"pointer index expression", "pointer out of bounds"},
	{"index ", "index out of bounds"},
	{"shift exponent", "shift by too many bits"},
	{"left shift of", "left shift out of range"},
	{"outside the range of representable values", "value out of the range of its type"},
	{"null pointer", "use of a null pointer"},
	{"not a valid value", "value that its type does not have"},
	{"end of a value-returning function", "function that ends without a value"},
	{"insufficient space", "access outside of an object"},
	{"variable length array", "array length out of range"},
	{"offset", "pointer out of bounds"},
	{"passing zero to", "zero given to a count of zero bits"},
	{"unreachable", "code that is said to be unreachable"},
	{"does not point to an object", "object of another type"},
}

func runtimeKind(message string) string {
	for _, k := range runtimeKinds {
		if strings.Contains(message, k.words) {
			return k.kind
		}
	}
	return "undefined behaviour"
}

// runtimeDetail is a message without what differs from one execution to the next, and without advice.
func runtimeDetail(message string) string {
	message, _, _ = strings.Cut(message, "; cast to ")
	message = strings.TrimPrefix(message, "signed integer overflow: ")
	message = anAddress.ReplaceAllString(message, "memory")
	if message == runtimeKind(message) || strings.Contains(message, "0x") {
		return ""
	}
	return message
}

// addressKinds are the kinds of what AddressSanitizer reports and that can be nothing but undefined behaviour. A stack that
// overflows, memory that runs out and a signal can be what watching costs.
var addressKinds = map[string]string{
	"heap-buffer-overflow":          "access outside of allocated memory",
	"stack-buffer-overflow":         "access outside of a local variable",
	"stack-buffer-underflow":        "access outside of a local variable",
	"dynamic-stack-buffer-overflow": "access outside of a local variable",
	"global-buffer-overflow":        "access outside of a global variable",
	"heap-use-after-free":           "use of freed memory",
	"stack-use-after-scope":         "use of a local variable after its end",
	"stack-use-after-return":        "use of a local variable after its end",
	"container-overflow":            "access outside of a container",
	"intra-object-overflow":         "access outside of an object",
	"double-free":                   "memory freed twice",
	"free":                          "freeing of what was not allocated",
	"memcpy-param-overlap":          "copy between places that overlap",
	"strcpy-param-overlap":          "copy between places that overlap",
	"strcat-param-overlap":          "copy between places that overlap",
	"negative-size-param":           "negative size",
}

// locate finds where in own files it happened: in the line of the report itself, else in the innermost frame of the stack
// that stands below it, up to the next empty line.
func (u *Undefined) locate(report, own []string) {
	if place, _, found := strings.Cut(report[0], ": runtime error: "); found && u.place("    at "+place, own) {
		return
	}
	stack := false
	for _, text := range report[1:] {
		if stack = stack || strings.HasPrefix(text, "    at "); stack && text == "" || u.place(text, own) {
			return
		}
	}
}

// place takes the place of a frame if it is in one of own files, which are known by their last name.
func (u *Undefined) place(frame string, own []string) bool {
	m := stackFrame.FindStringSubmatch(frame)
	if m == nil {
		return false
	}
	name := path.Base(strings.ReplaceAll(m[1], `\`, "/"))
	for _, file := range own {
		if (tracer{base: path.Base(file)}).own(name) {
			u.File = file
			u.Line, u.Column = numbers(m[2], m[3])
			return true
		}
	}
	return false
}
