//go:build unix

package pilot

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

func TestUploadsAreFilesBelowWhatIsAllowed(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	make := func(name string) string {
		t.Helper()
		path := filepath.Join(base, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	link := func(to, name string) string {
		t.Helper()
		path := filepath.Join(base, name)
		if err := os.Symlink(to, path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a, deep, b := make("in/a.txt"), make("in/deep/b.txt"), make("other/b.txt")
	secret, near := make("out/secret.txt"), make("inside/c.txt")
	out, dangling, inner, dir := link(secret, "in/out.txt"), link(filepath.Join(base, "gone"), "in/gone.txt"), link(deep, "in/inner.txt"), link(filepath.Join(base, "out"), "in/dir")
	pipe := filepath.Join(base, "in", "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	in := []string{filepath.Join(base, "in"), filepath.Join(base, "other")}
	for name, tc := range map[string]struct {
		dirs, files []string
		want        []string
		code        types.Code
		says        string
	}{
		"a whole path":                      {in, []string{a}, []string{a}, "", ""},
		"a path within":                     {in, []string{"deep/b.txt"}, []string{deep}, "", ""},
		"a path within the second":          {in, []string{"b.txt", a}, []string{b, a}, "", ""},
		"a link within":                     {in, []string{inner}, []string{deep}, "", ""},
		"nothing allowed":                   {nil, []string{a}, nil, types.CodeActionDenied, "--allow-upload DIR"},
		"no files":                          {in, nil, nil, types.CodeInvalidInput, "files has 0 entries"},
		"an empty path":                     {in, []string{""}, nil, types.CodeInvalidInput, `"" is no path`},
		"a path with a zero":                {in, []string{a + "\x00"}, nil, types.CodeInvalidInput, "is no path"},
		"outside":                           {in, []string{secret}, nil, types.CodeActionDenied, "not below a directory"},
		"outside, and not there":            {in, []string{"/nowhere/at/all"}, nil, types.CodeActionDenied, "not below a directory"},
		"a directory of a like name":        {in, []string{near}, nil, types.CodeActionDenied, "not below a directory"},
		"up and down again":                 {in, []string{filepath.Join(base, "in") + "/../in/a.txt"}, nil, types.CodeActionDenied, "goes up by .."},
		"up from within":                    {in, []string{"../out/secret.txt"}, nil, types.CodeActionDenied, "goes up by .."},
		"a link that leads out":             {in, []string{out}, nil, types.CodeActionDenied, "a link that leads out"},
		"through a directory that is one":   {in, []string{filepath.Join(dir, "secret.txt")}, nil, types.CodeActionDenied, "a link that leads out"},
		"a link to nothing":                 {in, []string{dangling}, nil, types.CodeNotFound, "there is no file"},
		"a missing file":                    {in, []string{"lost.txt"}, nil, types.CodeNotFound, `there is no file "lost.txt"`},
		"a missing file among others":       {in, []string{a, "lost.txt"}, nil, types.CodeNotFound, `there is no file "lost.txt"`},
		"a directory":                       {in, []string{filepath.Join(base, "in", "deep")}, nil, types.CodeInvalidInput, "is a directory"},
		"the allowed directory":             {in, []string{filepath.Join(base, "in")}, nil, types.CodeInvalidInput, "is a directory"},
		"a pipe":                            {in, []string{pipe}, nil, types.CodeInvalidInput, "no ordinary file"},
		"a file that is taken for a folder": {in, []string{a + "/b"}, nil, types.CodeInvalidInput, "cannot be read"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := uploads(tc.dirs, tc.files)
			if tc.code == "" {
				if err != nil || strings.Join(got, " ") != strings.Join(tc.want, " ") {
					t.Errorf("got %v, %v, want %v", got, err, tc.want)
				}
				return
			}
			if wantCode(t, err, tc.code); !strings.Contains(err.Error()+types.AsError(err).Hint, tc.says) {
				t.Errorf("the error is %v, want %s", err, tc.says)
			}
		})
	}
}

func TestAnUploadKeepsNamesAlone(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := newRig(t)
	r.Agent.client.Uploads = dir
	if _, err := r.Launch(t.Context(), tool.LaunchInput{URL: "http://127.0.0.1:1/"}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Upload(t.Context(), tool.UploadInput{TargetInput: tool.TargetInput{TestID: "send"}, Files: []string{"a.txt"}}); err == nil {
		t.Error("a press that the page did not feel gave files")
	}
	step := r.memory.steps[0]
	if files, _ := step.Tool.Input["files"].([]any); step.Tool.Name != "mm_upload" || len(files) != 1 || files[0] != "a.txt" || strings.Contains(step.Outcome.Error.Message, dir) {
		t.Errorf("kept are %+v, %+v", step.Tool, step.Outcome)
	}
	if _, err := r.Upload(t.Context(), tool.UploadInput{TargetInput: tool.TargetInput{TestID: "send"}, Files: []string{"b.txt"}}); err == nil || len(r.memory.steps) != 1 {
		t.Errorf("a file that is not there: %v, %d steps", err, len(r.memory.steps))
	}
}
