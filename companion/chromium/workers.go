package chromium

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

const (
	// scriptsFile holds, in a profile, the checksum of the extensions' scripts that it ran last.
	scriptsFile = "Cairn scripts"
	// pairingFile differs from start to start, and no script reads it from the browser's cache.
	pairingFile = "pairing.json"
)

var (
	// workerCaches are the directories of a profile in which a browser caches service workers. Web
	// sites register theirs again at the next visit.
	workerCaches = []string{"Database", "ScriptCache"}
	// scripts are the endings of files that may hold or name a script.
	scripts = []string{".js", ".mjs", ".json", ".html"}
)

// forgetWorkers clears the cached service workers of a profile if the scripts of the loaded extensions are
// not those that it ran last. Browsers cache them by an extension's version, so that another build of one
// version would run with the scripts of the build before.
func forgetWorkers(o Options) error {
	sum := sha256.New()
	for _, dir := range o.Extensions() {
		if err := addScripts(sum, dir); err != nil && !errors.Is(err, fs.ErrNotExist) { // loading it reports that
			return err
		}
	}
	file, now := filepath.Join(o.Profile, scriptsFile), hex.EncodeToString(sum.Sum(nil))
	was, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if string(was) == now {
		return nil
	}
	for _, name := range workerCaches {
		if err := os.RemoveAll(filepath.Join(o.Profile, "Default", "Service Worker", name)); err != nil {
			return err
		}
	}
	return os.WriteFile(file, []byte(now), 0o600)
}

// addScripts adds an extension's scripts and manifest to a checksum.
func addScripts(sum io.Writer, extension string) error {
	return filepath.WalkDir(extension, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == pairingFile || !slices.Contains(scripts, filepath.Ext(path)) {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		fmt.Fprintln(sum, path)
		_, err = io.Copy(sum, f)
		return err
	})
}
