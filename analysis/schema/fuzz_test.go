package schema

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

func seeds(f *testing.F, json bool) {
	f.Helper()
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if strings.HasSuffix(file.Name, ".schema") && strings.HasPrefix(string(file.Data), "{") == json {
				f.Add(file.Data)
			}
		}
	}
}

func FuzzParseText(f *testing.F) {
	seeds(f, false)
	f.Fuzz(func(t *testing.T, src []byte) { checkInvariants(t, src) })
}

func FuzzParseJSON(f *testing.F) {
	seeds(f, true)
	f.Fuzz(func(t *testing.T, src []byte) {
		checkInvariants(t, append([]byte("{"), strings.TrimPrefix(string(src), "{")...))
	})
}
