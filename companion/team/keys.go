package team

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// ReasonKey counts batches that are not encrypted as the team does it, or under a key that no member
// announced.
const ReasonKey = "key"

// keyPause is the least time after which a member gives keys, if no other has: all see a joiner at the
// same time. The admin's companion gives them at once.
const keyPause = 5 * time.Second

// maxUnknownKeys bounds the batches of an author in an hour for whose keys the notices are read.
const maxUnknownKeys = 60

var errNoKey = types.Fault(types.CodeTeamOffline, "this member has no key of the team to encrypt with", "It is given one as soon as another member is connected; the admin's companion does it at once.")

func liveKeys(team string) string { return "cairn." + team + ".live.k.*" }

// openKeys reads the notices of keys on a new connection.
func (c *Client) openKeys(ctx context.Context, l Log) error {
	if !c.member.Encrypts() {
		return nil
	}
	if err := c.checkMade(ctx, l, batch.KeyStream); err != nil {
		return err
	}
	return c.readKeys(ctx, l)
}

// readKeys reads the new notices of keys, and has the sites read whose batches waited for one.
func (c *Client) readKeys(ctx context.Context, l Log) error {
	c.mu.Lock()
	after := c.keys.Seq
	c.dirty.keys = false
	c.mu.Unlock()
	if !c.member.Encrypts() {
		return nil
	}
	got := 0
	after, err := l.Read(ctx, batch.KeyStream, batch.KeySubject(c.member.Team, "*"), after, func(s Stored) error {
		n, err := c.takeKeys(ctx, l, s)
		got += n
		return err
	})
	c.mu.Lock()
	c.keys.Seq = max(c.keys.Seq, after)
	c.mu.Unlock()
	if got > 0 {
		c.readAll()
		select {
		case c.keyed <- struct{}{}:
		default: // the sender knows
		}
	}
	return err
}

// takeKeys takes a notice, and returns the number of keys that it gave to this member. A key counts
// also if its giver was removed since: old batches are encrypted under it.
func (c *Client) takeKeys(ctx context.Context, l Log, s Stored) (got int, err error) {
	author, err := c.authorOf(ctx, l, sender(s))
	if err != nil {
		return 0, err
	}
	if author == nil {
		c.refuse(sender(s), ReasonUnknown)
		return 0, nil
	}
	n, err := batch.OpenKeys(author.Key, s.Message, c.member.Team)
	if err != nil {
		c.refuse(sender(s), reasonOf(err))
		return 0, nil
	}
	if author.Fleet || author.Role == batch.RoleReader {
		c.refuse(sender(s), ReasonRole)
		return 0, nil
	}
	by := fmt.Sprint(n.Author, s.At.Unix()/int64(quotaTime.Seconds())) // by the server's clock: a joiner reads the notices of years
	if len(n.Made) > 0 && !c.quota(by+" makes keys", len(n.Made), maxKeyNotices) || len(n.Given) > 0 && !c.quota(by+" gives keys", len(n.Given), maxForgotten) {
		c.refuse(sender(s), ReasonFlood)
		return 0, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range n.Made {
		c.keys.announce(id, n.Author, s)
	}
	for _, w := range n.Given {
		one := c.keys.find(w.Key)
		if one == nil || one.Given == nil {
			continue // no member announced it
		}
		one.Given[w.For] = s.Seq
		if w.For == c.member.Member && one.Secret == nil {
			if key, err := w.Unwrap(c.member.Team, c.member.boxSeed()); err == nil {
				one.Secret = key.Secret
				got++
			}
		}
	}
	return got, nil
}

// open verifies and decrypts a batch. It must be encrypted if the team encrypts, and only then.
func (c *Client) open(author *batch.Entry, m batch.Message) (batch.Header, [][]byte, error) {
	h, lines, err := batch.OpenEncrypted(author.Key, m, c.teamKey)
	if (err == nil || errors.Is(err, batch.ErrKey)) && (h.Key != "") != c.member.Encrypts() {
		return h, nil, errEncryption
	}
	return h, lines, err
}

var errEncryption = errors.New("the batch is not encrypted as the team does it")

func (c *Client) teamKey(id string) *batch.TeamKey {
	c.mu.Lock()
	defer c.mu.Unlock()
	if one := c.keys.find(id); one != nil && one.Secret != nil {
		return &batch.TeamKey{ID: id, Secret: one.Secret}
	}
	return nil
}

// announced reports whether the batches under a key can be read later. The notices are read again for
// one that is not known.
func (c *Client) announced(ctx context.Context, l Log, author, key string) (bool, error) {
	known := func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.keys.find(key) != nil
	}
	if known() || !c.quota(author+" unknown keys", 1, maxUnknownKeys) {
		return known(), nil
	}
	err := c.readKeys(ctx, l)
	return known(), err
}

// seal encodes a batch, encrypted if the team encrypts.
func (c *Client) seal(h batch.Header, lines [][]byte) (batch.Message, error) {
	if !c.member.Encrypts() {
		return batch.Seal(c.member.key(), h, lines)
	}
	if c.member.Spool != "" {
		return batch.SealEncrypted(c.member.key(), h, lines, batch.SpoolKey(c.member.boxSeed()))
	}
	return c.encrypt(h, lines)
}

// encrypt encodes a batch under the team's key.
func (c *Client) encrypt(h batch.Header, lines [][]byte) (batch.Message, error) {
	c.mu.Lock()
	key := c.keys.writing(c.people.entries)
	c.mu.Unlock()
	if key == nil {
		return batch.Message{}, errNoKey
	}
	return batch.SealEncrypted(c.member.key(), h, lines, *key)
}

// provideKeys makes a key if one is due, and gives members the keys that they lack. If others may do so
// before, it returns the time to wait.
func (c *Client) provideKeys(ctx context.Context, l Log) (wait time.Duration, err error) {
	me := c.member.Member
	if !c.member.Encrypts() || c.member.Fleet() || c.member.Role == batch.RoleReader {
		return 0, nil
	}
	c.mu.Lock()
	people := c.people.entries
	due, again, gifts := c.keys.due(people, c.now()), c.keys.unannounced(), c.keys.missing(people, c.carried, me)
	switch {
	case !due && len(again)+len(gifts) == 0:
		c.keysDue = time.Time{}
	case c.keysDue.IsZero():
		c.keysDue = c.now()
		if c.member.Role != batch.RoleAdmin {
			c.keysDue = c.now().Add(c.keyPause + rand.N(max(c.keyPause, 1)))
		}
	}
	if wait = c.keysDue.Sub(c.now()); c.keysDue.IsZero() || wait > 0 {
		c.mu.Unlock()
		return max(wait, 0), nil
	}
	c.keysDue = time.Time{}
	made := again
	if due && len(again) == 0 { // keys from before a loss may still do
		key := batch.NewTeamKey()
		c.keys.Keys = append(c.keys.Keys, knownKey{ID: key.ID, At: types.At(c.now()), Secret: key.Secret})
		made = []batch.TeamKey{key}
	}
	for _, key := range made { // to oneself too: this member's file may be lost
		for _, e := range people {
			if e.Revoked == nil && e.Box != nil {
				gifts = append(gifts, gift{key, e})
			}
		}
	}
	c.mu.Unlock()
	if err := c.saveState(); err != nil { // a key that others have is not to be lost here
		return 0, err
	}
	err = c.giveKeys(ctx, l, made, gifts)
	if fault := types.AsError(err); fault != nil && fault.Code == types.CodeTeamRefused { // its role is another now; it still receives
		c.log.Printf("team: give keys: %v", err)
		c.mu.Lock()
		c.keysDue = c.now().Add(healTime)
		c.mu.Unlock()
		return healTime, nil
	}
	if err != nil {
		return 0, err
	}
	return 0, c.readKeys(ctx, l)
}

// giveKeys publishes notices: first the new keys, then those that members are given.
func (c *Client) giveKeys(ctx context.Context, l Log, made []batch.TeamKey, gifts []gift) error {
	n := batch.KeyNotice{Team: c.member.Team, Author: c.member.Member, At: types.At(c.now())}
	for _, key := range made {
		n.Made = append(n.Made, key.ID)
	}
	slices.SortFunc(gifts, func(a, b gift) int { return strings.Compare(a.member.Member, b.member.Member) })
	for part := 0; ; part++ {
		n.Given = nil
		for _, g := range gifts[:min(len(gifts), batch.MaxGiven)] {
			w, err := batch.Wrap(n.Team, g.member.Member, g.member.Box, g.key)
			if err != nil {
				return err
			}
			n.Given = append(n.Given, w)
		}
		gifts = gifts[len(n.Given):]
		m, err := batch.SealKeys(c.member.key(), n, part)
		if err == nil {
			err = c.append(ctx, l, m)
		}
		if err != nil {
			return err
		}
		if n.Made = nil; len(gifts) == 0 {
			return nil
		}
	}
}
