package main

import (
	"embed"
	"io/fs"
	"strings"

	"cairn/companion/version"
)

//go:embed files/managers
var managerFiles embed.FS

// managers writes the files of package managers: a Homebrew formula, a scoop
// manifest and the three files of winget. They name archives that this release has.
func (r *release) managers() error {
	type archive struct{ URL, Sum string }
	values := map[string]any{"Number": r.number, "Repository": version.Repository, "Summary": summary, "Date": r.date.Format("2006-01-02"), "License": "MIT"}
	for _, b := range r.builds {
		values[b.goos+"_"+b.goarch] = archive{r.url(b.archiveName), b.archiveSum}
	}
	if len(r.builds) < len(platforms) {
		return nil // of a build for some platforms only
	}
	return fs.WalkDir(managerFiles, "files/managers", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := managerFiles.ReadFile(path)
		if err != nil {
			return err
		}
		filled, err := fill(string(text), values)
		if err != nil {
			return err
		}
		return r.write(strings.TrimPrefix(path, "files/managers/"), filled)
	})
}
