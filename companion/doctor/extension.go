package doctor

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"cairn/companion/console"
	"cairn/companion/home"
	"cairn/extension"
)

func readEmbedded(name string) ([]byte, error) { return fs.ReadFile(extension.Files, name) }

func (d *Doctor) checkExtension() {
	const check = "extension"
	if _, err := fs.Stat(extension.Files, extension.CorePath); err != nil {
		d.wrong(check, "./build.sh build", "this cairn was built without its WebAssembly core and cannot write the extension")
		return
	}
	managed := d.home.ManagedExtension()
	switch state, file := compareExtension(managed); state {
	case extensionSame:
		d.ok(check, "version %s is written for the browsers that Cairn starts", embeddedManifest().Version)
	case extensionAbsent:
		d.ok(check, "version %s is in this binary; cairn run writes it", embeddedManifest().Version)
	case extensionOther:
		d.warn(check, d.command("run"), "what is written in %s is of another build (%s differs); the next start rewrites it", managed, file)
	}
	if d.Loaded == "" {
		return
	}
	switch state, file := compareExtension(d.Loaded); state {
	case extensionSame:
		d.ok(check, "%s holds this version", d.Loaded)
	case extensionAbsent:
		d.wrong(check, d.writeExtensionCommand(), "there is no extension in %s", d.Loaded)
	case extensionOther:
		d.wrong(check, d.writeExtensionCommand(), "what is written in %s is of another build (%s differs); press reload in chrome://extensions afterwards", d.Loaded, file)
	}
}

func (d *Doctor) writeExtensionCommand() string {
	if d.Loaded == "" {
		return d.command("extension DIR") + " (the directory that is loaded)"
	}
	options := ""
	if p, err := home.ReadPairing(d.Loaded); err == nil {
		if p.Managed {
			options += "--" + home.AllSitesFlag + " "
		}
		if p.Keep != home.KeepOrUsual("", p.Managed) {
			options += "--keep " + string(home.KeepOrUsual(p.Keep, p.Managed)) + " "
		}
	}
	return d.command("extension " + options + console.QuoteArg(d.Loaded))
}

// extensionState is the result of comparing a directory with the extension in this
// binary.
type extensionState int

const (
	extensionSame extensionState = iota
	extensionAbsent
	extensionOther
)

// compareExtension reads every file: a version number alone does not distinguish two
// builds. file is the first one that differs. The directory's pairing determines the
// copy to compare with.
func compareExtension(dir string) (state extensionState, file string) {
	if _, err := os.Stat(filepath.Join(dir, "manifest.json")); err != nil {
		return extensionAbsent, ""
	}
	p, _ := home.ReadPairing(dir) // checkPairing reports an unreadable one
	files := home.ExtensionFiles(p.Managed)
	_ = fs.WalkDir(files, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		want, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		if have, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(path))); err != nil || !bytes.Equal(have, want) {
			state, file = extensionOther, path
			return fs.SkipAll
		}
		return nil
	}) // embedded files are always readable
	return state, file
}

func (d *Doctor) checkPairing() {
	const check = "pairing"
	key, fault := d.keyState(home.PairingKeyFile)
	if fault != "" {
		d.wrong(check, "rm "+console.QuoteArg(d.home.Path(home.PairingKeyFile)), "%s; without it a new one is made, and extensions of your own are to be paired again", fault)
		return
	}
	if _, fault := d.keyState(home.BearerTokenFile); fault != "" {
		d.wrong(check, "rm "+console.QuoteArg(d.home.Path(home.BearerTokenFile)), "%s; without it a new one is made, which clients over HTTP are to be given", fault)
	}
	if key == nil {
		d.ok(check, "no key yet; the first use creates it")
		if d.Loaded != "" {
			d.wrong(check, d.writeExtensionCommand(), "the extension in %s can hold no key of this data directory", d.Loaded)
		}
		return
	}
	managed := d.home.ManagedExtension()
	if _, err := os.Stat(managed); err == nil {
		fault = d.comparePairing(managed, key)
		if p, err := home.ReadPairing(managed); fault == "" && err == nil && !p.Managed {
			fault = "was written for a person's browser"
		}
	}
	if fault == "" {
		d.ok(check, "the key is in order")
	} else {
		d.warn(check, d.command("run"), "the extension of the browsers that Cairn starts %s; the next start rewrites it", fault)
	}
	if _, err := os.Stat(filepath.Join(d.Loaded, "manifest.json")); d.Loaded == "" || err != nil {
		return // the missing extension was reported
	}
	if fault := d.comparePairing(d.Loaded, key); fault != "" {
		d.wrong(check, d.writeExtensionCommand(), "the extension in %s %s", d.Loaded, fault)
	} else {
		d.ok(check, "the extension in %s holds the same key", d.Loaded)
	}
}

// comparePairing describes the fault in the pairing.json in dir, empty if there is
// none.
func (d *Doctor) comparePairing(dir string, key []byte) string {
	p, err := home.ReadPairing(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "has no " + home.PairingFile
	case err != nil:
		return "has a " + home.PairingFile + " that cannot be read: " + err.Error()
	case p.Key != hex.EncodeToString(key):
		return "holds another pairing key than the companion"
	case d.health != nil && p.Port != d.health.Port && !slices.Contains(p.Ports, d.health.Port):
		return "does not know the daemon's port"
	}
	return ""
}
