package teamserver

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// DefaultPort is the port of a team's server.
const DefaultPort = 17838

// startTime bounds the wait until the server accepts connections; streams of gigabytes
// are read first.
const startTime = 2 * time.Minute

// signInTime bounds the log-in of a connection: with the usual two seconds, a slow machine refuses its own.
const signInTime = 15 * time.Second

// Options configure a server.
type Options struct {
	Listen string    // host or host:port; port 0 is any; empty accepts no members
	Log    io.Writer // receives log lines; nil for none
	// Version is that of this Cairn, which the server's confirmations say.
	Version string
	// SnapshotAfter is the number of new batches of a site after which its snapshot is made; 0 for the usual
	// one.
	SnapshotAfter int
}

// Server is a running server with its keeper.
type Server struct {
	team     *Team
	external *External      // or
	nats     *server.Server // within this process
	account  *server.Account
	conn     *nats.Conn // within this process, with all rights
	streams  jetstream.JetStream
	records  []string // the streams of records
	log      *log.Logger
	version  string
	commands net.Listener
	life     context.Context // until Close
	stop     context.CancelFunc
	keeping  sync.WaitGroup
	full     atomic.Bool // a message could not be written
	restart  chan struct{}

	keeper        *team.Keeper
	snapshotAfter int           // see Options
	look          chan struct{} // see lookAgain
}

// Serve starts the server. It returns when members can connect.
func (t *Team) Serve(o Options) (_ *Server, err error) {
	s := newServer(t, o)
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	if s.commands, err = t.listenCommands(); err != nil {
		return nil, err
	}
	if s.external, err = t.external(); err != nil {
		return nil, err
	}
	copies := 1
	if s.external != nil {
		copies = s.external.Copies
		s.conn, err = s.external.connect()
	} else {
		copies, err = s.open(o.Listen)
	}
	if err != nil {
		return nil, err
	}
	if s.streams, err = jetstream.New(s.conn); err != nil {
		return nil, err
	}
	if err := s.prepare(s.life, copies); err != nil {
		return nil, err
	}
	s.keeper = s.newKeeper()
	s.keeping.Go(func() { s.keep(s.life) })
	s.keeping.Go(func() { s.keepSnapshots(s.life) })
	go s.answerCommands()
	return s, nil
}

// open starts the server within this process, and connects to it. It returns the number of copies of a message.
func (s *Server) open(listen string) (copies int, err error) {
	t := s.team
	i, err := t.identity()
	if err == nil {
		err = s.start(i, listen)
	}
	if err == nil && listen != "" && len(i.Servers) == 0 {
		err = t.writeAddress(s.Address())
	}
	if err != nil {
		return 0, err
	}
	if s.account, err = s.nats.LookupAccount(publicKey(nkeys.PrefixByteAccount, t.keys.Account)); err != nil {
		return 0, fmt.Errorf("find team's account: %w", err)
	}
	return min(replicas, max(1, len(i.Servers))), s.connect()
}

func newServer(t *Team, o Options) *Server {
	if o.Log == nil {
		o.Log = io.Discard
	}
	life, stop := context.WithCancel(context.Background())
	return &Server{team: t, log: log.New(o.Log, "", log.LstdFlags|log.LUTC), version: o.Version, life: life, stop: stop, restart: make(chan struct{}),
		snapshotAfter: cmp.Or(o.SnapshotAfter, team.SnapshotAfter), look: make(chan struct{}, 1)}
}

// start starts nats-server, and waits until it accepts connections.
func (s *Server) start(i *identity, listen string) error {
	options, err := i.natsOptions(s.team.dir, listen)
	if err == nil {
		err = i.listenOn(options, listen)
	}
	if err != nil {
		return err
	}
	if s.nats, err = server.NewServer(options); err != nil {
		return fmt.Errorf("start team server: %w", err)
	}
	s.nats.SetLogger(natsLog{s}, false, false)
	s.nats.Start()
	if !s.nats.ReadyForConnections(startTime) {
		return types.Fault(types.CodeInternal, "the team's server did not start within "+startTime.String(), "See its log.")
	}
	if listen != "" {
		s.log.Printf("team %s: listening on %s", i.Team, s.Address())
	}
	return nil
}

// natsOptions are the settings of nats-server. Each message is synced before it is acknowledged:
// JetStream's default lost whole streams in a power cut (research/team.md).
func (i *identity) natsOptions(dir, listen string) (*server.Options, error) {
	operator := jwt.NewOperatorClaims(i.Operator)
	operator.SystemAccount = i.System
	o := &server.Options{ServerName: "cairn-" + i.Team, DontListen: true, AuthTimeout: signInTime.Seconds(), NoSigs: true, DisableShortFirstPing: true, MaxPayload: maxPayload,
		JetStream: true, StoreDir: filepath.Join(dir, streamsDir), SyncAlways: true, JetStreamMaxMemory: -1, JetStreamMaxStore: diskBytes,
		TrustedOperators: []*jwt.OperatorClaims{operator}, SystemAccount: i.System}
	if len(i.Servers) > 0 {
		return o, i.cluster(o, dir, listen)
	}
	resolver := &server.MemAccResolver{}
	for name, signed := range i.Accounts {
		if err := resolver.Store(name, signed); err != nil {
			return nil, fmt.Errorf("store account: %w", err)
		}
	}
	o.AccountResolver = resolver
	return o, nil
}

// listenOn adds the address to the settings, encrypted beyond this machine.
func (i *identity) listenOn(o *server.Options, listen string) error {
	if listen == "" {
		return nil
	}
	host, port, err := splitAddress(listen)
	if err != nil {
		return err
	}
	if err := free(host, port); err != nil {
		return err
	}
	o.DontListen, o.Host, o.Port = false, host, port
	if port == 0 {
		o.Port = server.RANDOM_PORT
	}
	if !loopback(host) {
		o.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS13}
		if o.TLSConfig.Certificates, err = i.certificates(); err != nil {
			return err
		}
		o.TLS, o.TLSTimeout = true, 5
	}
	return nil
}

// free checks that the address can be listened on: nats-server would only log that it cannot.
func free(host string, port int) error {
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return types.Fault(types.CodePortInUse, fmt.Sprintf("the team's server cannot listen on %s: %v", net.JoinHostPort(host, strconv.Itoa(port)), err), "Choose another address with --listen, or end the program that uses it.")
	}
	return l.Close()
}

// Address returns where members connect.
func (s *Server) Address() string {
	if s.external != nil {
		return strings.Join(s.external.Addresses, ", ")
	}
	return s.nats.Addr().String()
}

// connect opens the server's own connection, which does not leave the process.
func (s *Server) connect() error {
	login, err := ownLogin(s.team.keeperJWT)
	if err != nil {
		return err
	}
	s.conn, err = nats.Connect("", nats.InProcessServer(s.nats), nats.Name("keeper"), nats.Timeout(startTime), login)
	if err != nil {
		return fmt.Errorf("connect to own server: %w", err)
	}
	return nil
}

func ownLogin(sign func(key []byte) (string, error)) (nats.Option, error) {
	seed := make([]byte, ed25519.SeedSize)
	_, _ = rand.Read(seed) // it never fails
	key := ed25519.NewKeyFromSeed(seed)
	login, err := sign(key.Public().(ed25519.PublicKey))
	return nats.UserJWT(func() (string, error) { return login, nil }, func(nonce []byte) ([]byte, error) { return ed25519.Sign(key, nonce), nil }), err
}

// prepare makes the streams, publishes the roster, and begins to answer those who join.
func (s *Server) prepare(ctx context.Context, copies int) error {
	if err := s.makeStreams(ctx, copies); err != nil {
		return err
	}
	if err := s.applyAccount(); err != nil {
		return err
	}
	if err := s.publishRoster(ctx); err != nil {
		return err
	}
	_, err := s.conn.Subscribe(batch.JoinSubject(s.team.ID, "*"), func(m *nats.Msg) {
		var ask batch.Ask
		id := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
		a := batch.Admission{Error: types.Fault(types.CodeInviteBad, "the request to join is not understood", "Update Cairn.")}
		if json.Unmarshal(m.Data, &ask) == nil {
			var err error
			if a, err = s.team.join(id, ask, time.Now()); err == nil {
				err = s.publishRoster(ctx)
			}
			if err != nil {
				a = batch.Admission{Error: types.AsError(err)}
			}
		}
		answer, err := json.Marshal(a)
		if err == nil {
			err = m.Respond(answer)
		}
		if err != nil {
			s.log.Printf("join: %v", err)
		}
	})
	if err != nil {
		return err
	}
	return s.conn.Flush() // who asks from now on is answered
}

// Close ends the server. Everything acknowledged is on disk already.
func (s *Server) Close() {
	if s.commands != nil {
		s.commands.Close()
	}
	s.stop()
	s.keeping.Wait()
	if s.conn != nil {
		s.conn.Close()
	}
	if s.nats != nil {
		s.nats.Shutdown()
		s.nats.WaitForShutdown()
	}
}

// natsLog passes on the errors of nats-server; the rest would fill the log.
type natsLog struct{ server *Server }

func (natsLog) Noticef(string, ...any)           {}
func (l natsLog) Warnf(format string, v ...any)  { l.server.log.Printf(format, v...) }
func (l natsLog) Fatalf(format string, v ...any) { l.server.log.Printf(format, v...) }
func (natsLog) Debugf(string, ...any)            {}
func (natsLog) Tracef(string, ...any)            {}
