// Package companion listens for Competitive Companion, the browser extension that sends a problem, or all problems of a
// contest, to the tools on this machine, and makes problem folders of what it sends.
//
// It listens on the loopback addresses of both families and nowhere else. It takes what the extension sends and refuses
// what a web page could send: see [Server] for who may. It promises that nothing which exists is changed (package imports
// makes the folders), that what it holds in memory is bounded, and that no goroutine outlives [Server.Close].
//
// Of several editor windows one has the port. The others wait, quietly, and take it when its owner ends. So that a problem
// goes to the window that a person works in, and not to the one that was opened first, a window that is worked in asks the
// owner for the port ([Server.Claim]), and the owner gives it up unless a contest is just arriving. What the windows say to
// each other is in handover.go.
//
// What the extension really sends, by its source (src/hosts/CustomHost.ts, Host.ts, src/models/Task.ts) and by what a
// Chromium sends for the same call: POST / with the JSON of one problem, one after the other for a contest, with an Origin
// of chrome-extension://… or moz-extension://…. Older releases label it application/json; newer ones use fetch in the mode
// no-cors, in which the browser itself replaces the label by text/plain;charset=UTF-8. The answer is not looked at, and not
// waited for longer than half a second.
package companion

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"execre/server/internal/imports"
)

// DefaultPort is one of the ports that Competitive Companion posts to unasked (1327, 4244, 6174, 10042, 10043, 10045 and
// 27121), so that nothing has to be set up in the browser. Of these it is the one whose tool, a plugin for JetBrains' editors
// that is no longer kept up, is least likely to run beside us: 27121 is that of cph, cph-ng, CompetiTest and AutoCp, 10045 of
// CP Editor, 1327 of cpbooster and Fast Olympic Coding, 10042 of acmX, 10043 of Caide, and 4244 of Hightail.
const DefaultPort = 6174

// Config says where problems go. Dir is needed.
type Config struct {
	Port    int                    // DefaultPort, or what a person has set; 0 is any that is free
	Dir     func() (string, error) // the folder that new problem folders are made in, asked for each problem and each contest
	Options imports.Options        // of the folders

	// Created is told of a problem, or of a contest, when its folders are made or could not be. Changed is told of a Status
	// that differs from the one before. Each is called by one goroutine at a time; neither may call Close, nor block for long.
	Created func(Arrival)
	Changed func(Status)

	Quiet time.Duration // a contest is taken for complete when nothing more of it came for so long; 0: 3 seconds
	Retry time.Duration // how often a port that is taken is tried again; 0: 2 seconds
	Log   *slog.Logger  // nil: nothing is logged

	// listen is net.Listen but in tests.
	listen func(network, address string) (net.Listener, error)
}

// Arrival is what became of one problem, or of all that came of a contest.
type Arrival struct {
	Contest string            // the base name of the contest's folder, "" for a single problem
	Created []imports.Created // in the order in which they were sent
	Missing int               // problems of the contest that were announced and never came
	Errors  []error           // one for each problem that could not be written
}

// State says whether problems can arrive.
type State int

// The states. Off is before Listen and after Close.
const (
	Invalid State = iota
	Off
	Listening
	Waiting // another window of execre has the port
	Taken   // another program has the port
	Failed  // the system does not let us listen
)

// String is the state in a word.
func (s State) String() string {
	names := []string{"invalid", "off", "listening", "waiting", "taken", "failed"}
	if s < 0 || int(s) >= len(names) {
		s = Invalid
	}
	return names[s]
}

// Status is what to show of the listener.
type Status struct {
	State     State
	Port      int      // 0 before Listen with port 0
	Addresses []string // that are listened on, such as 127.0.0.1:6174 and [::1]:6174
	Message   string   // a sentence, with a way out where there is something wrong
	Hint      string   // what has to be done for a browser on another machine, "" on the machine of the browser
}

func (s Status) same(o Status) bool {
	return s.State == o.State && s.Port == o.Port && s.Message == o.Message && s.Hint == o.Hint &&
		slices.Equal(s.Addresses, o.Addresses)
}

// Server listens, or waits for its turn to. Make it with New.
//
// A request is taken if its Host is localhost or a loopback address (a page whose name was made to mean this machine has
// another), and one of:
//   - its Origin is an extension's, and it is labelled application/json or text/plain;
//   - it has no Origin, as no browser does for a page's POST, and is labelled application/json, which a page cannot do
//     without asking first, and it asks in vain;
//   - its Origin is hidden ("null"), and the browser says that no page made it (Sec-Fetch-Site: none).
type Server struct {
	cfg    Config
	hint   string
	claims chan struct{} // Claim
	give   chan struct{} // another window wants the port
	posts  chan post

	ctx     context.Context // ends with Close
	stop    context.CancelFunc
	started bool
	done    sync.WaitGroup

	changing sync.Mutex // held while Changed runs, so that it is told in order
	mu       sync.Mutex
	status   Status
	arriving int // contests that are not complete
}

// New makes a Server that does not listen yet.
func New(cfg Config) *Server {
	if cfg.Quiet == 0 {
		cfg.Quiet = 3 * time.Second
	}
	if cfg.Retry == 0 {
		cfg.Retry = 2 * time.Second
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.listen == nil {
		cfg.listen = net.Listen
	}
	s := &Server{
		cfg:    cfg,
		claims: make(chan struct{}, 1),
		give:   make(chan struct{}, 1),
		posts:  make(chan post),
	}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.hint = hint(cfg.Port, os.Getenv, isWSL)
	s.status = Status{State: Off, Port: cfg.Port, Message: "not listening for Competitive Companion"}
	return s
}

// Listen starts listening, or waiting for the port, and returns at once: Status and Changed say what came of it. It is
// called once.
func (s *Server) Listen() {
	s.started = true
	s.done.Go(s.hold)
	s.done.Go(s.collect)
}

// Claim says that a person works in this window: it asks another window of execre for the port. It returns at once, and is
// cheap enough for every save and every change of the editor's focus. Nothing happens when another program has the port.
func (s *Server) Claim() {
	select {
	case s.claims <- struct{}{}:
	default:
	}
}

// Status is what to show now.
func (s *Server) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status
}

// Close stops listening, makes the folders of what has arrived of a contest, and returns when nothing of the Server runs.
func (s *Server) Close() {
	s.stop()
	s.done.Wait()
	if s.started {
		s.show(Status{State: Off, Port: s.cfg.Port, Message: "not listening for Competitive Companion"})
	}
}

func (s *Server) show(status Status) {
	s.changing.Lock()
	defer s.changing.Unlock()
	if status.State != Off {
		status.Hint = s.hint
	}
	s.mu.Lock()
	same := s.status.same(status)
	s.status = status
	s.mu.Unlock()
	if same {
		return
	}
	s.cfg.Log.Info("companion", "state", status.State.String(), "port", status.Port)
	if s.cfg.Changed != nil {
		s.cfg.Changed(status)
	}
}

// hold has the port or tries to get it, until Close.
func (s *Server) hold() {
	// The first try of a window that opens is also the first sign that a person works in it.
	for claimed := true; ; {
		listeners, err := s.bind()
		if err != nil && claimed && isTaken(err) && s.askOwner() {
			listeners, err = s.bindSoon()
		}
		if err == nil {
			if err = s.serve(listeners); err == nil {
				return
			}
			// When it was given up, the other window has until the next try to take it.
		}
		s.explain(err, claimed)
		retry := time.NewTimer(s.cfg.Retry)
		select {
		case <-s.ctx.Done():
			retry.Stop()
			return
		case <-s.claims:
			claimed = true
		case <-retry.C:
			claimed = false
		}
		retry.Stop()
	}
}

// errGiven is why we do not listen when another window has asked for the port.
var errGiven = errors.New("given to another window")

// explain shows why we do not listen. Who has the port is asked when a person works here, and not again and again.
func (s *Server) explain(err error, claimed bool) {
	if before := s.Status().State; isTaken(err) && !claimed && (before == Waiting || before == Taken) {
		return
	}
	status := Status{State: Waiting, Port: s.cfg.Port}
	switch {
	case errors.Is(err, errGiven) || isTaken(err) && s.ownerIsExecre():
		status.Message = fmt.Sprintf("another window has port %d: problems arrive there until this one is worked in", s.cfg.Port)
	case isTaken(err):
		status.State = Taken
		status.Message = fmt.Sprintf("another program has port %d: end it, or set another port here and, under Custom ports, "+
			"in the settings of Competitive Companion", s.cfg.Port)
	default:
		status.State = Failed
		status.Message = fmt.Sprintf("cannot listen on port %d (%v): set another port here and, under Custom ports, in the "+
			"settings of Competitive Companion", s.cfg.Port, err)
	}
	s.show(status)
}

// families are the loopback addresses that a browser may mean by localhost.
var families = []struct{ network, host string }{{"tcp4", "127.0.0.1"}, {"tcp6", "::1"}}

// bind listens on the loopback addresses of the families that there are: on all of them or on none, because of two programs
// that have one each, the browser finds either.
func (s *Server) bind() ([]net.Listener, error) {
	for tries := 1; ; tries++ {
		listeners, err := s.bindTo(s.cfg.Port)
		if err == nil || s.cfg.Port != 0 || tries == 10 || !isTaken(err) {
			return listeners, err
		}
		// A port that is free for one family is taken for the other.
	}
}

func (s *Server) bindTo(port int) (listeners []net.Listener, err error) {
	var missing error
	for _, family := range families {
		l, err := s.cfg.listen(family.network, net.JoinHostPort(family.host, strconv.Itoa(port)))
		switch {
		case err == nil:
			listeners = append(listeners, l)
			if address, ok := l.Addr().(*net.TCPAddr); ok {
				port = address.Port
			}
		case isTaken(err):
			for _, l := range listeners {
				_ = l.Close()
			}
			return nil, err
		default:
			missing = err // the machine may have the other one
		}
	}
	if len(listeners) == 0 {
		return nil, missing
	}
	return listeners, nil
}

// isTaken says whether somebody else has the port. Windows has a number of its own for it, which package syscall does not
// take for EADDRINUSE.
func isTaken(err error) bool {
	const windowsInUse = syscall.Errno(10048)
	return errors.Is(err, syscall.EADDRINUSE) || runtime.GOOS == "windows" && errors.Is(err, windowsInUse)
}

// bindSoon takes a port that is just being given up.
func (s *Server) bindSoon() ([]net.Listener, error) {
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for tries := 1; ; tries++ {
		listeners, err := s.bind()
		if err == nil || tries == 50 {
			return listeners, err
		}
		select {
		case <-s.ctx.Done():
			return nil, err
		case <-ticker.C:
		}
	}
}

// serve answers requests until Close, when the error is nil, or until another window gets the port.
func (s *Server) serve(listeners []net.Listener) (err error) {
	select {
	case <-s.give: // meant for an earlier time
	default:
	}
	server := &http.Server{
		Handler:           http.HandlerFunc(s.handle),
		ReadHeaderTimeout: 2 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      10 * time.Second,
		IdleTimeout:       5 * time.Second,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(s.cfg.Log.Handler(), slog.LevelDebug),
	}
	status := Status{State: Listening}
	var running sync.WaitGroup
	failed := make(chan error, len(listeners))
	for _, l := range listeners {
		status.Addresses = append(status.Addresses, l.Addr().String())
		if address, ok := l.Addr().(*net.TCPAddr); ok {
			status.Port = address.Port
		}
		running.Go(func() { failed <- server.Serve(l) })
	}
	status.Message = fmt.Sprintf("listening for Competitive Companion on port %d", status.Port)
	if status.Port != 0 && !slices.Contains(companionPorts, status.Port) {
		status.Message += fmt.Sprintf(": add %d under Custom ports in its settings", status.Port)
	}
	s.show(status)
	for waiting := true; waiting; {
		select {
		case <-s.ctx.Done():
			waiting = false
		case <-s.give:
			err, waiting = errGiven, false
		case err = <-failed:
			waiting = false
		case <-s.claims: // it is ours already
		}
	}
	// Whoever is being answered is answered; who is slow is not waited for.
	ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
	defer cancel()
	if server.Shutdown(ctx) != nil {
		_ = server.Close()
	}
	running.Wait()
	return err
}

// companionPorts are those that Competitive Companion posts to unasked.
var companionPorts = []int{1327, 4244, 6174, 10042, 10043, 10045, 27121}
