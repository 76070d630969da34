package gateway

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"cairn/companion/control"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// Memory is the part of the daemon's memory that the gateway uses.
type Memory interface {
	PutSession(ctx context.Context, s *types.Session) error
	// Expect announces actions of the driver, so that an extension's records of them are
	// not stored as well. They end with ctx.
	Expect(ctx context.Context, steps []*types.Step) error
	// PutStep redacts, stores and indexes a step.
	PutStep(ctx context.Context, session *types.Session, step *types.Step, keep types.Keep) (*types.Step, error)
	// Ask returns the knowledge about a page, and may change page.
	Ask(ctx context.Context, q types.Question, page *types.Observation) (*types.Known, error)
	Search(ctx context.Context, req types.SearchRequest) ([]types.StepSummary, error)
	// FlowFor lists the flows that fit a goal at an address, the best first.
	FlowFor(address, goal string, most int) []types.FlowCall
	// Observed returns a page in its stored form: its screen named, its texts
	// redacted.
	Observed(ctx context.Context, page *types.Observation) (*types.Observation, error)
	// Meant finds the flow of an id, or the one that surely fits a goal.
	Meant(ctx context.Context, in tool.FlowInput, address string) (Meant, error)
}

// Meant is a flow to run, with addresses of its site.
type Meant struct {
	Flow    *types.Flow `json:"flow"`
	Origins []string    `json:"origins,omitempty"`
}

// order is one request to the daemon's memory. Exactly one of its parts is set.
type order struct {
	PutSession *types.Session       `json:"putSession,omitempty"`
	Expect     []*types.Step        `json:"expect,omitempty"`
	PutStep    *types.Step          `json:"putStep,omitempty"`
	Session    *types.Session       `json:"session,omitempty"` // PutStep
	Keep       types.Keep           `json:"keep,omitempty"`    // PutStep
	Ask        *types.Question      `json:"ask,omitempty"`
	Page       *types.Observation   `json:"page,omitempty"` // Ask
	Search     *types.SearchRequest `json:"search,omitempty"`
	FlowFor    *flowFor             `json:"flowFor,omitempty"`
	Observe    *types.Observation   `json:"observe,omitempty"`
	Meant      *meantFlow           `json:"meant,omitempty"`
}

type flowFor struct {
	Address string `json:"address"`
	Goal    string `json:"goal"`
	Most    int    `json:"most"`
}

type meantFlow struct {
	Flow, Goal, URL, Address string
}

// reply answers an order.
type reply struct {
	Error *types.Error        `json:"error,omitempty"`
	Step  *types.Step         `json:"step,omitempty"`
	Known *types.Known        `json:"known,omitempty"`
	Steps []types.StepSummary `json:"steps,omitempty"`
	Calls []types.FlowCall    `json:"calls,omitempty"`
	Page  *types.Observation  `json:"page,omitempty"`
	Meant *Meant              `json:"meant,omitempty"`
}

// Serve answers the requests of one gateway until it disconnects.
func Serve(ctx context.Context, m Memory, conn io.ReadWriter) error {
	in := json.NewDecoder(bufio.NewReader(conn))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for {
		var o order
		if err := in.Decode(&o); err != nil {
			if errors.Is(err, io.EOF) || ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("read order of a gateway: %w", err)
		}
		var r reply
		if err := carryOut(ctx, m, &o, &r); err != nil {
			r = reply{Error: types.AsError(err)}
		}
		control.WriteLine(conn, r)
	}
}

func carryOut(ctx context.Context, m Memory, o *order, r *reply) (err error) {
	switch {
	case o.PutSession != nil:
		return m.PutSession(ctx, o.PutSession)
	case o.Expect != nil:
		return m.Expect(ctx, o.Expect)
	case o.PutStep != nil:
		r.Step, err = m.PutStep(ctx, o.Session, o.PutStep, o.Keep)
	case o.Ask != nil && o.Page != nil:
		r.Known, err = m.Ask(ctx, *o.Ask, o.Page)
	case o.Search != nil:
		r.Steps, err = m.Search(ctx, *o.Search)
	case o.FlowFor != nil:
		r.Calls = m.FlowFor(o.FlowFor.Address, o.FlowFor.Goal, o.FlowFor.Most)
	case o.Observe != nil:
		r.Page, err = m.Observed(ctx, o.Observe)
	case o.Meant != nil:
		var meant Meant
		meant, err = m.Meant(ctx, tool.FlowInput{Flow: o.Meant.Flow, Goal: o.Meant.Goal, URL: o.Meant.URL}, o.Meant.Address)
		r.Meant = &meant
	default:
		return types.Fault(types.CodeInvalidInput, "the gateway's order is not understood", "use the cairn command of the daemon's own version")
	}
	return err
}

// Timeouts for a daemon that does not answer.
const (
	// orderTime bounds one request. The client waits for the driver's answer
	// meanwhile.
	orderTime = time.Second
	// restTime is the pause after a daemon did not answer.
	restTime = 15 * time.Second
)

// errResting reports that the daemon did not answer a short while ago.
var errResting = errors.New("the daemon did not answer before")

// Remote is the gateway's connection to the daemon's memory. If the daemon is closed
// or hangs, requests fail, after at most the time of one request.
type Remote struct {
	// Dial connects to the daemon, and may start it.
	Dial func() (net.Conn, error)

	mu      sync.Mutex
	conn    net.Conn
	in      *json.Decoder
	resting time.Time // the end of the pause
	failed  error     // why the daemon does not answer, nil if it does
	dialing bool
}

// Connect dials in the background, so that the first answer need not wait.
func (m *Remote) Connect() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.redial()
}

// redial dials in the background: starting a daemon takes seconds.
func (m *Remote) redial() {
	if m.dialing {
		return
	}
	m.dialing = true
	go func() {
		conn, err := m.Dial()
		m.mu.Lock()
		defer m.mu.Unlock()
		m.dialing = false
		if m.failed = err; err != nil {
			m.resting = time.Now().Add(restTime)
			return
		}
		control.WriteLine(conn, control.Request{Want: control.WantMemory})
		m.conn, m.in, m.resting = conn, json.NewDecoder(bufio.NewReader(conn)), time.Time{}
	}()
}

// ask sends a request and reads the reply.
func (m *Remote) ask(ctx context.Context, o order) (r reply, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.conn == nil {
		if !time.Now().Before(m.resting) {
			m.redial()
		}
		return r, cmp.Or(m.failed, errResting)
	}
	end := time.Now().Add(orderTime)
	if until, ok := ctx.Deadline(); ok && until.Before(end) {
		end = until
	}
	_ = m.conn.SetDeadline(end) // only tests have connections without deadlines
	control.WriteLine(m.conn, o)
	if err := m.in.Decode(&r); err != nil {
		m.conn.Close()
		m.failed = fmt.Errorf("ask the daemon: %w", err)
		m.conn, m.resting = nil, time.Now()
		var slow net.Error
		if errors.As(err, &slow) && slow.Timeout() {
			m.resting = time.Now().Add(restTime)
		}
		return r, m.failed
	}
	if r.Error != nil {
		return r, r.Error
	}
	return r, nil
}

// Close ends the connection.
func (m *Remote) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.conn != nil {
		m.conn.Close()
		m.conn = nil
	}
}

// PutSession stores a session.
func (m *Remote) PutSession(ctx context.Context, s *types.Session) error {
	_, err := m.ask(ctx, order{PutSession: s})
	return err
}

// Expect announces actions. They end with the connection.
func (m *Remote) Expect(ctx context.Context, steps []*types.Step) error {
	_, err := m.ask(ctx, order{Expect: steps})
	return err
}

// PutStep stores a step.
func (m *Remote) PutStep(ctx context.Context, session *types.Session, step *types.Step, keep types.Keep) (*types.Step, error) {
	r, err := m.ask(ctx, order{PutStep: step, Session: session, Keep: keep})
	return r.Step, err
}

// Ask queries the knowledge about a page.
func (m *Remote) Ask(ctx context.Context, q types.Question, page *types.Observation) (*types.Known, error) {
	r, err := m.ask(ctx, order{Ask: &q, Page: page})
	return r.Known, err
}

// Search searches steps.
func (m *Remote) Search(ctx context.Context, req types.SearchRequest) ([]types.StepSummary, error) {
	r, err := m.ask(ctx, order{Search: &req})
	return r.Steps, err
}

// FlowFor lists flows, none if the daemon does not answer.
func (m *Remote) FlowFor(address, goal string, most int) []types.FlowCall {
	r, _ := m.ask(context.Background(), order{FlowFor: &flowFor{address, goal, most}})
	return r.Calls
}

// Observed names and redacts a page.
func (m *Remote) Observed(ctx context.Context, page *types.Observation) (*types.Observation, error) {
	r, err := m.ask(ctx, order{Observe: page})
	if err == nil && r.Page == nil {
		err = errors.New("the daemon did not answer the page")
	}
	return r.Page, err
}

// Meant finds a flow.
func (m *Remote) Meant(ctx context.Context, in tool.FlowInput, address string) (Meant, error) {
	r, err := m.ask(ctx, order{Meant: &meantFlow{in.Flow, in.Goal, in.URL, address}})
	if err != nil {
		return Meant{}, err
	}
	if r.Meant == nil || r.Meant.Flow == nil {
		return Meant{}, errors.New("the daemon did not answer the flow")
	}
	return *r.Meant, nil
}
