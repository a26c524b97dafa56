package process

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall"
)

// A report is a line of a word and numbers. The enterer reports to the keeper, and the keeper to us:
//
//	spent CPU PEAK           enterer: what it used itself, in nanoseconds and bytes; it is none of what it becomes
//	started PID CPU          keeper: the process is what it was to become, and what the enterer used, in nanoseconds
//	ended STATUS CPU PEAK    keeper: the process's wait status, nanoseconds, bytes or 0; nothing of it is left
//	failed ERRNO TEXT        both, as the last: why there is no process; TEXT is all that follows
type report struct {
	word    string
	numbers []int64
	err     error // of "failed"
}

// reportNumbers is how many numbers follow a word.
var reportNumbers = map[string]int{"spent": 2, "started": 2, "ended": 3}

// failure is the report that brings err to the other side.
func failure(err error) string {
	var errno syscall.Errno
	text := err.Error()
	if errors.As(err, &errno) {
		text = strings.TrimSuffix(strings.TrimSuffix(text, errno.Error()), ": ")
	}
	return fmt.Sprintf("failed %d %s", int(errno), text)
}

// nextReport takes the first report off text. It is not ok where that is incomplete or not understood.
func nextReport(text string) (r report, rest string, ok bool) {
	line, rest, complete := strings.Cut(text, "\n")
	word, args, _ := strings.Cut(line, " ")
	r.word = word
	if word == "failed" {
		number, why, _ := strings.Cut(strings.TrimPrefix(text, "failed "), " ")
		errno, err := strconv.ParseUint(number, 10, 16)
		switch {
		case err != nil:
			return report{}, "", false
		case errno == 0:
			r.err = errors.New(why)
		case why == "":
			r.err = syscall.Errno(errno)
		default:
			r.err = fmt.Errorf("%s: %w", why, syscall.Errno(errno))
		}
		return r, "", true
	}
	for field := range strings.FieldsSeq(args) {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return report{}, "", false
		}
		r.numbers = append(r.numbers, n)
	}
	want, known := reportNumbers[word]
	if !complete || !known || len(r.numbers) != want {
		return report{}, "", false
	}
	return r, rest, true
}
