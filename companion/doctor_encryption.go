package main

import (
	"cairn/companion/store"
	"cairn/shared/types"
)

// checkEncryption says whether the store is encrypted and where its key lies.
func (d *doctor) checkEncryption() {
	const check = "encryption"
	key := ""
	if d.health != nil {
		key = d.health.Store.Key
	} else if o, err := store.Inspect(d.home.store()); err == nil {
		key = o.Key
	} // a store that cannot be read was told of
	if key == "" {
		d.ok(check, "off: the store and its backups are plain files that only you may open; to encrypt them: %s", d.command("encrypt on"))
		return
	}
	_, place, err := d.home.findStoreKey(key)
	if err != nil {
		fault := types.AsError(err)
		d.wrong(check, fault.Hint, "%s", fault.Message)
		return
	}
	if place == d.home.path(storeKeyFile) {
		d.ok(check, "the store and its backups are encrypted; key %s lies in %s, which protects copies without that file, not the whole directory", key, place)
	} else {
		d.ok(check, "the store and its backups are encrypted; key %s lies in %s", key, place)
	}
	if n := d.home.screenshots(); n > 0 {
		d.warn(check, "rm -r "+quoteArg(d.home.path("screenshots"))+" (when you need none of them)", "%s that agents asked for as files stay plain", counted(n, "picture", "pictures"))
	}
}
