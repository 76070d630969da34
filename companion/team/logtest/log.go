// Package logtest is a model of a team's log, for tests: streams in memory, and connections that fail as a test wants.
package logtest

import (
	"strings"
	"sync"
	"time"

	"cairn/companion/team"
	"cairn/companion/team/batch"
)

// window is how long the id of a message is known.
const window = 10 * time.Minute

// Server holds the streams of one team.
type Server struct {
	mu      sync.Mutex
	now     func() time.Time
	streams map[string]*stream
	live    map[*follower]bool
}

type stream struct {
	created  time.Time
	last     uint64
	messages []team.Stored
	ids      map[string]idOf
}

type idOf struct {
	seq uint64
	at  time.Time
}

type follower struct {
	conn     *Conn
	subjects string
	got      func(team.Stored)
}

// New returns a server without messages. now is its clock.
func New(now func() time.Time) *Server {
	return &Server{now: now, streams: map[string]*stream{}, live: map[*follower]bool{}}
}

// of returns a stream. s.mu is held.
func (s *Server) of(name string) *stream {
	if s.streams[name] == nil {
		s.streams[name] = &stream{created: s.now(), ids: map[string]idOf{}}
	}
	return s.streams[name]
}

// Lose removes all streams, as the loss of the server's disk does.
func (s *Server) Lose() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.streams = map[string]*stream{}
}

// Drop has a stream lose the messages that match, although they were acknowledged.
func (s *Server) Drop(name string, match func(team.Stored) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := s.of(name)
	st.remove(match)
}

// All returns the messages of a stream.
func (s *Server) All(name string) []team.Stored {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]team.Stored(nil), s.of(name).messages...)
}

// Put stores a message, whatever it is.
func (s *Server) Put(m batch.Message) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.put(m)
}

// put stores a message and publishes its live copy. s.mu is held.
func (s *Server) put(m batch.Message) uint64 {
	st := s.of(streamOf(m.Subject))
	st.last++
	one := team.Stored{Message: m, Seq: st.last, At: s.now()}
	st.messages = append(st.messages, one)
	if m.ID != "" {
		st.ids[m.ID] = idOf{st.last, one.At}
	}
	live := one
	live.At = time.Time{}
	part := strings.Split(m.Subject, ".")
	live.Subject = strings.Join(append([]string{part[0], part[1], "live"}, part[2:]...), ".")
	if part[2] == "r" {
		live.Subject = strings.Join(append([]string{part[0], part[1], "live"}, part[3:]...), ".")
	}
	for f := range s.live {
		if matches(f.subjects, live.Subject) {
			f.conn.deliver(func() { f.got(live) })
		}
	}
	return st.last
}

func (st *stream) remove(match func(team.Stored) bool) {
	var kept []team.Stored
	for _, m := range st.messages {
		if !match(m) {
			kept = append(kept, m)
		}
	}
	st.messages = kept
}

func streamOf(subject string) string {
	switch strings.Split(subject, ".")[2] {
	case "m":
		return batch.RosterStream
	case "s":
		return batch.SnapshotStream
	case "o":
		return batch.ObjectStream
	}
	return batch.StreamOf(subject, 1)
}

// matches reports whether a subject is one of those that a pattern names.
func matches(pattern, subject string) bool {
	p, s := strings.Split(pattern, "."), strings.Split(subject, ".")
	for i, part := range p {
		if part == ">" {
			return len(s) > i
		}
		if i >= len(s) || part != "*" && part != s[i] {
			return false
		}
	}
	return len(p) == len(s)
}
