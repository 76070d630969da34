// Package home is the data directory: the paths of its files, and the small files
// among them (secrets, limits, the pairing of extensions), which only this package
// reads and writes. The records belong to companion/store.
package home

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"

	"cairn/companion/atomicfile"
	"cairn/shared/types"
)

// EnvHome names the environment variable that overrides the data directory.
const EnvHome = "CAIRN_HOME"

// EnvLanguage names the environment variable of the daemon that sets the language of
// site memory for clients that choose none: en or zh.
const EnvLanguage = "CAIRN_LANGUAGE"

// Dir is the directory that holds all of Cairn's data for one user. Only the owner may
// read it.
type Dir string

// Path returns the path of a file in the directory.
func (h Dir) Path(name string) string { return filepath.Join(string(h), name) }

// Store returns the directory of the records.
func (h Dir) Store() string { return h.Path("store") }

// Socket returns the daemon's control socket.
func (h Dir) Socket() string { return h.Path("cairn.sock") }

// DaemonFile returns the file with the running daemon's addresses: see DaemonInfo.
func (h Dir) DaemonFile() string { return h.Path("daemon.json") }

// Log returns the log file of daemons that run in the background.
func (h Dir) Log() string { return h.Path("cairn.log") }

// Profile returns the profile of the browser that Cairn starts.
func (h Dir) Profile() string { return h.Path("profile") }

// ManagedExtension returns the copy of the extension for that browser.
func (h Dir) ManagedExtension() string { return h.Path("extension") }

// JoinedExtension returns the copy of the extension for a browser that Cairn joins.
func (h Dir) JoinedExtension() string { return h.Path("joined-extension") }

// Profiles returns the directory of the copies of people's own profiles.
func (h Dir) Profiles() string { return h.Path("profiles") }

// Contexts returns the directory with one subdirectory for each browser context.
func (h Dir) Contexts() string { return h.Path("contexts") }

// ScreenRules returns the file of a person's own rules for screen names.
func (h Dir) ScreenRules() string { return h.Path("screens.json") }

// TeamFile returns the membership of a team, with the member's private key. Without it, no team is
// joined.
func (h Dir) TeamFile() string { return h.Path("team.json") }

// TeamState returns the file of the client's progress in the team's log.
func (h Dir) TeamState() string { return h.Path("team-state.json") }

// TeamSites returns the sites that are shared with the team, and how.
func (h Dir) TeamSites() string { return h.Path("team-sites.json") }

// TeamFormer returns the keys of memberships that ended.
func (h Dir) TeamFormer() string { return h.Path("team-former.json") }

// TeamServer returns the directory of a team's server on this machine.
func (h Dir) TeamServer() string { return h.Path("team-server") }

// Find returns the data directory, dir or the default one, and does not change it.
func Find(dir string) (Dir, error) {
	if dir == "" {
		dir = os.Getenv(EnvHome)
	}
	if dir == "" {
		var err error
		if dir, err = defaultHome(); err != nil {
			return "", err
		}
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("data directory: %w", err)
	}
	return Dir(dir), nil
}

// Open prepares dir, or the default directory, for use.
func Open(dir string) (Dir, error) {
	h, err := Find(dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(string(h), 0o700); err != nil {
		return "", unusable(h, err)
	}
	// Sockets, keys and records are stored here, private to this user.
	if err := os.Chmod(string(h), 0o700); err != nil {
		return "", unusable(h, err)
	}
	return h, nil
}

// unusable explains why a directory cannot hold this user's data.
func unusable(h Dir, err error) error {
	why := err.Error()
	var at *fs.PathError
	if errors.As(err, &at) {
		why = at.Err.Error()
		if at.Path != string(h) {
			why += " (" + at.Path + ")"
		}
	}
	if errors.Is(err, fs.ErrPermission) && at != nil && at.Op == "chmod" {
		why = "it belongs to another user"
	}
	return types.Invalid(fmt.Sprintf("the data directory %s cannot be used: %s", h, why), "name a directory of yours with --data DIR or "+EnvHome)
}

func defaultHome() (string, error) {
	user, err := os.UserHomeDir()
	if err != nil {
		return "", types.Invalid("no home directory is known for this user", "give one with --data DIR or "+EnvHome)
	}
	switch runtime.GOOS {
	case "darwin":
		return filepath.Join(user, "Library", "Application Support", "cairn"), nil
	case "windows":
		return filepath.Join(os.Getenv("LOCALAPPDATA"), "cairn"), nil
	}
	if base := os.Getenv("XDG_DATA_HOME"); base != "" {
		return filepath.Join(base, "cairn"), nil
	}
	return filepath.Join(user, ".local", "share", "cairn"), nil
}

// DaemonInfo is daemon.json: the addresses of the running daemon.
type DaemonInfo struct {
	PID       int        `json:"pid"`
	Port      int        `json:"port"`
	Version   string     `json:"version"`
	StartedAt types.Time `json:"startedAt"`
}

// ReadDaemonInfo reads the daemon's addresses.
func (h Dir) ReadDaemonInfo() (DaemonInfo, error) {
	var info DaemonInfo
	data, err := os.ReadFile(h.DaemonFile())
	if err != nil {
		return info, err
	}
	if err := json.Unmarshal(data, &info); err != nil {
		return DaemonInfo{}, fmt.Errorf("read %s: %w", h.DaemonFile(), err)
	}
	if info.PID <= 0 || info.Port <= 0 || info.Port > math.MaxUint16 {
		return DaemonInfo{}, fmt.Errorf("%s names no process and port", h.DaemonFile())
	}
	return info, nil
}

// WriteDaemonInfo writes the addresses of this process, which is the daemon.
func (h Dir) WriteDaemonInfo(info DaemonInfo) error {
	return atomicfile.ReplaceJSON(h.DaemonFile(), info)
}
