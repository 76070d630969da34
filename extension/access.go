package extension

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"sync"
)

const (
	manifestPath = "manifest.json"
	// scriptsPath lists the content scripts in the order in which they are
	// injected.
	scriptsPath = "content/order.json"
)

// AllSites is the extension with access to every site from the start, for a
// browser that a program drives: Chrome's question for access must be answered
// by a click in its own dialog, and there no person is present to give one. [Files], for
// a person's browser, asks for each site or for all when the person says so.
//
// The copies differ in manifest.json alone. There the content scripts are
// declared, too: a page that opens while the browser starts must not wait for
// the worker to register them.
func AllSites() fs.FS { return allSites() }

var allSites = sync.OnceValue(func() fs.FS {
	text, err := manifestForAllSites()
	if err != nil {
		panic(err) // an embedded file is part of the program
	}
	return replaced{Files, manifestPath, text}
})

// manifestForAllSites makes the sites that the manifest may ask for its own.
func manifestForAllSites() ([]byte, error) {
	text, err := embedded.ReadFile(manifestPath)
	if err != nil {
		return nil, fmt.Errorf("read manifest: %w", err)
	}
	var m map[string]any
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("read manifest: %w", err)
	}
	scripts, err := contentScripts()
	if err != nil {
		return nil, err
	}
	sites := m["optional_host_permissions"]
	delete(m, "optional_host_permissions")
	m["host_permissions"] = sites
	// As worker/scripts.js registers them elsewhere.
	m["content_scripts"] = []any{map[string]any{
		"matches": sites, "js": scripts, "all_frames": true, "match_origin_as_fallback": true, "run_at": "document_start",
	}}
	if text, err = json.MarshalIndent(m, "", "  "); err != nil {
		return nil, fmt.Errorf("write manifest: %w", err)
	}
	return append(text, '\n'), nil
}

func contentScripts() ([]string, error) {
	text, err := embedded.ReadFile(scriptsPath)
	if err != nil {
		return nil, fmt.Errorf("read order of content scripts: %w", err)
	}
	var names []string
	if err := json.Unmarshal(text, &names); err != nil {
		return nil, fmt.Errorf("read order of content scripts: %w", err)
	}
	for i, name := range names {
		names[i] = "content/" + name
	}
	return names, nil
}

// replaced is a file system with another text in one of its files.
type replaced struct {
	fs.FS
	name string
	text []byte
}

func (r replaced) Open(name string) (fs.File, error) {
	f, err := r.FS.Open(name)
	if err != nil || name != r.name {
		return f, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return &textFile{File: f, info: sized{info, int64(len(r.text))}, text: bytes.NewReader(r.text)}, nil
}

type textFile struct {
	fs.File
	info fs.FileInfo
	text *bytes.Reader
}

func (f *textFile) Stat() (fs.FileInfo, error)    { return f.info, nil }
func (f *textFile) Read(into []byte) (int, error) { return f.text.Read(into) }

// sized describes a file with another size.
type sized struct {
	fs.FileInfo
	size int64
}

func (s sized) Size() int64 { return s.size }
