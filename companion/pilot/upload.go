package pilot

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// maxUploads bounds the files of one upload.
const maxUploads = 32

// Upload passes files to a file input, or to the chooser that a click opens. Steps
// store their names alone.
func (a *Agent) Upload(ctx context.Context, in tool.UploadInput) (*tool.ActResult, error) {
	paths, err := uploads(filepath.SplitList(a.client.Uploads), in.Files)
	if err != nil {
		return nil, err
	}
	names := []any{}
	for _, path := range paths {
		names = append(names, filepath.Base(path))
	}
	return a.act(ctx, action{
		tool: "mm_upload", given: in.ActInput, target: &in.TargetInput, fit: "upload", files: true,
		input: kept(in.TargetInput, in.ActInput, map[string]any{"files": names}),
		late:  types.CodeUploadTimeout, failed: types.CodeUploadFailed,
		do: func(ctx context.Context, t *tab, at *wire.Located) error {
			return t.input.Upload(ctx, paths, func(ctx context.Context) error { return t.askForFiles(ctx, at) })
		},
	})
}

// askForFiles makes the page open its file chooser.
func (t *tab) askForFiles(ctx context.Context, at *wire.Located) error {
	if at.FileRef == "" {
		if err := t.input.Click(ctx, at.X, at.Y); err != nil {
			return err
		}
		return t.pressed(ctx)
	}
	if err := t.input.Here(ctx); err != nil {
		return err
	}
	_, err := t.ask(ctx, wire.Envelope{Kind: wire.KindFill, Fill: &wire.Fill{TabID: t.id, Ref: at.FileRef, Files: true}})
	return err
}

// uploads returns the absolute paths of files, with links resolved, each below an
// allowed directory. Relative paths are relative to such a directory.
func uploads(allowed, files []string) ([]string, error) {
	if len(allowed) == 0 {
		return nil, types.Fault(types.CodeActionDenied, "this agent may upload no files",
			"the person allows those below a directory by starting Cairn's MCP server with: cairn mcp --allow-upload DIR (over HTTP: cairn run --allow-upload DIR)")
	}
	if len(files) == 0 || len(files) > maxUploads {
		return nil, types.Invalid(fmt.Sprintf("files has %d entries", len(files)), fmt.Sprintf("give 1 to %d paths", maxUploads))
	}
	var out []string
	for _, file := range files {
		path, err := upload(allowed, file)
		if err != nil {
			return nil, err
		}
		out = append(out, path)
	}
	return out, nil
}

// upload returns the absolute path of one file. Paths outside the directories are
// refused unread, because an answer must not reveal their content.
func upload(allowed []string, file string) (string, error) {
	where := "give a path below " + strings.Join(allowed, " or ")
	switch {
	case file == "" || strings.ContainsRune(file, 0):
		return "", types.Invalid(fmt.Sprintf("%q is no path", file), where)
	case slices.Contains(strings.FieldsFunc(file, func(r rune) bool { return r == '/' || r == filepath.Separator }), ".."):
		return "", types.Fault(types.CodeActionDenied, fmt.Sprintf("%q goes up by ..", file), where+", without ..")
	}
	tried := []string{file}
	if !filepath.IsAbs(file) {
		tried = nil
		for _, dir := range allowed {
			tried = append(tried, filepath.Join(dir, file))
		}
	}
	for _, path := range tried {
		path = filepath.Clean(path)
		if !below(allowed, path) {
			return "", types.Fault(types.CodeActionDenied, fmt.Sprintf("%q is not below a directory that the person allowed", file), where)
		}
		real, err := filepath.EvalSymlinks(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", types.Invalid(fmt.Sprintf("%q cannot be read", file), where)
		}
		if !below(allowed, real) {
			return "", types.Fault(types.CodeActionDenied, fmt.Sprintf("%q is a link that leads out of the directories that the person allowed", file), where)
		}
		return real, readable(file, real)
	}
	return "", types.Fault(types.CodeNotFound, fmt.Sprintf("there is no file %q", file), where)
}

func readable(file, path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return types.Invalid(fmt.Sprintf("%q is a directory", file), "name the files in it")
	case err == nil && !info.Mode().IsRegular():
		return types.Invalid(fmt.Sprintf("%q is no ordinary file", file), "copy what is in it into one")
	}
	var f *os.File
	if err == nil {
		f, err = os.Open(path)
	}
	if err != nil {
		return types.Invalid(fmt.Sprintf("%q cannot be read", file), "let the person's account read it")
	}
	return f.Close()
}

// below reports whether a path is in one of the directories.
func below(dirs []string, path string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool {
		rel, err := filepath.Rel(dir, path)
		return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
	})
}
