package mcptools

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
)

// stream answers one HTTP request with events, for clients that asked for progress. It
// starts with the first notification; without one, the answer is one JSON document.
type stream struct {
	w http.ResponseWriter

	mu    sync.Mutex
	begun bool
}

// streamFor returns nil if the client accepts no events or asked for no progress.
func streamFor(w http.ResponseWriter, r *http.Request, m *message) *stream {
	if m.progress == nil || !strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
		return nil
	}
	return &stream{w: w}
}

func (s *stream) send(message any) {
	data, err := json.Marshal(message)
	if err != nil {
		return // notes are made of texts and numbers
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.begun {
		s.w.Header().Set("Content-Type", "text/event-stream")
		s.w.Header().Set("Cache-Control", "no-store")
		s.w.WriteHeader(http.StatusOK)
		s.begun = true
	}
	_, _ = fmt.Fprintf(s.w, "event: message\ndata: %s\n\n", data) // a client that went away needs no news
	_ = http.NewResponseController(s.w).Flush()
}

// streams reports whether the answer started as events.
func (s *stream) streams() bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.begun
}
