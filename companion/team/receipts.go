package team

import (
	"context"
	"crypto/ed25519"
	"slices"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// maxReceipts bounds the own deletion requests whose receipts are shown, newest last.
const maxReceipts = 20

// Receipt says where a deletion request of this member was carried out.
type Receipt struct {
	At      types.Time `json:"at"`
	Records int        `json:"records,omitempty"` // 0 for all
	// Server says that the server erased the bytes from its files.
	Server bool `json:"server"`
	// Done counts the other members that carried it out, of Members.
	Done    int `json:"done"`
	Members int `json:"members"`
}

// ownOrder is a deletion request of this member as it stands in the log.
type ownOrder struct {
	At      types.Time `json:"at"`
	Records int        `json:"records,omitempty"`
	Seq     uint64     `json:"seq"`
}

// noteOwn keeps a deletion request of this member, which was read from the log.
func (c *Client) noteOwn(t types.Tombstone, seq uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state.Orders = append(c.state.Orders, ownOrder{t.At, len(t.IDs), seq})
	c.state.Orders = c.state.Orders[max(0, len(c.state.Orders)-maxReceipts):]
}

// confirm sends the position up to which this member has carried out deletion requests, and its reports. The
// connection goes on if the server does not take them: the next one sends them again.
func (c *Client) confirm(ctx context.Context, l Log) {
	if c.member.Fleet() {
		return // a runner ends soon, and others would count it as all of its fleet
	}
	c.mu.Lock()
	d := batch.Done{Team: c.member.Team, Member: c.member.Member, Control: c.state.understood(c.state.Control), Created: c.state.Created[batch.ControlStream].UnixNano(), At: types.At(c.now()), Erased: c.state.understood(c.state.Erased), Version: c.vers, Overshared: slices.Clone(c.state.Overshared), Reports: slices.Clone(c.state.Reports)}
	if lacks := c.keys.lacking(d.Member); len(lacks) > 0 {
		d.Lacks, d.Keys = lacks, c.keys.Seq
	}
	again := d.Control == c.state.Confirmed && d.Erased == c.erased && d.Keys == c.lackedAt && d.Version == c.state.Said && slices.Equal(d.Overshared, c.removed) && slices.Equal(d.Reports, c.reported)
	c.mu.Unlock()
	if again {
		return
	}
	m, err := batch.SealDone(c.member.key(), d)
	if err == nil {
		err = c.append(ctx, l, m)
	}
	if err != nil {
		c.log.Printf("team: confirm deletions: %v", err)
		return
	}
	c.mu.Lock()
	c.state.Confirmed, c.erased, c.lackedAt, c.reported, c.removed, c.state.Said = d.Control, d.Erased, d.Keys, d.Reports, d.Overshared, d.Version
	c.mu.Unlock()
}

// readDone reads up to where the server and each member have carried out deletion requests.
func (c *Client) readDone(ctx context.Context, l Log) error {
	c.mu.Lock()
	c.dirty.done = false
	c.mu.Unlock()
	done := map[string]batch.Done{}
	_, err := l.Read(ctx, batch.DoneStream, batch.DoneSubject(c.member.Team, "*"), 0, func(s Stored) error {
		key := ed25519.PublicKey(c.member.Root)
		if name := sender(s); name != batch.ServerMember {
			author, err := c.authorOf(ctx, l, name)
			if author == nil || err != nil {
				return err
			}
			key = author.Key
		}
		if d, err := batch.OpenDone(key, s.Message, c.member.Team); err != nil {
			c.refuse(sender(s), reasonOf(err))
		} else {
			done[d.Member] = d
		}
		return nil
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	c.carried = done
	if err != nil && ctx.Err() == nil {
		c.log.Printf("team: read receipts: %v", err) // an older server has none
		return nil
	}
	return err
}

// receipts returns the receipts of the newest deletion requests. c.mu is held.
func (c *Client) receipts() []Receipt {
	out := []Receipt{}
	created := c.state.Created[batch.ControlStream].UnixNano()
	for _, o := range c.state.Orders {
		carried := func(member string) bool {
			d := c.carried[member]
			return d.Created == created && d.Control >= o.Seq
		}
		r := Receipt{At: o.At, Records: o.Records, Server: carried(batch.ServerMember)}
		for id, e := range c.people.entries {
			if d := c.carried[id]; e.Role == batch.RoleKeeper && e.Revoked == nil && d.Created == created && d.Erased >= o.Seq {
				r.Server = true
			}
			if id == c.member.Member || e.Revoked != nil || e.Fleet { // runners end soon
				continue
			}
			if r.Members++; carried(id) {
				r.Done++
			}
		}
		out = append(out, r)
	}
	return out
}
