package team

import (
	"cmp"
	"slices"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// Reported is a session that a member reported to the admins.
type Reported struct {
	Session string     `json:"session"` // empty if the author signed two batches at one place
	Author  string     `json:"author"`  // the name of the member who shared it
	By      string     `json:"by"`      // the name of the member who reported it
	At      types.Time `json:"at"`
}

// Report tells the team's admins of a session that another member shared, or without one that the member signed two
// batches at one place. It is sent now or with the next
// connection.
func (c *Client) Report(session, author string) error {
	c.noteReport(session, author)
	return c.saveState()
}

func (c *Client) noteReport(session, author string) {
	c.note(func() {
		c.state.Reports = append(slices.DeleteFunc(slices.Clone(c.state.Reports), func(r batch.Report) bool { return r.Session == session && r.Author == author }),
			batch.Report{Session: session, Author: author, At: types.At(c.now())})
		c.state.Reports = c.state.Reports[max(0, len(c.state.Reports)-batch.MaxReports):]
		c.dirty.reports = true
	})
}

// reports returns the members' reports, newest first, for an admin. c.mu is held.
func (c *Client) reports() (out []Reported) {
	if c.member.Role != batch.RoleAdmin {
		return nil
	}
	for by, d := range c.carried {
		if e := c.people.entries[by]; e.Revoked == nil {
			for _, r := range d.Reports {
				out = append(out, Reported{r.Session, cmp.Or(c.people.entries[r.Author].Name, r.Author), cmp.Or(e.Name, by), r.At})
			}
		}
	}
	slices.SortFunc(out, func(a, b Reported) int {
		return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(a.Session, b.Session), cmp.Compare(a.By, b.By))
	})
	return out
}
