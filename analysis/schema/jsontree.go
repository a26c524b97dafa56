package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// jsonValue is a JSON value that knows its place.
type jsonValue struct {
	kind   jsonKind
	text   string // string: its content; number: its digits
	plain  bool   // string: written without escapes, so that its content stands as it is behind the quote
	items  []*jsonValue
	fields []jsonField
	pos    Pos
	length int // objects and arrays: 1
}

type jsonKind int

const (
	jsonNull jsonKind = iota
	jsonBool
	jsonNumber
	jsonString
	jsonArray
	jsonObject
)

func (k jsonKind) String() string {
	return [...]string{"null", "true or false", "a number", "a text", "a list", "an object"}[k]
}

type jsonField struct {
	key   string
	pos   Pos // of the key
	value *jsonValue
}

func (v *jsonValue) get(key string) *jsonValue {
	for _, f := range v.fields {
		if f.key == key {
			return f.value
		}
	}
	return nil
}

// jsonReader reads JSON with the places of everything in it.
type jsonReader struct {
	*builder
	src     []byte
	decoder *json.Decoder
	at      placeFinder
}

// placeFinder turns ascending offsets into places in one pass.
type placeFinder struct {
	src    []byte
	offset int
	pos    Pos
}

func (f *placeFinder) place(offset int) Pos {
	for ; f.offset < min(offset, len(f.src)); f.offset++ {
		switch c := f.src[f.offset]; {
		case c == '\n':
			f.pos = Pos{f.pos.Line + 1, 1}
		case c&0xC0 != 0x80: // not the middle of a code point
			f.pos.Column++
		}
	}
	return f.pos
}

// readTree reads src. It returns nil after a mistake.
func (b *builder) readTree(src []byte) *jsonValue {
	r := &jsonReader{builder: b, src: src, at: placeFinder{src: src, pos: Pos{1, 1}}}
	r.decoder = json.NewDecoder(bytes.NewReader(src))
	r.decoder.UseNumber()
	v, ok := r.value(0)
	if !ok {
		return nil
	}
	if _, err := r.decoder.Token(); err != io.EOF {
		offset := int(r.decoder.InputOffset())
		for offset < len(src) && strings.IndexByte(" \t\r\n", src[offset]) >= 0 {
			offset++
		}
		b.mistake(r.at.place(offset), 1, "schema-json", "something stands behind the closing brace; take it out")
		return nil
	}
	return v
}

// token reads one token and finds where it begins.
func (r *jsonReader) token() (json.Token, Pos, bool) {
	offset := int(r.decoder.InputOffset())
	for offset < len(r.src) && strings.IndexByte(" \t\r\n,:", r.src[offset]) >= 0 {
		offset++
	}
	token, err := r.decoder.Token()
	pos := r.at.place(offset)
	if err == nil {
		return token, pos, true
	}
	message := "the file ends within the JSON; a bracket or a quote is not closed"
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		message = "this is not JSON: " + syntax.Error()
		pos = r.at.place(max(offset, int(syntax.Offset)-1))
	}
	r.mistake(pos, 1, "schema-json", message)
	return nil, pos, false
}

func (r *jsonReader) value(depth int) (*jsonValue, bool) {
	token, pos, ok := r.token()
	if !ok {
		return nil, false
	}
	return r.rest(token, pos, depth)
}

// rest reads the value whose first token is known.
func (r *jsonReader) rest(token json.Token, pos Pos, depth int) (*jsonValue, bool) {
	v := &jsonValue{pos: pos, length: 1}
	if depth > maxDepth {
		r.mistake(pos, 1, "schema-nesting", fmt.Sprintf("lists and objects are nested deeper than %d", maxDepth))
		return nil, false
	}
	switch t := token.(type) {
	case nil:
		v.length = len("null")
	case bool:
		v.kind, v.length = jsonBool, len(fmt.Sprint(t))
	case json.Number:
		v.kind, v.text, v.length = jsonNumber, t.String(), len(t.String())
	case string:
		v.kind, v.text = jsonString, t
		end := r.at.place(int(r.decoder.InputOffset()))
		v.length = end.Column - pos.Column
		v.plain = v.length == len([]rune(t))+2
	case json.Delim:
		if t == '[' {
			v.kind = jsonArray
			return v, r.array(v, depth)
		}
		v.kind = jsonObject
		return v, r.object(v, depth)
	}
	return v, true
}

func (r *jsonReader) array(v *jsonValue, depth int) bool {
	for {
		token, pos, ok := r.token()
		if !ok {
			return false
		}
		if token == json.Delim(']') {
			return true
		}
		item, ok := r.rest(token, pos, depth+1)
		if !ok {
			return false
		}
		v.items = append(v.items, item)
	}
}

func (r *jsonReader) object(v *jsonValue, depth int) bool {
	seen := map[string]bool{}
	for {
		token, pos, ok := r.token()
		if !ok {
			return false
		}
		if token == json.Delim('}') {
			return true
		}
		key, _ := token.(string)
		if seen[key] {
			r.mistake(pos, len([]rune(key))+2, "schema-duplicate", fmt.Sprintf(
				"%q stands here a second time; take one of them out", key))
		}
		seen[key] = true
		value, ok := r.value(depth + 1)
		if !ok {
			return false
		}
		v.fields = append(v.fields, jsonField{key, pos, value})
	}
}
