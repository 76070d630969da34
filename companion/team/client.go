package team

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// Memory is the store of shared and received records (companion/memory).
type Memory interface {
	// MakeDue fixes batches of the records that may leave by now, and returns their number.
	MakeDue(ctx context.Context) (made int, err error)
	// Outbox returns the batches that are made and not acknowledged, in order, at most as many.
	Outbox(most int) []Outgoing
	Waiting() int // their number
	Acked(ctx context.Context, id string) error
	// NewRun has the batches that are not acknowledged, and later ones, made in another run.
	NewRun(ctx context.Context, run string) error
	// Shared returns the acknowledged batches that were not forgotten since.
	Shared() []Placed
	// Reshare makes the living records of these batches again at new places.
	Reshare(ctx context.Context, ids []string) error
	// Tombstones returns the deletion requests that are not acknowledged.
	Tombstones() []types.Tombstone
	TombstoneAcked(ctx context.Context, run string, n int64) error
	// SentTombstones returns the acknowledged deletion requests of the present name.
	SentTombstones() []types.Tombstone
	// Made reports whether this store makes or made the batches of a run.
	Made(run string) bool
	// Mark returns the last place of a chain that was taken.
	Mark(author, run, site string) int64
	// Accept stores the records of an author, who has a name in the roster, durably, of batches that continue each other. Places between the
	// mark and first count as lost; too many of them are INVALID_INPUT. Other contents at a place that was
	// taken are TEAM_FORKED.
	Accept(ctx context.Context, author, name string, of func(origin string) bool, site, run string, first int64, batches ...[][]byte) (Accepted, error)
	Forget(ctx context.Context, t types.Tombstone) error
	// SetAside has an author's records kept and not used.
	SetAside(ctx context.Context, author string, aside bool) error
	// Changed returns a channel that is closed when there may be more to send.
	Changed() <-chan struct{}
}

// Outgoing is a batch to send.
type Outgoing struct {
	ID, Site, Run string
	First         int64
	Prev          string
	At            types.Time
	Lines         [][]byte
}

// Placed is a batch that the log had acknowledged.
type Placed struct {
	ID, Site, Run string
	First         int64
	At            types.Time
}

// Accepted counts the records of a batch.
type Accepted struct{ New, Overshared int }

// Options configure a Client.
type Options struct {
	State string    // the file of the progress in the log; see state
	Log   io.Writer // receives log lines
	// Named is called with the team's names of sites, if there are any.
	Named func([]types.SiteName)
	Now   func() time.Time
	// Version is this companion's, and Older reports whether it is older than another; nil for never.
	Version string
	Older   func(than string) bool
	// KeyPause is the least time after which a member gives keys that others may give; 0 for the usual one.
	KeyPause time.Duration
	// Dial opens the log, and calls lost when the connection ends; nil for NATS at the team's addresses. Tests have a model
	// of the log.
	Dial func(ctx context.Context, lost context.CancelCauseFunc) (l Log, hangUp func(), err error)
}

// Client is a member's connection to the team. It works until Close, also while there is no
// connection.
type Client struct {
	member *Membership
	memory Memory
	log    *log.Logger
	now    func() time.Time
	file   string
	named  func([]types.SiteName)
	vers   string // this companion's version
	older  func(than string) bool
	stop   context.CancelFunc
	done   sync.WaitGroup
	wake   chan struct{} // there is something to read
	tried  chan struct{} // closed once connecting has worked or failed
	again  chan struct{} // connect now
	keyed  chan struct{} // this member was given a key, or other settings
	dial   func(context.Context, context.CancelCauseFunc) (Log, func(), error)

	keyPause time.Duration

	mu       sync.Mutex // guards the fields below
	state    state
	report   Status
	sites    map[string]*site // followed ones, by id
	people   roster
	dirty    struct{ roster, control, done, keys, reports bool }
	keys     keyring
	lackedAt uint64                // up to where keys were read when this member last said that it lacks some
	erased   uint64                // up to where this keeper said that it erased
	reported []batch.Report        // as the team received them
	removed  []string              // likewise, of Overshared
	keysDue  time.Time             // when this member is to give keys; zero for never
	carried  map[string]batch.Done // by member
	queue    []Stored              // live copies to take
	changed  chan struct{}         // closed with the next state
	usage    map[string]usage
	ends     map[string]chainEnd // of others' chains; only the reader uses it
}

// Start connects a member, and keeps it connected.
func Start(m *Membership, memory Memory, o Options) (*Client, error) {
	c := &Client{member: m, memory: memory, log: log.New(o.Log, "", log.LstdFlags|log.LUTC), now: o.Now, file: o.State, named: o.Named, vers: o.Version, older: o.Older, wake: make(chan struct{}, 1), tried: make(chan struct{}), again: make(chan struct{}, 1), keyed: make(chan struct{}, 1), keyPause: cmp.Or(o.KeyPause, keyPause),
		sites: map[string]*site{}, people: newRoster(m), usage: map[string]usage{}, changed: make(chan struct{})}
	if c.now == nil {
		c.now = time.Now
	}
	if c.dial = o.Dial; c.dial == nil {
		c.dial = c.dialNATS
	}
	if err := c.loadState(); err != nil {
		return nil, err
	}
	c.report = Status{Team: m.Team, TeamName: m.TeamName, Member: m.Member, Name: m.Name, Role: m.Role, State: StateOffline, Since: types.At(c.now()), Refused: map[string]int{}}
	ctx, stop := context.WithCancel(context.Background())
	c.stop = stop
	c.done.Go(func() { c.run(ctx) })
	if m.Spool != "" {
		c.done.Go(func() { c.send(ctx, spoolLog{dir: m.Spool, team: m.Team}) })
	}
	return c, nil
}

// Close ends the connection. The next start sends the messages without a receipt.
func (c *Client) Close() error {
	c.stop()
	c.done.Wait()
	return c.saveState()
}

// run connects again and again until ctx ends.
func (c *Client) run(ctx context.Context) {
	for tries := 0; ctx.Err() == nil; tries++ {
		err := c.connect(ctx)
		if ctx.Err() != nil {
			return
		}
		if c.setState(StateOffline, err) == StateLive {
			tries = 0
		}
		select {
		case <-ctx.Done():
		case <-c.again:
		case <-time.After(retryWait(tries)):
		}
	}
}

// connect opens one connection and works on it until it ends.
func (c *Client) connect(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	log, hangUp, err := c.dial(ctx, cancel)
	if err != nil {
		return err
	}
	defer hangUp()
	if err := c.work(ctx, log); err != nil && context.Cause(ctx) == nil {
		return err
	}
	return dialFault(context.Cause(ctx), c.addresses())
}

func (c *Client) dialNATS(ctx context.Context, lost context.CancelCauseFunc) (Log, func(), error) {
	m := c.member
	addresses := c.addresses()
	o, err := dialOptions(addresses, m.CAHash, m.login())
	if err != nil {
		return nil, nil, err
	}
	log := &natsLog{parts: m.Partitions}
	o = append(o, nats.SetCustomDialer(dialer{ctx}), nats.NoReconnect(), nats.ClosedHandler(func(conn *nats.Conn) {
		lost(errors.Join(errClosed, conn.LastError()))
	}), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		log.violation(err)
		if errors.Is(err, nats.ErrSlowConsumer) {
			c.readAll()
		}
	}))
	if log.conn, err = nats.Connect(urls(addresses), o...); err != nil {
		return nil, nil, dialFault(err, addresses)
	}
	return log, log.conn.Close, nil
}

// addresses returns where the team's servers are: those of the newest settings, or those of the invitation.
func (c *Client) addresses() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.member.Login == nil && c.people.config != nil && len(c.people.config.Servers) > 0 {
		return c.people.config.Servers
	}
	return c.member.Addresses
}

var errClosed = errors.New("the connection ended")

// work reads the roster and the deletion requests, then sends and receives.
func (c *Client) work(ctx context.Context, l Log) error {
	// Subscribed first, then read: nothing falls between.
	for subjects, note := range map[string]func(){liveRoster(c.member.Team): func() { c.dirty.roster = true }, liveControl(c.member.Team): func() { c.dirty.control = true }, liveDone(c.member.Team): func() { c.dirty.done = true }, liveKeys(c.member.Team): func() { c.dirty.keys = true }} {
		if _, err := l.Follow(subjects, func(Stored) { c.note(note) }); err != nil {
			return err
		}
	}
	if err := c.checkStreams(ctx, l); err != nil {
		return err
	}
	if err := c.readRoster(ctx, l); err != nil {
		return err
	}
	if err := c.openKeys(ctx, l); err != nil {
		return err
	}
	if err := c.readControl(ctx, l); err != nil {
		return err
	}
	c.confirm(ctx, l)
	if err := c.readDone(ctx, l); err != nil {
		return err
	}
	c.setState(StateLive, nil)
	sending, stop := context.WithCancel(ctx)
	defer stop()
	if c.member.Spool == "" {
		c.done.Go(func() { c.send(sending, l) })
	}
	return c.receive(ctx, l)
}

// note changes the lists of unread messages, and wakes the reader.
func (c *Client) note(change func()) {
	c.mu.Lock()
	change()
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default: // it is awake
	}
}

// readAll has every site read from the log again.
func (c *Client) readAll() {
	c.note(func() {
		for _, s := range c.sites {
			s.dirty = true
		}
	})
}

// Status describes the connection for people.
func (c *Client) Status() Status {
	waiting, orders := c.memory.Waiting(), len(c.memory.Tombstones())
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.report
	s.Outbox, s.Deletions = waiting, orders
	s.Refused, s.RefusedOf = maps.Clone(s.Refused), maps.Clone(s.RefusedOf)
	s.Receipts, s.Reports = c.receipts(), c.reports()
	s.External = c.member.Login != nil
	if s.Encrypted = c.member.Encrypts(); s.Encrypted {
		s.NoKey = c.keys.writing(c.people.entries) == nil
	}
	for _, id := range slices.Sorted(maps.Keys(c.sites)) {
		one := c.sites[id]
		s.Sites = append(s.Sites, SiteStatus{Origin: one.origin, Read: one.read, Records: one.records})
	}
	for _, e := range c.people.entries {
		s.Members = append(s.Members, c.memberStatus(e))
	}
	s.Version, s.Unerased, s.Oversharing = c.vers, c.unerased(), c.oversharing()
	slices.SortFunc(s.Members, func(a, b MemberStatus) int { return cmpNames(a, b) })
	return s
}

func (c *Client) setState(state State, err error) (before State) {
	c.mu.Lock()
	defer c.mu.Unlock()
	before = c.report.State
	fault := types.AsError(err)
	if fault != nil && fault.Code == types.CodeTeamRefused {
		state = StateRefused
	}
	if c.report.State != state || fault != nil && (c.report.Error == nil || c.report.Error.Message != fault.Message) {
		if c.report.State != state {
			c.report.Since = types.At(c.now())
		}
		c.log.Printf("team: %s%s", state, reason(fault))
	}
	c.report.State, c.report.Error = state, fault
	close(c.changed)
	c.changed = make(chan struct{})
	select {
	case <-c.tried:
	default:
		close(c.tried)
	}
	return before
}

// Tried waits until connecting has worked or failed once. Without a connection it tries now: the usual pause may be half
// a minute.
func (c *Client) Tried(ctx context.Context) {
	select {
	case <-c.tried:
	case <-ctx.Done():
		return
	}
	c.mu.Lock()
	changed, offline := c.changed, c.report.State == StateOffline
	c.mu.Unlock()
	if !offline {
		return
	}
	select {
	case c.again <- struct{}{}:
	default: // it does
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	select {
	case <-changed:
	case <-ctx.Done():
	}
}

// Sending reports whether there is something to send, and a server to take it, or the first try to
// connect is still under way.
func (c *Client) Sending() bool {
	c.mu.Lock()
	live := (c.report.State == StateLive || c.member.Spool != "") && !types.HasCode(c.outdated(), types.CodeTeamOutdated)
	c.mu.Unlock()
	select {
	case <-c.tried:
	default:
		live = true
	}
	return live && len(c.memory.Tombstones())+len(c.memory.Outbox(1)) > 0
}

func reason(fault *types.Error) string {
	if fault == nil {
		return ""
	}
	return ": " + fault.Message
}
