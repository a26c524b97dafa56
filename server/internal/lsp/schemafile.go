package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"execre/analysis/generate"
	"execre/analysis/schema"
	"execre/server/internal/check"
	"execre/server/internal/lsp/rpc"
)

// schemaText is an open schema file, as far as it can be read: its mistakes are shown while they are typed, and what the
// report says of the file on disk is not.
type schemaText struct {
	text      string
	schema    *schema.Schema      // nil if it cannot be read
	generator *generate.Generator // nil if nothing can be made of it
	mistakes  []schema.Mistake
	examples  *generate.Search // what it gives next was not shown yet; nil before the first
}

// schemaFile is the name of a problem's schema.
const schemaFile = "input.schema"

func isSchemaFile(path string) bool { return filepath.Ext(path) == ".schema" }

// readSchema reads the text of a schema file.
func readSchema(text string) *schemaText {
	d := &schemaText{text: text}
	d.schema, d.mistakes = schema.Parse([]byte(text))
	if d.schema != nil {
		var more []schema.Mistake
		d.generator, more = generate.New(d.schema)
		d.mistakes = append(d.mistakes, more...)
	}
	return d
}

// ofReport are the codes of diagnostics about a schema that come from executions, and not from its text.
var ofReport = []string{"schema-sample", "schema-crashes", "schema-missing"}

// merge gives the diagnostics of a schema file that is open: those of its text, and what a report adds to them.
func (d *schemaText) merge(reported []protocol.Diagnostic, utf8 bool) []protocol.Diagnostic {
	all := slices.DeleteFunc(slices.Clone(reported), func(r protocol.Diagnostic) bool {
		code, ok := r.Code.(protocol.String)
		return !ok || !slices.Contains(ofReport, string(code))
	})
	for _, m := range d.mistakes {
		severity := protocol.DiagnosticSeverityError
		if m.Warning {
			severity = protocol.DiagnosticSeverityWarning
		}
		begin := place(d.text, m.Pos.Line, max(m.Pos.Column, 1), utf8)
		end := place(d.text, m.Pos.Line, max(m.Pos.Column, 1)+max(m.Length, 1)-1, utf8)
		all = append(all, protocol.Diagnostic{
			Range: protocol.Range{Start: begin.Start, End: end.End}, Severity: severity,
			Source: protocol.NewOptional("execre"), Code: protocol.String(m.Code), Message: protocol.String(m.Message),
		})
	}
	return all
}

// schemaOf gives the open schema file at u, or nil.
func (s *server) schemaOf(u uri.URI) *schemaText {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.docs[pathOf(u)]; d != nil {
		return d.schema
	}
	return nil
}

// registerSchemaFiles offers what is there for schema files, to a client that can be told for which files: hovers and
// completions of other files are the business of other servers.
func (s *server) registerSchemaFiles(ctx context.Context) error {
	f := s.can()
	selector := map[string]any{"documentSelector": []map[string]string{{"scheme": "file", "pattern": "**/*.schema"}}}
	options, err := json.Marshal(selector)
	if err != nil {
		return fmt.Errorf("encoding a selector: %w", err)
	}
	var all []protocol.Registration
	for _, r := range []struct {
		can    bool
		method string
	}{
		{f.hover, protocol.MethodTextDocumentHover},
		{f.completion, protocol.MethodTextDocumentCompletion},
		{f.formatting, protocol.MethodTextDocumentFormatting},
	} {
		if r.can {
			all = append(all, protocol.Registration{ID: "execre-" + r.method, Method: r.method, RegisterOptions: options})
		}
	}
	if f.hover {
		options, err := json.Marshal(map[string]any{"documentSelector": []map[string]string{{"scheme": "file", "pattern": programPattern}}})
		if err != nil {
			return fmt.Errorf("encoding a selector: %w", err)
		}
		all = append(all, protocol.Registration{
			ID: "execre-programs-" + protocol.MethodTextDocumentHover, Method: protocol.MethodTextDocumentHover, RegisterOptions: options,
		})
	}
	if len(all) == 0 {
		return nil
	}
	return s.client.RegisterCapability(ctx, &protocol.RegistrationParams{Registrations: all})
}

// hover says what a name of a schema file stands for, with values that it can have, and of a program what its lens rests on.
func (s *server) hover(_ context.Context, params *protocol.HoverParams) (*protocol.Hover, error) {
	d := s.schemaOf(params.TextDocument.URI)
	switch {
	case d == nil:
		return s.programHover(pathOf(params.TextDocument.URI), int(params.Position.Line)), nil
	case d.generator == nil:
		return nil, nil
	}
	name := d.nameAt(params.Position, s.can().utf8)
	var vars []*schema.Var
	for _, v := range d.schema.Vars {
		if v.Name == name && !v.Hidden {
			vars = append(vars, v)
		}
	}
	if len(vars) == 0 {
		return nil, nil
	}
	var text strings.Builder
	fmt.Fprintf(&text, "**%s** %s", name, kindOf(vars[0]))
	for _, rule := range d.rulesOf(vars[0]) {
		fmt.Fprintf(&text, "  \n`%s`", rule)
	}
	if values := d.exampleValues(vars); len(values) > 0 {
		fmt.Fprintf(&text, "\n\nfor example `%s`", strings.Join(values, "`, `"))
	}
	return &protocol.Hover{Contents: &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: text.String()}}, nil
}

// nameAt is the name at a position, without index.
func (d *schemaText) nameAt(at protocol.Position, utf8 bool) string {
	lines := strings.Split(d.text, "\n")
	if int(at.Line) >= len(lines) {
		return ""
	}
	runes := []rune(lines[at.Line])
	units := 0
	i := 0
	for i < len(runes) && units < int(at.Character) {
		if utf8 {
			units += len(string(runes[i]))
		} else {
			units += len(utf16.Encode(runes[i : i+1]))
		}
		i++
	}
	// An index belongs to the name before it: A_i is about A.
	isName := func(r rune) bool { return isWord(r) && r != '_' || r == '\'' }
	begin := i
	for begin > 0 && isName(runes[begin-1]) {
		begin--
	}
	if begin > 0 && runes[begin-1] == '_' {
		for begin > 0 && (isName(runes[begin-1]) || runes[begin-1] == '_') {
			begin--
		}
	}
	end := begin
	for end < len(runes) && isName(runes[end]) {
		end++
	}
	return string(runes[begin:end])
}

func kindOf(v *schema.Var) string {
	kind := "an integer"
	switch {
	case v.Kind == schema.Real:
		kind = fmt.Sprintf("a number with %d decimals", v.Decimals)
	case v.Kind == schema.String && v.Domain.Pattern != "":
		kind = "a text that matches `" + v.Domain.Pattern + "`"
	case v.Kind == schema.String && len(v.Domain.Alphabet) > 0:
		kind = "a text"
	case v.Kind == schema.String:
		kind = "one of several texts"
	}
	if v.Scope != nil {
		kind += ", for each repetition"
	}
	return kind
}

// rulesOf are the constraints that speak of a variable, as they are written, each once and not too many.
func (d *schemaText) rulesOf(v *schema.Var) []string {
	var rules []string
	for _, c := range d.schema.Constraints {
		if c.Mentions(v) && !slices.Contains(rules, c.Text) && len(rules) < 8 {
			rules = append(rules, c.Text)
		}
	}
	return rules
}

// exampleValues are a few values of variables, each once.
func (d *schemaText) exampleValues(vars []*schema.Var) []string {
	var values []string
	for seed := range uint64(4) {
		in, err := d.generator.Random(rand.New(rand.NewPCG(seed, 0)), 0.3)
		if err != nil {
			continue
		}
		for _, v := range vars {
			for _, x := range d.generator.Values(in, v, 3) {
				if x != "" && len(x) <= 40 && !slices.Contains(values, x) && len(values) < 6 {
					values = append(values, x)
				}
			}
		}
	}
	return values
}

// completion offers the names of the layout and the words of the language.
func (s *server) completion(_ context.Context, params *protocol.CompletionParams) (protocol.CompletionResult, error) {
	d := s.schemaOf(params.TextDocument.URI)
	if d == nil || strings.HasPrefix(strings.TrimSpace(d.text), "{") {
		return nil, nil
	}
	layout := schema.LayoutLines([]byte(d.text))
	items := protocol.CompletionItemSlice{}
	add := func(kind protocol.CompletionItemKind, detail string, labels ...string) {
		for _, label := range labels {
			items = append(items, protocol.CompletionItem{Label: label, Kind: kind, Detail: protocol.NewOptional(detail)})
		}
	}
	if layout < 0 || int(params.Position.Line) <= layout {
		add(protocol.CompletionItemKindKeyword, "lines that are repeated", "repeat N:")
		add(protocol.CompletionItemKindKeyword, "lines of several kinds", "one of:")
		add(protocol.CompletionItemKindKeyword, "constraints follow", "---")
		return items, nil
	}
	add(protocol.CompletionItemKindVariable, "printed by the layout", schema.Names([]byte(d.text))...)
	for _, w := range schema.Words() {
		add(protocol.CompletionItemKindKeyword, w.Meaning, w.Text)
	}
	return items, nil
}

// formatting formats a schema file.
func (s *server) formatting(
	_ context.Context, params *protocol.DocumentFormattingParams,
) ([]protocol.TextEdit, error) {
	d := s.schemaOf(params.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	formatted := string(schema.Format([]byte(d.text)))
	if formatted == d.text {
		return []protocol.TextEdit{}, nil
	}
	end := protocol.Position{Line: uint32(strings.Count(d.text, "\n") + 1)}
	return []protocol.TextEdit{{Range: protocol.Range{End: end}, NewText: formatted}}, nil
}

// examplesInAll is after how many examples they grow no more.
const examplesInAll = 100

// example is an input that was not shown yet; it is false if there is none.
func (s *server) example(d *schemaText) (text string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.examples == nil {
		d.examples = generate.NewSearch(d.generator, 1, examplesInAll, nil)
	}
	inputs, _ := d.examples.Next(1)
	if len(inputs) == 0 {
		return "", false
	}
	return inputs[0].Text, true
}

// commandExample shows an input of the format, another one each time. {folder, file}: file is that of the schema.
func (s *server) commandExample(ctx context.Context, dir string, args commandArgs) (any, error) {
	d := s.schemaOf(uri.File(filepath.Join(dir, filepath.FromSlash(args.File))))
	switch {
	case d == nil:
		return nil, rpc.InvalidParams("%s: no schema %q of %s is open", commandExample, args.File, dir)
	case d.generator == nil:
		return nil, rpc.Failed("no example can be made: mend the mistakes of the schema first")
	}
	text, ok := s.example(d)
	if !ok {
		return nil, rpc.Failed("the format has no more inputs than were shown")
	}
	file, err := check.SaveExample(dir, text)
	if err != nil {
		return nil, rpc.Failed("%v", err)
	}
	if s.show(ctx, protocol.ShowDocumentParams{URI: uri.File(filepath.Join(dir, filepath.FromSlash(file)))}) {
		return nil, nil
	}
	return nil, s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: text})
}
