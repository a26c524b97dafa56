package workspace

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

// inUTF16 is a text as Windows writes it, with a byte order mark.
func inUTF16(text string, order binary.AppendByteOrder) string {
	file := order.AppendUint16(nil, 0xfeff)
	for _, unit := range utf16.Encode([]rune(text)) {
		file = order.AppendUint16(file, unit)
	}
	return string(file)
}

// TestUTF16: all that is text is read in UTF-16 too, what compilers would not read is named, samples are once, and nothing is
// rewritten.
func TestUTF16(t *testing.T) {
	for name, order := range map[string]binary.AppendByteOrder{"little": binary.LittleEndian, "big": binary.BigEndian} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{
				"a.py": "print(1)\n", "b.py": inUTF16("print(1)\r\n", order), "candidates/c/main.py": inUTF16("print(2)\n", order),
				"input.schema": inUTF16("N\r\n---\r\n1 <= N <= 7\r\n", order),
				"execre.toml":  inUTF16("inputs = 7\r\n", order),
				"statement.md": inUTF16("# Größe 😀\n", order),
				"1.in":         inUTF16("5\r\n", order), "1.out": inUTF16("", order),
				"2.in": inUTF16("6\r\n", order), "2.out": "7\n",
				"samples/judged-1.invalid": inUTF16("0\n", order),
				".cph/.a.py_1.prob":        inUTF16(`{"srcPath": "/x/a.py", "tests": [{"input": "3\n", "output": "4\n"}]}`, order),
			}
			dir := folderWith(t, files)
			p, err := Load(dir)
			if err != nil {
				t.Fatal(err)
			}
			if p.Schema == nil || p.Settings.Inputs != 7 || p.Statement == nil || len(p.Objections) != 1 || p.Objections[0].Input != "0\n" {
				t.Errorf("%+v", p)
			}
			got := ""
			for _, s := range p.Samples {
				got += s.Input + s.Output
			}
			if got != "3\n4\n5\r\n6\r\n7\n" {
				t.Errorf("samples %q", got)
			}
			said := map[string]string{}
			for _, m := range p.Mistakes {
				said[m.File] = m.Code
				if !m.Warning || !strings.Contains(m.Message, "UTF-16") || !strings.Contains(m.Message, "save it as UTF-8") {
					t.Errorf("%v", m)
				}
			}
			for file, code := range map[string]string{
				"b.py": "config-encoding", "candidates/c/main.py": "config-encoding", "1.in": "", "1.out": "", ".cph/.a.py_1.prob": "sample-encoding",
			} {
				if said[file] != code {
					t.Errorf("%s: %q, want %q (%v)", file, said[file], code, p.Mistakes)
				}
			}
			if len(said) != 3 {
				t.Errorf("%v", p.Mistakes)
			}
			if err := (Setting{"roles", "a.py", "ignore"}).Keep(dir); !errors.Is(err, errByHand) || !strings.Contains(err.Error(), "save it as UTF-8") {
				t.Errorf("%v", err)
			}
			for name, text := range files {
				if now, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(now) != text {
					t.Errorf("%s was changed: %v", name, err)
				}
			}
		})
	}
	for _, text := range []string{"", "\xff", "\xff\xfe\x00", "\xff\xfe\r\n", "\xff\xfe\x00\xd8a\x00", "\xfe\xff\x01\x02", "1 2\n", "\ufeff1\n"} {
		if got, is := Text([]byte(text)); is || string(got) != text {
			t.Errorf("%q is taken for UTF-16: %q", text, got)
		}
	}
}
