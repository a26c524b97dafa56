package process

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"execre/runner"
)

func TestEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.IntRange(1, 8).Draw(t, "part")
		e := newEnds(runner.Bytes(part))
		var all []byte
		for _, chunk := range rapid.SliceOf(rapid.SliceOfN(rapid.Byte(), 0, 20)).Draw(t, "chunks") {
			if n, err := e.Write(chunk); n != len(chunk) || err != nil {
				t.Fatalf("Write gave %d, %v", n, err)
			}
			all = append(all, chunk...)
		}
		head := all[:min(part, len(all))]
		rest := all[len(head):]
		tail := rest[max(0, len(rest)-part):]
		if !bytes.Equal(e.head, head) || !bytes.Equal(e.tail(), tail) {
			t.Fatalf("of %q kept %q and %q, want %q and %q", all, e.head, e.tail(), head, tail)
		}
	})
}

func TestCapped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 30).Draw(t, "limit")
		c := newCapped(runner.Bytes(limit))
		var all []byte
		for _, chunk := range rapid.SliceOf(rapid.SliceOfN(rapid.Byte(), 0, 20)).Draw(t, "chunks") {
			all = append(all, chunk...)
			if _, err := c.Write(chunk); err != nil {
				break
			}
		}
		if want := all[:min(limit, len(all))]; !bytes.Equal(c.bytes(), want) || c.over() != (len(all) > limit) {
			t.Fatalf("of %q kept %q, over %v", all, c.bytes(), c.over())
		}
	})
}
