package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"text/template"

	"cairn/companion/version"
)

//go:embed files/nfpm.yaml
var nfpmConfig string

func (r *release) linuxPackages(ctx context.Context, b *build) error {
	if b.goos != "linux" || r.nfpm == "" {
		return nil
	}
	config, err := fill(nfpmConfig, map[string]any{
		"Number": r.number, "Arch": b.goarch, "Program": b.path, "Repository": version.Repository, "Date": r.date.Format("2006-01-02T15:04:05Z"), "Summary": summary, "Docs": r.docs,
	})
	if err != nil {
		return err
	}
	path := filepath.Join(filepath.Dir(b.path), "nfpm.yaml")
	if err := os.WriteFile(path, config, 0o600); err != nil {
		return err
	}
	for _, kind := range []string{"deb", "rpm"} {
		cmd := exec.CommandContext(ctx, r.nfpm, "package", "--config", path, "--packager", kind, "--target", filepath.Join(r.out, fmt.Sprintf("cairn_%s_linux_%s.%s", r.number, b.goarch, kind)))
		cmd.Env = append(os.Environ(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.date.Unix()))
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s package: %w\n%s", kind, err, out)
		}
	}
	return nil
}

func fill(text string, values any) ([]byte, error) {
	t, err := template.New("").Option("missingkey=error").Parse(text)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, values)
	return out.Bytes(), err
}
