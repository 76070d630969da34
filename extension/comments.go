package extension

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"path"
)

// uncommentedScripts is a file system with content scripts that have lost comments and indentation:
// two fifths of their bytes, which every frame of every page would hold otherwise.
type uncommentedScripts struct{ fs.FS }

func (u uncommentedScripts) Open(name string) (fs.File, error) {
	f, err := u.FS.Open(name)
	if script, _ := path.Match("content/*.js", name); err != nil || !script {
		return f, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	text = uncommented(text)
	return &textFile{File: f, info: sized{info, int64(len(text))}, text: bytes.NewReader(text)}, nil
}

// uncommented is JavaScript without the lines that are empty or a comment alone, and without indentation. Everything
// else stays as it is written. A test holds content scripts to have no template that runs over several lines.
func uncommented(script []byte) []byte {
	out := make([]byte, 0, len(script))
	within := false // a comment of several lines
	for line := range bytes.Lines(script) {
		text := bytes.TrimSpace(line)
		if !within && bytes.HasPrefix(text, []byte("/*")) {
			within, text = true, text[2:]
		}
		if within {
			_, rest, ended := bytes.Cut(text, []byte("*/"))
			if !ended {
				continue
			}
			within, text = false, bytes.TrimSpace(rest)
		}
		if len(text) > 0 && !bytes.HasPrefix(text, []byte("//")) {
			out = append(append(out, text...), '\n')
		}
	}
	return out
}
