package process

import "execre/runner"

// capped keeps what is written to it up to a limit, and closes full at the first byte past it.
type capped struct {
	data  []byte
	limit int
	full  chan struct{}
}

func newCapped(limit runner.Bytes) *capped {
	return &capped{limit: int(limit), full: make(chan struct{})}
}

// Write fails with errFull once the limit is passed; it is not called again after that.
func (c *capped) Write(p []byte) (int, error) {
	if room := c.limit - len(c.data); len(p) > room {
		c.data = append(c.data, p[:room]...)
		close(c.full)
		return room, errFull
	}
	c.data = append(c.data, p...)
	return len(p), nil
}

func (c *capped) bytes() []byte { return c.data }

// over reports whether more than the limit was written.
func (c *capped) over() bool {
	select {
	case <-c.full:
		return true
	default:
		return false
	}
}

// ends keeps the first and the last bytes of what is written to it.
type ends struct {
	part int
	head []byte
	ring []byte // the last bytes after the head, the oldest at next once it is full
	next int
}

func newEnds(part runner.Bytes) *ends { return &ends{part: int(part)} }

// Write never fails.
func (e *ends) Write(p []byte) (int, error) {
	n := len(p)
	k := min(e.part-len(e.head), len(p))
	e.head = append(e.head, p[:k]...)
	p = p[k:]
	if len(p) > e.part {
		p = p[len(p)-e.part:]
	}
	k = min(e.part-len(e.ring), len(p))
	e.ring = append(e.ring, p[:k]...)
	for p = p[k:]; len(p) > 0; p = p[k:] {
		k = copy(e.ring[e.next:], p)
		e.next = (e.next + k) % e.part
	}
	return n, nil
}

func (e *ends) tail() []byte {
	if len(e.ring) == 0 {
		return nil
	}
	tail := make([]byte, 0, len(e.ring))
	return append(append(tail, e.ring[e.next:]...), e.ring[:e.next]...)
}
