package imports

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// parseTestcases reads the samples that CompetiTest keeps in one file: MessagePack, as Neovim's vim.mpack writes a table of
// tables with the keys input and output. The outer table is a map from the sample's number, or an array when these are
// 1, 2, 3…. It never panics, whatever src is.
func parseTestcases(src []byte) ([]Sample, error) {
	r := &msgpack{src: src}
	outer, err := r.value(0)
	if err == nil && len(r.src) > 0 {
		err = errors.New("something stands behind the end")
	}
	if err != nil {
		return nil, fmt.Errorf("not samples as CompetiTest keeps them: %w", err)
	}
	var numbers []int64
	byNumber := map[int64]any{}
	switch outer := outer.(type) {
	case []any:
		for i, v := range outer {
			byNumber[int64(i)] = v
		}
	case map[any]any:
		for k, v := range outer {
			n, ok := k.(int64)
			if !ok {
				return nil, errors.New("not samples as CompetiTest keeps them: they have no numbers")
			}
			byNumber[n] = v
		}
	default:
		return nil, errors.New("not samples as CompetiTest keeps them: no table")
	}
	for n := range byNumber {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	var samples []Sample
	for _, n := range numbers {
		table, ok := byNumber[n].(map[any]any)
		if !ok {
			if byNumber[n] == nil || isEmptyList(byNumber[n]) {
				continue // a hole, or an empty table
			}
			return nil, fmt.Errorf("not samples as CompetiTest keeps them: sample %d has neither input nor output", n)
		}
		input, _ := table["input"].(string)
		output, _ := table["output"].(string)
		if input == "" && output == "" {
			continue
		}
		if samples = append(samples, Sample{input, output}); len(samples) > maxSamples {
			return nil, fmt.Errorf("more than %d samples", maxSamples)
		}
	}
	return samples, nil
}

func isEmptyList(v any) bool {
	list, ok := v.([]any)
	return ok && len(list) == 0
}

// msgpack reads the kinds of values of MessagePack that a table of texts can have
// (github.com/msgpack/msgpack/blob/master/spec.md).
type msgpack struct{ src []byte }

var errShort = errors.New("it ends too early")

func (r *msgpack) take(n int) ([]byte, error) {
	if n < 0 || n > len(r.src) {
		return nil, errShort
	}
	taken := r.src[:n]
	r.src = r.src[n:]
	return taken, nil
}

// unsigned reads a number of 1, 2, 4 or 8 bytes.
func (r *msgpack) unsigned(size int) (uint64, error) {
	taken, err := r.take(size)
	if err != nil {
		return 0, err
	}
	var wide [8]byte
	copy(wide[8-size:], taken)
	return binary.BigEndian.Uint64(wide[:]), nil
}

func (r *msgpack) value(depth int) (any, error) {
	if depth > 4 {
		return nil, errors.New("tables lie in tables too deeply")
	}
	first, err := r.take(1)
	if err != nil {
		return nil, err
	}
	switch b := first[0]; {
	case b < 0x80:
		return int64(b), nil
	case b < 0x90:
		return r.table(uint64(b&0x0f), depth)
	case b < 0xa0:
		return r.list(uint64(b&0x0f), depth)
	case b < 0xc0:
		return r.text(uint64(b & 0x1f))
	case b >= 0xe0:
		return int64(int8(b)), nil
	case b == 0xc0:
		return nil, nil
	case b == 0xc2 || b == 0xc3:
		return b == 0xc3, nil
	case b >= 0xc4 && b <= 0xc6: // bin: older versions of Neovim write texts so
		return r.sized(1<<(b-0xc4), r.text)
	case b >= 0xcc && b <= 0xcf:
		n, err := r.unsigned(1 << (b - 0xcc))
		return int64(n), err
	case b >= 0xd0 && b <= 0xd3:
		size := 1 << (b - 0xd0)
		n, err := r.unsigned(size)
		shift := 64 - 8*size
		return int64(n<<shift) >> shift, err
	case b >= 0xd9 && b <= 0xdb:
		return r.sized(1<<(b-0xd9), r.text)
	case b == 0xdc || b == 0xdd:
		return r.sized(2<<(b-0xdc), func(n uint64) (any, error) { return r.list(n, depth) })
	case b == 0xde || b == 0xdf:
		return r.sized(2<<(b-0xde), func(n uint64) (any, error) { return r.table(n, depth) })
	default:
		return nil, fmt.Errorf("there is a value of a kind (0x%02x) that no sample has", b)
	}
}

// sized reads a length and then what is that long.
func (r *msgpack) sized(size int, read func(uint64) (any, error)) (any, error) {
	n, err := r.unsigned(size)
	if err != nil {
		return nil, err
	}
	return read(n)
}

func (r *msgpack) text(n uint64) (any, error) {
	if n > uint64(len(r.src)) {
		return nil, errShort
	}
	taken, err := r.take(int(n))
	return string(taken), err
}

func (r *msgpack) list(n uint64, depth int) (any, error) {
	if n > uint64(len(r.src)) { // each value has a byte at least
		return nil, errShort
	}
	list := make([]any, 0, n)
	for range n {
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

func (r *msgpack) table(n uint64, depth int) (any, error) {
	if n > uint64(len(r.src)) {
		return nil, errShort
	}
	table := map[any]any{}
	for range n {
		k, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		switch k.(type) {
		case int64, string:
		default:
			return nil, errors.New("a table has a key that is neither a number nor a text")
		}
		if table[k], err = r.value(depth + 1); err != nil {
			return nil, err
		}
	}
	return table, nil
}
