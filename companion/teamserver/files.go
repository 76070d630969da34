package teamserver

import (
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nkeys"

	"cairn/companion/atomicfile"
	"cairn/companion/team/batch"
	"cairn/shared/recall"
	"cairn/shared/types"
)

// The files of a server's directory.
const (
	keysFile     = "keys.json"     // see keys
	accountFile  = "account.jwt"   // the members' account, with the revoked ones
	configFile   = "config.json"   // the team's settings, signed by root
	addressFile  = "address.json"  // where the server listens
	membersDir   = "members"       // one entry for each member, signed by root
	invitesDir   = "invites"       // one file for each invitation
	streamsDir   = "streams"       // JetStream's files
	keeperFile   = "keeper.json"   // how far the keeper has erased
	clusterDir   = "cluster"       // JetStream's files as one of several servers
	accountsDir  = "accounts"      // signed accounts, which several servers exchange
	identityFile = "replica.json"  // the base of the other servers; see identity
	externalFile = "external.json" // the NATS of another operator; see External
	copyFile     = "copy-log"      // there while the streams of a single server are to be copied to those that take its place
	copiedDir    = "copied"        // those streams afterwards, until they are removed
	socketFile   = "reload.sock"   // a running server reads its files again when asked here
)

// keys are the secrets of a team's server. Seeds are 32 bytes of ed25519.
type keys struct {
	Root     []byte `json:"root"`
	Operator []byte `json:"operator"`
	Account  []byte `json:"account"`
	System   []byte `json:"system"`
	Site     []byte `json:"site"` // the key of site ids
	CA       []byte `json:"ca"`   // the certificate authority's key, PKCS #8
	CACert   []byte `json:"caCert"`
	Hiding   []byte `json:"hiding,omitempty"` // the key of the settings of a team that encrypts
	// Recovery is the code that all other keys are made from.
	Recovery string `json:"recovery,omitempty"`
}

// Team is the directory of a team's server.
type Team struct {
	dir  string
	keys keys
	// ID names the team: batch.TeamID of its root key.
	ID   string
	root ed25519.PrivateKey
}

// Settings are those that a team keeps for ever.
type Settings struct {
	// Encrypt has members encrypt their records for each other, so that the server cannot read them.
	Encrypt bool
	// Partitions is the number of streams that sites are spread over: 1, 4, 16 or 64; 0 for one.
	Partitions int
	// External carries the log, nil for a server within this process. Unlike the others it can be changed (Move).
	External *External
}

// Create makes the keys and files of a new team in dir, which must not hold one.
func Create(dir, name string, now time.Time, of Settings) (*Team, error) {
	if of.Partitions != 0 && !batch.Partitioned(of.Partitions) {
		return nil, types.Invalid(fmt.Sprintf("a team cannot have %d partitions", of.Partitions), "Choose 1, 4, 16 or 64.")
	}
	if Exists(dir) {
		return nil, types.Invalid("there is a team in "+dir+" already", "cairn team serve starts its server")
	}
	k, err := newRecovery(now).keys()
	if err != nil {
		return nil, err
	}
	if !of.Encrypt {
		k.Hiding = nil
	}
	if of.Partitions == 1 {
		of.Partitions = 0
	}
	t := newTeam(dir, k)
	return t, t.write(batch.Config{Name: name, SiteKey: k.Site, Encrypt: of.Encrypt, Partitions: of.Partitions}, nil, of.External)
}

// write makes the files of a team that has none, with the members of entries.
func (t *Team) write(c batch.Config, entries []batch.Entry, at *External) error {
	for _, d := range []string{membersDir, invitesDir, streamsDir} {
		if err := os.MkdirAll(filepath.Join(t.dir, d), 0o700); err != nil {
			return fmt.Errorf("make team directory: %w", err)
		}
	}
	account := t.newAccount(c.Name, c.Partitions)
	for _, e := range entries {
		if _, err := t.writeMember(e); err != nil {
			return err
		}
		if e.Revoked != nil {
			if err := revokeKey(account, &e); err != nil {
				return err
			}
		}
	}
	if err := t.writeAccount(account); err != nil {
		return err
	}
	c.N++
	if err := t.setConfig(c); err != nil {
		return err
	}
	if at != nil {
		if err := atomicfile.ReplaceJSON(filepath.Join(t.dir, externalFile), at); err != nil {
			return err
		}
	}
	// The keys are written last: with them the team exists.
	return atomicfile.ReplaceJSON(filepath.Join(t.dir, keysFile), t.keys)
}

// Exists reports whether dir holds a team's server.
func Exists(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, keysFile))
	return err == nil
}

// Open reads the directory of a team's server.
func Open(dir string) (*Team, error) {
	var k keys
	err := readJSON(filepath.Join(dir, keysFile), &k)
	if errors.Is(err, os.ErrNotExist) {
		return nil, types.Fault(types.CodeNotFound, "this machine has no team's server", "The one who made the team does this, on the server's machine. To make one: cairn team create TEAM")
	}
	if err != nil {
		return nil, fmt.Errorf("read team: %w", err)
	}
	for _, seed := range [][]byte{k.Root, k.Operator, k.Account, k.System, k.Site} {
		if len(seed) != ed25519.SeedSize {
			return nil, types.Invalid(filepath.Join(dir, keysFile)+" is damaged", "restore it from a backup")
		}
	}
	return newTeam(dir, k), nil
}

func newTeam(dir string, k keys) *Team {
	root := ed25519.NewKeyFromSeed(k.Root)
	return &Team{dir: dir, keys: k, root: root, ID: batch.TeamID(root.Public().(ed25519.PublicKey))}
}

// newAccount returns the account of the members. Its limits bound the effect of a member that
// floods the server.
func (t *Team) newAccount(name string, partitions int) *jwt.AccountClaims {
	a := jwt.NewAccountClaims(publicKey(nkeys.PrefixByteAccount, t.keys.Account))
	a.Name = name
	a.Limits.JetStreamLimits = jwt.JetStreamLimits{DiskStorage: diskBytes, Streams: otherStreams + int64(max(1, partitions)), Consumer: 16}
	a.Limits.Conn = maxConnections
	return a
}

func (t *Team) account() (*jwt.AccountClaims, error) {
	text, err := os.ReadFile(filepath.Join(t.dir, accountFile))
	if err != nil {
		return nil, fmt.Errorf("read account: %w", err)
	}
	return jwt.DecodeAccountClaims(string(text))
}

func (t *Team) writeAccount(a *jwt.AccountClaims) error {
	text, err := a.Encode(nkey(nkeys.PrefixByteOperator, t.keys.Operator))
	if err != nil {
		return fmt.Errorf("sign account: %w", err)
	}
	return writeFile(filepath.Join(t.dir, accountFile), []byte(text))
}

// Config returns the team's settings.
func (t *Team) Config() (batch.Config, error) {
	data, err := os.ReadFile(filepath.Join(t.dir, configFile))
	if err != nil {
		return batch.Config{}, fmt.Errorf("read config: %w", err)
	}
	c, err := batch.OpenConfig(t.rootKey(), data)
	if err == nil {
		err = c.Reveal(t.keys.Hiding)
	}
	return c, err
}

// OfferAuto lets members choose automatic sharing for a site, or no longer.
func (t *Team) OfferAuto(site string, offered bool) error {
	return t.change(func(c *batch.Config) {
		c.Auto = slices.DeleteFunc(c.Auto, func(had string) bool { return had == site })
		if offered {
			c.Auto = append(c.Auto, site)
		}
	})
}

// Alias makes the addresses of patterns one site, which has a name. Without patterns the
// name goes.
func (t *Team) Alias(name string, patterns []string) error {
	c, err := t.Config()
	if err != nil {
		return err
	}
	list := slices.DeleteFunc(slices.Clone(c.Aliases), func(had types.SiteName) bool { return had.Name == name })
	if len(patterns) > 0 {
		list = append(list, types.SiteName{Name: name})
		for _, raw := range patterns {
			pattern, err := recall.Pattern(raw)
			if err != nil {
				return err
			}
			list[len(list)-1].Patterns = append(list[len(list)-1].Patterns, pattern)
		}
	} else if len(list) == len(c.Aliases) {
		return types.Fault(types.CodeNotFound, fmt.Sprintf("the team has no site named %.40q", name), "")
	}
	var names recall.Names
	for i, alias := range list {
		e := &types.Edit{EditID: fmt.Sprint("alias-", i), At: types.Time(i + 1), Site: &types.SiteEdit{Op: types.SiteNamed, Name: alias.Name, Patterns: alias.Patterns}}
		if err := names.Check(e); err != nil {
			return err
		}
		if _, err := names.Edit(e); err != nil {
			return err
		}
	}
	return t.change(func(c *batch.Config) { c.Aliases = list })
}

// ShareGoals sets whether members share the goals of sessions, without typed texts.
func (t *Team) ShareGoals(shared bool) error {
	return t.change(func(c *batch.Config) { c.Goals = shared })
}

// Require has members share with this version of Cairn or a newer one alone; "" with any.
func (t *Team) Require(least string) error {
	return t.change(func(c *batch.Config) { c.Least = least })
}

// change changes the team's settings, which a running server publishes at once.
func (t *Team) change(edit func(*batch.Config)) error {
	c, err := t.Config()
	if err != nil {
		return err
	}
	edit(&c)
	c.N++
	if err := t.setConfig(c); err != nil {
		return err
	}
	_, err = t.command(rosterCommand) // without a running server, the next one publishes it
	return err
}

func (t *Team) setConfig(c batch.Config) error {
	c.Team = t.ID
	if c.Encrypt {
		if err := c.Hide(t.keys.Hiding); err != nil {
			return err
		}
	}
	data, err := batch.SealConfig(t.root, c)
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(t.dir, configFile), data)
}

func (t *Team) rootKey() ed25519.PublicKey { return t.root.Public().(ed25519.PublicKey) }

// nkey returns the NATS form of a key from its seed.
func nkey(kind nkeys.PrefixByte, seed []byte) nkeys.KeyPair {
	pair, err := nkeys.FromRawSeed(kind, seed)
	if err != nil {
		panic(err) // seeds are 32 bytes: Open checks it
	}
	return pair
}

func publicKey(kind nkeys.PrefixByte, seed []byte) string {
	public, err := nkey(kind, seed).PublicKey()
	if err != nil {
		panic(err) // as for nkey
	}
	return public
}

func readJSON(path string, v any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	return nil
}

// writeFile replaces a file that only its owner may read, and syncs it before: half a
// key would end the team.
func writeFile(path string, data []byte) error {
	if err := atomicfile.Replace(path, data); err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(path), err)
	}
	return nil
}
