package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"execre/runner"
	"execre/runner/internal/process"
	"execre/runner/internal/sandbox"
)

const (
	// firstLook is when a running execution is looked at first. Most have ended before.
	firstLook = 30 * time.Millisecond
	// tick is how often it is looked at from then on, at most, and how late its end by ctx can be. It bounds by how much
	// a limit is overrun.
	tick = 10 * time.Millisecond
	// costShare bounds what looking costs: no more than so many parts of the time that goes by without.
	costShare = 20
	// maxStarvation is how many times the wall guard is extended for a program that does not get a core.
	maxStarvation = 10
	// leastFile is the least limit for one file: stderr, and files of the program, may be larger than its stdout.
	leastFile = 16 * runner.MiB
	// threadStacks and stackLimit are the addresses that a program may have besides its memory: the C library reserves
	// stackLimit for each thread, though hardly any of it is ever used.
	threadStacks = 128
	stackLimit   = 1 * runner.GiB
	// mostGrowth is what a process that is used again keeps of earlier executions at most: MOST_GROWTH of fsrv.c.
	mostGrowth = 16 * runner.MiB
	// serverThreads is how many threads a server may have for itself.
	serverThreads = 16
	// defaultThreads is the documented value of a zero runner.Program.Threads.
	defaultThreads = 64
)

// readiness bounds the time from the start of a server to its hello.
var readiness = runner.Limits{CPU: 10 * time.Second, Wall: 20 * time.Second, Output: runner.MiB}

// Server executes one program, one input at a time. It is not safe for several goroutines.
type Server struct {
	cfg     Config
	held    *process.Held
	sandbox string
	dead    bool

	// The files in memory. Of stdin we write on one side, and the program reads on the other, at an offset of its own.
	stdin, stdinReader, stdout, stderr *os.File
	requests, replies                  *os.File // our ends
	folder                             *folder
	stdinSize                          int
	stays                              bool   // the process of the last execution has rewound the files, to be used again
	message, buffer                    []byte // the last request, what was read; kept for their memory
}

// Start starts a server and waits until it is ready. The error is an *UnfitError if the program needs another engine. End
// the server with Close.
func Start(ctx context.Context, cfg Config) (*Server, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := &Server{cfg: cfg}
	if err := s.start(ctx); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Server) start(ctx context.Context) error {
	p := s.cfg.Program
	if len(p.Argv) == 0 || !filepath.IsAbs(p.Argv[0]) {
		return fmt.Errorf("cannot start %q: not an absolute path", p.Argv)
	}
	var err error
	if s.folder, err = openFolder(s.cfg.Folder); err != nil {
		return fmt.Errorf("cannot use the working folder: %w", err)
	}
	if err := s.openFiles(); err != nil {
		return fmt.Errorf("cannot prepare stdin, stdout and stderr: %w", err)
	}
	if err := s.hold(ctx); err != nil {
		return fmt.Errorf("cannot start %s: %w", p.Argv[0], err)
	}
	if err := s.greet(ctx); err != nil {
		return err
	}
	return s.rewind()
}

// openFiles makes the files in memory.
func (s *Server) openFiles() error {
	for name, to := range map[string]**os.File{"stdin": &s.stdin, "stdout": &s.stdout, "stderr": &s.stderr} {
		fd, err := unix.MemfdCreate("execre "+name, unix.MFD_CLOEXEC)
		if err != nil {
			return os.NewSyscallError("memfd_create", err)
		}
		*to = os.NewFile(uintptr(fd), name)
	}
	if err := s.stdin.Chmod(0o444); err != nil {
		return err
	}
	if err := s.setStdin([]byte{'\n'}); err != nil { // to notice who reads before it is time
		return err
	}
	// Reading, or mapping into memory, without moving the offset changes the time of the last access.
	if err := unix.Futimes(int(s.stdin.Fd()), make([]unix.Timeval, 2)); err != nil {
		return os.NewSyscallError("futimes", err)
	}
	var err error
	s.stdinReader, err = os.Open(fmt.Sprintf("/proc/self/fd/%d", s.stdin.Fd()))
	return err
}

// hold starts the process of the server.
func (s *Server) hold(ctx context.Context) error {
	p := s.cfg.Program
	env := environment(p.Env, s.cfg.Folder)
	reads := append(slices.Clone(p.Reads), p.Argv[0])
	if p.Dir != "" {
		reads = append(reads, p.Dir)
	}
	var exe string
	var argv []string
	switch {
	case s.cfg.Engine == runner.Spawn:
		exe, argv = process.Self, slices.Concat([]string{launchRole}, withMemory(p.Argv, s.cfg.Memory))
	case p.Server != nil && p.Server.Engine == s.cfg.Engine && len(p.Server.Argv) > 0:
		argv = withMemory(p.Server.Argv, s.cfg.Memory)
		env = append(env, p.Server.Env...)
		reads = append(reads, argv[0])
	default:
		return fmt.Errorf("the program has no server for the engine %q", s.cfg.Engine)
	}
	requests, toServer, err := pipe()
	if err != nil {
		return err
	}
	defer requests.Close()
	s.requests = toServer
	fromServer, replies, err := pipe()
	if err != nil {
		return err
	}
	defer replies.Close()
	s.replies = fromServer
	threads := p.Threads
	if threads <= 0 {
		threads = defaultThreads
	}
	s.held, err = process.Hold(ctx, process.Holding{
		Exe:     exe,
		Argv:    argv,
		Env:     env,
		Dir:     s.cfg.Folder,
		Files:   []*os.File{s.stdinReader, s.stdout, s.stderr, requests, replies},
		Sandbox: &sandbox.Policy{Reads: reads, Writes: []string{s.cfg.Folder}, Threads: threads + serverThreads},
	})
	if err == nil {
		s.sandbox = s.held.Level()
	}
	return err
}

// pipe makes a pipe whose ends block: they are waited for with poll, and other processes use them too.
func pipe() (r, w *os.File, err error) {
	var fds [2]int
	if err := unix.Pipe2(fds[:], unix.O_CLOEXEC); err != nil {
		return nil, nil, os.NewSyscallError("pipe2", err)
	}
	return os.NewFile(uintptr(fds[0]), "pipe"), os.NewFile(uintptr(fds[1]), "pipe"), nil
}

// greet waits for the hello.
func (s *Server) greet(ctx context.Context) error {
	var text []byte
	limits := readiness
	if s.cfg.Engine != runner.Warm {
		limits.Memory = s.cfg.Memory
	}
	w := s.newWatch(limits)
	for {
		reason, missing, err := parseHello(text)
		switch {
		case err != nil:
			return err
		case missing == 0 && reason == "":
			var st unix.Stat_t
			if err := unix.Fstat(int(s.stdin.Fd()), &st); err != nil {
				return os.NewSyscallError("fstat", err)
			}
			if st.Atim.Nano() != 0 {
				return &UnfitError{s.cfg.Engine, "it reads its input before it is asked to begin"}
			}
			return nil
		case missing == 0:
			return &UnfitError{s.cfg.Engine, reason}
		}
		part := make([]byte, missing)
		n, err := w.read(ctx, part)
		switch {
		case errors.Is(err, ErrLost):
			return &UnfitError{s.cfg.Engine, "it ended before it was ready: " + s.lastWords()}
		case err != nil:
			return err
		case w.verdict != runner.VerdictInvalid:
			return &UnfitError{s.cfg.Engine, fmt.Sprintf("it ran into a limit (%v) before it was ready", w.verdict)}
		}
		text = append(text, part[:n]...)
	}
}

// lastWords is the end of what the server printed, for a message.
func (s *Server) lastWords() string {
	var words []byte
	for _, f := range []*os.File{s.stdout, s.stderr} {
		if size, err := sizeOf(f); err == nil {
			part := make([]byte, min(size, 500))
			n, _ := f.ReadAt(part, size-int64(len(part)))
			words = append(words, part[:n]...)
		}
	}
	if len(words) == 0 {
		return "it printed nothing"
	}
	return fmt.Sprintf("%q", words)
}

// Alive reports whether the server can execute more. If not, Close it and Start another.
func (s *Server) Alive() bool { return !s.dead }

// Run executes the program once, with the arguments args after those of Program.Argv, for which the engine must be Spawn
// or Zygote.
// The error is that of ctx, if it ended the execution, ErrLost or ErrDoubt, for which the caller executes by a (new)
// server of Spawn, or else says what we failed in. The result of an execution that was ended has what was seen of it. Ask
// Alive afterwards, whatever came out.
func (s *Server) Run(
	ctx context.Context, args []string, stdin []byte, limits runner.Limits,
) (runner.Result, error) {
	none := runner.Result{ExitCode: -1, Engine: s.cfg.Engine, Sandbox: s.sandbox}
	switch {
	case s.dead:
		return none, errors.New("the server has ended: start another")
	case len(args) > 0 && s.cfg.Engine != runner.Spawn && s.cfg.Engine != runner.Zygote:
		return none, fmt.Errorf("the engine %s cannot give arguments to a program", s.cfg.Engine)
	case ctx.Err() != nil:
		return none, ctx.Err()
	}
	joined, err := joinArgs(args)
	if err != nil {
		return none, err
	}
	limits = limits.WithDefaults()
	usedBefore := s.stays
	if err := s.setStdin(stdin); err != nil {
		return none, s.fail(fmt.Errorf("cannot prepare stdin: %w", err))
	}
	req := request{args: joined, fileSize: uint64(max(limits.Output, leastFile)) + 1}
	if limits.CPU > 0 {
		req.cpu = uint64((limits.CPU+time.Second-1)/time.Second) + 1
	}
	if limits.Memory > 0 && !s.cfg.Program.Reserves && s.cfg.Engine != runner.Warm {
		req.addresses = uint64(limits.Memory + threadStacks*stackLimit)
	}
	s.message = req.append(s.message[:0])

	w := s.newWatch(limits)
	if s.cfg.Engine == runner.Warm && w.said() {
		// In a virtual machine nothing keeps a program from our end of the pipe: it has answered for itself.
		return none, s.fail(ErrLost)
	}
	if err := w.write(ctx, s.message); err != nil {
		return none, s.fail(err)
	}
	var answer [replySize]byte
	for n := 0; n < len(answer) && w.verdict == runner.VerdictInvalid; {
		m, err := w.read(ctx, answer[n:])
		if err != nil {
			return none, s.fail(err)
		}
		n += m
	}
	end := ending{wall: time.Since(w.begin), exitCode: -1, memory: w.memory, killed: w.verdict, usedBefore: usedBefore}
	if w.verdict != runner.VerdictInvalid {
		s.kill()
		end.signal, end.cpu = "SIGKILL", w.cpu
		return s.result(&none, end, limits)
	}
	r, err := parseReply(&answer)
	if err != nil {
		return none, s.fail(fmt.Errorf("%w (%w)", ErrLost, err))
	}
	if r.flags&flagLeft != 0 {
		s.kill()
	}
	switch {
	case r.flags&flagNotStarted != 0:
		return none, fmt.Errorf("cannot start %s: %w", s.cfg.Program.Argv[0], syscall.Errno(r.status))
	case r.flags&flagDoubt != 0:
		return none, errors.Join(ErrDoubt, s.cleanUp())
	}
	end.tidy = r.flags&flagTidy != 0
	end.cpu, end.memory = r.cpu, max(r.memory, w.memory)
	if r.status.Signaled() {
		end.signal = unix.SignalName(r.status.Signal())
		if end.signal == "" {
			end.signal = fmt.Sprintf("signal %d", int(r.status.Signal()))
		}
	} else {
		end.exitCode = r.status.ExitStatus()
	}
	return s.result(&none, end, limits)
}

// result reads what the execution printed and makes everything ready for the next.
func (s *Server) result(res *runner.Result, end ending, limits runner.Limits) (runner.Result, error) {
	out, size, err := s.contents(s.stdout, int64(limits.Output))
	if err != nil {
		return *res, s.fail(fmt.Errorf("cannot read its stdout: %w", err))
	}
	const part = int64(runner.StderrPart)
	head, errSize, err := s.contents(s.stderr, part)
	if rest := errSize - part; err == nil && rest > 0 {
		res.StderrTail, err = readPart(s.stderr, errSize-min(rest, part), min(rest, part))
	}
	if err != nil {
		return *res, s.fail(fmt.Errorf("cannot read its stderr: %w", err))
	}
	res.Stdout, res.StderrHead = out, head
	res.ExitCode, res.Signal, res.CPU, res.Wall, res.Memory = end.exitCode, end.signal, end.cpu, end.wall, end.memory
	over := size > int64(limits.Output) || errSize > int64(max(limits.Output, leastFile))
	res.Verdict = process.Judge(res, end.killed, limits, over)
	if s.cfg.Engine == runner.Warm && res.Verdict == runner.MemoryLimit {
		// What was seen is the memory of the virtual machine, with what earlier executions left in it.
		return *res, s.fail(ErrDoubt)
	}
	if end.usedBefore && res.Verdict == runner.MemoryLimit && res.Memory <= limits.Memory+mostGrowth {
		// The process may have held some of it since an earlier execution.
		return *res, errors.Join(ErrDoubt, s.cleanUp())
	}
	if !end.tidy || s.cfg.Once || s.dead {
		return *res, s.cleanUp()
	}
	s.stays = true
	if size > 0 {
		err = unix.Ftruncate(int(s.stdout.Fd()), 0)
	}
	if errSize > 0 {
		err = errors.Join(err, unix.Ftruncate(int(s.stderr.Fd()), 0))
	}
	if err != nil {
		return *res, s.fail(fmt.Errorf("cannot empty its files: %w", err))
	}
	return *res, nil
}

// contents reads the first most bytes of a file, and says how many it has.
func (s *Server) contents(f *os.File, most int64) (head []byte, size int64, err error) {
	if s.buffer == nil {
		s.buffer = make([]byte, 32<<10)
	}
	n, err := unix.Pread(int(f.Fd()), s.buffer, 0)
	if err != nil || n == len(s.buffer) { // interrupted, or there is more
		if size, err = sizeOf(f); err == nil {
			head, err = readPart(f, 0, min(size, most))
		}
		return head, size, err
	}
	if n > 0 {
		head = slices.Clone(s.buffer[:min(int64(n), most)])
	}
	return head, int64(n), nil
}

// cleanUp makes everything as it was before the first execution.
func (s *Server) cleanUp() error {
	if s.cfg.Once {
		s.kill()
		return nil
	}
	if err := s.folder.empty(); err != nil {
		s.kill() // what matters of this execution is known
	}
	if s.dead {
		return nil
	}
	if err := s.rewind(); err != nil {
		return s.fail(fmt.Errorf("cannot rewind its files: %w", err))
	}
	return nil
}

// rewind empties stdout and stderr and goes to the beginning of all three. The offsets are the program's too.
func (s *Server) rewind() error {
	for _, f := range []*os.File{s.stdout, s.stderr} {
		if err := unix.Ftruncate(int(f.Fd()), 0); err != nil {
			return os.NewSyscallError("ftruncate", err)
		}
		if _, err := unix.Seek(int(f.Fd()), 0, io.SeekStart); err != nil {
			return os.NewSyscallError("lseek", err)
		}
	}
	return nil
}

func (s *Server) setStdin(data []byte) error {
	if len(data) > 0 {
		if _, err := s.stdin.WriteAt(data, 0); err != nil {
			return err
		}
	}
	if len(data) < s.stdinSize {
		if err := unix.Ftruncate(int(s.stdin.Fd()), int64(len(data))); err != nil {
			return os.NewSyscallError("ftruncate", err)
		}
	}
	s.stdinSize = len(data)
	rewound := s.stays || s.stdinReader == nil
	s.stays = false
	if rewound {
		return nil
	}
	_, err := unix.Seek(int(s.stdinReader.Fd()), 0, io.SeekStart)
	return os.NewSyscallError("lseek", err)
}

func sizeOf(f *os.File) (int64, error) {
	var st unix.Stat_t
	err := unix.Fstat(int(f.Fd()), &st)
	return st.Size, os.NewSyscallError("fstat", err)
}

func readPart(f *os.File, from, size int64) ([]byte, error) {
	if size == 0 {
		return nil, nil
	}
	part := make([]byte, size)
	n, err := f.ReadAt(part, from)
	if err == io.EOF {
		err = nil // somebody has made it shorter
	}
	return part[:n], err
}

// fail ends the server, for after this error its state is not known.
func (s *Server) fail(err error) error {
	s.kill()
	return err
}

func (s *Server) kill() {
	if !s.dead && s.held != nil {
		s.held.Kill()
	}
	s.dead = true
}

// Close ends the server and all it started, and empties the working folder. It can be called more than once.
func (s *Server) Close() {
	s.kill()
	for _, f := range []*os.File{s.stdin, s.stdinReader, s.stdout, s.stderr, s.requests, s.replies} {
		if f != nil {
			f.Close()
		}
	}
	if s.folder != nil {
		s.folder.close()
		s.folder = nil
	}
}
