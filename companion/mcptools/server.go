package mcptools

import (
	"cmp"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"cairn/shared/limits"
	"cairn/shared/types"
)

// DefaultPrefix is the prefix of most tools' names.
const DefaultPrefix = "mm_"

// Options of a Server. Tools and Prefix are those of HTTP clients.
type Options struct {
	Tools  string // AllTools when empty
	Prefix string // instead of mm_; DefaultPrefix when empty
	// Language of recall_site_memory, "en" or "zh"; when empty, that of the
	// task hint.
	Language string
	Uploads  string // of HTTP clients: see ClientOptions
	// Limits hold for all clients.
	Limits  limits.Given
	Token   string // bearer token of HTTP clients; without one every request is refused
	Version string
	Log     *slog.Logger // slog.Default when nil

	bodyTime time.Duration // tests make it shorter
}

// ClientOptions are the options of one connected client.
type ClientOptions struct {
	Tools  string
	Prefix string
	// Dir is the client's working directory, if known.
	Dir string
	// Uploads are the directories whose files the client may upload, joined as in
	// PATH.
	Uploads string
	// Language of recall_site_memory; Options.Language when empty.
	Language string
	// Limits hold for this client, besides Options.Limits.
	Limits limits.Given
	// Announce sends [MethodBegun] before each request.
	Announce bool
}

// Server offers the tools to any number of clients at once.
type Server struct {
	backend Backend
	opts    Options
	log     *slog.Logger

	uses atomic.Int64 // of sessions, for their order

	mu       sync.Mutex
	token    string                              // of HTTP clients
	surfaces map[ClientOptions]*server.MCPServer // by Tools and Prefix alone
	sessions map[string]*session
}

// New returns a server. It panics if an embedded schema is invalid.
func New(backend Backend, opts Options) *Server {
	s := &Server{
		backend: backend, opts: opts, log: opts.Log, token: opts.Token,
		surfaces: map[ClientOptions]*server.MCPServer{}, sessions: map[string]*session{},
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	if _, err := s.surface(ClientOptions{Tools: opts.Tools, Prefix: opts.Prefix}); err != nil {
		panic(err)
	}
	return s
}

// Sessions returns the number of connected clients.
func (s *Server) Sessions() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.sessions)
}

// Close ends every client's session.
func (s *Server) Close() {
	s.mu.Lock()
	open := s.sessions
	s.sessions = map[string]*session{}
	s.mu.Unlock()
	var all sync.WaitGroup
	for _, one := range open {
		all.Go(one.end)
	}
	all.Wait()
}

func (s *Server) surface(choice ClientOptions) (*server.MCPServer, error) {
	choice.Dir, choice.Uploads, choice.Language, choice.Announce = "", "", "", false
	held, err := limits.Parse(s.opts.Limits, choice.Limits)
	if err != nil {
		return nil, err
	}
	if choice.Limits = (limits.Given{}); held.Confirms() {
		choice.Limits.Confirm = limits.ConfirmRisky
	}
	choice.Tools = cmp.Or(choice.Tools, AllTools)
	if err := CheckTools(choice.Tools); err != nil {
		return nil, err
	}
	choice.Prefix = cmp.Or(choice.Prefix, DefaultPrefix)
	if !prefixForm.MatchString(choice.Prefix) {
		return nil, types.Invalid(fmt.Sprintf("the prefix %.40q does not fit tool names", choice.Prefix), "use at most 16 letters, digits, _ and -")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if made, ok := s.surfaces[choice]; ok {
		return made, nil
	}
	made, err := s.build(choice)
	if err == nil {
		s.surfaces[choice] = made
	}
	return made, err
}

// build registers tools and resources and declares that they do not change.
func (s *Server) build(choice ClientOptions) (*server.MCPServer, error) {
	names := renamer(choice.Prefix)
	hooks := &server.Hooks{}
	hooks.AddAfterListResources(s.listSites)
	withheld := outside(choice.Tools)
	hooks.AddAfterListTools(hide(names, withheld))
	m := server.NewMCPServer("cairn", s.opts.Version,
		server.WithHooks(hooks),
		server.WithTitle("Cairn: a browser that remembers what worked"),
		server.WithInstructions(names.text(instructions(choice.Tools, choice.Limits.Confirm != ""))),
		server.WithToolCapabilities(false),
		server.WithResourceCapabilities(false, false),
		server.WithPromptCapabilities(false),
		server.WithResourceRecovery(),
	)
	for _, t := range tools {
		if slices.Contains(withheld, t.name) {
			m.AddTool(t.definition(names, json.RawMessage(`{"type":"object"}`)), refuse(t, names, choice.Tools))
			continue
		}
		raw, checked, err := loadSchema(t.name)
		if err != nil {
			return nil, err
		}
		if !t.memory || t.own {
			if raw, err = checked.brief(choice.Limits.Confirm != ""); err != nil {
				return nil, fmt.Errorf("schema of %s: %w", t.name, err)
			}
		}
		m.AddTool(t.definition(names, raw), s.handler(t, names, withheld, checked))
	}
	s.addResources(m)
	s.addPrompts(m, names)
	return m, nil
}

func (t *definition) definition(names renamer, schema []byte) mcp.Tool {
	def := mcp.NewToolWithRawSchema(names.tool(t.name), names.text(t.description), schema)
	def.Annotations = t.hints()
	return def
}

// hints returns the annotations that differ from MCP's defaults, which assume
// destructive tools in an open world.
func (t *definition) hints() mcp.ToolAnnotation {
	yes, no := true, false
	var a mcp.ToolAnnotation
	switch {
	case t.readOnly:
		a.ReadOnlyHint = &yes
	case !t.destructive:
		a.DestructiveHint = &no
	}
	if !t.openWorld {
		a.OpenWorldHint = &no
	}
	return a
}
