package evaluate

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Progress says how far an evaluation has come.
type Progress struct {
	Problems, OfProblems     int
	Executions, OfExecutions int           // those of records that are there already left out
	Left                     time.Duration // about; below 0 while too little is known
}

// About is the progress as people read it, but for the executions.
func (p Progress) About() string {
	left := "about " + coarse(p.Left) + " left"
	switch {
	case p.Left < 0:
		left = "estimating the time left"
	case p.Executions == p.OfExecutions:
		left = "deciding"
	}
	return fmt.Sprintf("problems %d/%d, %s, executions", p.Problems, p.OfProblems, left)
}

// coarse is a duration without digits that nobody knows: "40s", "12m", "1h30m".
func coarse(d time.Duration) string {
	if d < 5*time.Minute {
		return d.Round(time.Second).String()
	}
	return strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
}

// work is a kind of work whose parts take about as long as each other, and longer or shorter than those of other kinds.
type work int

const (
	building  work = iota
	executing      // with the comparison of what came out
	works
)

// load is how much there is of each kind.
type load [works]int

// load is what a record of the problem takes at the most.
func (p *Problem) load(inputs int) (l load) {
	originals := 0
	for _, c := range p.Candidates {
		if c.DuplicateOf != "" {
			continue
		}
		originals++
		switch {
		case c.Label != labelUnknown:
		case p.TestCode != "":
			l[building]++
			l[executing]++
		default:
			l[executing] += len(p.Samples) + len(p.Tests)
		}
	}
	if p.Schema == nil && len(p.Generators) == 0 {
		inputs = 0
	}
	l[building] += originals
	if p.Comparison.Program != nil {
		l[building]++
	}
	l[building] += len(p.Generators) + len(p.Validators)
	l[executing] += originals * (inputs + len(p.Samples))
	return l
}

// clock counts work and says how long the rest will take: of each kind so long as what is done of it took in the mean. What
// goes on at the same time waits for each other, so only the shares of the kinds are taken from that, and the whole from
// the time that has passed.
type clock struct {
	mu    sync.Mutex
	tell  func(Progress)
	now   func() time.Time
	begin time.Time
	last  time.Time
	state Progress
	done  load
	all   load
	took  [works]time.Duration
	made  int // records
}

// newClock knows how much there is to do: nothing for records that are there. A damaged one is found out later.
func newClock(problems []Problem, cfg Config) *clock {
	c := &clock{tell: cfg.Progress, now: cfg.Now, begin: cfg.Now(), state: Progress{OfProblems: len(problems)}}
	for i := range problems {
		p := &problems[i]
		if cfg.Export != "" {
			if _, err := os.Stat(filepath.Join(cfg.Export, recordFile(p.Name, p.key(cfg))+".jsonl")); err == nil {
				continue
			}
		}
		for k, n := range p.load(cfg.Inputs) {
			c.all[k] += n
		}
	}
	return c
}

// tellEvery is how often progress is told at the most.
const tellEvery = 100 * time.Millisecond

// start begins work. It is over, and so much of it done, when end is called.
func (c *clock) start(k work) (end func(n int)) {
	c.mu.Lock()
	begin := c.now()
	c.mu.Unlock()
	return func(n int) {
		c.mu.Lock()
		defer c.mu.Unlock()
		now := c.now()
		c.took[k] += now.Sub(begin)
		c.did(k, n)
		if now.Sub(c.last) >= tellEvery {
			c.say(now)
		}
	}
}

// skip counts work that need not be done.
func (c *clock) skip(k work, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.did(k, n)
}

func (c *clock) did(k work, n int) {
	c.done[k] += n
	c.all[k] = max(c.all[k], c.done[k])
}

// finished says that a problem is done; made, that its record had to be made.
func (c *clock) finished(made bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state.Problems++
	if made {
		c.made++
	}
	c.say(c.now())
}

// Problems differ: in one of them programs are slow, in the next one they are not. So nothing is said of the time that is
// left before some of them are done, or a good part of all.
const (
	knownProblems = 3
	knownShare    = 10 // a tenth
)

func (c *clock) say(now time.Time) {
	c.last = now
	c.state.Executions, c.state.OfExecutions = c.done[executing], c.all[executing]
	c.state.Left = c.left(now)
	if c.tell != nil {
		c.tell(c.state)
	}
}

func (c *clock) left(now time.Time) time.Duration {
	if c.done == c.all {
		return 0
	}
	if c.made < knownProblems && knownShare*c.done[executing] < c.all[executing] {
		return -1
	}
	var spent, left float64
	for k := range works {
		if c.done[k] == 0 {
			continue
		}
		spent += float64(c.took[k])
		left += float64(c.took[k]) / float64(c.done[k]) * float64(c.all[k]-c.done[k])
	}
	if spent == 0 {
		return -1
	}
	return time.Duration(float64(now.Sub(c.begin)) * left / spent)
}
