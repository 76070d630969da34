package daemon

import (
	"encoding/hex"
)

// renewPairing replaces the secrets and disconnects clients that used the old ones.
func (d *Daemon) renewPairing() (done string, err error) {
	key, token, err := d.home.RenewSecrets()
	if key != nil {
		d.bridge.Renew(key)
	}
	if token != nil {
		d.tools.Renew(hex.EncodeToString(token))
	}
	d.log.Print("the pairing key and the token were renewed")
	return "pairing renewed", err
}
