package doctor

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"cairn/companion/console"
	"cairn/companion/home"
	"cairn/companion/store"
)

// maxSocketPath is the longest path of a socket on every system that Cairn runs on
// (macOS has the shortest, with its closing NUL).
const maxSocketPath = 103

// The valid years of a clock. Timestamps order the records.
const (
	firstYear = 2025
	lastYear  = 2100
)

// clockSlack bounds how far ahead the newest record may be: machines adjust their
// clocks a little now and then.
const clockSlack = 2 * time.Minute

func (d *Doctor) checkClock() {
	const check = "clock"
	if y := d.now.UTC().Year(); y < firstYear || y > lastYear {
		d.wrong(check, clockCommand(), "it shows the year %d", y)
		return
	}
	// The store's file was last written when its newest record arrived.
	var newest time.Time
	if info, err := os.Stat(filepath.Join(d.home.Store(), "store")); err == nil {
		newest = info.ModTime()
	}
	if d.health != nil && d.health.Newest.Std().After(newest) {
		newest = d.health.Newest.Std()
	}
	if newest.Sub(d.now) > clockSlack {
		const layout = "2006-01-02 15:04"
		d.warn(check, clockCommand(), "it shows %s, but the newest record is of %s", d.now.Local().Format(layout), newest.Local().Format(layout))
		return
	}
	d.ok(check, "%s", d.now.Local().Format("2006-01-02 15:04 MST"))
}

// clockCommand returns the command that sets the system's clock from the network.
func clockCommand() string {
	switch runtime.GOOS {
	case "darwin":
		return "sudo sntp -sS time.apple.com"
	case "windows":
		return "w32tm /resync"
	}
	return "sudo timedatectl set-ntp true"
}

// checkData checks that the data directory can be used. It reports whether further
// checks of its content make sense.
func (d *Doctor) checkData() (there bool) {
	const check = "data"
	dir := string(d.home)
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		d.ok(check, "%s does not exist yet; the first use creates it", dir)
		return true
	case err != nil:
		d.wrong(check, d.ownCommand(), "%s cannot be looked at: %v", dir, err)
		return false
	case info.Mode()&fs.ModeSymlink != 0:
		if info, err = os.Stat(dir); err != nil {
			d.wrong(check, "rm "+console.QuoteArg(dir), "%s is a link that leads nowhere", dir)
			return false
		}
	}
	if !info.IsDir() {
		d.wrong(check, setAside(dir), "%s is not a directory", dir)
		return false
	}
	if socket := d.home.Socket(); len(socket) > maxSocketPath {
		d.wrong(check, "cairn run --data DIR, with a shorter DIR", "the path of the data directory has %d bytes too many for a socket in it", len(socket)-maxSocketPath)
	} else {
		d.ok(check, "%s", dir)
	}
	d.checkPermissions()
	return true
}

// checkPermissions looks for files that others may read, or this user may not. It
// skips the profile, which the browser manages.
func (d *Doctor) checkPermissions() {
	const check = "permissions"
	var open, closed []string
	_ = filepath.WalkDir(string(d.home), func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			closed = append(closed, path)
			return nil // the other files are checked all the same
		}
		if path == d.home.Profile() || path == d.home.ManagedExtension() || path == d.home.JoinedExtension() || path == d.home.Profiles() || path == d.home.Contexts() {
			return fs.SkipDir
		}
		info, err := e.Info()
		if err != nil {
			return nil // deleted meanwhile
		}
		if runtime.GOOS != "windows" && info.Mode()&fs.ModeSymlink == 0 && info.Mode().Perm()&0o077 != 0 {
			open = append(open, path)
		}
		if e.Type().IsRegular() && !writable(path) {
			closed = append(closed, path)
		}
		return nil
	})
	if len(closed) > 0 {
		d.wrong(check, d.ownCommand(), "%s", few(closed, "cannot be read and written by you"))
	}
	switch {
	case len(open) == 0 && len(closed) == 0:
		d.ok(check, "only you can read %s", d.home)
	case len(open) == 0:
	case open[0] == string(d.home) || strings.HasSuffix(open[0], home.PairingKeyFile) || strings.HasSuffix(open[0], home.BearerTokenFile):
		d.wrong(check, d.privateCommand(), "%s", few(open, "may be read by other users"))
	default:
		// The directory around them is closed to other users.
		d.warn(check, d.privateCommand(), "%s, were the directory open", few(open, "could be read by other users"))
	}
}

func (d *Doctor) ownCommand() string {
	return `sudo chown -R "$(id -un)" ` + console.QuoteArg(string(d.home)) + " && chmod -R u+rwX " + console.QuoteArg(string(d.home))
}

func (d *Doctor) privateCommand() string {
	return "chmod -R go-rwx " + console.QuoteArg(string(d.home))
}

func writable(path string) bool {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return !errors.Is(err, fs.ErrPermission)
	}
	f.Close()
	return true
}

// few names one path, and mentions others if there are any.
func few(paths []string, what string) string {
	if len(paths) == 1 {
		return paths[0] + " " + what
	}
	return paths[0] + " and others " + what
}

// keyState returns a secret and a description of its fault, empty if there is none.
// The key is nil if it does not exist.
func (d *Doctor) keyState(name string) (key []byte, fault string) {
	text, err := os.ReadFile(d.home.Path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ""
	}
	if err != nil {
		return nil, err.Error()
	}
	if key, err = hex.DecodeString(strings.TrimSpace(string(text))); err != nil || len(key) != 32 {
		return nil, d.home.Path(name) + " does not hold 64 hex digits"
	}
	return key, ""
}

func (d *Doctor) checkStore() {
	const check = "store"
	free, low, err := store.Space(existing(d.home.Store()))
	switch {
	case err != nil:
		d.warn(check, "", "the free space cannot be found out: %v", err)
	case low:
		d.wrong(check, "free some space on the disk that holds "+string(d.home), "%s are free: recording has stopped, reading goes on", console.Size(free))
	}
	if d.health != nil {
		d.checkOpenStore(check, free)
		return
	}
	o, err := store.Inspect(d.home.Store())
	switch {
	case err != nil:
		d.wrong(check, d.ownCommand(), "it cannot be read: %v", err)
	case !o.Exists:
		d.ok(check, "nothing is remembered yet; %s are free", console.Size(free))
	case o.Newer:
		d.wrong(check, "install the newer Cairn again, or use another data directory", "a newer Cairn than this wrote it; it is left as it is")
	case !o.Clean():
		d.warn(check, d.command("store salvage"), "%s damaged; that, and the next start, keep all that is sound, and the file as it was beside it", console.Counted(max(1, o.Damaged), "value is", "values are"))
	default:
		d.ok(check, "%s in %s, all sound; %s are free", console.Counted(o.Values, "value", "values"), console.Size(o.Bytes), console.Size(free))
	}
	if err == nil && len(o.SetAside) > 0 {
		latest := filepath.Join(d.home.Store(), o.SetAside[len(o.SetAside)-1])
		d.warn(check, "rm "+console.QuoteArg(latest), "%s beside it as found, the latest as %s: delete it when you miss nothing", console.Counted(len(o.SetAside), "damaged file lies", "damaged files lie"), latest)
	}
}

// checkOpenStore reports the daemon's state of the store that it has open.
func (d *Doctor) checkOpenStore(check string, free int64) {
	s, core := d.health.Store, d.health.Core
	if s.ReadOnly != "" {
		d.wrong(check, d.command("stop"), "nothing can be recorded: %s", s.ReadOnly)
	} else {
		d.ok(check, "%s, %s, %s in %s; %s are free", console.Counted(core.Sessions, "session", "sessions"), console.Counted(core.Steps, "step", "steps"), console.Counted(core.Cards, "site", "sites"), console.Size(s.FileBytes), console.Size(free))
	}
	if s.DamagedFile != "" {
		found := filepath.Join(d.home.Store(), s.DamagedFile)
		d.warn(check, "rm "+console.QuoteArg(found), "it was damaged when it was opened; all that was sound was kept, and the file as it was is %s: delete it when you miss nothing", found)
	}
	if s.Quarantined > 0 {
		d.warn(check, "", "%s set aside and never shown", console.Counted(s.Quarantined, "damaged value is", "damaged values are"))
	}
	if s.Renewed > 0 {
		d.warn(check, d.command("store backup"), "%s bad on the disk, rewritten from memory: the disk may be about to fail", console.Counted(s.Renewed, "value went", "values went"))
	}
	if s.Partial > 0 {
		d.warn(check, "", "%s lost to damage what was to be seen around", console.Counted(s.Partial, "step", "steps"))
	}
	if s.Lost > 0 {
		d.warn(check, d.command("run"), "%s given up by browsers that could not reach the daemon for too long", console.Counted(s.Lost, "record was", "records were"))
	}
	if d.health.Unfit > 0 {
		d.warn(check, "", "%s of a form that this version does not take, and kept", console.Counted(d.health.Unfit, "stored record is", "stored records are"))
	}
	if d.health.Ignored > 0 {
		d.warn(check, "", "%s sent of files or of the browser's own pages, and ignored: an extension should not look there", console.Counted(d.health.Ignored, "step was", "steps were"))
	}
	if s.LastError != "" {
		d.warn(check, "", "its last work in the background failed: %s", s.LastError)
	}
}

// existing returns the nearest existing directory at or above path.
func existing(path string) string {
	for {
		if info, err := os.Stat(path); err == nil && info.IsDir() || filepath.Dir(path) == path {
			return path
		}
		path = filepath.Dir(path)
	}
}
