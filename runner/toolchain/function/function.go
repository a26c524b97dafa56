// Package function makes programs of candidates in function style: those that define a function or a class Solution, as
// on LeetCode, instead of reading stdin.
package function

// Call says what is to be called with what.
type Call struct {
	Name       string   // of the function or method; "" means the only method of class Solution, else the only top-level function
	Parameters []string // the names that the input format gives its values, in order: one JSON value a line
}

// Harness is a program around a candidate.
type Harness struct {
	Main  string            // the file to compile or run, one of Files
	Files map[string][]byte // all files of the program, the candidate's own text among them; names have no folder
}

// Wrap makes the program. language is toolchain's name of it: "python", "javascript", "typescript", "cpp" or "java".
// The error says what is wrong with the candidate, with its line where it has one.
func Wrap(language, file string, source []byte, call Call) (*Harness, error) { panic("skeleton") }

// Line gives the candidate's own line for a line of a file of the harness; ok is false for lines that are ours.
func (h *Harness) Line(file string, line int) (own int, ok bool) { panic("skeleton") }
