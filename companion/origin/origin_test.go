package origin

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestFindsHowItWasInstalled(t *testing.T) {
	for path, want := range map[string]struct {
		method Method
		dir    string
		files  []string
	}{
		"/home/ann/.npm/_npx/0a1b/node_modules/cairn-mcp-linux-x64/cairn":                                           {NPX, "", nil},
		`C:\Users\ann\AppData\Local\npm-cache\_npx\0a1b\node_modules\cairn-mcp-win32-x64\cairn.exe`:                 {NPX, "", nil},
		"/usr/local/lib/node_modules/cairn-mcp/node_modules/cairn-mcp-linux-x64/cairn":                              {NPMGlobal, "/usr/local", nil},
		"/home/ann/.nvm/versions/node/v22.1.0/lib/node_modules/cairn-mcp/node_modules/cairn-mcp-darwin-arm64/cairn": {NPMGlobal, "/home/ann/.nvm/versions/node/v22.1.0", nil},
		`C:\Users\ann\AppData\Roaming\npm\node_modules\cairn-mcp\node_modules\cairn-mcp-win32-x64\cairn.exe`:        {NPMGlobal, "C:/Users/ann/AppData/Roaming/npm", nil},
		"/prefix/node_modules/cairn-mcp-linux-x64/cairn":                                                            {NPMGlobal, "/prefix", nil},
		"/src/my app/node_modules/cairn-mcp-linux-x64/cairn":                                                        {NPMLocal, "/src/my app", nil},
		"/opt/homebrew/Cellar/cairn/0.1.0/bin/cairn":                                                                {Homebrew, "", nil},
		"/home/linuxbrew/.linuxbrew/Cellar/cairn/0.1.0/bin/cairn":                                                   {Homebrew, "", nil},
		`C:\Users\ann\scoop\apps\cairn\0.1.0\cairn.exe`:                                                             {Scoop, "", nil},
		`C:\Users\ann\AppData\Local\Microsoft\WinGet\Packages\Cairn.Cairn_x\cairn.exe`:                              {Winget, "", nil},
		"/home/ann/.config/Claude/Claude Extensions/cairn/server/cairn":                                             {Bundle, "", nil},
		"/usr/local/bin/cairn":   {Docker, "", []string{"/.dockerenv"}},
		"/usr/bin/cairn":         {Deb, "", []string{"/var/lib/dpkg/info/cairn.list"}},
		"/src/cairn/bin/cairn":   {Checkout, "/src/cairn", []string{"/src/cairn/go.mod"}},
		"/home/ann/go/bin/cairn": {GoInstall, "", nil},
		"/gobin/cairn":           {GoInstall, "", nil},
		"/gopath/bin/cairn":      {GoInstall, "", nil},
		"/home/ann/Downloads/cairn_0.1.0_linux_amd64/cairn": {Archive, "", nil},
		"/src/other/bin/cairn":                              {Archive, "", []string{"/src/other/package.json"}},
	} {
		m := Machine{Path: path, Home: "/home/ann",
			Getenv: func(name string) string {
				return map[string]string{"GOBIN": "/gobin", "GOPATH": "/gopath", "npm_config_prefix": "/prefix"}[name]
			},
			Read: func(name string) ([]byte, error) {
				if slices.Contains(want.files, filepath.ToSlash(name)) {
					return []byte("module cairn\n"), nil
				}
				return nil, fs.ErrNotExist
			}}
		if got := m.Find(); got.Method != want.method || filepath.ToSlash(got.Dir) != want.dir || got.Path != path {
			t.Errorf("%s: %+v, want %s in %q", path, got, want.method, want.dir)
		}
	}
	m := Machine{Path: "/usr/bin/cairn", Getenv: func(string) string { return "" }, Read: func(string) ([]byte, error) { return nil, fs.ErrNotExist }}
	if got := m.Find(); got.Method != RPM {
		t.Errorf("without Debian's list: %+v", got)
	}
}

// Clients must not get a path that an upgrade removes.
func TestCommandOutlivesAnUpgrade(t *testing.T) {
	dir := t.TempDir()
	real := filepath.Join(dir, "Cellar", "cairn", "0.1.0", "bin", "cairn")
	link := filepath.Join(dir, "bin", "cairn")
	for _, path := range []string{real, link} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(real, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Skip(err)
	}
	in := Install{Method: Homebrew, Path: real}
	t.Setenv("PATH", filepath.Join(dir, "none"))
	if got := in.Command(); !slices.Equal(got, []string{real}) || in.Shared() != nil {
		t.Errorf("without it on PATH: %q, %q", got, in.Shared())
	}
	t.Setenv("PATH", filepath.Dir(link))
	if got := in.Command(); !slices.Equal(got, []string{link}) || !slices.Equal(in.Shared(), []string{"cairn"}) {
		t.Errorf("with it on PATH: %q, %q", got, in.Shared())
	}
	if got := (Install{Method: NPX, Path: "/x"}).Command(); got[len(got)-1] != "cairn-mcp" || got[len(got)-3] != "npx" {
		t.Errorf("npx: %q", got)
	}
	if got := (Install{Method: Scoop, Path: filepath.Join(dir, "scoop", "0.1.0", "cairn.exe")}).Command(); !slices.Equal(got, []string{filepath.Join(dir, "scoop", "current", "cairn.exe")}) {
		t.Errorf("scoop: %q", got)
	}
}
