package resultcache

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"execre/runner"
)

// written is the content of the file of a program "k" with n results, and where each frame ends.
func written(t testing.TB, n int) (name string, data []byte, ends []int) {
	t.Helper()
	dir := t.TempDir()
	e := New(&machine{}, Config{Dir: dir})
	for i := range n {
		expect(t, e, request("k", fmt.Sprint(i)), false)
		ends = append(ends, int(diskSize(t, dir)))
	}
	data, err := os.ReadFile(onlyFile(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Base(onlyFile(t, dir)), data, ends
}

// survivors puts data into a file of that name and says which of n results are still known, and that none is wrong.
func survivors(t testing.TB, name string, data []byte, n int) (known []int, dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
		t.Fatal(err)
	}
	e := New(&machine{}, Config{Dir: dir})
	for i := range n {
		req := request("k", fmt.Sprint(i))
		res, cached := execute(t, e, req)
		if want := echo(req); !bytes.Equal(res.Stdout, want.Stdout) || res.Verdict != want.Verdict {
			t.Fatalf("input %d: got %v %q", i, res.Verdict, res.Stdout)
		}
		if cached {
			known = append(known, i)
		}
	}
	return known, dir
}

// TestTorn: of a file that ends anywhere, what is whole is known, and what is appended then is known too.
func TestTorn(t *testing.T) {
	const n = 3
	name, data, ends := written(t, n)
	for length := range len(data) + 1 {
		var want []int
		for i, end := range ends {
			if end <= length {
				want = append(want, i)
			}
		}
		known, dir := survivors(t, name, data[:length], n)
		if !slices.Equal(known, want) {
			t.Fatalf("%d of %d bytes: results %v are known, want %v", length, len(data), known, want)
		}
		// survivors has stored the others again.
		later := New(&machine{}, Config{Dir: dir})
		for i := range n {
			expect(t, later, request("k", fmt.Sprint(i)), true)
		}
	}
}

// TestFlipped: a damaged byte costs the result that it is in, or all if it is in the version.
func TestFlipped(t *testing.T) {
	const n = 3
	name, data, ends := written(t, n)
	for at := range data {
		for _, bits := range []byte{1, 0x80, 0xff} {
			damaged := bytes.Clone(data)
			damaged[at] ^= bits
			var want []int
			for i, end := range ends {
				begin := len(header)
				if i > 0 {
					begin = ends[i-1]
				}
				if at >= len(header) && (at < begin || at >= end) {
					want = append(want, i)
				}
			}
			if known, _ := survivors(t, name, damaged, n); !slices.Equal(known, want) {
				t.Fatalf("byte %d changed by %#x: results %v are known, want %v", at, bits, known, want)
			}
		}
	}
}

// TestOtherFiles: whatever else is found under the name of a file is ignored, and makes way.
func TestOtherFiles(t *testing.T) {
	const n = 3
	name, data, _ := written(t, n)
	other := append([]byte("execre results 999\n"), data[len(header):]...)
	record := encode(entry{input: hashInput(nil, []byte("0"), nil)}, runner.Result{Verdict: runner.OK, Stdout: []byte("wrong")})
	unknown := append([]byte("?"), record[1:]...)
	for _, c := range []struct {
		name string
		data []byte
		want []int
	}{
		{"empty", nil, nil},
		{"zeros", make([]byte, 5000), nil},
		{"another version", other, nil},
		{"two headers", slices.Concat(header, data), []int{0, 1, 2}},
		{"two writers", slices.Concat(data, data), []int{0, 1, 2}},
		{"an unknown kind of record", slices.Concat(header, frame(name, unknown), data), []int{0, 1, 2}},
		{"frames of another file", slices.Concat(header, frame("other", record), data), []int{0, 1, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			known, dir := survivors(t, name, c.data, n)
			if !slices.Equal(known, c.want) {
				t.Errorf("results %v are known, want %v", known, c.want)
			}
			later := New(&machine{}, Config{Dir: dir})
			for i := range n {
				expect(t, later, request("k", fmt.Sprint(i)), true)
			}
		})
	}
}

// TestJustBegun: a file into which another process has not yet written is not taken away from it.
func TestJustBegun(t *testing.T) {
	from := origin{"k", runner.Limits{}.WithDefaults()}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, fileName(from)), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	New(&machine{}, Config{Dir: dir}).disk.read(from)
	onlyFile(t, dir)
}

// TestProgramsCannotForge: a program prints what it saw in the file of another, and the writing of that was torn.
func TestProgramsCannotForge(t *testing.T) {
	_, data, _ := written(t, 3)
	name := fileName(origin{"forger", runner.Limits{}.WithDefaults()})
	torn := frame(name, encode(entry{}, runner.Result{Verdict: runner.OK, Stdout: data}))
	records, ok := parse(name, slices.Concat(header, torn[:len(torn)-1]))
	if !ok || len(records) != 0 {
		t.Errorf("%d records were read from what a program printed", len(records))
	}
}

// TestVersion2: what version 2 has written stays readable as long as version is 2. If this fails because a verdict has
// got another number, or a field was added, raise version and write the file anew: execute each request below once.
func TestVersion2(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/version2")); err != nil {
		t.Fatal(err)
	}
	m := &machine{}
	e := New(m, Config{Dir: dir})
	for i, want := range golden {
		req := request("golden", fmt.Sprint(i))
		req.Args = []string{"an argument"}
		req.Limits = runner.Limits{CPU: 2 * time.Second, Memory: 256 * runner.MiB}
		got := e.Execute(t.Context(), req)
		if !got.Cached || got.Verdict.String() != want {
			t.Errorf("input %d: got %v, from the cache %t; want %s", i, got.Verdict, got.Cached, want)
		}
		rest := runner.Result{
			Verdict: got.Verdict, Stdout: []byte("out\n"), StderrHead: []byte("head"), StderrTail: []byte("tail"),
			CPU: time.Millisecond, Wall: 2 * time.Millisecond, Memory: runner.MiB,
			ExitCode: -1, Signal: "SIGKILL", Engine: "spawn", Sandbox: "landlock 7, seccomp", Cached: true,
		}
		if diff := cmp.Diff(rest, got); diff != "" {
			t.Errorf("input %d: %s", i, diff)
		}
	}
}

var golden = []string{"ok", "crash", "time-limit", "memory-limit", "output-limit"}

// TestVanished: files, and the folder, may go at any time.
func TestVanished(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "results")
	e := New(&machine{}, Config{Dir: dir})
	expect(t, e, request("k", "1"), false)
	if err := os.RemoveAll(filepath.Dir(dir)); err != nil {
		t.Fatal(err)
	}
	expect(t, e, request("k", "1"), true)
	expect(t, e, request("k", "2"), false)
	later := New(&machine{}, Config{Dir: dir})
	expect(t, later, request("k", "1"), false)
	expect(t, later, request("k", "2"), true)
}

// TestDiskIsBounded: the file that was used longest ago goes first.
func TestDiskIsBounded(t *testing.T) {
	dir := t.TempDir()
	stranger := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(stranger, make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	const most = 160 * runner.KiB // 40 blocks; 35 files of one block may be there before a new one
	path := func(i int) string {
		return filepath.Join(dir, fileName(origin{fmt.Sprint(i), runner.Limits{}.WithDefaults()}))
	}
	before := New(&machine{}, Config{Dir: dir})
	for i := range 50 {
		expect(t, before, request(fmt.Sprint(i), ""), false)
		old := time.Unix(1_000_000+int64(i), 0)
		if err := os.Chtimes(path(i), old, old); err != nil {
			t.Fatal(err)
		}
	}
	e := New(&machine{}, Config{Dir: dir, MaxBytes: most})
	expect(t, e, request("0", ""), true) // now it is used
	expect(t, e, request("new", ""), false)
	for i := range 50 {
		_, err := os.Stat(path(i))
		if got, want := err == nil, i == 0 || i >= 16; got != want {
			t.Errorf("file %d is there: %t, want %t", i, got, want)
		}
	}
	if _, err := os.Stat(stranger); err != nil {
		t.Errorf("a file of somebody else was removed: %v", err)
	}
	// It stays bounded while one process goes on writing.
	for i := range 200 {
		expect(t, e, request(fmt.Sprint("more", i), fmt.Sprint(i)), false)
		expect(t, e, request("large", fmt.Sprintf("%0*d", 1000, i)), false)
	}
	files, err := list(dir)
	if err != nil {
		t.Fatal(err)
	}
	var total, largest runner.Bytes
	for _, file := range files {
		total += (runner.Bytes(file.Size()) + 4095) / 4096 * 4096
		largest = max(largest, runner.Bytes(file.Size()))
	}
	if total > most || largest > most/8 {
		t.Errorf("the files have %d bytes, the largest %d; want at most %d and %d", total, largest, most, most/8)
	}
}

// TestInTheWay: what is in the place of a file and cannot be read or written makes way for a new one.
func TestInTheWay(t *testing.T) {
	for name, block := range map[string]func(file string) error{
		"a folder": func(file string) error {
			return errors.Join(os.Remove(file), os.Mkdir(file, 0o700), os.WriteFile(filepath.Join(file, "x"), nil, 0o600))
		},
		"no rights": func(file string) error { return os.Chmod(file, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			expect(t, New(&machine{}, Config{Dir: dir}), request("p", "1"), false)
			files, err := filepath.Glob(filepath.Join(dir, "*"+suffix))
			if err != nil || len(files) != 1 {
				t.Fatalf("%v %v", files, err)
			}
			if err := block(files[0]); err != nil {
				t.Fatal(err)
			}
			e := New(&machine{}, Config{Dir: dir})
			for _, input := range []string{"2", "3"} {
				expect(t, e, request("p", input), false)
			}
			later := New(&machine{}, Config{Dir: dir})
			for _, input := range []string{"2", "3"} {
				expect(t, later, request("p", input), true)
			}
		})
	}
}

func TestClear(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	if err := Clear(dir); err != nil {
		t.Errorf("clearing what is not there: %v", err)
	}
	fill := func() {
		e := New(&machine{}, Config{Dir: dir})
		for i := range 3 {
			expect(t, e, request(fmt.Sprint(i), ""), false)
		}
	}
	fill()
	if err := Clear(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
	fill()
	hash := fmt.Sprintf("%064d", 7)
	strangers := []string{"a.cpp", "abcd.results", "x" + hash[1:] + ".results", hash, hash + ".resultsx"}
	for _, name := range strangers {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	folder := filepath.Join(dir, hash+".results")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := Clear(dir); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != len(strangers)+1 {
		t.Errorf("want what is not the cache's to stay, and nothing else; got %v %v", left, err)
	}
}

func TestDefaultDir(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	base, err := os.UserCacheDir()
	if err != nil {
		t.Skip(err)
	}
	if got, want := DefaultDir(), filepath.Join(base, "execre", "results"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, "")
	}
	if got := DefaultDir(); got != "" {
		t.Errorf("got %s for a user without a cache directory", got)
	}
}

// FuzzFile: whatever a file holds, reading it ends well, and a record that is appended to it is found.
func FuzzFile(f *testing.F) {
	name, data, ends := written(f, 3)
	f.Add(data[len(header):])
	f.Add(data[ends[0] : ends[2]-1])
	f.Add(mark(name))
	f.Add([]byte{})
	f.Add(frame(name, encodeUnstable(entry{})))
	f.Add(frame(name, []byte("?")))
	f.Add(slices.Concat(mark(name), []byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}))
	record := encode(entry{alone: true}, runner.Result{Verdict: runner.Crash, Stdout: []byte("last")})
	f.Fuzz(func(t *testing.T, content []byte) {
		parse(name, content)
		// Framed, so that decode sees more than what a checksum lets through.
		records, ok := parse(name, slices.Concat(header, content, frame(name, content), frame(name, record)))
		if !ok || len(records) == 0 || records[len(records)-1].record != string(record) {
			t.Fatalf("what was appended was not found in %d records", len(records))
		}
		for _, r := range records {
			if _, res, ok := decode(r.record); ok != r.result || ok && !storable(res.Verdict) {
				t.Fatalf("record %q was read as %+v", r.record, res)
			}
		}
	})
}
