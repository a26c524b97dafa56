package companion

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// window is a Server with what it told.
type window struct {
	*Server
	dir      string
	statuses chan Status
	arrivals chan Arrival
}

// open starts a Server in a folder of its own; change may alter its Config.
func open(t *testing.T, port int, change func(*Config)) *window {
	t.Helper()
	w := &window{dir: t.TempDir(), statuses: make(chan Status, 1000), arrivals: make(chan Arrival, 1000)}
	cfg := Config{
		Port:    port,
		Dir:     func() (string, error) { return w.dir, nil },
		Created: func(a Arrival) { w.arrivals <- a },
		Changed: func(s Status) { w.statuses <- s },
		Retry:   20 * time.Millisecond,
		Quiet:   time.Minute,
	}
	if change != nil {
		change(&cfg)
	}
	w.Server = New(cfg)
	w.Listen()
	t.Cleanup(w.Close)
	return w
}

// is waits until the Server says that it is in a state.
func (w *window) is(t *testing.T, state State) Status {
	t.Helper()
	for {
		select {
		case s := <-w.statuses:
			if s.State == state {
				return s
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("never %v: %+v", state, w.Status())
		}
	}
}

func (w *window) arrival(t *testing.T) Arrival {
	t.Helper()
	select {
	case a := <-w.arrivals:
		return a
	case <-time.After(20 * time.Second):
		t.Fatal("nothing was created")
		return Arrival{}
	}
}

// headers of a request, beside those that Go sets.
type headers map[string]string

// fromChromium is what Chromium sends for the extension's call (measured: fetch with mode no-cors in a service worker).
func fromChromium() headers {
	return headers{
		"Origin": "chrome-extension://cjnmckjndlpiamhfimnnjmnckgghkjbl", "Content-Type": "text/plain;charset=UTF-8",
		"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "empty",
	}
}

// send makes a request to an address, and gives status, header and text of the answer.
func send(t *testing.T, method, address string, h headers, body io.Reader) (int, http.Header, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, "http://"+address+"/"+strings.TrimPrefix(h["path"], "/"), body)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range h {
		switch name {
		case "path":
		case "Host":
			r.Host = value
		default:
			r.Header.Set(name, value)
		}
	}
	transport := &http.Transport{DisableKeepAlives: true}
	answer, err := transport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(text)
}

// problem is the JSON of a problem.
func problem(name, batch string, size int) string {
	text, _ := json.Marshal(map[string]any{
		"name": name, "group": "Codeforces - Round 1 (Div. 2)", "url": "https://codeforces.com/contest/1/problem/" + name[:1],
		"interactive": false, "memoryLimit": 256, "timeLimit": 1500, "testType": "single",
		"input": map[string]string{"type": "stdin"}, "output": map[string]string{"type": "stdout"},
		"languages": map[string]any{"java": map[string]string{"mainClass": "Main", "taskClass": "Task"}},
		"tests":     []map[string]string{{"input": "1 2\n", "output": "3\n"}},
		"batch":     map[string]any{"id": batch, "size": size},
	})
	return string(text)
}

// post sends a problem as the extension does.
func (w *window) post(t *testing.T, text string) {
	t.Helper()
	port := strconv.Itoa(w.Status().Port)
	if status, _, answer := send(t, "POST", "127.0.0.1:"+port, fromChromium(), strings.NewReader(text)); status != 200 {
		t.Fatalf("status %d: %s", status, answer)
	}
}

// TestOneProblem: what the extension sends is a folder, at once, whose content is what package imports makes of it.
func TestOneProblem(t *testing.T) {
	w := open(t, 0, nil)
	s := w.is(t, Listening)
	if !strings.Contains(s.Message, strconv.Itoa(s.Port)) || !strings.Contains(s.Message, "Custom ports") {
		t.Errorf("message %q", s.Message)
	}
	w.post(t, problem("A. Watermelon", "b", 1))
	a := w.arrival(t)
	if len(a.Created) != 1 || len(a.Errors) > 0 || a.Contest != "" || a.Missing != 0 {
		t.Fatalf("%+v", a)
	}
	c := a.Created[0]
	if c.Dir != filepath.Join(w.dir, "A-Watermelon") || c.Open != filepath.Join(c.Dir, "solution.cpp") {
		t.Errorf("%+v", c)
	}
	if text, err := os.ReadFile(filepath.Join(c.Dir, "samples", "1.out")); err != nil || string(text) != "3\n" {
		t.Errorf("%q, %v", text, err)
	}
	// Sent again, it is the same folder, with what the person has written since.
	if err := os.WriteFile(c.Open, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.post(t, problem("A. Watermelon", "c", 1))
	if again := w.arrival(t).Created[0]; again.Dir != c.Dir || !again.Existed || again.Open != c.Open {
		t.Errorf("%+v", again)
	}
	if text, _ := os.ReadFile(c.Open); string(text) != "mine" {
		t.Errorf("overwritten: %q", text)
	}
}

// TestBothFamilies: a browser that takes localhost for ::1 reaches us as well, on the same port.
func TestBothFamilies(t *testing.T) {
	probe, err := net.Listen("tcp6", "[::1]:0")
	if err != nil {
		t.Skip("this machine has no IPv6 loopback: ", err)
	}
	_ = probe.Close()
	w := open(t, 0, nil)
	s := w.is(t, Listening)
	want := []string{fmt.Sprintf("127.0.0.1:%d", s.Port), fmt.Sprintf("[::1]:%d", s.Port)}
	if !slices.Equal(s.Addresses, want) {
		t.Fatalf("%q, want %q", s.Addresses, want)
	}
	if status, _, text := send(t, "POST", want[1], fromChromium(), strings.NewReader(problem("B", "", 1))); status != 200 {
		t.Errorf("%d %s", status, text)
	}
	w.arrival(t)
}

// TestNoIPv6: a machine without ::1 has the listener on 127.0.0.1 alone, and one without either says so.
func TestNoIPv6(t *testing.T) {
	without := func(networks ...string) func(*Config) {
		return func(cfg *Config) {
			cfg.listen = func(network, address string) (net.Listener, error) {
				if slices.Contains(networks, network) {
					return nil, &net.OpError{Op: "listen", Net: network, Err: os.NewSyscallError("bind", syscall.EADDRNOTAVAIL)}
				}
				return net.Listen(network, address)
			}
		}
	}
	w := open(t, 0, without("tcp6"))
	s := w.is(t, Listening)
	if !slices.Equal(s.Addresses, []string{fmt.Sprintf("127.0.0.1:%d", s.Port)}) {
		t.Errorf("%q", s.Addresses)
	}
	w.post(t, problem("A", "", 1))
	w.arrival(t)
	if s := open(t, 1234, without("tcp4", "tcp6")).is(t, Failed); !strings.Contains(s.Message, "1234") || !strings.Contains(s.Message, "another port") {
		t.Errorf("message %q", s.Message)
	}
}

// TestRefusals: what a web page can make a browser send is refused, and so is what is no problem; each with a reason.
func TestRefusals(t *testing.T) {
	w := open(t, 0, nil)
	port := strconv.Itoa(w.is(t, Listening).Port)
	good := problem("A", "", 1)
	with := func(base headers, name, value string) headers {
		h := headers{}
		for k, v := range base {
			h[k] = v
		}
		if h[name] = value; value == "" {
			delete(h, name)
		}
		return h
	}
	chromium, curl := fromChromium(), headers{"Content-Type": "application/json"}
	tests := []struct {
		name   string
		method string
		header headers
		body   string
		status int
		says   string
	}{
		{"old releases", "POST", with(chromium, "Content-Type", "application/json"), good, 200, ""},
		{"Firefox", "POST", with(chromium, "Origin", "moz-extension://0b4ea3ae-5f4f-4f5b-8d0f-6b3a0d1c2e3f"), good, 200, ""},
		{"Firefox hides itself", "POST", with(chromium, "Origin", "null"), good, 200, ""},
		{"a script", "POST", curl, good, 200, ""},
		{"a script, with charset", "POST", headers{"Content-Type": "application/json; charset=utf-8"}, good, 200, ""},
		{"Host localhost", "POST", with(curl, "Host", "localhost:"+port), good, 200, ""},
		{"a forwarded port", "POST", with(curl, "Host", "localhost:9999"), good, 200, ""},
		{"Host ::1", "POST", with(curl, "Host", "[::1]:"+port), good, 200, ""},

		{"a page", "POST", with(curl, "Origin", "https://evil.example"), good, 403, "evil.example"},
		{"a page of this machine", "POST", with(curl, "Origin", "http://localhost:3000"), good, 403, "localhost:3000"},
		{"a page, no-cors", "POST", headers{"Origin": "https://evil.example", "Content-Type": "text/plain;charset=UTF-8"}, good, 403, "extensions"},
		{"a frame in a sandbox", "POST", headers{"Origin": "null", "Content-Type": "text/plain", "Sec-Fetch-Site": "cross-site"}, good, 403, "null"},
		{"an Origin like an extension's", "POST", with(curl, "Origin", "https://chrome-extension"), good, 403, ""},
		{"an extension without a name", "POST", with(curl, "Origin", "chrome-extension://"), good, 403, ""},
		{"DNS rebinding", "POST", with(curl, "Host", "evil.example:"+port), good, 403, "evil.example"},
		{"DNS rebinding, GET", "GET", headers{"Host": "127.0.0.1.evil.example"}, "", 403, ""},
		{"a form", "POST", headers{"Content-Type": "application/x-www-form-urlencoded"}, good, 415, "application/json"},
		{"text of nobody", "POST", headers{"Content-Type": "text/plain"}, good, 415, "application/json"},
		{"no label", "POST", headers{}, good, 415, ""},
		{"a bad label", "POST", headers{"Content-Type": "application/json;;"}, good, 415, ""},
		{"GET", "GET", headers{}, "", 405, "Competitive Companion"},
		{"HEAD", "HEAD", headers{}, "", 405, ""},
		{"OPTIONS", "OPTIONS", headers{"Origin": "chrome-extension://abc", "Access-Control-Request-Method": "POST"}, "", 405, ""},
		{"PUT", "PUT", curl, good, 405, ""},
		{"elsewhere", "POST", with(curl, "path", "/admin"), good, 404, "/"},
		{"a page asks for the port", "POST", with(chromium, "path", handoverPath), "", 403, "window"},
		{"garbage", "POST", curl, "\x00\xff{", 400, "not a problem"},
		{"nothing", "POST", curl, "", 400, "not a problem"},
		{"a list", "POST", curl, "[]", 400, "array"},
		{"no name", "POST", curl, "{}", 400, "no name"},
		{"10 MiB", "POST", curl, strings.Repeat("x", 10<<20), 413, "8 MiB"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			status, header, text := send(t, test.method, "127.0.0.1:"+port, test.header, strings.NewReader(test.body))
			if status != test.status || !strings.Contains(text, test.says) {
				t.Errorf("status %d, want %d; it says %q", status, test.status, text)
			}
			for name := range header {
				if strings.HasPrefix(name, "Access-Control-") {
					t.Errorf("a page may ask for more: %s", name)
				}
			}
			if test.status == 405 && header.Get("Allow") != "POST" {
				t.Errorf("Allow %q", header.Get("Allow"))
			}
			if test.status == 200 {
				w.arrival(t)
			}
		})
	}
	select {
	case a := <-w.arrivals:
		t.Errorf("a refused request made %+v", a)
	default:
	}
}

// TestLargeBodyWithoutLength: the bound does not rest on what the sender says of the length.
func TestLargeBodyWithoutLength(t *testing.T) {
	w := open(t, 0, nil)
	port := strconv.Itoa(w.is(t, Listening).Port)
	body := io.MultiReader(strings.NewReader(`{"name":"`), io.LimitReader(zeros{}, 9<<20))
	status, _, text := send(t, "POST", "127.0.0.1:"+port, headers{"Content-Type": "application/json"}, body)
	if status != 413 || !strings.Contains(text, "8 MiB") {
		t.Errorf("%d %q", status, text)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}

// TestSlowClients: clients that send a byte now and then, or nothing, hold up neither a problem nor Close.
func TestSlowClients(t *testing.T) {
	w := open(t, 0, nil)
	port := strconv.Itoa(w.is(t, Listening).Port)
	for i := range 50 {
		c, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		if i%2 == 0 {
			_, _ = io.WriteString(c, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
		} else {
			_, _ = io.WriteString(c, "POST / HTTP/1.1\r\nHost: loc")
		}
	}
	w.post(t, problem("A", "", 1))
	w.arrival(t)
	// One that stops in the middle of its header is cut off.
	c, err := net.Dial("tcp", "127.0.0.1:"+port)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = io.WriteString(c, "POST / HTTP/1.1\r\n")
	_ = c.SetReadDeadline(time.Now().Add(20 * time.Second))
	if _, err := io.ReadAll(bufio.NewReader(c)); err != nil && errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("a slow client is never cut off")
	}
	w.Close()
	if s := w.Status(); s.State != Off {
		t.Errorf("%+v", s)
	}
}

// TestContest: the problems of a contest become folders below one of the contest's name, when the last one is there.
func TestContest(t *testing.T) {
	w := open(t, 0, nil)
	w.is(t, Listening)
	w.post(t, problem("B. Second", "id", 3))
	w.post(t, problem("A. First", "id", 3))
	w.post(t, problem("B. Second", "id", 3)) // the extension was clicked twice
	select {
	case a := <-w.arrivals:
		t.Fatalf("created before the last one is there: %+v", a)
	default:
	}
	w.post(t, problem("C. Third", "id", 3))
	a := w.arrival(t)
	if a.Contest != "Round-1-Div-2" || a.Missing != 0 || len(a.Errors) > 0 || len(a.Created) != 3 {
		t.Fatalf("%+v", a)
	}
	for i, name := range []string{"B-Second", "A-First", "C-Third"} {
		if want := filepath.Join(w.dir, a.Contest, name); a.Created[i].Dir != want {
			t.Errorf("%s, want %s", a.Created[i].Dir, want)
		}
	}
}

// TestMissingMember: a contest of which a problem never comes is made of the others, after a while, and the late one comes
// into the same folder.
func TestMissingMember(t *testing.T) {
	w := open(t, 0, func(cfg *Config) { cfg.Quiet = 50 * time.Millisecond })
	w.is(t, Listening)
	w.post(t, problem("A", "id", 3))
	w.post(t, problem("B", "id", 3))
	first := w.arrival(t)
	for len(first.Created) < 2 { // on a slow machine they come one by one
		next := w.arrival(t)
		first.Created = append(first.Created, next.Created...)
	}
	if first.Missing == 0 {
		t.Errorf("nothing is missing: %+v", first)
	}
	w.post(t, problem("C", "id", 3))
	if late := w.arrival(t); len(late.Created) != 1 || filepath.Dir(late.Created[0].Dir) != filepath.Dir(first.Created[0].Dir) {
		t.Errorf("%+v", late)
	}
}

// TestCloseKeeps: what has come of a contest is kept when the window is closed in the middle.
func TestCloseKeeps(t *testing.T) {
	w := open(t, 0, nil)
	w.is(t, Listening)
	w.post(t, problem("A", "id", 2))
	w.Close()
	if a := w.arrival(t); len(a.Created) != 1 || a.Missing != 1 {
		t.Errorf("%+v", a)
	}
}

// TestTooManyContests: what waits for the rest of its contest is bounded.
func TestTooManyContests(t *testing.T) {
	w := open(t, 0, nil)
	port := strconv.Itoa(w.is(t, Listening).Port)
	for i := range maxContests {
		w.post(t, problem("A", fmt.Sprint("id", i), 2))
	}
	status, _, text := send(t, "POST", "127.0.0.1:"+port, fromChromium(), strings.NewReader(problem("A", "one more", 2)))
	if status != 429 || !strings.Contains(text, "again") {
		t.Errorf("%d %q", status, text)
	}
	w.post(t, problem("A", "", 1)) // a single one needs no room
	w.arrival(t)
}

// TestNowhere: a window that has no folder to put problems into says so of each problem.
func TestNowhere(t *testing.T) {
	w := open(t, 0, func(cfg *Config) { cfg.Dir = func() (string, error) { return "", errors.New("no folder is open") } })
	w.is(t, Listening)
	w.post(t, problem("A", "", 1))
	a := w.arrival(t)
	if len(a.Created) != 0 || len(a.Errors) != 1 || a.Errors[0].Error() != "A: no folder is open" {
		t.Errorf("%+v", a)
	}
}

// TestPanic: a mistake of ours loses one problem and is said; the next one arrives.
func TestPanic(t *testing.T) {
	w := open(t, 0, func(cfg *Config) {
		asked, dir := false, cfg.Dir
		cfg.Dir = func() (string, error) {
			if !asked {
				asked = true
				panic("a mistake")
			}
			return dir()
		}
	})
	w.is(t, Listening)
	w.post(t, problem("A", "", 1))
	if a := w.arrival(t); len(a.Errors) != 1 || !strings.Contains(a.Errors[0].Error(), "internal error: a mistake") {
		t.Errorf("%+v", a)
	}
	w.post(t, problem("A", "", 1))
	if a := w.arrival(t); len(a.Created) != 1 {
		t.Errorf("%+v", a)
	}
}

// TestHandOver: the second window waits without a word of alarm, takes over when the first ends, and gets the port at once
// when a person works in it; then the first one waits.
func TestHandOver(t *testing.T) {
	first := open(t, 0, nil)
	port := first.is(t, Listening).Port
	// The window that was opened first has any free port; the others ask it for that one.
	second := open(t, port, func(cfg *Config) { cfg.Retry = time.Hour })
	if s := second.is(t, Listening); s.Port != port {
		t.Fatalf("%+v", s)
	}
	second.post(t, problem("A", "", 1))
	second.arrival(t)

	third := open(t, port, func(cfg *Config) { cfg.Retry = time.Hour })
	third.is(t, Listening)
	if s := second.is(t, Waiting); !strings.Contains(s.Message, "another window") {
		t.Errorf("message %q", s.Message)
	}
	second.Claim()
	second.is(t, Listening)
	third.is(t, Waiting)
	second.post(t, problem("B", "", 1))
	second.arrival(t)

	// While a contest arrives the port stays.
	second.post(t, problem("A", "id", 2))
	asks := headers{"Content-Type": "application/json", "path": handoverPath}
	if status, _, text := send(t, "POST", "127.0.0.1:"+strconv.Itoa(port), asks, nil); status != 409 || !strings.Contains(text, "contest") {
		t.Errorf("%d %q", status, text)
	}
	second.post(t, problem("B", "id", 2))
	if a := second.arrival(t); len(a.Created) != 2 {
		t.Errorf("%+v", a)
	}
}

// TestOwnerEnds: the window that waits takes over by itself.
func TestOwnerEnds(t *testing.T) {
	first := open(t, 0, nil)
	port := first.is(t, Listening).Port
	first.cfg.Port = port
	first.post(t, problem("A", "id", 2)) // so that the port is not given up
	second := open(t, port, nil)
	second.is(t, Waiting)
	first.Close()
	second.is(t, Listening)
	second.post(t, problem("B", "", 1))
	second.arrival(t)
}

// TestAnotherProgram: who has the port and is not execre is left alone: it gets no POST, and the status says what to do.
func TestAnotherProgram(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	methods := make(chan string, 100)
	other := &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { methods <- r.Method })}
	done := make(chan error)
	go func() { done <- other.Serve(l) }()
	t.Cleanup(func() { <-done })
	t.Cleanup(func() { _ = other.Close() })

	port := l.Addr().(*net.TCPAddr).Port
	w := open(t, port, nil)
	s := w.is(t, Taken)
	if !strings.Contains(s.Message, "another program has port "+strconv.Itoa(port)) || !strings.Contains(s.Message, "Custom ports") {
		t.Errorf("message %q", s.Message)
	}
	_ = other.Close()
	w.is(t, Listening)
	close(methods)
	for method := range methods {
		if method != http.MethodGet {
			t.Errorf("%s to another program", method)
		}
	}
}

// TestOneFamilyTaken: who has the port for ::1 alone has it: with the other half in our hands, problems would arrive here or
// there as the browser likes.
func TestOneFamilyTaken(t *testing.T) {
	other, err := net.Listen("tcp6", "[::1]:0")
	if err != nil {
		t.Skip("this machine has no IPv6 loopback: ", err)
	}
	defer other.Close()
	port := other.Addr().(*net.TCPAddr).Port
	w := open(t, port, func(cfg *Config) { cfg.Retry = time.Hour })
	w.is(t, Taken)
	half, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatalf("the half of the port is held: %v", err)
	}
	_ = half.Close()
}

// TestCloseAtOnce: a Server can be closed whatever it is doing, twice, and without Listen.
func TestCloseAtOnce(t *testing.T) {
	New(Config{}).Close()
	w := open(t, 0, nil)
	w.Close()
	w.Close()
	first := open(t, 0, nil)
	second := open(t, first.is(t, Listening).Port, nil)
	second.Claim()
	second.Close()
	first.Close()
}

// TestDefaultPort: the extension posts to it without being told.
func TestDefaultPort(t *testing.T) {
	if !slices.Contains(companionPorts, DefaultPort) {
		t.Errorf("%d is none of %v", DefaultPort, companionPorts)
	}
}

func TestHint(t *testing.T) {
	tests := []struct {
		name string
		env  map[string]string
		wsl  bool
		says string
	}{
		{"here", nil, false, ""},
		{"SSH", map[string]string{"SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22"}, false, "ssh -L 6174:localhost:6174"},
		{"WSL", nil, true, "localhostForwarding"},
		{"WSL by its variable", map[string]string{"WSL_DISTRO_NAME": "Debian"}, false, "localhostForwarding"},
		{"SSH into WSL", map[string]string{"SSH_CONNECTION": "x"}, true, "ssh -L"},
		{"a container", map[string]string{"REMOTE_CONTAINERS": "true"}, false, "Forward a Port"},
	}
	for _, test := range tests {
		got := hint(DefaultPort, func(name string) string { return test.env[name] }, func() bool { return test.wsl })
		if (got == "") != (test.says == "") || !strings.Contains(got, test.says) {
			t.Errorf("%s: %q, want %q in it", test.name, got, test.says)
		}
	}
}

func TestContestFolder(t *testing.T) {
	for group, want := range map[string]string{
		"Codeforces - Educational Round 40 (Rated for Div. 2)": "Educational-Round-40-Rated-for-Div-2",
		"AtCoder":   "AtCoder",
		"Judge - 🎉": "Judge",
		"":          "contest",
		"../..":     "contest",
	} {
		if got := contestFolder(group); got != want {
			t.Errorf("%q: %q, want %q", group, got, want)
		}
	}
}
