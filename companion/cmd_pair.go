package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
)

func runPair(_ context.Context, c *call) error {
	renew := c.flags.Bool("new", false, "first make a new pairing key and a new token for MCP clients over HTTP; the old ones stop working")
	_, h, err := c.parse(0, 0)
	if err != nil {
		return err
	}
	if *renew {
		if err := renewPairing(h); err != nil {
			return err
		}
		fmt.Fprintf(c.out, "The pairing key and the token for MCP clients over HTTP are new; what held the ones before is cut off.\n"+
			"The browser of cairn run has the new key. Other browsers: run cairn extension DIR again for a copy that it wrote, or use the code below.\n"+
			"MCP clients over HTTP need what %s holds now.\n\n", h.path(bearerTokenFile))
	}
	p, err := h.pairing()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "%d-%s\n\nPaste this code into the extension's popup. It gives access to everything that Cairn remembers.\n", p.Port, p.Key)
	return err
}

// renewPairing has the daemon renew the secrets, or does it itself when there is
// none.
func renewPairing(h home) error {
	if daemonAnswers(h) {
		_, err := askDaemon(h, controlRequest{Want: wantRenewPairing})
		return err
	}
	_, _, err := h.renewSecrets()
	return err
}

// renewSecrets makes a new pairing key and a new bearer token, and gives the key
// to the extensions of the browsers that Cairn starts.
func (h home) renewSecrets() (key, token []byte, err error) {
	if key, err = h.renewSecret(pairingKeyFile); err != nil {
		return nil, nil, err
	}
	if token, err = h.renewSecret(bearerTokenFile); err != nil {
		return key, nil, err
	}
	for _, dir := range append(h.contextExtensions(), h.managedExtension()) {
		err = errors.Join(err, renewExtensionKey(dir, key))
	}
	return key, token, err
}

// renewExtensionKey gives a new key to the extension in dir, if there is one.
func renewExtensionKey(dir string, key []byte) error {
	p, err := readPairing(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		p.Key = hex.EncodeToString(key)
		err = writePairing(dir, p)
	}
	return err
}

// renewPairing replaces the secrets and disconnects clients that used the old ones.
func (d *daemon) renewPairing() (done string, err error) {
	key, token, err := d.home.renewSecrets()
	if key != nil {
		d.bridge.Renew(key)
	}
	if token != nil {
		d.tools.Renew(hex.EncodeToString(token))
	}
	d.log.Print("the pairing key and the token were renewed")
	return "pairing renewed", err
}
