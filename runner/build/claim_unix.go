//go:build unix

package build

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// claimPrefix begins the names of the files that processes lock while they make an entry.
const claimPrefix = "claim-"

// longestClaim is how long is waited for another process that makes an entry: it may be one that cannot be made.
var longestClaim = 20 * time.Second

// claim waits until no other process makes the entry of a key, as long as that is no wait without end. Nothing but who does the
// work depends on it: entries appear at once, whoever has made them.
func (c *Cache) claim(ctx context.Context, key string) (release func()) {
	nothing := func() {}
	name := filepath.Join(c.dir, claimPrefix+key)
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nothing
	}
	limit := time.NewTimer(longestClaim)
	defer limit.Stop()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return func() {
				_ = os.Remove(name) // who waits for this file finds the entry, and who comes later does not need it
				file.Close()
			}
		}
		if err != unix.EWOULDBLOCK && err != unix.EINTR {
			break // the file system has no locks
		}
		select {
		case <-ctx.Done():
		case <-limit.C:
		case <-again.C:
			continue
		}
		break
	}
	file.Close()
	return nothing
}
