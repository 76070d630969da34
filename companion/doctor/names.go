package doctor

import (
	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
)

// checkNames checks the key of name hashes, and reports which names are stored.
func (d *Doctor) checkNames() {
	const check = "names"
	key, fault := d.keyState(home.NameKeyFile)
	used, err := d.home.UsedNameKeys()
	switch {
	case fault != "":
		d.wrong(check, "rm "+console.QuoteArg(d.home.Path(home.NameKeyFile)), "%s; without it a new one is made: %s", fault, home.LossOf[home.NameKeyFile])
	case err != nil:
		d.wrong(check, setAside(d.home.Path(home.NameKeysFile)), "%s cannot be read: %v", d.home.Path(home.NameKeysFile), err)
	case key == nil && len(used) > 0:
		d.warn(check, "put "+console.QuoteArg(d.home.Path(home.NameKeyFile))+" back from a backup", "the key of hidden names is gone; the next start makes a new one, and names hidden so far are then found no more")
	case key == nil:
		d.ok(check, "no key yet; the first use creates it")
	case len(used) > 1:
		d.ok(check, "the key is in order; names hidden before %s, under another one, are found no more", used[len(used)-1].Since)
	default:
		d.ok(check, "the key is in order")
	}
	if d.health == nil {
		return
	}
	d.ok(check, "%d of %s hold hashes in place of names that are not needed", d.health.Hidden, console.Counted(d.health.Core.Steps, "step", "steps"))
	for _, l := range d.health.Links {
		d.ok(check, "%s keeps %s", l.Browser, control.KeptNames(l))
	}
}
