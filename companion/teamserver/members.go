package teamserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nkeys"

	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/shared/types"
)

func (t *Team) memberPath(id string) string { return filepath.Join(t.dir, membersDir, id+".json") }

// Members returns the roster, by name.
func (t *Team) Members() ([]batch.Entry, error) {
	files, err := os.ReadDir(filepath.Join(t.dir, membersDir))
	if err != nil {
		return nil, fmt.Errorf("read members: %w", err)
	}
	var all []batch.Entry
	for _, f := range files {
		if filepath.Ext(f.Name()) != ".json" {
			continue // being written
		}
		data, err := os.ReadFile(filepath.Join(t.dir, membersDir, f.Name()))
		if err != nil {
			return nil, fmt.Errorf("read member: %w", err)
		}
		e, err := batch.OpenEntry(t.rootKey(), data)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", f.Name(), err)
		}
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b batch.Entry) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.From, b.From))
	})
	return all, nil
}

// member returns the newest member of a name, nil if there is none.
func (t *Team) member(name string) (*batch.Entry, error) {
	all, err := t.Members()
	if err != nil {
		return nil, err
	}
	for _, e := range slices.Backward(all) {
		if e.Name == name {
			return &e, nil
		}
	}
	return nil, nil
}

// named returns the member to revoke, by name or id. Several may have had a name, one after the other: whose records are
// to be deleted must be said.
func (t *Team) named(name string, forget bool) (*batch.Entry, error) {
	all, err := t.Members()
	if err != nil {
		return nil, err
	}
	var found []batch.Entry
	var ids []string
	for _, e := range all {
		if e.Name == name || e.Member == name {
			found, ids = append(found, e), append(ids, e.Member+" since "+e.From.Std().UTC().Format(time.DateTime))
		}
	}
	switch {
	case len(found) == 0:
		return nil, types.Fault(types.CodeNotFound, fmt.Sprintf("there is no member %.50q", name), "cairn team members lists them")
	case len(found) > 1 && forget:
		return nil, types.Invalid(fmt.Sprintf("%d members had the name %s; give the id of one instead: %s", len(found), name, strings.Join(ids, ", ")), "cairn team members --json lists the ids")
	}
	return &found[len(found)-1], nil
}

// Revoke ends a membership: the server closes the member's connection and refuses the next,
// and other members refuse its later messages. The running server does it, or one that is started
// for it.
func (t *Team) Revoke(name string, now time.Time) error { return t.revoke(name, now, false) }

// RevokeAndForget also has all members delete the member's records, and the server erase them from its files.
func (t *Team) RevokeAndForget(name string, now time.Time) error { return t.revoke(name, now, true) }

func (t *Team) revoke(name string, now time.Time, forget bool) error {
	command := revokeCommand
	if forget {
		command = forgetCommand
	}
	if running, err := t.command(command + name); running {
		return err
	}
	if c, err := t.Config(); err != nil || len(c.Servers) > 0 {
		return errors.Join(err, types.Fault(types.CodeTeamOffline, "the team's first server is not running", "Start it with: cairn team serve"))
	}
	s, err := t.Serve(Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	return s.revoke(name, now, forget)
}

func (s *Server) revoke(name string, now time.Time, forget bool) error {
	t := s.team
	e, err := t.named(name, forget)
	if err != nil {
		return err
	}
	// The log-in ends first, so that nothing comes after the last places.
	if err := t.revokeLogin(e); err != nil {
		return err
	}
	if err := s.applyAccount(); err != nil {
		return err
	}
	if e.Revoked != nil && (e.Revoked.Forget || !forget) {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), commandTime)
	defer cancel()
	e.Revoked = &batch.Revoked{At: types.At(now), Last: map[string]int64{}, Forget: forget}
	if forget {
		e.N++
		if _, err := t.writeMember(*e); err != nil {
			return err
		}
		s.keeping.Go(func() { s.eraseForgotten(s.life) })
		return s.publishRoster(ctx)
	}
	for _, stream := range s.records {
		if err := s.keeper.Log.Walk(ctx, stream, batch.OwnSubjects(t.ID, e.Member), 1, func(m team.Stored) error {
			if h, err := batch.Peek(m.Message); err == nil {
				chain := h.Run + "/" + h.Site
				e.Revoked.Last[chain] = max(e.Revoked.Last[chain], h.First+int64(h.Count)-1)
			}
			return nil
		}); err != nil {
			return err
		}
	}
	e.N++
	_, err = t.writeMember(*e)
	if errors.Is(err, batch.ErrLimit) { // a fleet's chains are too many to list
		e.Revoked.Last = nil
		if e.Revoked.Ends, err = s.ends(ctx); err == nil {
			_, err = t.writeMember(*e)
		}
	}
	if err != nil {
		return err
	}
	return s.publishRoster(ctx)
}

func (s *Server) ends(ctx context.Context) (all []batch.StreamEnd, err error) {
	for _, name := range s.records {
		stream, err := s.streams.Stream(ctx, name)
		if err != nil {
			return nil, fmt.Errorf("find records: %w", err)
		}
		info := stream.CachedInfo() // read by Stream
		all = append(all, batch.StreamEnd{Stream: name, Created: info.Created.UnixNano(), Seq: info.State.LastSeq})
	}
	return all, nil
}

func (t *Team) writeMember(e batch.Entry) ([]byte, error) {
	data, err := batch.SealEntry(t.root, e)
	if err != nil {
		return nil, err
	}
	return data, writeFile(t.memberPath(e.Member), data)
}

// revokeLogin refuses the log-in of a member, or those of a fleet's runners, from now on.
func (t *Team) revokeLogin(e *batch.Entry) error {
	a, err := t.account()
	if err != nil {
		return err
	}
	if err := revokeKey(a, e); err != nil {
		return err
	}
	dropSigner(a, e.Member)
	return t.writeAccount(a)
}

func revokeKey(a *jwt.AccountClaims, e *batch.Entry) error {
	public, err := nkeys.Encode(nkeys.PrefixByteUser, e.Key)
	if err != nil {
		return errors.Join(types.Fault(types.CodeInternal, "the member's key is damaged", ""), err)
	}
	a.Revoke(string(public))
	return nil
}
