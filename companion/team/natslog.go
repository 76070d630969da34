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

// NewLog returns the log of a keeper's connection.
func NewLog(conn *nats.Conn, partitions int) Log { return &natsLog{conn: conn, parts: partitions} }

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
		ErrCode     int    `json:"err_code"`
		Description string `json:"description"`
	} `json:"error"`
	Seq       uint64    `json:"seq"`
	Duplicate bool      `json:"duplicate"`
	Created   time.Time `json:"created"`
	Now       time.Time `json:"ts"`
	Message   struct {
		Subject string    `json:"subject"`
		Seq     uint64    `json:"seq"`
		Hdrs    []byte    `json:"hdrs"`
		Data    []byte    `json:"data"`
		Time    time.Time `json:"time"`
	} `json:"message"`
	Config struct {
		MaxBytes int64 `json:"max_bytes"`
	} `json:"config"`
	Cluster struct {
		Replicas []struct {
			Name    string `json:"name"`
			Current bool   `json:"current"`
			Offline bool   `json:"offline"`
		} `json:"replicas"`
	} `json:"cluster"`
	State struct {
		FirstAt  time.Time         `json:"first_ts"`
		Last     uint64            `json:"last_seq"`
		Bytes    int64             `json:"bytes"`
		Subjects map[string]uint64 `json:"subjects"`
	} `json:"state"`
}

// The server's codes: of a message that is not there, read and erased, and of one that is not the last as expected.
const (
	notFound      = 404
	noMessage     = 10037
	noSequence    = 10043
	wrongSequence = 10071
)

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

// Append sends a message and waits for the acknowledgement.
func (l *natsLog) Append(ctx context.Context, m batch.Message) error {
	return l.refusable(ctx, m.Subject, func(ctx context.Context) error { return l.publish(ctx, m) })
}

// refusable publishes on a subject. A refused publish has no answer, only a notice on the connection (violation), which
// ends the wait.
func (l *natsLog) refusable(ctx context.Context, subject string, publish func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	refused := make(chan struct{})
	l.mu.Lock()
	if l.refused == nil {
		l.refused = map[string]chan struct{}{}
	}
	l.refused[subject] = refused
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		delete(l.refused, subject)
		l.mu.Unlock()
	}()
	go func() {
		select {
		case <-refused:
			cancel()
		case <-ctx.Done():
		}
	}()
	err := publish(ctx)
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
			return fmt.Errorf("publish: %w", ErrPlaceUsed)
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

// Store waits for the acknowledgement, like Append.
func (l *natsLog) Store(ctx context.Context, m batch.Message, last uint64) (uint64, error) {
	h := nats.Header{}
	if m.Sig != "" {
		h.Set(batch.SigHeader, m.Sig)
	}
	if last != Anywhere {
		h.Set("Nats-Expected-Last-Sequence", strconv.FormatUint(last, 10))
	}
	var r reply
	err := l.refusable(ctx, m.Subject, func(ctx context.Context) (err error) {
		r, err = l.request(ctx, &nats.Msg{Subject: m.Subject, Data: m.Data, Header: h})
		return err
	})
	if r.Error != nil && r.Error.ErrCode == wrongSequence {
		err = ErrMoved
	}
	if err != nil {
		return 0, fmt.Errorf("store: %w", err)
	}
	return r.Seq, nil
}

// Walk reads one message at a time.
func (l *natsLog) Walk(ctx context.Context, stream, subject string, from uint64, each func(Stored) error) error {
	for {
		ask, err := json.Marshal(map[string]any{"seq": from, "next_by_subj": subject})
		if err != nil {
			return err
		}
		r, err := l.request(ctx, &nats.Msg{Subject: "$JS.API.STREAM.MSG.GET." + stream, Data: ask})
		if r.Error != nil && r.Error.Code == notFound {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", stream, err)
		}
		m := r.Message
		one := Stored{Message: batch.Message{Subject: m.Subject, Data: m.Data}, Seq: m.Seq, At: m.Time}
		if len(m.Hdrs) > 0 {
			h, err := nats.DecodeHeadersMsg(m.Hdrs)
			if err != nil {
				return fmt.Errorf("read %s: %w", stream, err)
			}
			one.ID, one.Sig = h.Get(batch.IDHeader), h.Get(batch.SigHeader)
		}
		if err := each(one); err != nil {
			return err
		}
		from = m.Seq + 1
	}
}

// Erase deletes in the only way that overwrites the bytes.
func (l *natsLog) Erase(ctx context.Context, stream string, seq uint64) error {
	r, err := l.request(ctx, &nats.Msg{Subject: "$JS.API.STREAM.MSG.DELETE." + stream, Data: fmt.Appendf(nil, `{"seq":%d}`, seq)})
	if err != nil && (r.Error == nil || r.Error.ErrCode != noMessage && r.Error.ErrCode != noSequence) {
		return fmt.Errorf("erase in %s: %w", stream, err)
	}
	return nil
}

// Purge asks the stream's leader.
func (l *natsLog) Purge(ctx context.Context, stream, subject string, before uint64) error {
	ask, err := json.Marshal(map[string]any{"filter": subject, "seq": before})
	if err == nil {
		_, err = l.request(ctx, &nats.Msg{Subject: "$JS.API.STREAM.PURGE." + stream, Data: ask})
	}
	if err != nil {
		return fmt.Errorf("purge %s: %w", stream, err)
	}
	return nil
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
	return StreamState{Behind: behind, Created: r.Created, Now: r.Now, FirstAt: r.State.FirstAt, Last: r.State.Last, Full: r.Config.MaxBytes > 0 && r.State.Bytes > r.Config.MaxBytes/2, Counts: r.State.Subjects}, nil
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
