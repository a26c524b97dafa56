package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Setting is one text of execre.toml: Table is "" or "roles" or "verdicts", where Key is a file.
type Setting struct {
	Table, Key, Value string
}

// errByHand is what there is to say where a text of TOML is written in a way that is not changed.
var errByHand = errors.New("change it by hand")

// in gives the text of an execre.toml with a setting, which takes the place of the one that is there. All else stays
// byte for byte: comments, order, line endings. The error says why the text cannot be changed.
func (s Setting) in(src string) (string, error) {
	if err := toml.Unmarshal([]byte(src), &map[string]any{}); err != nil {
		return "", fmt.Errorf("%s is not valid, so nothing is changed in it: %w", ConfigFile, err)
	}
	text := s.edited(src)
	var got map[string]any
	if toml.Unmarshal([]byte(text), &got) != nil || !s.isIn(got) {
		return "", fmt.Errorf("%s says it in a way that is not changed automatically: %w, to %s", ConfigFile, errByHand, s)
	}
	return text, nil
}

// String is the setting as execre.toml has it.
func (s Setting) String() string {
	if s.Table == "" {
		return s.Key + " = " + quote(s.Value)
	}
	return quote(s.Key) + " = " + quote(s.Value) + " under [" + s.Table + "]"
}

func (s Setting) isIn(all map[string]any) bool {
	if s.Table != "" {
		all, _ = all[s.Table].(map[string]any)
	}
	return all[s.Key] == s.Value
}

// edited changes the text where the places are plain.
func (s Setting) edited(src string) string {
	newline := "\n"
	if strings.Contains(src, "\r\n") {
		newline = "\r\n"
	}
	var p unstable.Parser
	p.Reset([]byte(src))
	table, end := "", 0 // the table that we are in, and the end of what was read last of the table that is wanted
	found := s.Table == ""
	for p.NextExpression() {
		e := p.Expression()
		var parts []string
		last := 0
		for it := e.Key(); it.Next(); {
			parts = append(parts, string(it.Node().Data))
			last = int(it.Node().Raw.Offset + it.Node().Raw.Length)
		}
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = strings.Join(parts, ".")
			if table == s.Table {
				found, end = true, last+len("]")
			}
		case unstable.KeyValue:
			if table != "" {
				parts = append([]string{table}, parts...)
			}
			value := e.Value().Raw
			switch {
			case len(parts) == 1 && s.Table == "" && parts[0] == s.Key, len(parts) == 2 && s.Table != "" && parts[0] == s.Table && parts[1] == s.Key:
				if value.Length > 0 {
					return src[:value.Offset] + quote(s.Value) + src[value.Offset+value.Length:]
				}
				return src // a list, or the like
			case table == s.Table:
				end = int(value.Offset + value.Length)
			}
		}
	}
	line := s.Key
	if s.Table != "" {
		line = quote(s.Key)
	}
	line += " = " + quote(s.Value)
	if !found {
		before := strings.TrimRight(src, "\r\n")
		if before != "" {
			before += newline + newline
		}
		return before + "[" + s.Table + "]" + newline + line + newline
	}
	if s.Table == "" && end == 0 {
		return line + newline + src
	}
	if i := strings.IndexByte(src[end:], '\n'); i >= 0 {
		return src[:end+i+1] + line + newline + src[end+i+1:]
	}
	return src + newline + line + newline
}

// quote writes a TOML string.
func quote(text string) string {
	encoded, err := toml.Marshal(map[string]string{"x": text})
	if err != nil {
		return strconv.Quote(text)
	}
	return strings.TrimPrefix(strings.TrimRight(string(encoded), "\n"), "x = ")
}

// Keep writes the setting into execre.toml of a problem, or makes the file. A link in its place is left alone.
func (s Setting) Keep(problem string) error {
	dir, _ := Split(problem) // execre.toml is for all problems of a folder
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if info, err := root.Lstat(ConfigFile); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is a link, or no file: %w, to %s", ConfigFile, errByHand, s)
	}
	src, err := root.ReadFile(ConfigFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, is := Text(src); is {
		return fmt.Errorf("%s is UTF-16: save it as UTF-8 first, or %w, to %s", ConfigFile, errByHand, s)
	}
	bom := []byte(byteOrderMark)
	text, err := s.in(string(bytes.TrimPrefix(src, bom)))
	if err != nil {
		return err
	}
	if bytes.HasPrefix(src, bom) {
		text = string(bom) + text
	}
	return replaceFile(root, ConfigFile, text)
}

// replaceFile writes a file beside the one that is there and puts it in its place, so that nothing is lost on a full disk.
func replaceFile(root *os.Root, name, text string) error {
	mode := fs.FileMode(0o644)
	if info, err := root.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	beside := "." + name + ".new"
	file, err := root.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Close()); err == nil {
		err = root.Rename(beside, name)
	}
	if err != nil {
		_ = root.Remove(beside)
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}
