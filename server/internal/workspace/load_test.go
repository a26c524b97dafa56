package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A sample is handed on byte for byte, but for a byte order mark: what its line ends and its missing last one mean is for
// others to say.
func TestSampleBytesAreKept(t *testing.T) {
	dir := folderWith(t, map[string]string{
		"a.py": "print(1)\n",
		"1.in": "1 2\r\n3", "1.out": "\xff\xfe\r\n\r\n",
		"2.in": "", "2.out": "",
		"3.in": "\ufeff3\r\n", "3.out": "\ufeff6\n",
		".cph/.a.py_1.prob": "{\"srcPath\": \"/x/a.py\", \"tests\": [{\"input\": \"5\\r\\n\", \"output\": \"6\"}]}",
	})
	p, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []Sample{
		{Name: "sample 1", Input: "5\r\n", Output: "6", File: ".cph/.a.py_1.prob", Answer: ".cph/.a.py_1.prob"},
		{Name: "sample 1.in", Input: "1 2\r\n3", Output: "\xff\xfe\r\n\r\n", File: "1.in", Answer: "1.out"},
		{Name: "sample 2.in", File: "2.in", Answer: "2.out"},
		{Name: "sample 3.in", Input: "3\r\n", Output: "6\n", File: "3.in", Answer: "3.out"},
	}
	if diff := cmp.Diff(want, p.Samples); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestSourceIsKeptAsOnDisk(t *testing.T) {
	source := "\ufeffprint(1)\r\n\x00"
	p, err := Load(folderWith(t, map[string]string{"a.py": source}))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(p.Files[0].Source); got != source {
		t.Errorf("got %q, want %q", got, source)
	}
}

func TestDirAndName(t *testing.T) {
	dir := folderWith(t, map[string]string{"a.py": "print(1)\n"})
	t.Chdir(dir)
	p, err := Load(".")
	if err != nil {
		t.Fatal(err)
	}
	if !filepath.IsAbs(p.Dir) || p.Name != "problem" {
		t.Errorf("Dir %q, Name %q", p.Dir, p.Name)
	}
}

func TestNoFolder(t *testing.T) {
	dir := folderWith(t, map[string]string{"a.py": "print(1)\n"})
	for _, name := range []string{filepath.Join(dir, "gone"), filepath.Join(dir, "a.py")} {
		if _, err := Load(name); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("Load(%s): error %v must name it", name, err)
		}
	}
}

func TestTooLarge(t *testing.T) {
	dir := folderWith(t, map[string]string{
		"a.py": "print(1)\n", "big.py": "", "1.in": "", "1.out": "1\n", "2.in": "2\n", "2.out": "2\n",
		"input.schema": "", "execre.toml": "", "checker.py": "", "candidates/c/main.py": "", "candidates/c/table.py": "",
	})
	// Sparse files: the sizes are real, the bytes are not written.
	for name, size := range map[string]int64{
		"big.py": maxSource + 1, "checker.py": maxSource + 1, "candidates/c/table.py": maxSource + 1, "1.in": maxSample + 1, "input.schema": maxSource + 1, "execre.toml": maxConfig + 1,
	} {
		if err := os.Truncate(filepath.Join(dir, name), size); err != nil {
			t.Fatal(err)
		}
	}
	want := strings.TrimLeft(`
file a.py: python candidate
file candidates/c/main.py: python candidate, folder candidates/c
sample 2.in (2.in): "2\n" -> "2\n"
mistake 1.in sample-too-large: larger than 64 MiB: move it out of the folder or make it smaller
warning big.py config-too-large: larger than 1 MiB: move it out of the folder or make it smaller; it is left out
warning candidates/c/table.py config-too-large: larger than 1 MiB: move it out of the folder or make it smaller; it is left out
mistake checker.py config-too-large: larger than 1 MiB: move it out of the folder or make it smaller
mistake execre.toml config-too-large: larger than 64 KiB: move it out of the folder or make it smaller
mistake input.schema schema-…: …
`, "\n")
	if got := dump(dir); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestCandidateTooLarge(t *testing.T) {
	files := map[string]string{"a.py": "print(1)\n", "candidates/many/main.py": "x", "candidates/large/main.py": "x"}
	for i := range maxParts {
		files[fmt.Sprintf("candidates/many/m%d.txt", i)] = ""
	}
	for i := range int(maxPartsSize / maxSource) {
		files[fmt.Sprintf("candidates/large/m%d.py", i)] = strings.Repeat("#", maxSource)
	}
	const way = `: remove what does not belong to it, or put "candidates/%s" = "ignore" under [roles] in execre.toml` + "\n"
	want := "file a.py: python candidate\n" +
		"mistake candidates/large config-candidate: a candidate of more than 4MiB" + fmt.Sprintf(way, "large") +
		"mistake candidates/many config-candidate: a candidate of more than 200 files" + fmt.Sprintf(way, "many")
	if got := dump(folderWith(t, files)); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestUnreadable(t *testing.T) {
	dir := folderWith(t, map[string]string{"a.py": "print(1)\n", "secret.py": "x", "1.in": "1\n", "1.out": "1\n", "candidates/b.py": "x"})
	for _, name := range []string{"secret.py", "1.out", "candidates"} {
		file := filepath.Join(dir, name)
		if err := os.Chmod(file, 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(file, 0o700) })
	}
	if _, err := os.ReadFile(filepath.Join(dir, "secret.py")); err == nil {
		t.Skip("this user may read every file")
	}
	want := strings.TrimLeft(`
file a.py: python candidate
mistake 1.out sample-unreadable: cannot be read: permission denied
mistake candidates config-unreadable: cannot be read: permission denied
warning secret.py config-unreadable: cannot be read: permission denied; it is left out
`, "\n")
	if got := dump(dir); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestNaturalCompare(t *testing.T) {
	want := []string{"", "01", "1", "1a", "2", "2.in", "10", "10.in", "a", "a1b2", "a1b10", "a2", "a10", "b/2", "b/10", "ä"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, NaturalCompare)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
