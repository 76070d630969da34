package team

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// Time limits of a connection. A server that hangs is noticed after three pings: with the defaults
// it took minutes (research/team.md 3).
const (
	dialTime     = 10 * time.Second
	pingInterval = 5 * time.Second
	lostPings    = 2
	firstWait    = 250 * time.Millisecond
	longestWait  = 30 * time.Second
	askTime      = time.Second // of one who asks for the state of a connection that is tried now
)

// login is a key with the right to use it.
type login struct {
	name string // of the inbox
	jwt  string
	key  ed25519.PrivateKey
}

// dialOptions are the settings of each connection to a team's server: TLS 1.3 with the pinned
// authority, or with the system's at a NATS of another operator, or none on loopback.
func dialOptions(addresses []string, caHash string, l login) ([]nats.Option, error) {
	o := []nats.Option{nats.Name("cairn"), nats.Timeout(dialTime), nats.PingInterval(pingInterval), nats.MaxPingsOutstanding(lostPings), nats.IgnoreDiscoveredServers(),
		nats.SyncQueueLen(2 * readBatch),                                       // of a page's answers; the usual one is half a MiB for each page
		nats.CustomInboxPrefix(batch.Inbox(l.name)), nats.ReconnectBufSize(-1), // the outbox sends unsent messages again, in order
		nats.UserJWT(func() (string, error) { return l.jwt, nil }, func(nonce []byte) ([]byte, error) { return ed25519.Sign(l.key, nonce), nil })}
	if caHash == batch.PublicCA {
		return append(o, nats.Secure(&tls.Config{MinVersion: tls.VersionTLS13})), nil
	}
	if caHash != "" {
		return append(o, nats.Secure(pinned(caHash))), nil
	}
	for _, a := range addresses {
		host, _, err := net.SplitHostPort(a)
		if ip := net.ParseIP(host); err != nil || host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return nil, types.Fault(types.CodeTeamServer, "the team's address "+a+" is on another machine, and no certificate is known for it", "Ask for a new invitation.")
		}
	}
	return o, nil
}

// pinned accepts exactly the servers whose certificate the team's own authority signed.
func pinned(caHash string) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS13, ServerName: batch.ServerName, InsecureSkipVerify: true, // VerifyConnection verifies: against the pinned authority and no other
		VerifyConnection: func(s tls.ConnectionState) error {
			roots, chain := x509.NewCertPool(), s.PeerCertificates
			for _, c := range chain {
				if sum := sha256.Sum256(c.Raw); hex.EncodeToString(sum[:]) == caHash {
					roots.AddCert(c)
				}
			}
			if len(chain) > 0 {
				if _, err := chain[0].Verify(x509.VerifyOptions{Roots: roots, DNSName: batch.ServerName}); err == nil {
					return nil
				}
			}
			return errOtherServer
		}}
}

var errOtherServer = types.Fault(types.CodeTeamServer, "the server's certificate is not the team's", "Someone may be between you and the server. Ask the team's admin for the right address.")

// dialer ends a connection with its context, also one that is being made: a server that accepts and is silent would
// hold up the end of the daemon for dialTime.
type dialer struct{ life context.Context }

func (d dialer) Dial(network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{Timeout: dialTime}).DialContext(d.life, network, address)
	if err == nil {
		context.AfterFunc(d.life, func() { conn.Close() })
	}
	return conn, err
}

func urls(addresses []string) string {
	all := make([]string, len(addresses))
	for i, a := range addresses {
		all[i] = "nats://" + a
	}
	return strings.Join(all, ",")
}

// retryWait is the pause before another try to connect: doubling, with jitter, so that many
// members do not come back at once.
func retryWait(tries int) time.Duration {
	wait := min(firstWait<<min(tries, 10), longestWait)
	return wait/2 + rand.N(wait/2)
}

// Join becomes a member with an invitation. It changes nothing on this machine.
func Join(ctx context.Context, code string) (*Membership, error) {
	i, err := batch.ReadInvite(code)
	if err != nil {
		return nil, err
	}
	inbox := i.ID
	if i.External {
		inbox = i.Name
	}
	o, err := dialOptions(i.Addresses, i.CAHash, login{inbox, i.JWT, ed25519.NewKeyFromSeed(i.Seed)})
	if err != nil {
		return nil, err
	}
	conn, err := nats.Connect(urls(i.Addresses), o...)
	if err != nil {
		return nil, dialFault(err, i.Addresses)
	}
	defer conn.Close()
	seed := NewKey()
	asked, err := batch.NewAsk(ed25519.NewKeyFromSeed(seed))
	if err != nil {
		return nil, err
	}
	ask, err := json.Marshal(asked)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	m, err := conn.RequestWithContext(ctx, batch.JoinSubject(i.Team, i.ID), ask)
	if err != nil {
		return nil, types.Fault(types.CodeTeamOffline, "the team's server does not answer: "+err.Error(), "Try again; it must be running (cairn team serve).")
	}
	var a batch.Admission
	if err := json.Unmarshal(m.Data, &a); err != nil {
		return nil, types.Fault(types.CodeTeamServer, "the server's answer is not understood", "Update Cairn.")
	}
	if a.Error != nil {
		return nil, a.Error
	}
	return Admitted(i, a, seed)
}

// dialFault explains why there is no connection.
func dialFault(err error, addresses []string) error {
	var fault *types.Error
	switch {
	case errors.As(err, &fault):
		return fault
	case errors.Is(err, nats.ErrSecureConnWanted), errors.Is(err, nats.ErrSecureConnRequired):
		return types.Fault(types.CodeTeamServer, "the server does not encrypt as the invitation says", errOtherServer.Hint)
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked):
		return types.Fault(types.CodeTeamRefused, "the team's server refuses this log-in", "You may have been removed, or the team replaced: ask for a new invitation.")
	}
	return types.Fault(types.CodeTeamOffline, "the team's server cannot be reached at "+strings.Join(addresses, ", ")+": "+err.Error(), "It must be running (cairn team serve), and reachable from here.")
}
