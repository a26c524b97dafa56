package workspace

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

// byteOrderMark begins files of some editors. It is no part of what they say, and no judge feeds it to a program.
const byteOrderMark = "\ufeff"

// Text gives what a file says that may be UTF-16 with a byte order mark, as some shells and editors of Windows write it, in
// UTF-8. All else it gives back as it is. It says whether the file is UTF-16.
func Text(file []byte) (text []byte, is bool) {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(file, []byte{0xff, 0xfe}):
		order = binary.LittleEndian
	case bytes.HasPrefix(file, []byte{0xfe, 0xff}):
		order = binary.BigEndian
	}
	if order == nil || len(file)%2 != 0 {
		return file, false
	}
	units := make([]uint16, 0, len(file)/2)
	ascii := len(file) == len("\xff\xfe")
	for rest := file[2:]; len(rest) > 0; rest = rest[2:] {
		units = append(units, order.Uint16(rest))
		ascii = ascii || units[len(units)-1] < utf8.RuneSelf
	}
	text = []byte(string(utf16.Decode(units)))
	if !ascii || bytes.ContainsRune(text, utf8.RuneError) { // it only begins so
		return file, false
	}
	return text, true
}

// sayEncoding says once that samples are UTF-16: they are read, and programs that a person runs by hand do not read them.
func (f *folder) sayEncoding() {
	if len(f.utf16) == 0 {
		return
	}
	slices.Sort(f.utf16)
	others := ""
	switch n := len(f.utf16) - 1; {
	case n == 1:
		others = ", and so is " + f.utf16[1]
	case n > 1:
		others = fmt.Sprintf(", and so are %d other files of samples", n)
	}
	f.warn(f.utf16[0], "sample-encoding", "is UTF-16%s: it is read as if it were UTF-8, as a program gets it here. One that is run by "+
		"hand gets other bytes, so save it as UTF-8", others)
}
