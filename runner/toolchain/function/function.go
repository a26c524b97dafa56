// Package function makes programs of candidates in function style: those that define a function or a class Solution, as
// on LeetCode, instead of reading stdin.
//
// The program reads one JSON value a line from stdin, one line for each value of the input format, calls the candidate
// and prints what it returns as one line of JSON. What is printed for a value is the same, byte for byte, in every
// language:
//
//   - no blanks; objects (Python and JavaScript only) keep their order; what a Python program returns instead of a list (a
//     tuple, a generator, the values of a dictionary) is one, a set in ascending order
//   - strings with \" \\ \b \f \n \r \t, \u001f for other control characters and for halves of a surrogate pair, and
//     UTF-8 for everything else
//   - integers exactly, whatever their size
//   - floating point numbers as JavaScript prints them: the shortest decimals that give the number back, "2" for 2.0,
//     "1e+21", "1e-7"; "0" for minus zero; NaN, Infinity and -Infinity, which are not JSON
//   - a ListNode as the list of its values, a TreeNode level by level with null for what is missing and none at the
//     end; [] for the empty ones
//   - of a function without a result its first argument after the call: it works in place. That is one that declares
//     void or None (in JavaScript and Python 2 style by a comment, @return or :rtype:), and one that declares nothing
//     and returns nothing, unless Call.Returns says that it should: then null
//
// What a value becomes is what the candidate declares for it, which must not contradict the input format. In Python,
// JavaScript and TypeScript it may declare nothing. Then a tree of the input format becomes a TreeNode, and a list a
// ListNode where the candidate is seen to look into it (head.next) or the others declare one; None is [] for a function
// that is given nodes, unless the others declare another result. A candidate that looks into no nodes at all and uses the
// parameter as a list gets the list.
//
// A class that is driven by operations (["LRUCache", "put", "get"] and [[2], [1, 1], [1]]) answers with the list of its
// methods' results, null for those without.
//
// What the judge supplies by itself is there: the usual imports and headers, ListNode and TreeNode unless the candidate
// defines them. Packages of other people are not: neither lodash nor @datastructures-js in JavaScript, and in Python
// sortedcontainers only where it is installed. LeetCode's other classes (Node, NestedInteger) are not there.
// In JavaScript a parameter is a BigInt where its annotation says bigint; any other number beyond 2^53 loses digits, as
// it does there. What the candidate prints itself goes to stderr, so that stdout has the answer and nothing else.
// Stdin is read when main runs, never before. A value that cannot be read is told on stderr, with exit status 1.
//
// The candidate's lines keep their numbers. The package only makes text: it reads no file and starts nothing.
package function

import (
	"bytes"
	"fmt"
	"path"
	"strings"
)

// Call says what is to be called with what.
type Call struct {
	// Name is that of the function, of the method of class Solution or of the class that is driven by operations.
	// "" means the only public method of class Solution, else the only top-level function, else such a class. Where
	// there are several, it is the one whose parameters have the names that Parameters has, else the only one that takes
	// as many and that no other mentions: the others are its helpers.
	Name       string
	Parameters []string // the names that the input format gives its values, in order: one JSON value a line
	// Class is the class that the input format's operations drive; "" when it does not say, or nothing is driven. Name
	// says nothing then.
	Class string
	// Kinds says what each of Parameters is in the input format: "number", "text", "truth", "TreeNode", and "[]" before one
	// of these for a list, whose values may be those of a ListNode; "" where it is not known. There may be fewer.
	Kinds []string
	// Methods says the same of the parameters of each method of Class, by name; "" is the constructor.
	Methods map[string][]string
	// Returns is set where the other candidates declare that the function returns a value: see Returns.
	Returns bool
	// Declared is what else the other candidates declare: see Declare.
	Declared Declared
}

// Harness is a program around a candidate.
type Harness struct {
	Main  string            // the file to compile or run, one of Files; in Java all of Files are to be compiled
	Files map[string][]byte // all files of the program, the candidate's own text among them; names have no folder

	Own string // the file, one of Files, that holds the candidate's text

	lines int // how many lines of it are the candidate's
}

// Mistake is what is wrong with a candidate.
type Mistake struct {
	Line int // in the candidate, from 1; 0 if it is no place in particular
	Text string
}

// Error gives the line and the text.
func (m *Mistake) Error() string {
	if m.Line == 0 {
		return m.Text
	}
	return fmt.Sprintf("line %d: %s", m.Line, m.Text)
}

// Wrap makes the program. language is toolchain's name of it: "python", "javascript", "typescript", "cpp" or "java".
// The error is a *Mistake, but for a language that has no function style.
func Wrap(language, file string, source []byte, call Call) (*Harness, error) {
	source = bytes.TrimPrefix(source, []byte("\ufeff"))
	file = path.Base(strings.ReplaceAll(file, `\`, "/"))
	var wrap func(file, source string, call Call) (*Harness, error)
	switch language {
	case "cpp":
		wrap = wrapCPP
	case "java":
		wrap = wrapJava
	case "python":
		wrap = wrapPython
	case "javascript", "typescript":
		wrap = wrapScript
	default:
		return nil, fmt.Errorf("no function style in %s: let the program read stdin, "+
			"or use C++, Java, JavaScript, Python or TypeScript", language)
	}
	h, err := wrap(file, string(source), call)
	if err != nil {
		return nil, err
	}
	h.lines = strings.Count(strings.TrimSuffix(string(source), "\n"), "\n") + 1
	return h, nil
}

// Line gives the candidate's own line for a line of a file of the harness; ok is false for lines that are ours.
func (h *Harness) Line(file string, line int) (own int, ok bool) {
	if file != h.Own || line < 1 || line > h.lines {
		return 0, false
	}
	return line, true
}
