package setup

import (
	"os"
	"path/filepath"
	"runtime"

	"cairn/shared/types"
)

// folders holds the directories that clients' configurations are relative to.
type folders struct {
	goos   string
	home   string
	config string // where programs store settings: ~/.config, %APPDATA%, ~/Library/Application Support
	getenv func(string) string
}

func userFolders() (folders, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return folders{}, types.Invalid("no home directory is known for this user", "set HOME, or paste what cairn setup --print shows")
	}
	config, err := os.UserConfigDir()
	if err != nil {
		return folders{}, types.Invalid("no settings directory is known for this user: "+err.Error(), "paste what cairn setup --print shows")
	}
	return folders{runtime.GOOS, home, config, os.Getenv}, nil
}

// or returns the directory that an environment variable names, else the usual one.
func (f folders) or(env, usual string) string {
	if dir := f.getenv(env); filepath.IsAbs(dir) {
		return dir
	}
	return usual
}

// in returns a path below the home directory.
func (f folders) in(path ...string) string {
	return filepath.Join(append([]string{f.home}, path...)...)
}

// settings returns a path below the directory where programs store settings.
func (f folders) settings(path ...string) string {
	return filepath.Join(append([]string{f.config}, path...)...)
}

// dotConfig returns a path below ~/.config, which some programs use on every system.
func (f folders) dotConfig(path ...string) string {
	return filepath.Join(append([]string{f.or("XDG_CONFIG_HOME", f.in(".config"))}, path...)...)
}

// unlessWindows returns the first path, or the second one on Windows.
func (f folders) unlessWindows(path, onWindows string) string {
	if f.goos == "windows" {
		return onWindows
	}
	return path
}

// first returns the first file that exists, or the first of all.
func first(paths ...string) string {
	for _, path := range paths {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return paths[0]
}
