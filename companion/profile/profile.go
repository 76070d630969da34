// Package profile copies the sign-ins of a browser's profile, so that Cairn can open a
// browser with them. It only reads the original.
//
//	source, err := profile.Find("/home/eve/.config/google-chrome")
//	report, err := source.Copy(ctx, "/home/eve/.local/share/cairn/profiles/…")
//
// The copy holds cookies, storage of sites and settings: see [Kept]. It holds no saved
// passwords, cards, history, bookmarks, open tabs or extensions.
package profile

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"cairn/shared/types"
)

// Kept describes the content of a copy, for people.
const Kept = "cookies, storage of sites and settings; no passwords, cards, history, bookmarks, open tabs or extensions"

// kept lists the files and directories of a profile that are copied.
var kept = []string{
	"Preferences",
	"Cookies", "Network/Cookies", // older and newer location
	"Local Storage", "Session Storage", "IndexedDB", "WebStorage", "File System", "databases",
}

// Source is a profile that can be copied.
type Source struct {
	Root string // the browser's user data directory
	Name string // the profile's directory in it, such as Default
	// Version is that of the browser that last used it, if recorded.
	Version string
}

// Find looks for a profile in dir: dir is a browser's user data directory, for its
// last used profile, or one profile in it. Its error is a *types.Error with a hint.
func Find(dir string) (Source, error) {
	const hint = "name the directory that chrome://version shows as Profile Path"
	path, err := filepath.Abs(dir)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return Source{}, types.Fault(types.CodeNotFound, fmt.Sprintf("there is no profile %.200q", dir), hint)
	}
	s := Source{Root: filepath.Dir(path), Name: filepath.Base(path)}
	if exists(filepath.Join(path, "Local State")) {
		s = Source{Root: path, Name: lastUsed(path)}
	}
	if !exists(filepath.Join(s.Root, "Local State")) || !exists(filepath.Join(s.Root, s.Name, "Preferences")) {
		return Source{}, types.Invalid(fmt.Sprintf("%.200q is no profile of a Chromium-family browser", dir), hint)
	}
	version, _ := os.ReadFile(filepath.Join(s.Root, "Last Version")) // older ones have none
	s.Version = strings.TrimSpace(string(version))
	return s, nil
}

func lastUsed(root string) string {
	var state struct {
		Profile struct {
			LastUsed string `json:"last_used"`
		} `json:"profile"`
	}
	text, err := os.ReadFile(filepath.Join(root, "Local State"))
	if err == nil && json.Unmarshal(text, &state) == nil && filepath.IsLocal(state.Profile.LastUsed) {
		return state.Profile.LastUsed
	}
	return "Default"
}

// Report describes the copied data.
type Report struct {
	Files int
	Bytes int64
}

// Copy writes the copy to dir, which must not exist. The copy is complete or absent.
// Copy refuses a profile that a browser uses, because its files change while they are
// read. A profile may hold gigabytes, so the end of ctx stops it.
func (s Source) Copy(ctx context.Context, dir string) (Report, error) {
	if by := s.user(); by != "" {
		return Report{}, types.Invalid(fmt.Sprintf("the profile %s is in use by a browser (%s)", filepath.Join(s.Root, s.Name), by),
			"close that browser and run this again; the copy stays for the next time")
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return Report{}, fmt.Errorf("copy profile: %w", err)
	}
	part, err := os.MkdirTemp(filepath.Dir(dir), "unfinished-")
	if err != nil {
		return Report{}, fmt.Errorf("copy profile: %w", err)
	}
	defer os.RemoveAll(part)
	report, err := s.fill(ctx, part)
	if err == nil {
		err = os.Rename(part, dir)
	}
	if err != nil {
		return Report{}, fmt.Errorf("copy profile: %w", err)
	}
	return report, nil
}

func (s Source) fill(ctx context.Context, part string) (report Report, err error) {
	to := filepath.Join(part, "Default")
	for _, name := range kept {
		from := filepath.Join(s.Root, s.Name, filepath.FromSlash(name))
		for _, suffix := range []string{"", "-journal", "-wal"} {
			if err := report.tree(ctx, from+suffix, filepath.Join(to, filepath.FromSlash(name))+suffix); err != nil {
				return report, err
			}
		}
	}
	state, err := cryptState(filepath.Join(s.Root, "Local State"))
	if err != nil {
		return report, err
	}
	return report, os.WriteFile(filepath.Join(part, "Local State"), state, 0o600)
}

// cryptState returns the part of a browser's Local State with which it decrypts its
// cookies. The rest names the person's other profiles.
func cryptState(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var state struct {
		OSCrypt json.RawMessage `json:"os_crypt,omitempty"`
	}
	if err := json.Unmarshal(text, &state); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return json.Marshal(state)
}

// tree copies a file or a directory, if it exists. It leaves out links, special files
// and locks.
func (r *Report) tree(ctx context.Context, from, to string) error {
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		rest, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rest), 0o700)
		}
		if !d.Type().IsRegular() || d.Name() == "LOCK" {
			return nil
		}
		return r.file(path, filepath.Join(to, rest))
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (r *Report) file(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	n, err := out.ReadFrom(in)
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	r.Files, r.Bytes = r.Files+1, r.Bytes+n
	return nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// ID names a copy of the profile: readable, and different for each original.
func (s Source) ID() string {
	sum := sha256.Sum256([]byte(filepath.Join(s.Root, s.Name)))
	name := strings.Trim(notInName.ReplaceAllString(filepath.Base(s.Root)+"-"+s.Name, "-"), "-")
	return fmt.Sprintf("%.40s-%x", name, sum[:4])
}

var notInName = regexp.MustCompile(`[^A-Za-z0-9.]+`)

// IsCopy reports whether dir holds a complete copy.
func IsCopy(dir string) bool { return exists(filepath.Join(dir, "Local State")) }
