package infer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"execre/analysis/statement"
)

// method is a method of a class, or its constructor.
type method struct {
	name      string
	arguments []*argument
	needs     bool // something must be there when it is called
}

// ofClass finds the methods of a class that operations drive, and what each is given.
func (s *signature) ofClass(f *statement.Function) error {
	for _, m := range f.Methods {
		own := &method{name: m.Name, needs: m.Needs}
		for i, p := range m.Parameters {
			name := p.Name
			if name == "" {
				name = string(rune('a' + i))
			}
			a := &argument{name: name, shape: &shape{even: true}}
			if err := a.shape.ofType(p.Type); err != nil {
				return fmt.Errorf("the parameter %s of %s: %w", name, m.Name, err)
			}
			own.arguments = append(own.arguments, a)
		}
		s.methods = append(s.methods, own)
	}
	for i, example := range s.examples {
		names, _ := decoded(example["operations"])
		given, _ := decoded(example["arguments"])
		operations, ok := names.([]any)
		arguments, ok2 := given.([]any)
		if !ok || !ok2 || len(operations) != len(arguments) {
			return fmt.Errorf("example %d is not a list of operations with a list of arguments as long", i+1)
		}
		for k, operation := range operations {
			if err := s.called(fmt.Sprint(operation), arguments[k]); err != nil {
				return fmt.Errorf("example %d: %w", i+1, err)
			}
		}
	}
	return nil
}

// called widens the shapes of a method's arguments by those of one call.
func (s *signature) called(name string, arguments any) error {
	at := slices.IndexFunc(s.methods, func(m *method) bool { return m.name == name })
	values, ok := arguments.([]any)
	if at < 0 || !ok || len(values) != len(s.methods[at].arguments) {
		return fmt.Errorf("%s is not called in one way always: write input.schema in the JSON form (execre schema help)", name)
	}
	for i, a := range s.methods[at].arguments {
		if err := a.shape.add(values[i]); err != nil {
			return fmt.Errorf("the parameter %s of %s: %w", a.name, name, err)
		}
	}
	return nil
}

// What the names of methods say of how many elements they add.
var (
	adding = []string{
		"push", "add", "insert", "append", "enqueue", "offer", "put", "post", "record", "book", "visit",
	}
	removing = []string{"pop", "remove", "delete", "dequeue", "poll", "extract", "take", "erase"}
)

func begins(name string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(strings.ToLower(name), word) })
}

// sizes says how many elements the methods add, where the statement says that some need one; nil where nothing does, or
// where no method adds any.
func (s *signature) sizes() (names []string, steps []int) {
	adds, needs := false, false
	for _, m := range s.methods[1:] {
		step := 0
		switch {
		case m.needs && begins(m.name, removing):
			step = -1
		case !m.needs && begins(m.name, adding):
			step = 1
		case !m.needs:
			continue
		}
		adds, needs = adds || step > 0, needs || m.needs
		names, steps = append(names, m.name), append(steps, step)
	}
	if !adds || !needs {
		return nil, nil
	}
	return names, steps
}

// calls is the JSON of what drives a class.
func (w *writerOf) calls(s *signature) string {
	parameters := func(m *method) string {
		var all []string
		for _, a := range m.arguments {
			all = append(all, inJSON(a.name)+": "+w.spec(a.name, a.shape))
		}
		return "{" + strings.Join(all, ", ") + "}"
	}
	longest := 0
	for _, example := range s.examples {
		if operations, ok := decoded(example["operations"]); ok {
			longest = max(longest, len(operations.([]any))-1)
		}
	}
	var methods, sizes []string
	for _, m := range s.methods[1:] {
		methods = append(methods, fmt.Sprintf("      %s: %s", inJSON(m.name), parameters(m)))
	}
	names, steps := s.sizes()
	for i, name := range names {
		sizes = append(sizes, inJSON(name)+": "+strconv.Itoa(steps[i]))
	}
	text := fmt.Sprintf(`{"type": "Calls", "class": %s, "range": %s`, inJSON(s.class),
		w.rangeOf("calls", "1", max125(int64(max(1, longest)))))
	if len(s.methods[0].arguments) > 0 {
		text += ",\n     \"constructor\": " + parameters(s.methods[0])
	}
	text += ",\n     \"methods\": {\n" + strings.Join(methods, ",\n") + "}"
	if len(sizes) > 0 {
		text += ",\n     \"size\": {" + strings.Join(sizes, ", ") + "}"
	}
	return text + "}"
}
