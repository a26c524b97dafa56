package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"pgregory.net/rapid"
)

func TestSettingIn(t *testing.T) {
	verdict := Setting{"verdicts", "a.py", "wrong-answer"}
	for _, c := range []struct {
		name    string
		setting Setting
		src     string
		want    string // "": it is refused
	}{
		{"no file", verdict, "", "[verdicts]\n\"a.py\" = 'wrong-answer'\n"},
		{"another table", verdict, "inputs = 5 # few\n\n[roles]\n\"b.py\" = \"ignore\"\n", "inputs = 5 # few\n\n[roles]\n\"b.py\" = \"ignore\"\n\n[verdicts]\n'a.py' = 'wrong-answer'\n"},
		{
			"its table, before another", verdict, "[verdicts] # by the judge\n\"b.py\" = \"accepted\" # yes\n\n[roles]\n",
			"[verdicts] # by the judge\n\"b.py\" = \"accepted\" # yes\n'a.py' = 'wrong-answer'\n\n[roles]\n",
		},
		{"an empty table at the end", verdict, "[verdicts]", "[verdicts]\n'a.py' = 'wrong-answer'\n"},
		{"a value", verdict, "[verdicts]\n\"a.py\" = \"accepted\" # first\n", "[verdicts]\n\"a.py\" = 'wrong-answer' # first\n"},
		{"a value with dots", verdict, "verdicts.\"a.py\" = \"accepted\"\n", "verdicts.\"a.py\" = 'wrong-answer'\n"},
		{"an inline table with it", verdict, "verdicts = {\"a.py\" = \"accepted\"}\n", ""},
		{"an inline table", verdict, "verdicts = {\"b.py\" = \"accepted\"}\n", ""},
		{"Windows", verdict, "[verdicts]\r\n\"b.py\" = \"accepted\"\r\n", "[verdicts]\r\n\"b.py\" = \"accepted\"\r\n'a.py' = 'wrong-answer'\r\n"},
		{"no valid TOML", verdict, "inputs = \n", ""},
		{"a name with quotes", Setting{"roles", `it's "x".py`, "ignore"}, "", "[roles]\n\"it's \\\"x\\\".py\" = 'ignore'\n"},
		{"a plain key", Setting{"", "checker", "unordered"}, "inputs = 5\n[roles]\n", "inputs = 5\nchecker = 'unordered'\n[roles]\n"},
		{"a plain key before a table", Setting{"", "checker", "unordered"}, "[roles]\n", "checker = 'unordered'\n[roles]\n"},
		{"a plain key that is there", Setting{"", "checker", "unordered"}, "checker=\"tokens\"", "checker='unordered'"},
		{"a list", Setting{"", "checker", "unordered"}, "checker = [\"./c\"]\n", ""},
		{"the same key elsewhere", Setting{"", "checker", "unordered"}, "[roles]\nchecker = \"ignore\"\n", "checker = 'unordered'\n[roles]\nchecker = \"ignore\"\n"},
	} {
		got, err := c.setting.in(c.src)
		if unquoted := strings.NewReplacer("'", `"`); c.want == "" && err == nil || c.want != "" && unquoted.Replace(got) != unquoted.Replace(c.want) {
			t.Errorf("%s: got %q, %v, want %q", c.name, got, err, c.want)
		}
	}
}

// TestSettingsOfAnyText: whatever stands in the file, all but the one setting means the same afterwards.
func TestSettingsOfAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.SampledFrom([]string{
			"inputs = 5\n", "[roles]\n", "[verdicts]\n", "\"a.py\" = \"accepted\"\n", "\"b.py\" = 'x' # c\n", "# note\n", "\n", "checker = \"tokens\"\n",
			"[languages.cpp]\ncompile = [\"g++\",\n  \"{src}\"]\n", "verdicts.\"c.py\" = \"y\"\n", "roles = {\"a.py\" = \"z\"}\n", "s = \"\"\"\n[verdicts]\n\"\"\"\n", "\r\n",
		}), 0, 8).Draw(t, "pieces")
		src := strings.Join(pieces, "")
		var before, after map[string]any
		s := Setting{rapid.SampledFrom([]string{"", "roles", "verdicts"}).Draw(t, "table"), rapid.SampledFrom([]string{"a.py", "checker", "inputs"}).Draw(t, "key"), "new"}
		text, err := s.in(src)
		if err != nil {
			return
		}
		if err := toml.Unmarshal([]byte(src), &before); err != nil {
			t.Fatal(err)
		}
		if err := toml.Unmarshal([]byte(text), &after); err != nil {
			t.Fatal(err)
		}
		flat := func(all map[string]any) map[string]string {
			out := map[string]string{}
			for key, value := range all {
				if table, ok := value.(map[string]any); ok {
					for k, v := range table {
						b, _ := toml.Marshal(map[string]any{"v": v})
						out[key+"/"+k] = string(b)
					}
					continue
				}
				b, _ := toml.Marshal(map[string]any{"v": value})
				out["/"+key] = string(b)
			}
			delete(out, s.Table+"/"+s.Key)
			return out
		}
		a, b := flat(before), flat(after)
		if len(a) != len(b) {
			t.Fatalf("%q became %q", src, text)
		}
		for key := range a {
			if a[key] != b[key] {
				t.Fatalf("%q became %q: %s", src, text, key)
			}
		}
	})
}

func TestKeepSetting(t *testing.T) {
	dir := t.TempDir()
	for _, s := range []Setting{{"verdicts", "a.py", "accepted"}, {"verdicts", "a.py", "crash"}, {"roles", "b.py", "ignore"}} {
		if err := s.Keep(dir); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, ConfigFile))
	if want := "[verdicts]\n\"a.py\" = \"crash\"\n\n[roles]\n\"b.py\" = \"ignore\"\n"; err != nil || strings.ReplaceAll(string(text), "'", `"`) != want {
		t.Errorf("got %q, %v, want %q", text, err, want)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// TestSettingLeavesLinks: a file that is shared by a link stays shared.
func TestSettingLeavesLinks(t *testing.T) {
	dir := t.TempDir()
	shared := filepath.Join(dir, "shared.toml")
	if err := os.WriteFile(shared, []byte("inputs = 5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("shared.toml", filepath.Join(dir, ConfigFile)); err != nil {
		t.Skip("no links here: ", err)
	}
	if err := (Setting{"roles", "a.py", "ignore"}).Keep(dir); err == nil || !strings.Contains(err.Error(), "by hand") {
		t.Errorf("%v", err)
	}
	if info, err := os.Lstat(filepath.Join(dir, ConfigFile)); err != nil || info.Mode().IsRegular() {
		t.Errorf("the link: %v, %v", info, err)
	}
}
