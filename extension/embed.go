// Package extension holds the browser extension as it ships, so that one
// binary can write it out, and says who it is.
//
// [Files] is the unpacked extension without a pairing. Everything under these
// folders ships except tests, type declarations and npm's files; a test
// compares it with the files that the manifest and the scripts ask for. Content scripts,
// which are loaded into every frame of every page, ship without their comments.
package extension

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
)

// ID is the extension's id in every browser: Chrome derives it from the key in
// the manifest. The companion accepts its origin alone.
const ID = "boajpbafnjaeinnhfcanpdkbnoodmijc"

// StoreID is the extension's id in the Chrome Web Store, which gives it one of its
// own: empty until it is there. The companion accepts that origin, too.
const StoreID = ""

// StoreOrigin is the origin of the extension from the Web Store, or empty.
func StoreOrigin() string {
	if StoreID == "" {
		return ""
	}
	return "chrome-extension://" + StoreID
}

// CorePath is the Wasm core within [Files]. It is built, not committed, and
// absent from a binary that was built without ./build.sh, which packs it (core.go).
const CorePath = "core/core.wasm"

// Files is the extension, manifest.json at its root, as a person loads it: it
// has access to no site before the person gives it. See [AllSites].
var Files fs.FS = uncommentedScripts{unpacked{embedded}}

//go:embed vendor/*.js vendor/*.md manifest.json content/*.js content/order.json worker/*.js offscreen popup panel search firstrun lib/*.js lib/*.css icons/*.png core
var embedded embed.FS

// Key returns the manifest's key, the public half that ID is made of.
func Key() string {
	m, err := readManifest()
	if err != nil {
		panic(err) // the embedded manifest is part of the program
	}
	return m.Key
}

// Version is the version of the extension, and so of everything that is released
// with it.
func Version() string {
	m, err := readManifest()
	if err != nil {
		panic(err) // the embedded manifest is part of the program
	}
	return m.Version
}

// OldestBrowser is the first version of Chromium that the extension works in.
func OldestBrowser() int {
	m, err := readManifest()
	if err != nil {
		panic(err) // the embedded manifest is part of the program
	}
	return m.Oldest
}

// manifest is the part of manifest.json that Go looks at.
type manifest struct {
	Key        string            `json:"key"`
	Version    string            `json:"version"`
	Oldest     int               `json:"minimum_chrome_version,string"`
	Icons      map[string]string `json:"icons"`
	Background struct {
		ServiceWorker string `json:"service_worker"`
	} `json:"background"`
	Action struct {
		DefaultPopup string            `json:"default_popup"`
		DefaultIcon  map[string]string `json:"default_icon"`
	} `json:"action"`
	DevtoolsPage string `json:"devtools_page"`
}

func readManifest() (*manifest, error) {
	text, err := embedded.ReadFile(manifestPath)
	if err != nil {
		return nil, fmt.Errorf("read manifest: %w", err)
	}
	m := new(manifest)
	if err := json.Unmarshal(text, m); err != nil {
		return nil, fmt.Errorf("read manifest: %w", err)
	}
	return m, nil
}
