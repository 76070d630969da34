package memory

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"cairn/shared/share"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// TeamReceipt counts the records of a batch that arrived.
type TeamReceipt struct {
	New        int // stored
	Known      int // had already
	Dropped    int // outside the form, of another site, or forgotten
	Overshared int // fields that were outside the form and were removed
}

// maxHole is the largest number of missing places that AcceptTeam passes over.
const maxHole = 4096

// teamSource returns an author's chain as a source of the store.
func teamSource(author, run, site string) (install, epoch string) {
	return "team:" + author, run + "/" + site
}

// TeamMark returns the place up to which an author's records on a site are stored.
func (m *Memory) TeamMark(author, run, site string) int64 {
	return m.store.HWM(teamSource(author, run, site))
}

// AcceptTeam stores batches of another member that continue each other, whose signature,
// place in the roster and limits were checked; name is the roster's. Their records stand at the places first,
// first+1, …; places missing before first count as lost. of reports whether an origin belongs to the site.
// The form is applied again, and redaction, and earlier deletion requests. It returns
// when the records are durable and can be found. Two contents at one place are
// TEAM_FORKED: the first one stays.
func (m *Memory) AcceptTeam(ctx context.Context, author, name string, of func(origin string) bool, site, run string, first int64, batches ...[][]byte) (TeamReceipt, error) {
	count := int64(0)
	for _, lines := range batches {
		count += int64(len(lines))
	}
	rules := m.team.Load()
	if rules == nil {
		return TeamReceipt{}, errors.New("accept team's records: no team is joined")
	}
	if m.own(rules, author, run) {
		return TeamReceipt{Known: int(count)}, nil
	}
	mark := m.TeamMark(author, run, site)
	if first-mark > maxHole {
		return TeamReceipt{}, types.Invalid(fmt.Sprintf("%d places are missing before %d", first-mark-1, first), "")
	}
	in := incoming{m: m, from: types.From{Team: rules.Team, Author: author, Name: shownName(name), Aside: m.sharing.isAside(author)}, of: of, sessions: map[string]*types.Session{}}
	var recs []wire.Record
	var digests []uint64
	for seq := mark + 1; seq < first; seq++ {
		recs, digests = append(recs, wire.Record{Seq: seq, Gap: &wire.Gap{Reason: "missing in the team's log"}}), append(digests, 0)
	}
	hole := len(recs)
	known := first+count-1 <= mark // only to be compared
	m.inSlot(func() {
		for _, lines := range batches {
			read, over := make([]share.Record, len(lines)), make([]int, len(lines))
			if !known {
				read, over = share.Read(lines)
			}
			for i, rec := range read {
				sum := sha256.Sum256(lines[i])
				recs, digests = append(recs, in.record(first, rec, lines[i])), append(digests, max(binary.BigEndian.Uint64(sum[:]), 1))
				in.receipt.Overshared += over[i]
				first++
			}
		}
	})
	install, epoch := teamSource(author, run, site)
	fresh, err := m.keep(ctx, install, epoch, recs, digests)
	if err != nil && types.AsError(err).Code == types.CodeSeqConflict {
		return TeamReceipt{}, types.Fault(types.CodeTeamForked, "a member used one place for two records", "The first one stays; the member's other records are not used until an admin looks at it.")
	}
	if err != nil {
		return TeamReceipt{}, fmt.Errorf("keep team's records: %w", err)
	}
	if known {
		return TeamReceipt{Known: int(count)}, nil
	}
	for i, isNew := range fresh[hole:] {
		switch {
		case recs[hole+i].Gap != nil:
			in.receipt.Dropped++
		case isNew:
			in.receipt.New++
		default:
			in.receipt.Known++
		}
	}
	return in.receipt, nil
}

// shownName returns a name of the roster, empty for one that no team's server gives: names
// stand in texts for agents.
func shownName(name string) string {
	if len(name) > maxMemberName || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") != "" {
		return ""
	}
	return name
}

const maxMemberName = 40 // bytes

// incoming reads a batch of an author.
type incoming struct {
	m        *Memory
	from     types.From
	of       func(origin string) bool
	sessions map[string]*types.Session // of this batch
	receipt  TeamReceipt
}

// record returns the record to store for one that was read in the form.
func (in *incoming) record(seq int64, rec share.Record, line []byte) wire.Record {
	out := wire.Record{Seq: seq, Gap: &wire.Gap{Reason: "outside the form that a team shares"}}
	switch {
	case rec.Session != nil:
		session, err := in.session(*rec.Session)
		if err != nil {
			return out
		}
		in.sessions[session.SessionID] = session
		return wire.Record{Seq: seq, Session: session}
	case rec.Tally != nil:
		if session := in.again(rec.Tally); session != nil {
			in.sessions[session.SessionID] = session
			return wire.Record{Seq: seq, Session: session}
		}
		return out
	case rec.Step == nil || !in.of(share.Origin(rec.Step)):
		return out
	}
	step := *rec.Step
	step.StepID = share.StepID(in.from.Team, in.from.Author, line)
	step.SessionID = share.SessionID(in.from.Team, in.from.Author, step.SessionID)
	fit, err := in.m.capture(&step, types.KeepFull)
	if err != nil {
		return out
	}
	session := in.sessions[step.SessionID]
	if session == nil {
		if session = in.m.Session(step.SessionID); session == nil {
			session = &types.Session{SchemaVersion: types.SchemaVersion, SessionID: step.SessionID, CreatedAt: share.Day(fit.Timestamp), FlowTags: []string{}, Tags: []string{}, From: &in.from}
		}
	}
	return wire.Record{Seq: seq, Session: session, Step: fit}
}

func (in *incoming) session(s types.Session) (*types.Session, error) {
	s.SessionID = share.SessionID(in.from.Team, in.from.Author, s.SessionID)
	now := in.m.clock()
	s.CreatedAt, s.EndedAt, s.OutcomeAt = min(s.CreatedAt, now), min(s.EndedAt, now), min(s.OutcomeAt, now)
	fit, err := sanitizeSession(&s)
	if err != nil {
		return nil, err
	}
	from := in.from
	if was := in.known(s.SessionID); was != nil {
		from.Again = was.From.Again
	}
	fit.From = &from
	return fit, nil
}

// known returns a session of the author, nil if it is not stored.
func (in *incoming) known(id string) *types.Session {
	s := in.sessions[id]
	if s == nil {
		s = in.m.Session(id)
	}
	if s == nil || s.From == nil || s.From.Author != in.from.Author {
		return nil
	}
	return s
}

// again returns the session of a tally with one more repeat, nil if the author has no such
// session here. A tally holds no text; deleting it erases it from the log.
func (in *incoming) again(t *share.Tally) *types.Session {
	was := in.known(t.As)
	if was == nil {
		return nil
	}
	session, from := *was, *was.From
	from.Again = &types.Repeats{Count: 1, Last: min(t.Day, in.m.clock())}
	if had := was.From.Again; had != nil {
		from.Again = &types.Repeats{Count: min(had.Count+1, maxRepeats), Last: max(had.Last, from.Again.Last)}
	}
	session.From = &from
	return &session
}

// maxRepeats bounds the repeats of a session.
const maxRepeats = 1_000_000

// ForgetTeam carries out a tombstone: it removes the named records of its author, and
// no others, here and in browsers. Those that arrive later are left out.
func (m *Memory) ForgetTeam(ctx context.Context, t types.Tombstone) (types.ForgetReceipt, error) {
	rules := m.team.Load()
	if rules == nil || m.own(rules, t.Author, t.Run) {
		return types.ForgetReceipt{}, nil // this member's own deletions are carried out by now
	}
	f := types.Forget{Author: t.Author, IDs: t.IDs, At: max(1, min(t.At, m.clock()))}
	if t.Author == "" || t.All == (len(t.IDs) > 0) {
		return types.ForgetReceipt{}, types.Invalid("the tombstone names nothing", "")
	}
	return m.forget(ctx, f, nil)
}
