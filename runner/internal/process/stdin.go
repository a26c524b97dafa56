package process

import (
	"io"
	"os"
)

// fill writes data to f and goes back to its beginning. It closes f if that fails.
func fill(f *os.File, data []byte) (*os.File, error) {
	if _, err := f.Write(data); err != nil {
		f.Close()
		return nil, err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
