package teamserver

import (
	"cmp"
	"crypto/ed25519"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"cairn/companion/atomicfile"
	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// External is a NATS of another operator, in place of the server within this process. Its operator gives
// log-ins to the keeper, which is this machine, and to each member; signatures and roster hold all the same.
type External struct {
	Addresses []string `json:"addresses"`
	JWT       string   `json:"jwt"` // the keeper's log-in
	Seed      []byte   `json:"seed"`
	Copies    int      `json:"copies"` // of each message
}

// natsPort is the port of a NATS server whose address has none.
const natsPort = "4222"

// NewExternal returns the NATS at comma-separated addresses after a look at it: the account must have
// JetStream.
func NewExternal(addresses, creds string, copies int) (*External, error) {
	e := &External{Copies: copies}
	if copies != 1 && copies != replicas && copies != maxServers {
		return nil, types.Invalid(fmt.Sprintf("messages cannot have %d copies", copies), "Choose 1, 3 or 5, at most the number of servers.")
	}
	for a := range strings.SplitSeq(addresses, ",") {
		if !strings.Contains(a, "://") {
			a = "tls://" + a
		}
		u, err := url.Parse(strings.TrimSpace(a))
		if err != nil || u.Scheme != "tls" && u.Scheme != "nats" || u.Hostname() == "" || u.User != nil {
			return nil, types.Invalid(fmt.Sprintf("%.80q is not the address of a NATS server", a), "Give tls://n1.example:4222, with commas between several, and the log-in with --creds FILE.")
		}
		port := cmp.Or(u.Port(), natsPort)
		e.Addresses = append(e.Addresses, net.JoinHostPort(u.Hostname(), port))
	}
	var err error
	if e.JWT, e.Seed, err = readCreds(creds); err != nil {
		return nil, err
	}
	conn, err := e.connect()
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if _, err := conn.Request("$JS.API.INFO", nil, streamTime); err != nil {
		return nil, types.Fault(types.CodeTeamServer, "the account has no JetStream, or the log-in may not use it: "+err.Error(), "The keeper needs all rights in an account of the team's own, with JetStream.")
	}
	return e, nil
}

func readCreds(file string) (login string, seed []byte, err error) {
	if file == "" {
		return "", nil, types.Invalid("a log-in to the NATS is missing", "Its operator makes one: give the file with --creds. cairn team rights NAME shows the rights that it needs.")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", nil, fmt.Errorf("read log-in: %w", err)
	}
	login, err = jwt.ParseDecoratedJWT(data)
	var key nkeys.KeyPair
	if err == nil {
		key, err = nkeys.ParseDecoratedUserNKey(data)
	}
	if err == nil {
		var text []byte
		if text, err = key.Seed(); err == nil {
			_, seed, err = nkeys.DecodeSeed(text)
		}
	}
	if err != nil {
		return "", nil, types.Invalid(file+" holds no log-in of NATS: "+err.Error(), "Give a file that nsc generate creds wrote.")
	}
	return login, seed, nil
}

// connect opens the keeper's connection, encrypted beyond this machine.
func (e *External) connect() (*nats.Conn, error) {
	o := []nats.Option{nats.Name("keeper"), nats.MaxReconnects(-1), nats.UserJWT(func() (string, error) { return e.JWT, nil }, func(nonce []byte) ([]byte, error) {
		return ed25519.Sign(ed25519.NewKeyFromSeed(e.Seed), nonce), nil
	})}
	if encrypted(e.Addresses) {
		o = append(o, nats.Secure(&tls.Config{MinVersion: tls.VersionTLS13}))
	}
	conn, err := nats.Connect("nats://"+strings.Join(e.Addresses, ",nats://"), o...)
	if err != nil {
		return nil, types.Fault(types.CodeTeamOffline, "the NATS cannot be reached at "+strings.Join(e.Addresses, ", ")+": "+err.Error(), "Check --url and --creds.")
	}
	return conn, nil
}

// external returns the NATS of another operator, nil if the team's server is within this process.
func (t *Team) external() (*External, error) {
	e := &External{}
	err := readJSON(filepath.Join(t.dir, externalFile), e)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return e, err
}

// Move has the team's log on another NATS from the next start on, which copies that of a single server. Members need
// new codes, with their log-ins.
func (t *Team) Move(to *External) error {
	if err := t.ended(); err != nil {
		return err
	}
	if err := t.leave(); err != nil {
		return err
	}
	c, err := t.Config()
	if err == nil {
		c.Servers = nil
		c.N++
		err = t.setConfig(c)
	}
	if err != nil {
		return err
	}
	return atomicfile.ReplaceJSON(filepath.Join(t.dir, externalFile), to)
}

// Rights returns the subjects that a member's log-in must be able to publish and to listen to. Before
// the member joined, its id is not known, and a star stands for it.
func (t *Team) Rights(name, role string) (publish, subscribe []string, err error) {
	if err := checkName(name); err != nil {
		return nil, nil, err
	}
	c, err := t.Config()
	if err != nil {
		return nil, nil, err
	}
	id := "*"
	if m, err := t.member(name); err != nil {
		return nil, nil, err
	} else if m != nil && m.Revoked == nil {
		id, role = m.Member, m.Role
	}
	p := memberRights(t.ID, id, name, role, c.Partitions)
	return append(p.Pub.Allow, batch.JoinSubject(t.ID, "*")), p.Sub.Allow, nil
}

// notOthers refuses to take over a stream of another team in the same account.
func (s *Server) notOthers(had jetstream.Stream) error {
	for _, subject := range had.CachedInfo().Config.Subjects {
		if !strings.HasPrefix(subject, "cairn."+s.team.ID+".") {
			return types.Fault(types.CodeTeamServer, "the account has streams of another team", "Each team needs an account of its own.")
		}
	}
	return nil
}
