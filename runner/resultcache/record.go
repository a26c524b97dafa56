package resultcache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"time"

	"execre/runner"
)

// A file is a header line with the version, and then frames. A frame is a mark, the length of the record, its
// CRC-32C (both 4 bytes, little endian) and the record. The mark differs from file to file and from version to
// version, and a program cannot know it: so after a damaged frame the next one is found by its mark, nothing that
// a program prints looks like a frame, and what another version appends is no frame here. A second header, when
// two processes begin a file at the same time, is skipped in the same way.
//
// A record is a kind, the hash of the input, and of a result: alone, verdict, CPU, wall, memory, exit code, signal,
// engine, sandbox, stdout, and head and tail of stderr. Numbers are varints, a text is its length and its bytes.

// version is the version of the format. The numbers of the verdicts are a part of it.
const version = 2

var header = fmt.Appendf(nil, "execre results %d\n", version)

// The kinds of records.
const (
	kindResult   = 'r'
	kindUnstable = 'u' // the program does not repeat itself on this input
)

const (
	markSize  = 8
	frameSize = markSize + 8 // without the record
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// fileName is the name of the file of an origin.
func fileName(from origin) string {
	l := from.limits
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %d %d %d %d", from.program, l.CPU, l.Wall, l.Memory, l.Output))
	return hex.EncodeToString(sum[:]) + suffix
}

// mark is what each frame of a file begins with.
func mark(file string) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "execre results %d %s", version, file))
	return sum[:markSize]
}

// frame is a record as it stands in a file.
func frame(file string, record []byte) []byte {
	out := append(make([]byte, 0, frameSize+len(record)), mark(file)...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(record)))
	out = binary.LittleEndian.AppendUint32(out, crc32.Checksum(record, castagnoli))
	return append(out, record...)
}

// found is a record of a file.
type found struct {
	at     entry
	record string
	result bool // else it is the mark that distrust left
}

// parse gives the records of a file that are whole. It is false if the file is not of this version.
func parse(file string, data []byte) ([]found, bool) {
	data, ok := bytes.CutPrefix(data, header)
	if !ok {
		return nil, false
	}
	var records []found
	mark := mark(file)
	for {
		i := bytes.Index(data, mark)
		if i < 0 {
			return records, true
		}
		data = data[i:]
		if f, ok := unframe(data); ok {
			records = append(records, f)
			data = data[frameSize+len(f.record):]
		} else {
			data = data[1:]
		}
	}
}

// unframe gives the record of the frame that data begins with.
func unframe(data []byte) (f found, ok bool) {
	if len(data) < frameSize {
		return f, false
	}
	length := binary.LittleEndian.Uint32(data[markSize:])
	sum := binary.LittleEndian.Uint32(data[markSize+4:])
	data = data[frameSize:]
	if uint64(length) > uint64(len(data)) || crc32.Checksum(data[:length], castagnoli) != sum {
		return f, false
	}
	f.record = string(data[:length])
	f.at, _, f.result = decode(f.record)
	return f, f.result || f.record == string(encodeUnstable(f.at))
}

// encode is the record of a result.
func encode(at entry, res runner.Result) []byte {
	out := make([]byte, 0, 128+len(res.Stdout)+len(res.StderrHead)+len(res.StderrTail))
	out = append(append(out, kindResult), at.input[:]...)
	alone := int64(0)
	if at.alone {
		alone = 1
	}
	for _, number := range []int64{
		alone, int64(res.Verdict), int64(res.CPU), int64(res.Wall), int64(res.Memory), int64(res.ExitCode),
	} {
		out = binary.AppendVarint(out, number)
	}
	for _, text := range [][]byte{[]byte(res.Signal), []byte(res.Engine), []byte(res.Sandbox), res.Stdout, res.StderrHead, res.StderrTail} {
		out = append(binary.AppendVarint(out, int64(len(text))), text...)
	}
	return out
}

// encodeUnstable is the record that distrusts an input.
func encodeUnstable(at entry) []byte {
	return append([]byte{kindUnstable}, at.input[:]...)
}

// decode is the result of a record; false if it holds none. The input is given in any case, where there is one.
func decode(record string) (at entry, res runner.Result, ok bool) {
	if len(record) < 1+len(at.input) {
		return at, res, false
	}
	copy(at.input[:], record[1:])
	if record[0] != kindResult {
		return at, res, false
	}
	c := cursor{rest: record[1+len(at.input):]}
	alone := c.number()
	at.alone = alone == 1
	res.Verdict = runner.Verdict(c.number())
	res.CPU = time.Duration(c.number())
	res.Wall = time.Duration(c.number())
	res.Memory = runner.Bytes(c.number())
	res.ExitCode = int(c.number())
	res.Signal = c.text()
	res.Engine = runner.Engine(c.text())
	res.Sandbox = c.text()
	res.Stdout = []byte(c.text())
	res.StderrHead = []byte(c.text())
	res.StderrTail = []byte(c.text())
	if c.bad || c.rest != "" || alone>>1 != 0 || !storable(res.Verdict) {
		return at, runner.Result{}, false
	}
	return at, res, true
}

// cursor reads a record from its beginning; bad says that there was not what was asked for.
type cursor struct {
	rest string
	bad  bool
}

func (c *cursor) number() int64 {
	value, n := binary.Varint([]byte(c.rest[:min(len(c.rest), binary.MaxVarintLen64)]))
	if n <= 0 {
		*c = cursor{bad: true}
		return 0
	}
	c.rest = c.rest[n:]
	return value
}

func (c *cursor) text() string {
	n := c.number()
	if n < 0 || n > int64(len(c.rest)) {
		*c = cursor{bad: true}
		return ""
	}
	text := c.rest[:n]
	c.rest = c.rest[n:]
	return text
}
