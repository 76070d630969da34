// Package shared_test guards the architecture: who may import whom, and which
// actions pure packages must not do. Each rule carries its reason, for
// somebody who has just broken it.
package shared_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "cairn/"

// layers lists the packages of this module that each pure package may import. A package that
// is not here fails the test: its place is a decision.
var layers = map[string][]string{
	"shared/types":      {},
	"shared/types/tool": {"shared/types"},
	"shared/sealed":     {"shared/types"},
	"shared/text":       {"shared/types"},
	"shared/redact":     {"shared/types", "shared/text"}, // the words that interfaces use are no passwords
	"shared/capture":    {"shared/types", "shared/text", "shared/exact", "shared/redact"},
	"shared/pack":       {"shared/types"},
	"shared/search":     {"shared/types", "shared/text", "shared/redact", "shared/capture", "shared/pack"},
	"shared/prior":      {"shared/types", "shared/text", "shared/redact", "shared/capture", "shared/risk"},
	"shared/recall":     {"shared/types", "shared/text", "shared/redact", "shared/capture"},
	"shared/learn":      {"shared/types", "shared/text", "shared/redact", "shared/capture"},
	"shared/exchange":   {"shared/types", "shared/capture"},
	"shared/sitemap":    {"shared/types", "shared/text", "shared/capture"},
	"shared/core": {"shared/types", "shared/text", "shared/redact", "shared/capture",
		"shared/pack", "shared/search", "shared/prior", "shared/recall", "shared/learn", "shared/exchange", "shared/sitemap", "shared/flow", "shared/sealed", "shared/share"},
	"shared/flow":    {"shared/types", "shared/text", "shared/redact", "shared/capture", "shared/risk"},
	"shared/wire":    {"shared/types", "shared/types/tool"},
	"shared/limits":  {"shared/types"},
	"shared/share":   {"shared/types", "shared/redact", "shared/capture"},
	"shared/risk":    {},
	"shared/exact":   {"shared/text", "shared/redact"},
	"shared/masking": {"shared/types", "shared/wire", "shared/exact", "shared/redact", "shared/capture"},
	"wasm/dispatch":  {"shared/types", "shared/wire", "shared/exact", "shared/capture", "shared/core", "shared/exchange", "shared/masking"},
}

// banned are the parts of the standard library that the pure packages do
// without, with the reason. A trailing slash means everything below.
var banned = map[string]string{
	"bufio":         "shared does no I/O: text comes in whole",
	"crypto/rand":   "the same question must give the same answer: what is random comes in",
	"io/fs":         "shared does no I/O: data comes in as bytes",
	"log":           "shared does no I/O: return an error",
	"log/":          "shared does no I/O, and log/slog adds 1.5 MB to the Wasm core",
	"math/rand":     "the same question must give the same answer",
	"math/rand/":    "the same question must give the same answer",
	"net":           "shared does no I/O",
	"net/http":      "shared does no I/O",
	"net/http/":     "shared does no I/O",
	"os":            "shared does no I/O: data comes in as bytes",
	"os/":           "shared does no I/O",
	"path/filepath": "shared knows no files; paths of URLs are package path's",
	"plugin":        "the core is one file",
	"runtime":       "both builds must behave the same",
	"runtime/":      "both builds must behave the same",
	"syscall":       "shared does no I/O",
	"testing":       "test code does not ship",
	"text/template": "adds a megabyte to the Wasm core",
	"html/template": "adds a megabyte to the Wasm core",
	"unsafe":        "nothing in shared needs it",
}

// homes is the one place where each third-party library may be imported;
// everybody else goes through that package. Tests may use any.
var homes = map[string][]string{
	"github.com/tidwall/buntdb":         {"companion/store"},
	"github.com/gorilla/websocket":      {"companion/bridge"},
	"github.com/go-json-experiment":     {"companion/bridge", "companion/mcptools", "companion/gateway"}, // strict about keys, as encoding/json is not
	"github.com/chromedp/cdproto":       {"companion/cdp", "extension/rig"},                              // the rig is for tests alone
	"github.com/mark3labs/mcp-go":       {"companion/mcptools", "companion/gateway"},
	"github.com/pelletier/go-toml":      {"companion/setup"},
	"github.com/tailscale/hujson":       {"companion/setup"},
	"github.com/zalando/go-keyring":     {"companion/keychain"},
	"go.yaml.in/yaml":                   {"companion/flowfile", "companion/setup"},
	"github.com/godbus/dbus":            {"companion/keychain"}, // the errors of go-keyring on Linux
	"golang.org/x/sys":                  {"companion/store"},
	"github.com/spf13/cobra":            {"companion"},
	"github.com/spf13/pflag":            {"companion"}, // the flags of cobra
	"golang.org/x/term":                 {"companion", "companion/console"},
	"github.com/dustin/go-humanize":     {"companion/console"},
	"github.com/schollz/progressbar":    {"companion/console"},
	"github.com/rivo/uniseg":            {"companion/console"}, // widths of text, as progressbar counts them
	"golang.org/x/net/publicsuffix":     {"shared/recall"},
	"github.com/nats-io/nats.go":        {"companion/team", "companion/teamserver"},
	"github.com/nats-io/nats-server/v2": {"companion/teamserver"},
	"github.com/nats-io/jwt/v2":         {"companion/team", "companion/teamserver"}, // members' rights, and runners' log-ins
	"github.com/nats-io/nkeys":          {"companion/team", "companion/teamserver"},
	"github.com/tetratelabs/wazero":     nil,
	"github.com/chromedp/chromedp":      {"extension/rig"},
}

// pkg is a package in the output of `go list -json`.
type pkg struct {
	ImportPath string
	Name       string
	Dir        string
	GoFiles    []string
	Imports    []string
}

func (p pkg) path() string { return strings.TrimPrefix(p.ImportPath, module) }

// pure reports whether p is one of the packages that both builds share.
func (p pkg) pure() bool {
	return p.Name != "main" && len(p.GoFiles) > 0 && (strings.HasPrefix(p.path(), "shared/") || p.path() == "wasm/dispatch")
}

func TestSharedPackagesKeepTheirLayers(t *testing.T) {
	for _, p := range list(t) {
		if !p.pure() {
			continue
		}
		allowed, known := layers[p.path()]
		if !known {
			t.Errorf("%s is new: give it a place among the layers in deps_test.go", p.path())
			continue
		}
		for _, imp := range p.Imports {
			path, own := strings.CutPrefix(imp, module)
			if own && !slices.Contains(allowed, path) {
				t.Errorf("%s imports %s: it may import %v; siblings do not know each other, and nothing looks up", p.path(), path, allowed)
			}
		}
	}
}

func TestSharedPackagesStayPure(t *testing.T) {
	for _, p := range list(t) {
		if !p.pure() {
			continue
		}
		for _, imp := range p.Imports {
			if reason := whyBanned(imp); reason != "" {
				t.Errorf("%s imports %q: %s", p.path(), imp, reason)
			}
		}
		for _, file := range p.GoFiles {
			for _, fault := range impurities(t, p.Dir+"/"+file) {
				t.Errorf("%s/%s", p.path(), fault)
			}
		}
	}
}

func TestThirdPartyLibrariesStayInTheirPackage(t *testing.T) {
	for _, p := range list(t) {
		for _, imp := range p.Imports {
			if !strings.Contains(strings.Split(imp, "/")[0], ".") {
				continue
			}
			library, known := owner(imp)
			switch {
			case !known:
				t.Errorf("%s imports %s, which is none of the project's libraries: that is a decision, see homes in deps_test.go", p.path(), imp)
			case !slices.Contains(homes[library], p.path()):
				t.Errorf("%s imports %s: only %v may, so that it can be replaced in one place", p.path(), imp, homes[library])
			}
		}
	}
}

// meet says which of the companion's packages know which others. The parts of the daemon know
// none: they are not listed, and meet in companion/daemon through small interfaces.
var meet = map[string][]string{
	"companion/home":    {"atomicfile", "chromium", "keychain", "memory", "store"},
	"companion/control": {"bridge", "console", "home", "memory", "pilot", "store", "team"},
	"companion/relay":   {"control", "mcptools"},
	"companion/gateway": {"control", "mcptools", "runner"},
	"companion/daemon":  {"bridge", "cdp", "chromium", "console", "control", "flowfile", "gateway", "home", "mcptools", "memory", "origin", "pilot", "profile", "runner", "store", "team", "upgrade", "version"},
	"companion/doctor":  {"chromium", "console", "control", "gateway", "home", "setup", "store", "team", "version"},
	"companion/demo":    {"chromium", "control", "daemon", "home", "version", "worth"},
	"companion/worth":   {"console"},
	"companion/origin":  {"version"},
	"companion/setup":   {"atomicfile", "version"},
	"companion/upgrade": {"origin", "version"},

	"companion/team":       {"atomicfile"},
	"companion/teamserver": {"atomicfile", "team", "team/batch"},
	"companion/memory":     {"atomicfile"},

	"companion/home/hometest": {"home", "store"},      // for tests alone
	"companion/team/logtest":  {"team", "team/batch"}, // likewise
}

func TestCompanionPackagesKeepTheirLayers(t *testing.T) {
	for _, p := range list(t) {
		if !strings.HasPrefix(p.path(), "companion/") || p.Name == "main" {
			continue
		}
		for _, imp := range p.Imports {
			name, own := strings.CutPrefix(imp, module+"companion/")
			if own && !strings.HasPrefix(imp, p.ImportPath+"/") && !slices.Contains(meet[p.path()], name) {
				t.Errorf("%s imports %s: it may import %v; the parts of the daemon meet in companion/daemon alone, through small interfaces, and nothing imports the verbs", p.path(), imp, meet[p.path()])
			}
			if strings.HasPrefix(imp, module+"wasm") && p.path() != "companion/memory" {
				t.Errorf("%s imports %s: the queries of commands go through companion/memory, all else uses shared/core directly", p.path(), imp)
			}
		}
	}
}

func whyBanned(imp string) string {
	if reason := banned[imp]; reason != "" {
		return reason
	}
	for prefix, reason := range banned {
		if strings.HasSuffix(prefix, "/") && strings.HasPrefix(imp, prefix) {
			return reason
		}
	}
	return ""
}

// owner finds the library that an import belongs to.
func owner(imp string) (string, bool) {
	for library := range homes {
		if imp == library || strings.HasPrefix(imp, library+"/") {
			return library, true
		}
	}
	return "", false
}

// list asks go for the packages of the module, as they are built here.
func list(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Name,Dir,GoFiles,Imports", "./...")
	cmd.Dir = ".."
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		all = append(all, p)
	}
	if len(all) < len(layers) {
		t.Fatalf("go list found only %d packages", len(all))
	}
	return all
}
