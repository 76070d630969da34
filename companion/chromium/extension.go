package chromium

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"unicode/utf16"

	"cairn/shared/types"
)

// maxManifest bounds the bytes read of a manifest, or of its translations.
const maxManifest = 1 << 20

// Extension is an unpacked extension that a browser loads at its start.
type Extension struct {
	Dir string `json:"-"` // as passed to the browser
	// ID is Chrome's id for it, derived from the manifest's key, or from Dir.
	ID string `json:"id"`
	// Name is Cairn's name for it in addresses: the manifest's name in small letters,
	// digits and dashes.
	Name string `json:"name"`
}

// notInName matches the characters that a name in an address replaces by a dash.
var notInName = regexp.MustCompile(`[^a-z0-9]+`)

// maxName is the maximum length of a part of a host name.
const maxName = 63

// ReadExtensions reads unpacked extensions, whose names must differ.
func ReadExtensions(dirs []string) ([]Extension, error) {
	var all []Extension
	for _, dir := range dirs {
		e, err := readExtension(dir)
		if err != nil {
			return nil, err
		}
		for _, other := range all {
			if other.Name == e.Name {
				return nil, types.Invalid(fmt.Sprintf("%s and %s are both named %s", other.Dir, e.Dir, e.Name), "load one of them, or give one another name in its manifest.json: Cairn remembers them by their names")
			}
		}
		all = append(all, e)
	}
	return all, nil
}

func readExtension(dir string) (Extension, error) {
	refuse := func(why, hint string) (Extension, error) {
		return Extension{}, types.Invalid(fmt.Sprintf("%.200q is no extension that can be loaded: %s", dir, why), hint)
	}
	const unpacked = "name the directory of an unpacked extension, which holds its manifest.json"
	path, err := filepath.Abs(dir)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return refuse("there is no such directory", unpacked)
	}
	if strings.Contains(path, ",") {
		return refuse("Chromium takes no path with a comma", "move it, or load it through a link without one")
	}
	text, err := readBounded(filepath.Join(path, "manifest.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return refuse("it holds no manifest.json", unpacked)
	} else if err != nil {
		return refuse(err.Error(), unpacked)
	}
	var m struct {
		Version       int    `json:"manifest_version"`
		Name          string `json:"name"`
		Key           string `json:"key"`
		DefaultLocale string `json:"default_locale"`
	}
	switch err := json.Unmarshal(text, &m); {
	case err != nil:
		return refuse("its manifest.json is not understood: "+err.Error(), "mend it; Chrome would not load it either")
	case m.Version < 3:
		return refuse(fmt.Sprintf("it has manifest version %d", m.Version), "Chromium loads extensions of manifest version 3 alone")
	case m.Name == "":
		return refuse("its manifest.json names no name", "give it a name: Cairn remembers it by that")
	}
	name := notInName.ReplaceAllString(strings.ToLower(translated(path, m.DefaultLocale, m.Name)), "-")
	name = strings.Trim(name[:min(len(name), maxName)], "-")
	if name == "" {
		return refuse(fmt.Sprintf("its name %.60q has no letters from a to z and no digits", m.Name), "give it a name that has some: addresses are made of it")
	}
	id, err := extensionID(path, m.Key)
	if err != nil {
		return refuse("its key is not understood: "+err.Error(), "mend the key in its manifest.json, or leave it out")
	}
	return Extension{Dir: path, ID: id, Name: name}, nil
}

// readBounded reads a file that is not too large.
func readBounded(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxManifest {
		return nil, fmt.Errorf("%s is no file of at most %d MiB", filepath.Base(path), maxManifest>>20)
	}
	text, err := os.ReadFile(path)
	return bytes.TrimPrefix(text, []byte("\ufeff")), err
}

// translated returns a manifest's name in its default language, if it is one of the
// extension's messages. A name without a message stays unchanged.
func translated(dir, locale, name string) string {
	key, message := strings.CutPrefix(name, "__MSG_")
	key, whole := strings.CutSuffix(key, "__")
	if !message || !whole || !filepath.IsLocal(locale) {
		return name
	}
	text, err := readBounded(filepath.Join(dir, "_locales", locale, "messages.json"))
	if err != nil {
		return name
	}
	var messages map[string]struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(text, &messages) != nil {
		return name
	}
	for k, m := range messages {
		if strings.EqualFold(k, key) && m.Message != "" {
			return m.Message
		}
	}
	return name
}

// extensionID returns Chrome's id for an unpacked extension: the first part of a hash
// in letters from a to p, of the manifest's key, or of the path.
func extensionID(path, key string) (string, error) {
	source := []byte(path)
	if key != "" {
		var err error
		if source, err = base64.StdEncoding.DecodeString(strings.Join(strings.Fields(key), "")); err != nil {
			return "", err
		}
	} else if runtime.GOOS == "windows" { // there Chromium's paths are UTF-16
		source = source[:0:0]
		for _, unit := range utf16.Encode([]rune(path)) {
			source = binary.LittleEndian.AppendUint16(source, unit)
		}
	}
	hash := sha256.Sum256(source)
	id := make([]byte, 0, 32)
	for _, b := range hash[:16] {
		id = append(id, 'a'+b>>4, 'a'+b&15)
	}
	return string(id), nil
}
