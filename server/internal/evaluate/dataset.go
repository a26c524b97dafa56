package evaluate

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// maxLine bounds a record of a jsonl file: LiveCodeBench's tests are large.
const maxLine = 1 << 30

// Read reads a data set. data is a folder of problems (Kattis packages among them), HumanEval's completions (jsonl) or
// LiveCodeBench's array of programs (JSON); for the latter two problems is the file with the problems, else "". The
// problems come in the order of their names. The error names the file and the line or record, and what to do.
func Read(data, problems string) ([]Problem, error) {
	all, err := read(data, problems)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s holds no programs", data)
	}
	sortProblems(all)
	for _, p := range all {
		if err := p.check(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func read(data, problems string) ([]Problem, error) {
	if isDir(data) {
		if problems != "" {
			return nil, errors.New("--problems is for HumanEval and LiveCodeBench: a folder holds its problems itself")
		}
		return readFolders(data)
	}
	file, err := os.Open(data)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	name := filepath.Base(data)
	if problems == "" {
		return nil, fmt.Errorf("%s is a file of programs: name the file with their problems, --problems FILE "+
			"(HumanEval.jsonl, or LiveCodeBench's test.jsonl)", name)
	}
	with, err := os.Open(problems)
	if err != nil {
		return nil, err
	}
	defer with.Close()
	problemsName := filepath.Base(problems)
	reader := bufio.NewReader(file)
	first, err := firstByte(reader)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if first != '[' {
		return readHumanEval(name, reader, problemsName, with)
	}
	codes, err := io.ReadAll(io.LimitReader(reader, maxLine))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return readLiveCodeBench(name, codes, problemsName, with)
}

// firstByte looks at the first byte that is no white space.
func firstByte(r *bufio.Reader) (byte, error) {
	ahead, err := r.Peek(4 << 10)
	if text := bytes.TrimLeft(ahead, " \t\r\n"); len(text) > 0 {
		return text[0], nil
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	return 0, errors.New("the file is empty")
}

// eachLine calls do for every line that is not blank, counted from 1.
func eachLine(name string, r io.Reader, do func(line int, text []byte) error) error {
	reader := bufio.NewReaderSize(r, 1<<20)
	for line := 1; ; line++ {
		var text []byte
		for {
			part, err := reader.ReadSlice('\n')
			text = append(text, part...)
			if errors.Is(err, bufio.ErrBufferFull) && len(text) < maxLine {
				continue
			}
			if errors.Is(err, io.EOF) {
				if len(bytes.TrimSpace(text)) > 0 {
					return do(line, bytes.TrimSpace(text))
				}
				return nil
			}
			if err != nil {
				return fmt.Errorf("%s:%d: %w", name, line, err)
			}
			break
		}
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		if err := do(line, bytes.TrimSpace(text)); err != nil {
			return err
		}
	}
}

// mustJSON encodes plain data, without HTML's escapes.
func mustJSON(v any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
