package mcptools

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"cairn/shared/limits"
	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// maxSessions bounds the concurrent clients (B55). Clients may disappear silently, so a
// new one replaces the longest idle one.
const maxSessions = 32

// way is a client's transport. Ids in requests name HTTP sessions only: the ids of
// connections are never published (B12).
type way int

const (
	byHTTP way = iota
	byConn
)

// session is one client. It implements mcp-go's ClientSession, so that tools find it
// in their context.
type session struct {
	id  string
	way way
	// choice holds the client's options.
	choice  ClientOptions
	dir     string
	uploads string // see ClientOptions
	// language of site memory; empty for the hint's.
	language string
	agents   func(tool.Client) Agent
	hangUp   func() // ends its connection; nil over HTTP
	rate     rate
	spent    spent

	ready         atomic.Bool
	version       atomic.Value // string
	info          atomic.Pointer[mcp.Implementation]
	caps          atomic.Pointer[mcp.ClientCapabilities]
	notifications chan mcp.JSONRPCNotification

	mu         sync.Mutex
	agent      Agent
	shownSites shownSites
	// flowRan is the session in which a flow was last run.
	flowRan string
	// doubts are the flows that it was offered as similar, by id.
	doubts map[string]doubt
	// similar is the similar flow that it was last shown, behind the session.
	similar string
	// retrieved are the KB items that it received before its session.
	retrieved []string
	used      int64 // rises with every use of any session
	active    int   // calls under way
	ended     bool
}

var (
	_ server.ClientSession              = (*session)(nil)
	_ server.SessionWithClientInfo      = (*session)(nil)
	_ server.SessionWithProtocolVersion = (*session)(nil)
)

// open adds a client. It fails if all sessions are in use and busy. hangUp closes the
// client's connection, if any.
func (s *Server) open(by way, choice ClientOptions, hangUp func()) (*session, error) {
	held, err := limits.Parse(s.opts.Limits, choice.Limits)
	if err != nil {
		return nil, err
	}
	one := &session{
		id: rand.Text() + rand.Text(), way: by, choice: choice, dir: choice.Dir, uploads: choice.Uploads, language: cmp.Or(choice.Language, s.opts.Language),
		agents: func(c tool.Client) Agent { return s.backend.NewAgent(c, held) },
		hangUp: hangUp, notifications: make(chan mcp.JSONRPCNotification), used: s.uses.Add(1),
	}
	one.version.Store("")
	one.info.Store(new(mcp.Implementation))
	one.caps.Store(new(mcp.ClientCapabilities))
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.sessions) >= maxSessions {
		idle := s.idlest()
		if idle == nil {
			return nil, types.Fault(types.CodeRateLimited, fmt.Sprintf("Cairn serves %d clients at once, and each of them is waiting for an answer", maxSessions),
				"try again in a few seconds, or close a client that is not needed")
		}
		delete(s.sessions, idle.id)
		if idle.hangUp != nil {
			idle.hangUp()
		}
		go idle.end()
	}
	s.sessions[one.id] = one
	return one, nil
}

// idlest returns the longest idle session, nil if all are busy.
func (s *Server) idlest() (idle *session) {
	oldest := int64(math.MaxInt64)
	for _, one := range s.sessions {
		one.mu.Lock()
		if one.active == 0 && one.used < oldest {
			idle, oldest = one, one.used
		}
		one.mu.Unlock()
	}
	return idle
}

// find returns the session with that id, in use until done.
func (s *Server) find(by way, id string) (one *session, done func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one = s.sessions[id]
	if one == nil || one.way != by {
		return nil, nil
	}
	one.mu.Lock()
	one.active++
	one.used = s.uses.Add(1)
	one.mu.Unlock()
	return one, func() {
		one.mu.Lock()
		defer one.mu.Unlock()
		one.active--
		one.used = s.uses.Add(1)
	}
}

// forget ends a session. It returns false for an unknown id.
func (s *Server) forget(by way, id string) bool {
	s.mu.Lock()
	one := s.sessions[id]
	ours := one != nil && one.way == by
	if ours {
		delete(s.sessions, id)
	}
	s.mu.Unlock()
	if ours {
		one.end()
	}
	return ours
}

// hands returns the client's agent. It is created on first use, when the client's name
// is known.
func (c *session) hands() Agent {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.agent == nil {
		info := c.GetClientInfo()
		c.agent = c.agents(tool.Client{Name: text.Clip(info.Name, maxClientName), Version: text.Clip(info.Version, maxClientName), Dir: c.dir, Uploads: c.uploads, Spent: c.spent.drain})
		if c.ended {
			c.agent.Close()
		}
	}
	return c.agent
}

// maxClientName bounds a stored client name.
const maxClientName = 60

// currentSession returns the id for "current".
func (c *session) currentSession() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.agent == nil {
		return ""
	}
	return c.agent.SessionID()
}

func (c *session) end() {
	c.mu.Lock()
	agent := c.agent
	c.ended = true
	c.mu.Unlock()
	if agent != nil {
		agent.Close()
	}
}

// sessionOf returns the client of the current message.
func sessionOf(ctx context.Context) *session {
	c, _ := server.ClientSessionFromContext(ctx).(*session)
	return c
}

// The following methods implement mcp-go's ClientSession.

func (c *session) SessionID() string                                   { return c.id }
func (c *session) Initialize()                                         { c.ready.Store(true) }
func (c *session) Initialized() bool                                   { return c.ready.Load() }
func (c *session) NotificationChannel() chan<- mcp.JSONRPCNotification { return c.notifications }
func (c *session) ProtocolVersion() string                             { return c.version.Load().(string) }
func (c *session) SetProtocolVersion(v string)                         { c.version.Store(v) }
func (c *session) GetClientInfo() mcp.Implementation                   { return *c.info.Load() }
func (c *session) SetClientInfo(info mcp.Implementation)               { c.info.Store(&info) }
func (c *session) GetClientCapabilities() mcp.ClientCapabilities       { return *c.caps.Load() }
func (c *session) SetClientCapabilities(caps mcp.ClientCapabilities)   { c.caps.Store(&caps) }
