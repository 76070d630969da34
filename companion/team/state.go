package team

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"cairn/companion/atomicfile"
	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// maxSites bounds the followed sites (T11): the ones not asked about for longest are dropped.
const maxSites = 200

// state is a client's memory between starts. Without it, everything is read again, and known
// records change nothing.
type state struct {
	// V is the newest version of messages that could be read, and Newer the first deletion request of a later one (T14).
	V     int    `json:"v"`
	Newer uint64 `json:"newer,omitempty"`
	// Created tells when the server's streams were made: with others, all sequences are void.
	Created map[string]time.Time `json:"created"`
	Roster  uint64               `json:"roster"`
	Control uint64               `json:"control"`
	// Confirmed is the Control that the team received, and Orders are the newest own
	// deletion requests.
	Confirmed uint64 `json:"confirmed"`
	Said      string `json:"said,omitempty"` // this companion's version, as the team received it
	// Erased is up to which request this keeper carried out on the servers' files.
	Erased uint64     `json:"erased,omitempty"`
	Orders []ownOrder `json:"orders"`
	// Numbers are those of others' deletion requests, by author and run.
	Numbers map[string]numbers `json:"numbers,omitempty"`
	// Overshared are the authors from whose records fields were removed here, newest last.
	Overshared []string `json:"overshared,omitempty"`
	// Reports are the sessions that a person here reported to the admins, newest last.
	Reports []batch.Report `json:"reports,omitempty"`
	// Entries and Config are the newest signed ones, so that an older one is refused (T17).
	Entries map[string][]byte `json:"entries"`
	Config  []byte            `json:"config"`
	Sites   []siteState       `json:"sites"`
	Keys    keyring           `json:"keys"`
}

// siteState is a followed site.
type siteState struct {
	Origin string     `json:"origin"`
	Asked  types.Time `json:"asked"`
	Read   uint64     `json:"read"` // the sequence up to which all was read
}

// site is a site that is followed.
type site struct {
	siteState
	origin  string
	dirty   bool          // it is to be read from the log
	stop    func()        // of its live copies; nil while there is no connection
	read    bool          // read whole once since connected
	ready   chan struct{} // closed then
	records int
}

// SignedRoster reads the roster from the file of a client's state: the members' entries and the settings, as root
// signed them.
func SignedRoster(file string) (entries map[string][]byte, config []byte, err error) {
	data, err := os.ReadFile(file)
	var s state
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read team state: %w", err)
	}
	return s.Entries, s.Config, nil
}

func (c *Client) loadState() error {
	data, err := os.ReadFile(c.file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("read team state: %w", err)
	}
	if json.Unmarshal(data, &c.state) != nil {
		c.state = state{} // it was cut off, or there is none
	}
	if c.state.V < batch.Version {
		c.state.update()
	}
	if c.state.Created == nil {
		c.state.Created = map[string]time.Time{}
	}
	if c.state.Entries == nil {
		c.state.Entries = map[string][]byte{}
	}
	c.keys, c.state.Keys = c.state.Keys, keyring{}
	c.people.restore(c.state)
	if named := c.rename(); len(named) > 0 && c.named != nil {
		c.named(named)
	}
	for _, s := range c.state.Sites {
		c.sites[c.member.SiteID(s.Origin)] = &site{siteState: s, origin: s.Origin, dirty: true, ready: make(chan struct{})}
	}
	return nil
}

// update has read what an older version of Cairn could not. Known records change nothing; deletion requests are costly, and
// are carried out from the first unknown one on.
func (s *state) update() {
	s.V, s.Roster, s.Keys.Seq = batch.Version, 0, 0
	s.Control, s.Erased, s.Newer = s.understood(s.Control), s.understood(s.Erased), 0
	for i := range s.Sites {
		s.Sites[i].Read = 0
	}
}

// understood returns the part of a position in the log of deletion requests that lies before the first one of a later
// version. That one is not carried out, so nothing from it on may be confirmed.
func (s *state) understood(seq uint64) uint64 {
	if s.Newer > 0 {
		return min(seq, s.Newer-1)
	}
	return seq
}

func (c *Client) saveState() error {
	if c.file == "" {
		return nil // of one who pushes a spool, which begins at the first message each time
	}
	c.mu.Lock()
	s := c.state
	s.Sites = nil
	for _, one := range c.sites {
		s.Sites = append(s.Sites, one.siteState)
	}
	s.Entries, s.Config = c.people.signed()
	s.Keys = c.keys
	slices.SortFunc(s.Sites, func(a, b siteState) int { return cmp.Compare(a.Origin, b.Origin) })
	data, err := json.Marshal(s) // while nothing changes
	c.mu.Unlock()
	if err != nil {
		return err
	}
	return atomicfile.ReplaceJSON(c.file, json.RawMessage(data))
}

// checkStreams forgets all sequences when the streams were made again, as after the loss of the
// server's disk, and notes which servers' copies are not up to date.
func (c *Client) checkStreams(ctx context.Context, l Log) error {
	c.mu.Lock()
	c.report.ServersBehind = nil
	c.mu.Unlock()
	return c.checkMade(ctx, l, append(batch.RecordStreams(c.member.Partitions), batch.RosterStream, batch.ControlStream)...)
}

func (c *Client) checkMade(ctx context.Context, l Log, streams ...string) error {
	for _, stream := range streams {
		s, err := l.State(ctx, stream, "none")
		if err != nil {
			return err
		}
		c.mu.Lock()
		c.report.ServersBehind = slices.Compact(slices.Sorted(slices.Values(append(c.report.ServersBehind, s.Behind...))))
		c.report.ClockAhead = 0
		if by := c.now().Sub(s.Now); !s.Now.IsZero() && by.Abs() > maxAhead {
			c.report.ClockAhead = int(by.Seconds())
		}
		if !c.state.Created[stream].Equal(s.Created) {
			c.state.Created[stream] = s.Created
			switch stream {
			case batch.RosterStream:
				c.state.Roster = 0
			case batch.ControlStream:
				c.state.Newer = 0
				c.state.Control, c.state.Confirmed, c.state.Erased, c.state.Orders, c.state.Numbers, c.state.Said = 0, 0, 0, nil, nil, ""
			case batch.KeyStream:
				c.keys.newLog()
			default:
				for id, one := range c.sites {
					if batch.StreamOfSite(id, c.member.Partitions) == stream {
						one.Read = 0
					}
				}
			}
		}
		c.mu.Unlock()
	}
	return nil
}

// Follow begins to follow a site. If it is connected, it waits for the team's records of it, at most
// as long as ctx.
func (c *Client) Follow(ctx context.Context, origin string) {
	id := c.member.SiteID(origin)
	var s *site
	var live bool
	c.note(func() {
		if s = c.sites[id]; s == nil {
			s = &site{siteState: siteState{Origin: origin}, origin: origin, dirty: true, ready: make(chan struct{})}
			c.sites[id] = s
			c.dropOldest()
		}
		s.Asked = types.At(c.now())
		live = c.report.State == StateLive
	})
	if !live {
		return
	}
	select {
	case <-s.ready:
	case <-ctx.Done():
	}
}

// Unfollow no longer follows the sites that match.
func (c *Client) Unfollow(match func(origin string) bool) {
	c.mu.Lock()
	followed := map[string]string{} // ids by origin
	for id, s := range c.sites {
		followed[s.Origin] = id
	}
	c.mu.Unlock()
	dropped := false
	for origin, id := range followed {
		if match(origin) { // it asks the memory
			c.mu.Lock()
			c.drop(id)
			c.mu.Unlock()
			dropped = true
		}
	}
	if dropped {
		if err := c.saveState(); err != nil {
			c.log.Printf("team: %v", err) // it is saved at the end, too
		}
	}
}

// drop no longer follows a site. c.mu is held.
func (c *Client) drop(id string) {
	if s := c.sites[id]; s != nil && s.stop != nil {
		s.stop()
	}
	delete(c.sites, id)
}

// dropOldest stops following the site that was not asked about for longest. c.mu is held.
func (c *Client) dropOldest() {
	if len(c.sites) <= maxSites {
		return
	}
	oldest, asked := "", types.Time(0)
	for id, s := range c.sites {
		if s.Asked > 0 && (oldest == "" || s.Asked < asked) {
			oldest, asked = id, s.Asked
		}
	}
	c.drop(oldest)
}
