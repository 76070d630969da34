package doctor

import (
	"cairn/companion/console"
	"cairn/companion/home"
	"cairn/companion/store"
	"cairn/shared/types"
)

func (d *Doctor) checkEncryption() {
	const check = "encryption"
	key := ""
	if d.health != nil {
		key = d.health.Store.Key
	} else if o, err := store.Inspect(d.home.Store()); err == nil {
		key = o.Key
	} // another check reports a store that cannot be read
	d.checkLinksEncrypted(check, key != "")
	if key == "" {
		d.ok(check, "off: the store and its backups are plain files that only you may open; to encrypt them: %s", d.command("encrypt on"))
		return
	}
	_, place, err := d.home.FindStoreKey(key)
	if err != nil {
		fault := types.AsError(err)
		d.wrong(check, fault.Hint, "%s", fault.Message)
		return
	}
	if place == d.home.Path(home.StoreKeyFile) {
		d.ok(check, "the store and its backups are encrypted; key %s lies in %s, which protects copies without that file, not the whole directory", key, place)
	} else {
		d.ok(check, "the store and its backups are encrypted; key %s lies in %s", key, place)
	}
	if n := d.home.Screenshots(); n > 0 {
		d.warn(check, "rm -r "+console.QuoteArg(d.home.Path("screenshots"))+" (when you need none of them)", "%s that agents asked for as files stay plain", console.Counted(n, "picture", "pictures"))
	}
}

// checkLinksEncrypted reports for each linked browser whether the extension's database
// in it is encrypted. An unencrypted one is encrypted as soon as it links.
func (d *Doctor) checkLinksEncrypted(check string, wanted bool) {
	if d.health == nil {
		return
	}
	for _, l := range d.health.Links {
		switch {
		case l.Encrypted && wanted:
			d.ok(check, "%s keeps its copy encrypted, under a key in that browser's profile: that helps against who gets single files, not the whole profile", l.Browser)
		case wanted:
			d.ok(check, "%s linked with a plain copy, which it encrypts since; its next link says whether that is done", l.Browser)
		case l.Encrypted:
			d.ok(check, "%s linked with an encrypted copy, which it decrypts since", l.Browser)
		}
	}
}
