package engine

import (
	"bytes"
	"slices"
	"syscall"
	"testing"
	"time"

	"execre/runner"
)

func FuzzReply(f *testing.F) {
	f.Add(reply{status: syscall.WaitStatus(3 << 8), cpu: 5 * time.Microsecond, memory: runner.MiB}.append(nil))
	f.Add(reply{status: 11, flags: flagLeft}.append(nil))
	f.Add(reply{status: 2, flags: flagNotStarted}.append(nil))
	f.Add(bytes.Repeat([]byte{0xff}, replySize))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < replySize {
			return
		}
		b := [replySize]byte(data)
		r, err := parseReply(&b)
		if err != nil {
			return
		}
		if r.cpu < 0 || r.memory < 0 {
			t.Fatalf("%x: negative amounts in %+v", b, r)
		}
		if r.flags&(flagDoubt|flagNotStarted) == 0 && r.status.Exited() == r.status.Signaled() {
			t.Fatalf("%x: neither exited nor killed: %+v", b, r)
		}
		if got := r.append(nil); !bytes.Equal(got, b[:]) {
			t.Fatalf("%x became %x", b, got)
		}
	})
}

func FuzzHello(f *testing.F) {
	for _, text := range []string{"", "EXC", "EXC1\x00\x00\x00\x00", "EXC1\x03\x00\x00\x00why", "EXC1\xff\xff\xff\xff", "Hello"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		// As greet does: never more than is missing, until nothing is.
		for n := 0; ; {
			reason, missing, err := parseHello(data[:n])
			if err != nil {
				if bytes.HasPrefix(data, []byte("EXC1\x00\x00\x00\x00")) {
					t.Fatalf("%q: %v", data, err)
				}
				return
			}
			if missing == 0 {
				if n != helloSize+len(reason) {
					t.Fatalf("%q: read %d bytes for %q", data, n, reason)
				}
				return
			}
			if missing < 0 || missing > longReason {
				t.Fatalf("%q: %d bytes missing", data, missing)
			}
			if n+missing > len(data) {
				return
			}
			n += missing
		}
	})
}

func FuzzRequest(f *testing.F) {
	f.Add("a", "", uint64(1), uint64(2), uint64(3))
	f.Fuzz(func(t *testing.T, a, b string, cpu, size, space uint64) {
		joined, err := joinArgs([]string{a, b})
		if err != nil {
			return
		}
		data := request{joined, cpu, size, space}.append(nil)
		r, n := parseRequest((*[requestSize]byte)(data))
		if r.cpu != cpu || r.fileSize != size || r.addresses != space || int(n) != len(data)-requestSize {
			t.Fatalf("got %+v and %d bytes of arguments", r, n)
		}
		if got := splitArgs(data[requestSize:]); !slices.Equal(got, []string{a, b}) {
			t.Fatalf("got %q", got)
		}
	})
}
