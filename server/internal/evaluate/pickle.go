package evaluate

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// unpickle gives the string that a pickle holds, if it holds a string and nothing else. A pickle is a program for a small
// machine that can call anything; here none of its instructions is executed but those that state a string, note it in a
// memo that is never read, and stop. So it is a parser of one shape, and whatever else there is, is refused.
func unpickle(data []byte) (string, error) {
	var (
		text  []byte
		found bool
		at    int
	)
	take := func(n uint64) ([]byte, error) {
		if n > uint64(len(data)-at) {
			return nil, fmt.Errorf("the pickle is cut off at byte %d of %d", at, len(data))
		}
		part := data[at : at+int(n)]
		at += int(n)
		return part, nil
	}
	for {
		op, err := take(1)
		if err != nil {
			return "", err
		}
		var size uint64
		switch op[0] {
		case 0x80: // PROTO: one byte
			size = 1
		case 0x95: // FRAME: the length of what follows
			size = 8
		case 'q': // BINPUT
			size = 1
		case 'r': // LONG_BINPUT
			size = 4
		case 0x94: // MEMOIZE
		case 'p': // PUT: a line
			line := bytes.IndexByte(data[at:], '\n')
			if line < 0 {
				return "", fmt.Errorf("the pickle is cut off at byte %d of %d", at, len(data))
			}
			size = uint64(line) + 1
		case 'X', 0x8c, 0x8d: // BINUNICODE, SHORT_BINUNICODE, BINUNICODE8
			if found {
				return "", errors.New("the pickle holds more than one string")
			}
			length, err := take(map[byte]uint64{'X': 4, 0x8c: 1, 0x8d: 8}[op[0]])
			if err != nil {
				return "", err
			}
			var wide [8]byte
			copy(wide[:], length)
			if text, err = take(binary.LittleEndian.Uint64(wide[:])); err != nil {
				return "", err
			}
			found = true
			continue
		case '.': // STOP
			switch {
			case !found:
				return "", errors.New("the pickle holds no string")
			case at < len(data):
				return "", fmt.Errorf("something follows the pickle at byte %d of %d", at, len(data))
			}
			return string(text), nil
		default:
			return "", fmt.Errorf("the pickle holds something other than one string (instruction 0x%02x at byte %d): it is not executed",
				op[0], at-1)
		}
		if _, err := take(size); err != nil {
			return "", err
		}
	}
}
