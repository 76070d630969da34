package home

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// SaveImage stores a screenshot in the data directory, under its session. An agent
// chooses name: SaveImage only uses characters that are safe in a file name.
func (h Dir) SaveImage(sessionID, name string, img tool.Image) (string, error) {
	root, err := os.OpenRoot(string(h))
	if err != nil {
		return "", fmt.Errorf("open data directory: %w", err)
	}
	defer root.Close()
	dir := filepath.Join("screenshots", fileName(sessionID, "session"))
	if err := root.MkdirAll(dir, 0o700); err != nil {
		if info, lerr := root.Lstat("screenshots"); lerr == nil && info.Mode()&os.ModeSymlink != 0 {
			return "", types.Fault(types.CodePathDenied, "screenshots is a link that leads out of the data directory", "remove the link; pictures are kept in the data directory alone")
		}
		return "", fmt.Errorf("make screenshot directory: %w", err)
	}
	ending := ".png"
	if img.MIME == "image/jpeg" {
		ending = ".jpg"
	}
	file := filepath.Join(dir, time.Now().UTC().Format("20060102-150405.000-")+fileName(name, "screen")+ending)
	if err := root.WriteFile(file, img.Data, 0o600); err != nil {
		return "", fmt.Errorf("write screenshot: %w", err)
	}
	return filepath.Join(string(h), file), nil
}

// fileName keeps letters, digits and dashes, 60 of them at most.
func fileName(s, otherwise string) string {
	kept := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-':
			return r
		case r == ' ', r == '_', r == '.':
			return '-'
		}
		return -1
	}, s)
	if len(kept) > 60 {
		kept = kept[:60]
	}
	return cmp.Or(kept, otherwise)
}

// Screenshots counts the pictures that agents requested.
func (h Dir) Screenshots() (n int) {
	_ = filepath.WalkDir(h.Path("screenshots"), func(_ string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			n++
		}
		return nil // there are none, or one is unreadable
	})
	return n
}
