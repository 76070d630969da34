package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"

	"cairn/shared/types"
)

// EnvHome names the environment variable that overrides where data lies.
const EnvHome = "CAIRN_HOME"

// EnvLanguage names the environment variable of the daemon that chooses the
// language of site memory for clients that choose none: en or zh.
const EnvLanguage = "CAIRN_LANGUAGE"

// home is the directory that holds everything Cairn keeps for one user. Only
// the owner may look inside.
type home string

func (h home) path(name string) string { return filepath.Join(string(h), name) }

func (h home) store() string            { return h.path("store") }
func (h home) socket() string           { return h.path("cairn.sock") }
func (h home) daemonFile() string       { return h.path("daemon.json") }
func (h home) log() string              { return h.path("cairn.log") }
func (h home) profile() string          { return h.path("profile") }
func (h home) managedExtension() string { return h.path("extension") }
func (h home) contexts() string         { return h.path("contexts") }
func (h home) screenRules() string      { return h.path("screens.json") }

// findHome says where dir (or the default place) is, and leaves it as it is.
func findHome(dir string) (home, error) {
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
	return home(dir), nil
}

// openHome makes dir (or the default place) ready for use.
func openHome(dir string) (home, error) {
	h, err := findHome(dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(string(h), 0o700); err != nil {
		return "", fmt.Errorf("make data directory: %w", err)
	}
	// Sockets, keys and records lie here, private to this user.
	if err := os.Chmod(string(h), 0o700); err != nil {
		return "", fmt.Errorf("close data directory to others: %w", err)
	}
	return h, nil
}

func defaultHome() (string, error) {
	user, err := os.UserHomeDir()
	if err != nil {
		return "", types.Fault(types.CodeInvalidInput, "no home directory is known for this user", "give one with --data DIR or "+EnvHome)
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

// daemonInfo is daemon.json: how to reach the running daemon.
type daemonInfo struct {
	PID       int        `json:"pid"`
	Port      int        `json:"port"`
	Version   string     `json:"version"`
	StartedAt types.Time `json:"startedAt"`
}

func (h home) readDaemonInfo() (daemonInfo, error) {
	var info daemonInfo
	data, err := os.ReadFile(h.daemonFile())
	if err != nil {
		return info, err
	}
	if err := json.Unmarshal(data, &info); err != nil {
		return daemonInfo{}, fmt.Errorf("read %s: %w", h.daemonFile(), err)
	}
	if info.PID <= 0 || info.Port <= 0 || info.Port > math.MaxUint16 {
		return daemonInfo{}, fmt.Errorf("%s names no process and port", h.daemonFile())
	}
	return info, nil
}

func (h home) writeDaemonInfo(info daemonInfo) error {
	data, err := json.MarshalIndent(info, "", "  ")
	if err != nil {
		return err
	}
	return replaceFile(h.daemonFile(), append(data, '\n'))
}
