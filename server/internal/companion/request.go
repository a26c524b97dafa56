package companion

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"execre/server/internal/imports"
)

// maxBody is the most that a problem may have, in bytes. Judges whose samples are files go up to some MiB.
const maxBody = 8 << 20

// maxUnread is how much of the body of a refused request is read so that its sender gets to see the answer, in bytes.
const maxUnread = 32 << 20

// name is how the Server calls itself in its answers, by which other windows know it.
const name = "execre"

// refusal is a request that is not answered with what it wants.
type refusal struct {
	status int
	reason string
}

func (s *Server) handle(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Server", name)
	header.Set("Content-Type", "text/plain; charset=utf-8")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	answer := "thank you\n"
	refused := admit(r)
	switch {
	case refused.status != 0:
	case r.URL.Path == handoverPath:
		refused = s.handOver(r)
	default:
		refused = s.receive(w, r)
	}
	if refused.status != 0 {
		answer = refused.reason + "\n"
		if refused.status == http.StatusMethodNotAllowed {
			header.Set("Allow", http.MethodPost)
		}
		// A connection that is closed with something unread in it takes the answer with it.
		_, _ = io.CopyN(io.Discard, r.Body, maxUnread)
		header.Set("Connection", "close")
		s.cfg.Log.Debug("companion", "refused", refused.reason, "status", refused.status)
		w.WriteHeader(refused.status)
	}
	if r.Method != http.MethodHead {
		_, _ = io.WriteString(w, answer)
	}
}

// extensions are the schemes of what browser extensions send as their Origin.
var extensions = []string{"chrome-extension", "moz-extension", "safari-web-extension"}

// admit says whether a request may say something: see Server.
func admit(r *http.Request) refusal {
	if !isLoopback(r.Host) {
		return refusal{http.StatusForbidden, fmt.Sprintf("this is not %.80q: only localhost is answered", r.Host)}
	}
	origins := r.Header.Values("Origin")
	origin, fromExtension, hidden := "", false, false
	if len(origins) > 0 {
		origin = origins[0]
		u, err := url.Parse(origin)
		fromExtension = err == nil && len(origins) == 1 && slices.Contains(extensions, u.Scheme) && u.Host != ""
		hidden = len(origins) == 1 && origin == "null" && r.Header.Get("Sec-Fetch-Site") == "none"
		if !fromExtension && !hidden {
			return refusal{
				http.StatusForbidden,
				fmt.Sprintf("nothing is taken from %.80q: only browser extensions may send problems", origin),
			}
		}
	}
	switch {
	case r.URL.Path != "/" && r.URL.Path != handoverPath:
		return refusal{http.StatusNotFound, "problems are posted to /"}
	case r.Method != http.MethodPost:
		return refusal{http.StatusMethodNotAllowed, "execre listens here for Competitive Companion: problems are posted, as JSON"}
	}
	label := r.Header.Get("Content-Type")
	kind, _, err := mime.ParseMediaType(label)
	if err != nil || kind != "application/json" && (kind != "text/plain" || !fromExtension && !hidden) {
		return refusal{
			http.StatusUnsupportedMediaType, fmt.Sprintf("a problem is sent as application/json, not as %.80q", label),
		}
	}
	return refusal{}
}

// isLoopback says whether a Host means this machine by its own names. The port may be another, of a forwarding.
func isLoopback(host string) bool {
	if only, _, err := net.SplitHostPort(host); err == nil {
		host = only
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// receive reads a problem and hands it on.
func (s *Server) receive(w http.ResponseWriter, r *http.Request) refusal {
	tooLarge := refusal{http.StatusRequestEntityTooLarge, fmt.Sprintf("a problem of more than %d MiB is not taken", maxBody>>20)}
	if r.ContentLength > maxBody {
		return tooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return tooLarge
	case err != nil:
		return refusal{http.StatusBadRequest, fmt.Sprintf("the problem did not arrive whole: %v", err)}
	}
	problem, batch, err := imports.ParsePosted(body)
	if err != nil {
		return refusal{http.StatusBadRequest, err.Error()}
	}
	taken := make(chan bool, 1)
	select {
	case s.posts <- post{problem, batch, int64(len(body)), taken}:
	case <-s.ctx.Done():
		return refusal{http.StatusServiceUnavailable, "execre is ending"}
	case <-r.Context().Done():
		return refusal{http.StatusServiceUnavailable, "nobody waits for the answer"}
	}
	if !<-taken {
		return refusal{http.StatusTooManyRequests, "too many contests arrive at once: wait a moment and send this one again"}
	}
	return refusal{}
}
