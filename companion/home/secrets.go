package home

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"

	"cairn/companion/atomicfile"
	"cairn/shared/types"
)

// The names of the secrets.
const (
	PairingKeyFile  = "pairing.key" // companion and extension authenticate each other with it
	BearerTokenFile = "mcp.token"   // MCP clients authenticate over HTTP with it
	NameKeyFile     = "name.key"    // hashes the names that are not stored (DESIGN 5.3)
)

// LossOf describes the loss when a new secret replaces the one in a file.
var LossOf = map[string]string{
	PairingKeyFile:  "paired extensions must then be paired again",
	BearerTokenFile: "clients over HTTP are then to be given the new one",
	NameKeyFile:     "names hidden under the old one are then found no more, and nothing else is lost; a backup of the file restores them",
}

// Secret reads the 32 random bytes in file name, and creates them the first time. The
// pairing key, the bearer token and the key of names are such files.
func (h Dir) Secret(name string) ([]byte, error) {
	file := h.Path(name)
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		if err = h.makeSecret(name); err == nil {
			text, err = os.ReadFile(file)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) != 32 {
		return nil, types.Invalid(file+" does not hold 64 hex digits",
			"delete it to make a new one; "+LossOf[name])
	}
	return key, nil
}

// makeSecret writes a new secret, unless another process is faster.
func (h Dir) makeSecret(name string) error {
	temp, err := atomicfile.Beside(h.Path(name), NewSecret())
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	if err = os.Link(temp, h.Path(name)); errors.Is(err, os.ErrExist) {
		return nil
	}
	if err != nil { // a file system without links
		err = os.Rename(temp, h.Path(name))
	}
	return err
}

func (h Dir) renewSecret(name string) ([]byte, error) {
	if err := atomicfile.Replace(h.Path(name), NewSecret()); err != nil {
		return nil, fmt.Errorf("make a new %s: %w", name, err)
	}
	return h.Secret(name)
}

// NewSecret returns the content of a file with a new secret.
func NewSecret() []byte {
	fresh := make([]byte, 32)
	_, _ = rand.Read(fresh) // never fails (crypto/rand)
	return []byte(hex.EncodeToString(fresh) + "\n")
}
