package companion

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// What windows say to each other: a window that wants the port looks with GET / whether its owner calls itself execre, and
// only then posts to /handover, because other tools would take any POST for a problem. The owner answers and stops
// listening, and does not try again until its next turn. A browser cannot post there: see handOver. Any program on this
// machine can, as any could have taken the port before us.
const handoverPath = "/handover"

// handOver gives the port to another window, unless a contest is just arriving.
func (s *Server) handOver(r *http.Request) refusal {
	if r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") != "" {
		return refusal{http.StatusForbidden, "only another window of execre may ask for the port"}
	}
	s.mu.Lock()
	arriving := s.arriving
	s.mu.Unlock()
	if arriving > 0 {
		return refusal{http.StatusConflict, "a contest is just arriving here"}
	}
	select {
	case s.give <- struct{}{}:
	default: // somebody has asked already
	}
	return refusal{}
}

// owner asks whoever has the port, and gives the status of the answer, 0 if there is none, and whether it is execre.
func (s *Server) owner(method, path string) (status int, execre bool) {
	ctx, cancel := context.WithTimeout(s.ctx, time.Second)
	defer cancel()
	for _, family := range families {
		url := "http://" + net.JoinHostPort(family.host, strconv.Itoa(s.cfg.Port)) + path
		r, err := http.NewRequestWithContext(ctx, method, url, http.NoBody)
		if err != nil {
			return 0, false
		}
		r.Header.Set("Content-Type", "application/json")
		// Not the default transport: no proxy may come between, and no connection may stay.
		transport := &http.Transport{DisableKeepAlives: true}
		answer, err := transport.RoundTrip(r)
		if err != nil {
			continue
		}
		_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 1<<10))
		_ = answer.Body.Close()
		return answer.StatusCode, answer.Header.Get("Server") == name
	}
	return 0, false
}

func (s *Server) ownerIsExecre() bool {
	_, execre := s.owner(http.MethodGet, "/")
	return execre
}

// askOwner asks the window that has the port for it, and says whether it is given up.
func (s *Server) askOwner() bool {
	if !s.ownerIsExecre() {
		return false
	}
	status, _ := s.owner(http.MethodPost, handoverPath)
	return status == http.StatusOK
}

// isWSL says whether this is Linux under Windows.
func isWSL() bool {
	version, err := os.ReadFile("/proc/sys/kernel/osrelease")
	return err == nil && strings.Contains(strings.ToLower(string(version)), "microsoft")
}

// hint says what has to be done so that a browser on another machine reaches this one, or is "".
func hint(port int, env func(string) string, wsl func() bool) string {
	timeout := "; and raise the request timeout in the settings of Competitive Companion, which is half a second"
	switch {
	case env("CODESPACES") != "" || env("REMOTE_CONTAINERS") != "":
		return fmt.Sprintf("this runs in a container: forward port %d (in VS Code: Forward a Port)%s", port, timeout)
	case env("SSH_CONNECTION") != "" || env("SSH_CLIENT") != "":
		return fmt.Sprintf("this runs on a remote machine: forward port %d, with ssh -L %[1]d:localhost:%[1]d from the machine "+
			"with the browser, or in VS Code with Forward a Port%[2]s", port, timeout)
	case env("WSL_DISTRO_NAME") != "" || wsl():
		return fmt.Sprintf("this runs in WSL: a browser of Windows reaches it as localhost, unless localhostForwarding is "+
			"switched off in .wslconfig or a program of Windows has port %d", port)
	}
	return ""
}
