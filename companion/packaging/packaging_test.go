package main

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"cairn/companion/version"
	"cairn/extension"
)

func init() { compression = flate.BestSpeed }

// small is a Go program that is quickly packed: it stands for Cairn's own.
var small = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "cairn-small-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	source, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "small")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		return nil, err
	}
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, source).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	return os.ReadFile(program)
})

// root is the checkout: a release is made there.
func root(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("build.sh"); err != nil {
		t.Chdir(filepath.Join("..", ".."))
	}
}

// made makes a release of small programs.
func made(t *testing.T, only string) *release {
	t.Helper()
	if _, err := fs.Stat(extension.Files, extension.CorePath); err != nil {
		t.Skip("the WebAssembly core is not built")
	}
	root(t)
	r := &release{out: filepath.Join(t.TempDir(), "out"), number: version.Number(), commit: "abc", date: time.Unix(1763899200, 0).UTC(),
		goBuild: func(_ context.Context, _ *release, _ build, path string) error {
			program, err := small()
			if err != nil {
				return err
			}
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
			return os.WriteFile(path, program, 0o700)
		}}
	if err := r.choose(only); err != nil {
		t.Fatal(err)
	}
	if err := r.make(t.Context()); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRelease makes the release once for all that is looked at in it.
func TestRelease(t *testing.T) {
	r := made(t, "")
	files := r.files(t)
	t.Run("everything has the version of the manifest", func(t *testing.T) { everythingHasTheVersion(t, files) })
	t.Run("the store takes the extension", func(t *testing.T) { theStoreTakesTheExtension(t, r, files) })
	t.Run("the plugin is complete", func(t *testing.T) { pluginIsComplete(t, r, files) })
	t.Run("server.json fits its schema", func(t *testing.T) { serverJSONFitsItsSchema(t, r, files) })
	t.Run("bundles fit their schema", func(t *testing.T) { bundlesFitTheirSchema(t, files) })
	t.Run("no package runs a script", func(t *testing.T) { noPackageRunsAScript(t, files) })
	t.Run("sums are those of the files", func(t *testing.T) { sumsAreThoseOfTheFiles(t, files) })
	if !testing.Short() {
		t.Run("a second one is identical", func(t *testing.T) { secondIsIdentical(t, files) })
	}
}

// everythingHasTheVersion opens whatever is released.
func everythingHasTheVersion(t *testing.T, files map[string][]byte) {
	var manifest struct{ Version, Key string }
	text, err := fs.ReadFile(extension.Files, "manifest.json")
	if err != nil || json.Unmarshal(text, &manifest) != nil || manifest.Version == "" || manifest.Key == "" {
		t.Fatalf("the manifest is %s, %v", text, err)
	}
	want := manifest.Version
	says := map[string]string{}
	field := func(where string, text []byte) {
		var v struct {
			Version  string
			Packages []struct{ Version, Identifier string }
			Optional map[string]string `json:"optionalDependencies"`
		}
		if err := json.Unmarshal(text, &v); err != nil {
			t.Errorf("%s: %v", where, err)
		}
		says[where] = v.Version
		for _, p := range v.Packages {
			if p.Version != "" {
				says[where+" "+p.Identifier] = p.Version
			} else if !strings.Contains(p.Identifier, "/v"+want+"/cairn_"+want+"_") {
				t.Errorf("%s names %s", where, p.Identifier)
			}
		}
		for name, v := range v.Optional {
			says[where+" "+name] = v
		}
	}
	number := regexp.MustCompile(`(?m)(?:PackageVersion: |^  version ")([0-9.]+)`)
	for name, text := range files {
		switch {
		case strings.HasSuffix(name, ".tgz"):
			field(name, untarred(t, text)["package/package.json"].data)
		case strings.HasSuffix(name, ".mcpb"), strings.HasSuffix(name, "_chrome-web-store.zip"):
			field(name, unzipped(t, text)["manifest.json"].data)
		case strings.HasSuffix(name, "_claude-plugin.zip"):
			field(name, unzipped(t, text)[pluginManifest].data)
		case name == "server.json" || name == "scoop/cairn.json":
			field(name, text)
		case strings.HasSuffix(name, ".yaml"), strings.HasSuffix(name, ".rb"):
			m := number.FindSubmatch(text)
			if m == nil {
				t.Errorf("%s names no version", name)
				continue
			}
			says[name] = string(m[1])
		case strings.HasSuffix(name, ".cdx.json"):
			var bom struct {
				Metadata struct{ Component struct{ Version string } }
			}
			if err := json.Unmarshal(text, &bom); err != nil {
				t.Error(err)
			}
			says[name] = bom.Metadata.Component.Version
		case name != sumsFile && !strings.HasPrefix(name, "cairn_"+want+"_"):
			t.Errorf("%s has another name", name)
		}
	}
	if len(says) < 30 {
		t.Errorf("only %d places name a version: %v", len(says), says)
	}
	for where, v := range says {
		if v != want {
			t.Errorf("%s says %q, the manifest %s", where, v, want)
		}
	}
}

// theStoreTakesTheExtension holds the uploaded file to the store's rules.
func theStoreTakesTheExtension(t *testing.T, r *release, all map[string][]byte) {
	files := unzipped(t, all["cairn_"+r.number+"_chrome-web-store.zip"])
	if bytes.Contains(files["manifest.json"].data, []byte(`"key"`)) {
		t.Error("the manifest has a key, which the store refuses")
	}
	if _, ok := files["pairing.json"]; ok || len(files[extension.CorePath].data) == 0 {
		t.Error("there is a pairing, or no core")
	}
	var m struct {
		Permissions []string
		Hosts       []string `json:"host_permissions"`
	}
	if err := json.Unmarshal(files["manifest.json"].data, &m); err != nil || len(m.Hosts) > 0 || len(m.Permissions) == 0 {
		t.Errorf("access: %+v, %v", m, err)
	}
	privacy, err := os.ReadFile("PRIVACY.md")
	if err != nil {
		t.Fatal(err)
	}
	var justified []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([A-Za-z]+)` \\| .{20}").FindAllSubmatch(privacy, -1) {
		justified = append(justified, string(m[1]))
	}
	if !slices.Equal(justified, m.Permissions) {
		t.Errorf("PRIVACY.md gives reasons for %q, the manifest asks for %q", justified, m.Permissions)
	}
}

// secondIsIdentical leaves the compiler out: ./build.sh release --check compares
// whole ones.
func secondIsIdentical(t *testing.T, one map[string][]byte) {
	other := made(t, "").files(t)
	if !slices.Equal(slices.Sorted(maps.Keys(one)), slices.Sorted(maps.Keys(other))) {
		t.Error("they hold other files")
	}
	for name, text := range one {
		if !bytes.Equal(text, other[name]) {
			t.Errorf("%s differs", name)
		}
	}
}

func serverJSONFitsItsSchema(t *testing.T, r *release, files map[string][]byte) {
	server := fits(t, "server.schema.json", files["server.json"]).(map[string]any)
	main := untarred(t, files["npm/cairn-mcp-"+r.number+".tgz"])
	if !bytes.Contains(main["package/package.json"].data, []byte(`"mcpName": "`+registryName()+`"`)) || server["name"] != registryName() {
		t.Error("the npm package does not say that it is the server's, as the registry asks")
	}
}

// bundlesFitTheirSchema holds the bundles of desktop clients to the schema of their
// own tool, and to a program that is there.
func bundlesFitTheirSchema(t *testing.T, files map[string][]byte) {
	seen := 0
	for name, data := range files {
		if !strings.HasSuffix(name, ".mcpb") {
			continue
		}
		seen++
		inside := unzipped(t, data)
		manifest := fits(t, "mcpb.schema.json", inside["manifest.json"].data).(map[string]any)
		program := manifest["server"].(map[string]any)["entry_point"].(string)
		if f, ok := inside[program]; !ok || f.mode.Perm() != 0o755 {
			t.Errorf("%s starts %s, which has mode %v", name, program, f.mode)
		}
	}
	if seen != len(platforms) {
		t.Errorf("there are %d bundles", seen)
	}
}

// fits holds a text to a schema of testdata, and returns it decoded.
func fits(t *testing.T, schema string, text []byte) any {
	t.Helper()
	file, err := os.Open(filepath.Join("companion", "packaging", "testdata", schema))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	form, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(schema, form); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile(schema)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(value); err != nil {
		t.Error(err)
	}
	return value
}

func noPackageRunsAScript(t *testing.T, all map[string][]byte) {
	seen := 0
	for name, text := range all {
		if !strings.HasSuffix(name, ".tgz") {
			continue
		}
		seen++
		var p struct {
			Scripts map[string]string
			OS, CPU []string
		}
		files := untarred(t, text)
		if err := json.Unmarshal(files["package/package.json"].data, &p); err != nil || p.Scripts != nil {
			t.Errorf("%s: %v, %v", name, p.Scripts, err)
		}
		for _, program := range []string{"package/cairn", "package/cairn.exe"} {
			if f, ok := files[program]; ok && (f.mode != 0o755 || len(p.OS) != 1 || len(p.CPU) != 1) {
				t.Errorf("%s: %s has mode %o, for %q %q", name, program, f.mode, p.OS, p.CPU)
			}
		}
	}
	if seen != len(platforms)+1 {
		t.Errorf("there are %d npm packages", seen)
	}
}

func sumsAreThoseOfTheFiles(t *testing.T, all map[string][]byte) {
	files := maps.Clone(all)
	for line := range strings.Lines(string(files[sumsFile])) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if digest(files[name]) != sum {
			t.Errorf("%s has another digest", name)
		}
		delete(files, name)
	}
	if len(files) != 1 {
		t.Errorf("not listed: %q", slices.Sorted(maps.Keys(files)))
	}
}

// TestNPXStartsTheProgram installs the packages as people do, from their archives
// alone, and lists the tools.
func TestNPXStartsTheProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program and installs it with npm")
	}
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip(err)
	}
	platform, err := exec.Command("node", "-p", "process.platform.replace('win32','windows')+'/'+process.arch.replace('x64','amd64')").Output()
	if err != nil {
		t.Skip(err)
	}
	root(t)
	r := &release{out: filepath.Join(t.TempDir(), "out"), number: version.Number(), commit: "abc", goBuild: goBuild}
	if err := r.choose(strings.TrimSpace(string(platform))); err != nil {
		t.Fatal(err)
	}
	b := &r.builds[0]
	b.path = filepath.Join(t.TempDir(), b.program())
	if err := errors.Join(r.goBuild(t.Context(), r, *b, b.path), r.npmPlatform(t.Context(), b), r.npmMain()); err != nil {
		t.Fatal(err)
	}
	packages, err := filepath.Glob(filepath.Join(r.out, "npm", "*.tgz"))
	if err != nil || len(packages) != 2 {
		t.Fatalf("packages: %q, %v", packages, err)
	}
	dir := t.TempDir()
	in := func(stdin, name string, args ...string) string {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "CAIRN_HOME="+filepath.Join(dir, "data"), "npm_config_cache="+filepath.Join(dir, "cache"), "npm_config_ignore_scripts=true")
		cmd.Stdin = strings.NewReader(stdin)
		var errw bytes.Buffer
		cmd.Stderr = &errw
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s %q: %v\n%s%s", name, args, err, out, &errw)
		}
		return string(out)
	}
	in("", "npm", "init", "--yes")
	in("", "npm", append([]string{"install", "--offline", "--no-audit", "--no-fund"}, packages...)...)
	if out := in("", "npx", "--no-install", "cairn", "--version"); !strings.HasPrefix(out, "cairn "+version.Number()+" (abc") {
		t.Errorf("it says it is %q", out)
	}
	t.Cleanup(func() {
		stop := exec.Command("npx", "--no-install", "cairn", "stop", "--data", filepath.Join(dir, "data"))
		stop.Dir = dir
		_ = stop.Run()
	})
	cmd := exec.CommandContext(t.Context(), "npx", "--no-install", "cairn", "mcp", "--data", filepath.Join(dir, "data"))
	cmd.Dir = dir
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(stdin, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"npx","version":"1"}}}`)
	fmt.Fprintln(stdin, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	fmt.Fprintln(stdin, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	lines := bufio.NewReader(stdout)
	for said := ""; !strings.Contains(said, `"mm_describe_screen"`); {
		if said, err = lines.ReadString('\n'); err != nil {
			t.Fatalf("the server ends with %v, and lists no tools", err)
		}
	}
	stdin.Close()
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ends with %v", err)
	}
}

// files are those of the release, by name.
func (r *release) files(t *testing.T) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	if err := fs.WalkDir(os.DirFS(r.out), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all[name], err = os.ReadFile(filepath.Join(r.out, name))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

func untarred(t *testing.T, data []byte) map[string]file {
	t.Helper()
	gz, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]file{}
	for tr := tar.NewReader(gz); ; {
		h, err := tr.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(tr)
		if err != nil {
			t.Fatal(err)
		}
		all[h.Name] = file{h.Name, text, fs.FileMode(h.Mode)}
	}
}

func unzipped(t *testing.T, data []byte) map[string]file {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]file{}
	for _, f := range z.File {
		text, err := fs.ReadFile(z, f.Name)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = file{f.Name, text, f.Mode()}
	}
	return all
}
