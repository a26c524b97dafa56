package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
)

// Folder is where the results of a problem are kept, below its folder.
const Folder = ".execre"

// counterexampleFile is where the counterexample of a candidate is kept,
// without its ending. Slashes become "__", so that candidates in different
// folders do not meet.
func counterexampleFile(candidate string) string {
	return Folder + "/counterexamples/" + strings.ReplaceAll(candidate, "/", "__")
}

// Save keeps the report and its counterexamples in the problem folder dir, as
// plain files in Folder. Counterexamples of an earlier report go; nothing outside of
// Folder is touched, not even through a link that somebody planted there.
func Save(dir string, r *Report) error {
	if err := save(dir, r); err != nil {
		return fmt.Errorf("keeping the results in %s: %w", Folder, err)
	}
	return nil
}

func save(dir string, r *Report) error {
	files := map[string]string{".gitignore": "*\n"}
	for _, c := range r.Candidates {
		if c.Counterexample == nil || c.DuplicateOf != nil {
			continue
		}
		texts := []Text{c.Counterexample.Input, c.Counterexample.Output}
		if c.Counterexample.Expected != nil {
			texts = append(texts, *c.Counterexample.Expected)
		}
		for _, text := range texts {
			files[strings.TrimPrefix(text.File, Folder+"/")] = text.Whole
		}
	}
	data, err := Encode(r)
	if err != nil {
		return err
	}
	files["report.json"] = string(data)

	problem, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer problem.Close()
	if err := problem.MkdirAll(Folder, 0o755); err != nil {
		return err
	}
	if info, err := problem.Lstat(Folder); err != nil || !info.IsDir() {
		return errors.Join(err, errors.New("it is no folder"))
	}
	root, err := problem.OpenRoot(Folder)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.RemoveAll("counterexamples"); err != nil {
		return err
	}
	if err := root.Mkdir("counterexamples", 0o755); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := replace(root, name, files[name]); err != nil {
			return err
		}
	}
	return nil
}

// replace writes a file anew, so that a link of that name is replaced and not followed.
func replace(root *os.Root, name, text string) error {
	if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}

// Encode writes the report as JSON, indented, with a final newline.
func Encode(r *Report) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(r); err != nil {
		return nil, fmt.Errorf("encoding the report: %w", err)
	}
	return out.Bytes(), nil
}

// marshal is json.Marshal that leaves < > and & as they are.
func marshal(v any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}
