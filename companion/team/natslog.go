package team

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// natsLog is a Log on NATS JetStream. It uses requests alone, no consumers, so a member leaves no
// state on the server and needs no right to make any.
type natsLog struct {
	conn  *nats.Conn
	parts int // streams of records

	mu      sync.Mutex
	refused map[string]chan struct{} // by subject: closed when the server refuses a publish on it
}

// readBatch is the number of messages that one request reads.
const readBatch = 256

// reply is the part of JetStream's answers that is used here.
type reply struct {
	Error *struct {
		Code        int    `json:"code"`
		Description string `json:"description"`
	} `json:"error"`
	Seq       uint64    `json:"seq"`
	Duplicate bool      `json:"duplicate"`
	Created   time.Time `json:"created"`
	Now       time.Time `json:"ts"`
	Message   struct {
		Subject string `json:"subject"`
		Seq     uint64 `json:"seq"`
		Data    []byte `json:"data"`
	} `json:"message"`
	Cluster struct {
		Replicas []struct {
			Name    string `json:"name"`
			Current bool   `json:"current"`
			Offline bool   `json:"offline"`
		} `json:"replicas"`
	} `json:"cluster"`
	State struct {
		First    uint64            `json:"first_seq"`
		FirstAt  time.Time         `json:"first_ts"`
		Last     uint64            `json:"last_seq"`
		Subjects map[string]uint64 `json:"subjects"`
	} `json:"state"`
}

// notFound is the server's code for a message that was erased.
const notFound = 404

// request waits no longer than for an acknowledgement: while servers choose a leader, none answers.
func (l *natsLog) request(ctx context.Context, m *nats.Msg) (r reply, err error) {
	ctx, cancel := context.WithTimeout(ctx, ackTime)
	defer cancel()
	answer, err := l.conn.RequestMsgWithContext(ctx, m)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(answer.Data, &r); err != nil {
		return r, fmt.Errorf("read the server's answer: %w", err)
	}
	if r.Error != nil {
		return r, fmt.Errorf("the server answers: %s (%d)", r.Error.Description, r.Error.Code)
	}
	return r, nil
}

// Append sends a message and waits for the acknowledgement. A refused publish has no answer, only a
// notice on the connection (violation), which ends the wait.
func (l *natsLog) Append(ctx context.Context, m batch.Message) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	refused := make(chan struct{})
	l.mu.Lock()
	if l.refused == nil {
		l.refused = map[string]chan struct{}{}
	}
	l.refused[m.Subject] = refused
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		delete(l.refused, m.Subject)
		l.mu.Unlock()
	}()
	go func() {
		select {
		case <-refused:
			cancel()
		case <-ctx.Done():
		}
	}()
	err := l.publish(ctx, m)
	select {
	case <-refused:
		return types.Fault(types.CodeTeamRefused, "the team's server does not let this member write there", "Ask the team's admin for the role member.")
	default:
		return err
	}
}

// publish sends a message. The server takes an id that it knows for a duplicate, also when
// another member has used the id to suppress this message. So a duplicate must be the same message.
func (l *natsLog) publish(ctx context.Context, m batch.Message) error {
	for id := m.ID; ; id = m.ID + "." + strconv.FormatInt(time.Now().UnixNano(), 36) {
		r, err := l.request(ctx, &nats.Msg{Subject: m.Subject, Data: m.Data, Header: nats.Header{batch.IDHeader: {id}, batch.SigHeader: {m.Sig}}})
		if err != nil {
			return fmt.Errorf("publish: %w", err)
		}
		if !r.Duplicate || id != m.ID {
			return nil
		}
		stream := batch.StreamOf(m.Subject, l.parts)
		// The stream's leader is asked: another server may not have it yet, and then it would be sent twice.
		had, err := l.request(ctx, &nats.Msg{Subject: "$JS.API.STREAM.MSG.GET." + stream, Data: fmt.Appendf(nil, `{"seq":%d}`, r.Seq)})
		if err != nil && had.Error == nil || err != nil && had.Error.Code != notFound {
			return fmt.Errorf("publish: %w", err)
		}
		used := had.Message.Subject == m.Subject
		same := used && bytes.Equal(had.Message.Data, m.Data)
		switch {
		case same:
			return nil
		case used && strings.Contains(m.Subject, ".r."):
			return fmt.Errorf("publish: %w", errPlaceUsed)
		}
	}
}

func (l *natsLog) violation(err error) {
	if !errors.Is(err, nats.ErrPermissionViolation) {
		return
	}
	said := strings.ToLower(err.Error())
	l.mu.Lock()
	defer l.mu.Unlock()
	for subject, refused := range l.refused {
		if strings.Contains(said, `publish to "`+strings.ToLower(subject)+`"`) {
			delete(l.refused, subject)
			close(refused)
		}
	}
}

// Follow subscribes to live copies.
func (l *natsLog) Follow(subjects string, got func(Stored)) (stop func(), err error) {
	s, err := l.conn.Subscribe(subjects, func(m *nats.Msg) {
		if one, err := stored(m, m.Subject); err == nil {
			got(one)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("follow %s: %w", subjects, err)
	}
	return func() { _ = s.Unsubscribe() }, nil // it fails on a closed connection, where there is nothing to stop
}

// Read reads by direct requests, a page at a time.
func (l *natsLog) Read(ctx context.Context, stream, subjects string, after uint64, each func(Stored) error) (uint64, error) {
	for {
		ask, err := json.Marshal(map[string]any{"seq": after + 1, "next_by_subj": subjects, "batch": readBatch})
		if err != nil {
			return after, err
		}
		n := 0
		err = l.page(ctx, stream, string(ask), func(s Stored) error {
			if err := each(s); err != nil {
				return err
			}
			n, after = n+1, s.Seq
			return nil
		})
		if err != nil || n == 0 {
			return after, err
		}
	}
}

// Last reads one message.
func (l *natsLog) Last(ctx context.Context, stream, subject string, got func(Stored)) error {
	ask, err := json.Marshal(map[string]any{"multi_last": []string{subject}})
	if err != nil {
		return err
	}
	err = l.page(ctx, stream, string(ask), func(s Stored) error {
		got(s)
		return nil
	})
	return err
}

// page sends one direct request and reads its answers up to the end.
func (l *natsLog) page(ctx context.Context, stream, ask string, each func(Stored) error) error {
	inbox := l.conn.NewRespInbox()
	answers, err := l.conn.SubscribeSync(inbox)
	if err != nil {
		return fmt.Errorf("read %s: %w", stream, err)
	}
	defer func() { _ = answers.Unsubscribe() }() // as in Follow
	if err := l.conn.PublishRequest("$JS.API.DIRECT.GET."+stream, inbox, []byte(ask)); err != nil {
		return fmt.Errorf("read %s: %w", stream, err)
	}
	for {
		wait, cancel := context.WithTimeout(ctx, ackTime)
		m, err := answers.NextMsgWithContext(wait)
		cancel()
		if err != nil {
			return fmt.Errorf("read %s: %w", stream, err)
		}
		switch m.Header.Get("Status") {
		case "":
		case "204", "404": // the end of a page; nothing there
			return nil
		default:
			return fmt.Errorf("read %s: the server answers %s %s", stream, m.Header.Get("Status"), m.Header.Get("Description"))
		}
		s, err := stored(m, last(m.Header, "Nats-Subject"))
		if err != nil {
			return fmt.Errorf("read %s: %w", stream, err)
		}
		if err := each(s); err != nil {
			return err
		}
	}
}

// Erase asks the stream's leader: another server may lack a message, which would stay. Of the ways to delete only this
// one overwrites the bytes.
func (l *natsLog) Erase(ctx context.Context, stream, subject string, hit func(batch.Message) bool) error {
	for seq := uint64(1); ; {
		ask, err := json.Marshal(map[string]any{"seq": seq, "next_by_subj": subject})
		if err != nil {
			return err
		}
		r, err := l.request(ctx, &nats.Msg{Subject: "$JS.API.STREAM.MSG.GET." + stream, Data: ask})
		if r.Error != nil && r.Error.Code == notFound {
			return nil
		}
		if err == nil && hit(batch.Message{Subject: r.Message.Subject, Data: r.Message.Data}) {
			_, err = l.request(ctx, &nats.Msg{Subject: "$JS.API.STREAM.MSG.DELETE." + stream, Data: fmt.Appendf(nil, `{"seq":%d}`, r.Message.Seq)})
		}
		if err != nil {
			return fmt.Errorf("erase in %s: %w", stream, err)
		}
		seq = r.Message.Seq + 1
	}
}

// EraseSnapshots erases the manifests, and with them the keys of the data, then the data.
func (l *natsLog) EraseSnapshots(ctx context.Context, team, site string) error {
	if err := l.Erase(ctx, batch.SnapshotStream, batch.SnapshotSubject(team, site), func(batch.Message) bool { return true }); err != nil {
		return err
	}
	ask, err := json.Marshal(map[string]string{"filter": batch.ObjectSubject(team, site, "*")})
	if err == nil {
		_, err = l.request(ctx, &nats.Msg{Subject: "$JS.API.STREAM.PURGE." + batch.ObjectStream, Data: ask})
	}
	return err
}

// State asks for a stream's state.
func (l *natsLog) State(ctx context.Context, stream, subjects string) (StreamState, error) {
	ask, err := json.Marshal(map[string]string{"subjects_filter": subjects})
	if err != nil {
		return StreamState{}, err
	}
	r, err := l.request(ctx, &nats.Msg{Subject: "$JS.API.STREAM.INFO." + stream, Data: ask})
	if err != nil {
		return StreamState{}, fmt.Errorf("state of %s: %w", stream, err)
	}
	var behind []string
	for _, one := range r.Cluster.Replicas {
		if one.Offline || !one.Current {
			behind = append(behind, one.Name)
		}
	}
	return StreamState{Behind: behind, Created: r.Created, Now: r.Now, First: r.State.First, FirstAt: r.State.FirstAt, Last: r.State.Last, Counts: r.State.Subjects}, nil
}

// stored reads the headers that the server added. They stand last: a sender can have written others
// of the same names.
func stored(m *nats.Msg, subject string) (Stored, error) {
	seq, err := strconv.ParseUint(last(m.Header, "Nats-Sequence"), 10, 64)
	if err != nil {
		return Stored{}, fmt.Errorf("message without a sequence: %w", err)
	}
	at, _ := time.Parse(time.RFC3339Nano, last(m.Header, "Nats-Time-Stamp")) // live copies have none
	return Stored{Message: batch.Message{Subject: subject, ID: m.Header.Get(batch.IDHeader), Sig: m.Header.Get(batch.SigHeader), Data: m.Data}, Seq: seq, At: at}, nil
}

func last(h nats.Header, name string) string {
	if all := h.Values(name); len(all) > 0 {
		return all[len(all)-1]
	}
	return ""
}
