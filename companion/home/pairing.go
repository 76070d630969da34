package home

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"cairn/companion/atomicfile"
	"cairn/companion/chromium"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// Pairing is pairing.json: the addresses and secrets with which the unpacked extension
// finds and trusts this companion. Chrome gives no page access to it.
type Pairing struct {
	Port  int    `json:"port"`
	Ports []int  `json:"ports"`
	Key   string `json:"key"`
	// Names is the key of name hashes, in base64. Keep is the mode of a browser whose
	// user has not chosen one: the names that its steps store in clear text.
	Names string     `json:"names"`
	Keep  types.Keep `json:"keep"`
	// Managed is set if a program drives the browser, Cairn or another one: there,
	// every site is accessible and recorded without a question.
	Managed bool `json:"managed,omitempty"`
	// Own is set for a browser that the daemon starts and ends.
	Own bool `json:"own,omitempty"`
	// Context names the browser context that the browser belongs to.
	Context string `json:"context,omitempty"`
	// Extensions lists those under test; their pages can be observed, too.
	Extensions []chromium.Extension `json:"extensions,omitempty"`
}

// PairingFile is the file with an extension's pairing, in its directory.
const PairingFile = "pairing.json"

// Ports lists the possible ports of a companion, the usual one first.
func Ports(first int) []int {
	list := []int{first}
	for p := wire.DefaultPort; p < wire.DefaultPort+wire.PortTries; p++ {
		if p != first {
			list = append(list, p)
		}
	}
	return list
}

// Pairing returns the data with which an extension finds the running daemon, or the
// next one.
func (h Dir) Pairing() (Pairing, error) {
	key, err := h.Secret(PairingKeyFile)
	if err != nil {
		return Pairing{}, err
	}
	names, err := h.Secret(NameKeyFile)
	if err != nil {
		return Pairing{}, err
	}
	port := wire.DefaultPort
	if info, err := h.ReadDaemonInfo(); err == nil {
		port = info.Port
	}
	return Pairing{Port: port, Ports: Ports(port), Key: hex.EncodeToString(key), Names: base64.StdEncoding.EncodeToString(names)}, nil
}

// writePairing writes the pairing of the extension in dir. A browser that runs it
// reads the file each time it looks for its companion.
func writePairing(dir string, p Pairing) error {
	return atomicfile.ReplaceJSON(filepath.Join(dir, PairingFile), p)
}

// RenewSecrets creates a new pairing key and a new bearer token, and writes the key to
// the extensions of the browsers that Cairn starts.
func (h Dir) RenewSecrets() (key, token []byte, err error) {
	if key, err = h.renewSecret(PairingKeyFile); err != nil {
		return nil, nil, err
	}
	if token, err = h.renewSecret(BearerTokenFile); err != nil {
		return key, nil, err
	}
	for _, dir := range append(h.contextExtensions(), h.ManagedExtension(), h.JoinedExtension()) {
		err = errors.Join(err, renewExtensionKey(dir, key))
	}
	return key, token, err
}

// renewExtensionKey writes a new key to the extension in dir, if there is one.
func renewExtensionKey(dir string, key []byte) error {
	p, err := ReadPairing(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		p.Key = hex.EncodeToString(key)
		err = writePairing(dir, p)
	}
	return err
}

func (h Dir) contextExtensions() []string {
	dirs, _ := filepath.Glob(filepath.Join(h.Contexts(), "*", "extension")) // the pattern is well formed
	return dirs
}

// ReadPairing reads the pairing of an extension that was written to dir.
func ReadPairing(dir string) (p Pairing, err error) {
	text, err := os.ReadFile(filepath.Join(dir, PairingFile))
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	return p, err
}

// KeepOrUsual returns a mode, or the default for such a browser if none was chosen:
// all names in a program's browser, only the needed ones in a person's.
func KeepOrUsual(keep types.Keep, managed bool) types.Keep {
	switch {
	case keep != "":
		return keep
	case managed:
		return types.KeepFull
	}
	return types.KeepNeeded
}
