// Package resultcache remembers what executions gave, so that a save executes the changed candidate only.
//
// It wraps a runner.Executor. What it knows is found by the program's key, the limits, the arguments, stdin, the
// files that it is given and whether the execution was alone; anything else of a request cannot change a result. Results
// are kept in memory and, where a folder is given, in one append-only file for each program and limits, which several processes may
// share. The cache is never an error: what is damaged, has vanished or cannot be written is executed again.
//
// It promises that a result which an execution contradicts is not given again: the program does not repeat itself
// on that input (or not on this machine as busy as it is), so the result is removed, and nothing is cached for that
// program and input any more, in this process and, as far as the mark that it leaves in the file can be written and
// is read, in later ones. An execution contradicts a result when the verdict is another or, where the program
// ended by itself, the exit code, signal or stdout. What a program printed before it was killed is a matter of time.
// A result that a server gave makes room for the same one of a process of its own.
//
// It never keeps an InternalError, which is about us, nor anything about a program without a key or about files that are
// collected. It starts no goroutine and holds no file open, so there is nothing to close.
package resultcache

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"log/slog"
	"maps"
	"slices"
	"sync"

	"execre/runner"
)

// MaxStdout is how much stdout a result that is kept can have. With more, one program that prints much
// on each of 500 inputs would push out everything else, and reading and copying the result would begin
// to cost as much as the execution that it saves.
const MaxStdout = 256 * runner.KiB

// DefaultMaxBytes bounds all files of a cache where Config.MaxBytes is zero.
const DefaultMaxBytes = 256 * runner.MiB

// Config says where results are kept and how many. The zero value keeps them in memory only.
type Config struct {
	Dir       string       // absolute; made when first needed; "" means memory only. See DefaultDir
	MaxBytes  runner.Bytes // of all files in Dir; 0 means 256 MiB
	MaxMemory runner.Bytes // about, of the results in memory; 0 means 64 MiB
	Log       *slog.Logger // told once when Dir cannot be written to; nil means nobody is told
}

// Executor is a runner.Executor that executes only what it does not know. A Result that it knew is Cached and
// otherwise as it was stored. Equal requests at the same time may all be executed.
type Executor struct {
	inner     runner.Executor
	disk      disk
	maxMemory runner.Bytes

	mu       sync.Mutex // held while a file is read, never during an execution
	programs map[origin]*results
	size     runner.Bytes           // of all programs
	clock    uint64                 // counts look-ups
	unstable map[behaviour]struct{} // what is known of these is not believed
}

var _ runner.Executor = (*Executor)(nil)

// origin is what one file is about.
type origin struct {
	program string // its key
	limits  runner.Limits
}

// entry is one execution of a program: the hash of its arguments and stdin, and whether it was alone.
type entry struct {
	input [sha256.Size]byte
	alone bool
}

// behaviour is what a program does on an input; whether it repeats itself is not a matter of limits.
type behaviour struct {
	program string
	input   [sha256.Size]byte
}

// results is what is known of one origin.
type results struct {
	entries map[entry]string // the records, as in the file
	size    runner.Bytes     // of the records in memory
	used    uint64           // when it was last looked at
}

const (
	// programSize and entrySize are about what a program and an entry take in memory beside the records themselves.
	programSize = 512
	entrySize   = 128

	// recent is for how many look-ups what was used stays in memory whatever else is wanted. A run goes through
	// all candidates again and again; if they do not all fit, those that do not are executed. Dropping the least
	// recently used one each time would read all files again for each input.
	recent = 2048
)

// New wraps inner. Whoever made inner closes it.
func New(inner runner.Executor, cfg Config) *Executor {
	if cfg.MaxBytes <= 0 {
		cfg.MaxBytes = DefaultMaxBytes
	}
	if cfg.MaxMemory <= 0 {
		cfg.MaxMemory = 64 * runner.MiB
	}
	return &Executor{
		inner:     inner,
		maxMemory: cfg.MaxMemory,
		programs:  map[origin]*results{},
		unstable:  map[behaviour]struct{}{},
		disk: disk{
			dir:     cfg.Dir,
			max:     cfg.MaxBytes,
			maxFile: min(cfg.MaxMemory/4, cfg.MaxBytes/8),
			log:     cfg.Log,
		},
	}
}

// Execute gives what is known of the request, without waiting for anything that runs, or else executes it and
// remembers. Request.Fresh executes in any case; see the package comment for what happens when that contradicts.
func (e *Executor) Execute(ctx context.Context, req runner.Request) runner.Result {
	if req.Program == nil || req.Program.Key == "" || req.Collect != nil {
		return e.inner.Execute(ctx, req)
	}
	from := origin{req.Program.Key, req.Limits.WithDefaults()}
	at := entry{hashInput(req.Args, req.Stdin, req.Files), req.Alone}
	if !req.Fresh && ctx.Err() == nil {
		if res, ok := e.find(from, at); ok {
			return res
		}
	}
	res := e.inner.Execute(ctx, req)
	e.keep(from, at, res)
	return res
}

// hashInput hashes what a program is given.
func hashInput(args []string, stdin []byte, files map[string][]byte) (sum [sha256.Size]byte) {
	h := sha256.New()
	head := binary.AppendUvarint(nil, uint64(len(args)))
	for _, arg := range args {
		head = append(binary.AppendUvarint(head, uint64(len(arg))), arg...)
	}
	h.Write(head)
	h.Write(stdin)
	if len(files) > 0 { // an input with files is never that of one without: the lengths follow what they are of
		tail := binary.AppendUvarint([]byte("\x00files\x00"), uint64(len(stdin)))
		for _, name := range slices.Sorted(maps.Keys(files)) {
			for _, part := range []string{name, string(files[name])} {
				tail = append(binary.AppendUvarint(tail, uint64(len(part))), part...)
			}
		}
		h.Write(tail)
	}
	h.Sum(sum[:0])
	return sum
}

func (e *Executor) find(from origin, at entry) (runner.Result, bool) {
	e.mu.Lock()
	known, record := e.known(from), ""
	if known != nil && !e.distrusted(from, at) {
		record = known.entries[at]
	}
	e.mu.Unlock()
	_, res, ok := decode(record)
	res.Cached = true
	return res, ok
}

// keep remembers what an execution gave, or forgets what it contradicts.
func (e *Executor) keep(from origin, at entry, res runner.Result) {
	if !storable(res.Verdict) {
		return
	}
	if record := e.remember(from, at, res); record != nil {
		e.disk.append(from, record)
	}
}

// remember gives the record that is to be appended to the file; nil if there is nothing new to say.
func (e *Executor) remember(from origin, at entry, res runner.Result) []byte {
	e.mu.Lock()
	defer e.mu.Unlock()
	known := e.known(from)
	if known == nil || e.distrusted(from, at) {
		return nil
	}
	if old, ok := known.entries[at]; ok {
		_, was, ok := decode(old)
		if !ok || contradict(was, res) {
			e.distrust(from, at)
			return encodeUnstable(at)
		}
		if !surer(was, res) {
			return nil
		}
	}
	if runner.Bytes(len(res.Stdout)) > MaxStdout {
		return nil
	}
	record := encode(at, res)
	before := known.size
	if !e.room(runner.Bytes(len(record)) + entrySize) {
		return nil
	}
	known.put(at, string(record))
	e.size += known.size - before
	return record
}

// known is what is known of an origin, read from its file on first use; nil if there is no room for it.
func (e *Executor) known(from origin) *results {
	e.clock++
	if known := e.programs[from]; known != nil {
		known.used = e.clock
		return known
	}
	if !e.room(programSize + e.disk.size(from)) {
		return nil
	}
	known := &results{entries: map[entry]string{}, size: programSize, used: e.clock}
	for _, f := range e.disk.read(from) {
		before, double := known.entries[f.at]
		switch {
		case !f.result:
			e.distrust(from, f.at)
		case !double:
			known.put(f.at, f.record)
		default: // it was executed again, or by two processes at the same time
			_, a, _ := decode(before)
			_, b, _ := decode(f.record)
			switch {
			case contradict(a, b):
				e.distrust(from, f.at)
			case surer(a, b):
				known.put(f.at, f.record)
			}
		}
	}
	e.programs[from] = known
	e.size += known.size
	e.room(0)
	return known
}

// distrust sees to it that nothing is known of a program on an input, for ever.
func (e *Executor) distrust(from origin, at entry) {
	e.unstable[behaviour{from.program, at.input}] = struct{}{}
}

func (e *Executor) distrusted(from origin, at entry) bool {
	_, yes := e.unstable[behaviour{from.program, at.input}]
	return yes
}

func (r *results) put(at entry, record string) {
	if old, ok := r.entries[at]; ok {
		r.size -= runner.Bytes(len(old)) + entrySize
	}
	r.entries[at] = record
	r.size += runner.Bytes(len(record)) + entrySize
}

// room drops programs that were not used of late, the longest unused first, until n bytes more fit in memory. It is
// false if they do not.
func (e *Executor) room(n runner.Bytes) bool {
	for e.size+n > e.maxMemory {
		var oldest origin
		since := e.clock
		for from, known := range e.programs {
			if known.used < since {
				oldest, since = from, known.used
			}
		}
		if since+recent > e.clock {
			return false
		}
		e.size -= e.programs[oldest].size
		delete(e.programs, oldest)
	}
	return true
}

// storable says whether a verdict is about the program.
func storable(v runner.Verdict) bool {
	switch v {
	case runner.OK, runner.Crash, runner.TimeLimit, runner.MemoryLimit, runner.OutputLimit:
		return true
	case runner.VerdictInvalid, runner.InternalError:
	}
	return false
}

// surer says whether a result that does not contradict another deserves its place: a process of its own confirms what a
// server gave.
func surer(was, now runner.Result) bool {
	return now.Engine == runner.Spawn && was.Engine != runner.Spawn && was.Engine != ""
}

// contradict says whether two executions of one program on one input cannot both be right.
func contradict(a, b runner.Result) bool {
	if a.Verdict != b.Verdict {
		return true
	}
	endedByItself := a.Verdict == runner.OK || a.Verdict == runner.Crash
	return endedByItself && (a.ExitCode != b.ExitCode || a.Signal != b.Signal || !bytes.Equal(a.Stdout, b.Stdout))
}
