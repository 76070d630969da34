package team

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"cairn/companion/atomicfile"
	"cairn/companion/team/batch"
)

// A spool is a directory of a runner's signed messages, one a file, which
// Push sends later from a place that reaches the team's server.

// Names of spooled files begin with the kind of message. Deletion requests sort first, because
// they are sent before everything else.
const (
	spooledForget = "forget."
	spooledBatch  = "share."
	spooledExt    = ".json"
)

// maxSpooled bounds a file: the message in Base64, and its subject, id and signature.
const maxSpooled = 2*batch.MaxData + 4096

// spoolLog is a Log to which messages are appended as files. It reads nothing.
type spoolLog struct {
	Log
	dir, team string
}

// Append writes a message. A deletion request also removes the batches that it covers: they
// never leave this machine.
func (l spoolLog) Append(_ context.Context, m batch.Message) error {
	if err := os.MkdirAll(l.dir, 0o700); err != nil {
		return fmt.Errorf("make spool: %w", err)
	}
	name := spooledForget + m.ID
	if h, err := batch.Peek(m); err == nil {
		name = fmt.Sprintf("%s%s.%s.%s.%016d", spooledBatch, h.Author, h.Run, h.Site, h.First) // they sort by place
	} else if err := l.removeForgotten(m); err != nil {
		return err
	}
	data, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("spool: %w", err)
	}
	if err := atomicfile.Replace(filepath.Join(l.dir, name+spooledExt), data); err != nil {
		return fmt.Errorf("spool: %w", err)
	}
	return nil
}

func (l spoolLog) removeForgotten(m batch.Message) error {
	t, err := batch.PeekTombstone(m, l.team)
	if err != nil {
		return fmt.Errorf("spool: %w", err)
	}
	names, err := spooled(l.dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		waiting, err := readSpooled(filepath.Join(l.dir, name))
		if err != nil {
			continue // Push says so
		}
		h, err := batch.Peek(waiting)
		if err != nil || !batch.Covers(t, h) {
			continue
		}
		if err := os.Remove(filepath.Join(l.dir, name)); err != nil {
			return fmt.Errorf("remove from spool: %w", err)
		}
	}
	return nil
}

// spooled lists the files of a spool in the order in which they are sent.
func spooled(dir string) (names []string, err error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("read spool: %w", err)
	}
	for _, f := range files {
		name := f.Name()
		if f.Type().IsRegular() && strings.HasSuffix(name, spooledExt) && (strings.HasPrefix(name, spooledForget) || strings.HasPrefix(name, spooledBatch)) {
			names = append(names, name)
		}
	}
	return names, nil
}

func readSpooled(path string) (m batch.Message, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return m, err
	}
	if info.Size() > maxSpooled {
		return m, batch.ErrLimit
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return m, err
	}
	if json.Unmarshal(data, &m) != nil || m.Subject == "" || m.ID == "" || len(m.Data) == 0 {
		return m, batch.ErrMalformed
	}
	return m, nil
}

// Pushed counts the files of a spool.
type Pushed struct {
	Sent    int `json:"sent"`
	Known   int `json:"known"`   // the team had them
	Damaged int `json:"damaged"` // no message, or another one has the place; they stay
	Others  int `json:"others"`  // of other members, who alone may send them; they stay
}

// Push sends the files of a spool, and removes each that the team's log has.
func Push(ctx context.Context, m *Membership, dir string) (done Pushed, err error) {
	names, err := spooled(dir)
	if err != nil || len(names) == 0 {
		return done, err
	}
	o, err := dialOptions(m.Addresses, m.CAHash, m.login())
	if err != nil {
		return done, err
	}
	l := &natsLog{parts: m.Partitions}
	o = append(o, nats.NoReconnect(), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { l.violation(err) }))
	if l.conn, err = nats.Connect(urls(m.Addresses), o...); err != nil {
		return done, dialFault(err, m.Addresses)
	}
	defer l.conn.Close()
	p := pusher{Client: &Client{member: m, log: log.New(io.Discard, "", 0), now: time.Now, people: newRoster(m), usage: map[string]usage{}, state: state{Created: map[string]time.Time{}}, report: Status{Refused: map[string]int{}}},
		log: l, has: map[string]map[string]batch.Message{}}
	if m.Encrypts() {
		err := p.readRoster(ctx, l)
		if err == nil {
			err = p.openKeys(ctx, l)
		}
		if err != nil {
			return done, err
		}
	}
	for _, name := range names {
		path := filepath.Join(dir, name)
		gone, err := p.push(ctx, path, &done)
		if err == nil && gone {
			err = os.Remove(path)
		}
		if err != nil {
			return done, err
		}
	}
	return done, nil
}

// pusher sends the files of a spool. It has a client that is not started, for the keys of a team that encrypts.
type pusher struct {
	*Client
	log Log
	has map[string]map[string]batch.Message // the log's messages, by subject and id
}

// push sends one file. It reports whether the log has the message now.
func (p *pusher) push(ctx context.Context, path string, done *Pushed) (gone bool, err error) {
	m, err := readSpooled(path)
	if err != nil {
		done.Damaged++
		return false, nil
	}
	h, err := batch.Peek(m)
	if err != nil {
		t, tErr := batch.PeekTombstone(m, p.member.Team)
		if tErr != nil || m.Subject != batch.ControlSubject(p.member.Team, t.Author) {
			done.Damaged++
			return false, nil
		}
		h.Team, h.Author = p.member.Team, t.Author
	}
	if h.Team != p.member.Team || h.Author != p.member.Member {
		done.Others++
		return false, nil
	}
	if h.Run != "" {
		if err := p.read(ctx, m.Subject); err != nil {
			return false, err
		}
	}
	if known, ok := p.has[m.Subject][m.ID]; ok {
		if !bytes.Equal(known.Data, m.Data) && !p.same(known, m) {
			done.Damaged++
			return false, nil
		}
		done.Known++
		return true, nil
	}
	if h.Run != "" && p.member.Encrypts() {
		_, lines, err := p.spooled(m)
		if err != nil {
			done.Damaged++
			return false, nil
		}
		h.Runner = p.member.Runner
		if m, err = p.encrypt(h, lines); err != nil {
			return false, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, ackTime)
	defer cancel()
	switch err := p.log.Append(ctx, m); {
	case errors.Is(err, ErrPlaceUsed):
		done.Damaged++
		return false, nil
	case err != nil:
		return false, err
	}
	done.Sent++
	return true, nil
}

// spooled decrypts a batch that a runner of the fleet wrote to a file.
func (p *pusher) spooled(m batch.Message) (batch.Header, [][]byte, error) {
	return batch.OpenEncrypted(p.people.entries[p.member.Member].Key, m, func(id string) *batch.TeamKey {
		if key := batch.SpoolKey(p.member.boxSeed()); key.ID == id {
			return &key
		}
		return nil
	})
}

// same reports whether the log has the records of a file, under a key of the team.
func (p *pusher) same(known, file batch.Message) bool {
	_, has, err := batch.OpenEncrypted(p.people.entries[p.member.Member].Key, known, p.teamKey)
	_, lines, fileErr := p.spooled(file)
	return err == nil && fileErr == nil && slices.EqualFunc(has, lines, bytes.Equal)
}

// read notes the log's messages on a subject. The server itself knows messages for minutes
// only.
func (p *pusher) read(ctx context.Context, subject string) error {
	if p.has[subject] != nil {
		return nil
	}
	p.has[subject] = map[string]batch.Message{}
	_, err := p.log.Read(ctx, batch.StreamOf(subject, p.member.Partitions), subject, 0, func(s Stored) error {
		p.has[subject][s.ID] = s.Message
		return nil
	})
	return err
}
