package teamserver

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"cairn/companion/atomicfile"
	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// Numbers of servers. An even one withstands no more than the next smaller odd one.
const (
	replicas   = 3 // of each message
	maxServers = 5
)

// identity holds the settings of one of the team's servers. It has no key that signs members, batches
// or invitations.
type identity struct {
	Team     string            `json:"team"`
	Operator string            `json:"operator"` // public keys
	System   string            `json:"system"`
	Accounts map[string]string `json:"accounts"` // signed, by public key
	Servers  []string          `json:"servers"`  // nil for a single one
	Secret   string            `json:"secret"`   // among servers
	Key      []byte            `json:"key"`      // of the certificate, PKCS #8
	Cert     []byte            `json:"cert"`
	CACert   []byte            `json:"caCert"`
}

func (t *Team) identity() (*identity, error) {
	config, err := t.Config()
	if err != nil {
		return nil, err
	}
	return t.identityOf(config.Servers)
}

// identityOf returns the identity of one of several servers, or of a single one.
func (t *Team) identityOf(servers []string) (*identity, error) {
	i := &identity{Team: t.ID, Operator: publicKey(nkeys.PrefixByteOperator, t.keys.Operator), System: publicKey(nkeys.PrefixByteAccount, t.keys.System), Servers: servers, CACert: t.keys.CACert}
	system, err := jwt.NewAccountClaims(i.System).Encode(nkey(nkeys.PrefixByteOperator, t.keys.Operator))
	if err != nil {
		return nil, fmt.Errorf("sign system account: %w", err)
	}
	name, members, err := t.signedAccount(len(servers))
	if err != nil {
		return nil, err
	}
	i.Accounts = map[string]string{i.System: system, name: members}
	secret := hmac.New(sha256.New, t.keys.System)
	secret.Write([]byte("cairn team routes 1"))
	i.Secret = hex.EncodeToString(secret.Sum(nil))
	i.Key, i.Cert, err = t.certificate(time.Now())
	return i, err
}

// signedAccount returns the members' account as the servers need it: each copy of a message counts.
func (t *Team) signedAccount(servers int) (name, signed string, err error) {
	a, err := t.account()
	if err != nil {
		return "", "", err
	}
	a.Limits.JetStreamLimits.DiskStorage = diskBytes * int64(max(1, servers))
	signed, err = a.Encode(nkey(nkeys.PrefixByteOperator, t.keys.Operator))
	return a.Subject, signed, err
}

// SetServers makes the team's log one of several servers, of which this machine's is the first, and
// writes a file for the others. Each message is then on three of them. The first start copies the log of
// a single server.
func (t *Team) SetServers(addresses []string) (file string, err error) {
	if len(addresses) != replicas && len(addresses) != maxServers {
		return "", types.Invalid(fmt.Sprintf("%d servers are given", len(addresses)), "Give the addresses of three or five servers, this machine's first.")
	}
	var all []string
	for _, a := range addresses {
		host, port, err := splitAddress(a)
		if err != nil {
			return "", err
		}
		full := net.JoinHostPort(host, strconv.Itoa(port))
		if port == 0 || port == 65535 || slices.Contains(all, full) {
			return "", types.Invalid(full+" cannot be one of the servers", "Give each server its own address. Servers talk to each other on the port after it.")
		}
		all = append(all, full)
	}
	if e, err := t.external(); err != nil || e != nil {
		return "", errors.Join(err, types.Invalid("the team's log is on a NATS of another operator", "Its operator adds servers."))
	}
	if err := t.ended(); err != nil {
		return "", err
	}
	if err := t.leave(); err != nil {
		return "", err
	}
	c, err := t.Config()
	if err != nil {
		return "", err
	}
	c.Servers = all
	c.N++
	if err := t.setConfig(c); err != nil {
		return "", err
	}
	i, err := t.identity()
	if err == nil {
		file = filepath.Join(t.dir, identityFile)
		err = atomicfile.ReplaceJSON(file, i)
	}
	if err == nil {
		err = atomicfile.ReplaceJSON(filepath.Join(t.dir, addressFile), all)
	}
	return file, err
}

// ended checks that the team's server does not run.
func (t *Team) ended() error {
	conn, err := net.Dial("unix", filepath.Join(t.dir, socketFile))
	if err != nil {
		return nil
	}
	conn.Close()
	return types.Fault(types.CodePortInUse, "the team's server is running", "End it first, and start it afterwards.")
}

// IsReplica reports whether dir holds a further server of a team.
func IsReplica(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, identityFile))
	return err == nil && !Exists(dir)
}

// ServeReplica starts a further server of a team from the file that SetServers wrote, or from its copy
// in dir. It stores and serves the log; members join, and are removed, at the first server.
func ServeReplica(dir, file string, o Options) (_ *Server, err error) {
	own := filepath.Join(dir, identityFile)
	if Exists(dir) {
		return nil, types.Invalid("the team's keys are in "+dir, "This machine has the first server: cairn team serve --listen ADDRESS")
	}
	if file != "" {
		data, err := os.ReadFile(file)
		if err == nil {
			err = os.MkdirAll(dir, 0o700)
		}
		if err == nil {
			err = writeFile(own, data)
		}
		if err != nil {
			return nil, fmt.Errorf("read replica's file: %w", err)
		}
	}
	var i identity
	if err := readJSON(own, &i); err != nil {
		return nil, errors.Join(types.Fault(types.CodeNotFound, "this machine has no server of a team", "cairn team servers, on the first server's machine, writes the file for --replica."), err)
	}
	s := newServer(&Team{dir: dir, ID: i.Team}, o)
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	if s.commands, err = s.team.listenCommands(); err != nil {
		return nil, err
	}
	return s, s.start(&i, o.Listen)
}

// cluster adds the settings of one of several servers. Streams of a single server do not become a cluster's,
// so they have another directory.
func (i *identity) cluster(o *server.Options, dir, listen string) error {
	host, port, err := splitAddress(listen)
	if err != nil {
		return err
	}
	me := net.JoinHostPort(host, strconv.Itoa(port))
	if !slices.Contains(i.Servers, me) {
		return types.Invalid(me+" is none of the team's servers", "They are "+fmt.Sprint(i.Servers)+": choose one with --listen.")
	}
	resolver, err := server.NewDirAccResolver(filepath.Join(dir, accountsDir), 0, time.Minute, server.NoDelete)
	if err != nil {
		return fmt.Errorf("open accounts: %w", err)
	}
	for name, signed := range i.Accounts {
		if had, err := resolver.LoadAcc(name); err == nil && issued(had) > issued(signed) {
			continue // a revocation came later
		}
		if err := resolver.Store(name, signed); err != nil {
			return fmt.Errorf("store account: %w", err)
		}
	}
	o.AccountResolver, o.ServerName, o.StoreDir = resolver, "cairn-"+me, filepath.Join(dir, clusterDir)
	roots := x509.NewCertPool()
	authority, err := x509.ParseCertificate(i.CACert)
	if err != nil {
		return fmt.Errorf("read certificate: %w", err)
	}
	roots.AddCert(authority)
	secret := &tls.Config{MinVersion: tls.VersionTLS13, ServerName: batch.ServerName, RootCAs: roots, ClientCAs: roots, ClientAuth: tls.RequireAndVerifyClientCert}
	if secret.Certificates, err = i.certificates(); err != nil {
		return err
	}
	o.Cluster = server.ClusterOpts{Name: "cairn-" + i.Team, Host: host, Port: port + 1, Username: "server", Password: i.Secret, AuthTimeout: 5, TLSConfig: secret, TLSTimeout: 5}
	for _, a := range i.Servers {
		h, p, err := splitAddress(a)
		if err != nil {
			return err
		}
		if a != me {
			o.Routes = append(o.Routes, &url.URL{Scheme: "nats", User: url.UserPassword("server", i.Secret), Host: net.JoinHostPort(h, strconv.Itoa(p+1))})
		}
	}
	return nil
}

func issued(account string) int64 {
	a, err := jwt.DecodeAccountClaims(account)
	if err != nil {
		return 0
	}
	return a.IssuedAt
}

func (i *identity) certificates() ([]tls.Certificate, error) {
	private, err := x509.ParsePKCS8PrivateKey(i.Key)
	if err != nil {
		return nil, fmt.Errorf("read certificate's key: %w", err)
	}
	return []tls.Certificate{{Certificate: [][]byte{i.Cert, i.CACert}, PrivateKey: private}}, nil
}

// applyAccount has all servers read the members' account again, whose rights and revocations changed.
func (s *Server) applyAccount() error {
	if s.external != nil {
		return nil // its operator gives and ends log-ins
	}
	account, err := s.team.account()
	if err != nil {
		return err
	}
	i, err := s.team.identity()
	if err != nil {
		return err
	}
	if len(i.Servers) == 0 {
		s.nats.UpdateAccountClaims(s.account, account)
		return nil
	}
	login, err := ownLogin(func(key []byte) (string, error) {
		u, err := newUser(key, "accounts")
		if err != nil {
			return "", err
		}
		return u.Encode(nkey(nkeys.PrefixByteAccount, s.team.keys.System))
	})
	if err != nil {
		return err
	}
	conn, err := nats.Connect("", nats.InProcessServer(s.nats), nats.Name("accounts"), login)
	if err != nil {
		return fmt.Errorf("connect to the servers: %w", err)
	}
	defer conn.Close()
	for name, signed := range i.Accounts {
		if err := conn.Publish("$SYS.REQ.ACCOUNT."+name+".CLAIMS.UPDATE", []byte(signed)); err != nil {
			return fmt.Errorf("send account: %w", err)
		}
	}
	return conn.Flush()
}
