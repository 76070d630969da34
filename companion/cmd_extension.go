package main

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"cairn/companion/chromium"
	"cairn/extension"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// pairing is pairing.json: how the unpacked extension finds and trusts this
// companion. Chrome gives no page access to it.
type pairing struct {
	Port  int    `json:"port"`
	Ports []int  `json:"ports"`
	Key   string `json:"key"`
	// Names is the key of name hashes, in base64, and Keep the mode of a browser whose
	// user has not chosen one: which names its steps hold in clear.
	Names string     `json:"names"`
	Keep  types.Keep `json:"keep"`
	// Managed says that a program drives the browser, Cairn or another one:
	// there, every site is accessible and remembered without asking.
	Managed bool `json:"managed,omitempty"`
	// Own says that it is a browser that the daemon starts, and ends.
	Own bool `json:"own,omitempty"`
	// Context names the browser context that it is started for.
	Context string `json:"context,omitempty"`
	// Extensions are those under test, whose pages are looked at, too.
	Extensions []chromium.Extension `json:"extensions,omitempty"`
}

const pairingFile = "pairing.json"

// allSitesFlag asks for a copy with access to every site.
const allSitesFlag = "all-sites"

// extensionFiles is the copy that goes with a pairing.
func extensionFiles(managed bool) fs.FS {
	if managed {
		return extension.AllSites()
	}
	return extension.Files
}

// ports lists where a companion may be found, the usual place first.
func ports(first int) []int {
	list := []int{first}
	for p := wire.DefaultPort; p < wire.DefaultPort+wire.PortTries; p++ {
		if p != first {
			list = append(list, p)
		}
	}
	return list
}

// pairing is how an extension finds the daemon that runs, or the one that will.
func (h home) pairing() (pairing, error) {
	key, err := h.secret(pairingKeyFile)
	if err != nil {
		return pairing{}, err
	}
	names, err := h.secret(nameKeyFile)
	if err != nil {
		return pairing{}, err
	}
	port := wire.DefaultPort
	if info, err := h.readDaemonInfo(); err == nil {
		port = info.Port
	}
	return pairing{Port: port, Ports: ports(port), Key: hex.EncodeToString(key), Names: base64.StdEncoding.EncodeToString(names)}, nil
}

func runExtension(_ context.Context, c *call) error {
	allSites := c.flags.Bool(allSitesFlag, false, "write a copy for a browser that a program drives: it has access to every site")
	keep := keepFlag(c.flags)
	dir, h, err := c.parse(1, 1)
	if err != nil {
		return err
	}
	p, err := h.pairing()
	if err != nil {
		return err
	}
	p.Managed, p.Keep = *allSites, orUsual(*keep, *allSites)
	path, err := filepath.Abs(dir[0])
	if err != nil {
		return err
	}
	if err := writeExtension(path, p); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "wrote the extension to %s\nIn Chromium: open chrome://extensions, switch on Developer mode, press \"Load unpacked\" and choose that directory.\nThe directory holds your pairing key: keep it to yourself.\n", path)
	return err
}

// writeExtension writes the unpacked extension and its pairing to dir, which
// must be empty, absent, or hold an earlier one.
func writeExtension(dir string, p pairing) error {
	if err := mayWriteExtension(dir); err != nil {
		return err
	}
	if _, err := fs.Stat(extension.Files, extension.CorePath); err != nil {
		return types.Fault(types.CodeNotFound, "this cairn was built without its WebAssembly core", "build it with: ./build.sh build")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make extension directory: %w", err)
	}
	files := extensionFiles(p.Managed)
	if err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(dir, filepath.FromSlash(path))
		if d.IsDir() {
			return os.MkdirAll(target, 0o700)
		}
		data, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o600)
	}); err != nil {
		return fmt.Errorf("write extension: %w", err)
	}
	return writePairing(dir, p)
}

// writePairing writes what the extension in dir is paired by. A browser that
// runs it reads that each time it looks for its companion.
func writePairing(dir string, p pairing) error {
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	if err := replaceFile(filepath.Join(dir, pairingFile), append(text, '\n')); err != nil {
		return fmt.Errorf("write pairing: %w", err)
	}
	return nil
}

// mayWriteExtension refuses to write among a person's own files.
func mayWriteExtension(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look into extension directory: %w", err)
	}
	var manifest struct {
		Key string `json:"key"`
	}
	text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err == nil && json.Unmarshal(text, &manifest) == nil && manifest.Key == extension.Key() {
		return nil
	}
	return types.Fault(types.CodeInvalidInput, dir+" is not empty and holds no Cairn extension", "name a new or empty directory")
}
