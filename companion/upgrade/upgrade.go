// Package upgrade finds the newest version of Cairn, and the command that installs it
// in the way in which this one was installed (`cairn upgrade`). It sends one request for
// the entry of a public package, which says nothing of this machine.
package upgrade

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"cairn/companion/origin"
	"cairn/companion/version"
	"cairn/shared/types"
)

// Registry is npm's list of packages, in which every release appears. npm's own
// variable npm_config_registry names another one.
const Registry = "https://registry.npmjs.org"

const (
	answerTime = 15 * time.Second
	maxEntry   = 1 << 20 // bytes of the entry of one version
)

// releases says where newer versions are.
func releases() string {
	if !version.Known() {
		return "nothing is released yet; in a checkout: git pull, then ./build.sh build"
	}
	return "releases are listed at " + version.Repository + "/releases"
}

// Newest asks a registry for the newest version. It refuses a package that does not
// come from this project's repository.
func Newest(ctx context.Context, registry string) (string, error) {
	const repository = version.Repository
	at, err := url.Parse(registry)
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return "", types.Invalid(fmt.Sprintf("%q is no address of a registry", registry), "unset npm_config_registry, or name one such as "+Registry)
	}
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.JoinPath(version.NPM, "latest").String(), nil)
	if err != nil {
		return "", err
	}
	req.Header.Set("User-Agent", "cairn")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", unreachable(at.Host, err)
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusNotFound {
		return "", types.Fault(types.CodeNotFound, at.Host+" has no package "+version.NPM, releases())
	}
	text, err := io.ReadAll(io.LimitReader(res.Body, maxEntry+1))
	if err != nil {
		return "", unreachable(at.Host, err)
	}
	var entry struct {
		Name, Version string
		Repository    struct{ URL string }
	}
	if res.StatusCode != http.StatusOK || len(text) > maxEntry || json.Unmarshal(text, &entry) != nil || entry.Name != version.NPM || numbers(entry.Version) == nil {
		return "", types.Fault(types.CodeInternal, fmt.Sprintf("%s does not answer as a registry does (%s)", at.Host, res.Status), "try again later; "+releases())
	}
	if entry.Repository.URL != "git+"+repository+".git" { // the package of another owner under this name
		return "", types.Fault(types.CodeInternal, fmt.Sprintf("%s has a package %s that is not from %s", at.Host, version.NPM, repository), "do not install it; "+releases())
	}
	return entry.Version, nil
}

// unreachable explains a failed request in one line.
func unreachable(host string, err error) error {
	reason := err
	var dns *net.DNSError
	if errors.As(err, &dns) {
		reason = errors.New("its address cannot be looked up")
	} else if errors.Is(err, context.DeadlineExceeded) {
		reason = errors.New("it does not answer")
	} else if wrapped := new(url.Error); errors.As(err, &wrapped) {
		reason = wrapped.Err
	}
	return types.Fault(types.CodeInternal, fmt.Sprintf("%s cannot be reached: %v", host, reason), "check the network or HTTPS_PROXY, and try again")
}

// numbers reads a version such as 1.2.3, nil if it is none.
func numbers(text string) []int {
	var list []int
	for part := range strings.SplitSeq(text, ".") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || strconv.Itoa(n) != part {
			return nil
		}
		list = append(list, n)
	}
	if len(list) != 3 {
		return nil
	}
	return list
}

// Steps is the way to another version: a command to run, or a sentence for a person.
type Steps struct {
	Command []string // empty if Cairn cannot run it
	Text    string   // the command as typed, or a sentence
}

// To returns the way to a version for one installation.
func To(in origin.Install, number string) Steps {
	run := func(words ...string) Steps { return Steps{words, typed(words)} }
	npm := "npm"
	if runtime.GOOS == "windows" {
		npm = "npm.cmd"
	}
	file := func(kind string) string {
		return fmt.Sprintf("cairn_%s_%s_%s%s from %s/releases/tag/v%s", number, runtime.GOOS, runtime.GOARCH, kind, version.Repository, number)
	}
	switch in.Method {
	case origin.NPX:
		return Steps{Text: "npx --yes " + version.NPM + "@latest (npx keeps a version until a newer one is named)"}
	case origin.NPMGlobal:
		return run(npm, "install", "--global", "--prefix", in.Dir, version.NPM+"@"+number) // npm may belong to another version of Node
	case origin.NPMLocal:
		return run(npm, "install", "--prefix", in.Dir, version.NPM+"@"+number)
	case origin.Homebrew:
		return run("brew", "upgrade", "cairn")
	case origin.Scoop:
		return Steps{Text: "scoop update cairn (after cairn stop: Windows does not replace a program that runs)"}
	case origin.Winget:
		return Steps{Text: "winget upgrade Cairn.Cairn (after cairn stop: Windows does not replace a program that runs)"}
	case origin.Deb:
		return Steps{Text: "download " + file(".deb") + ", then: sudo apt install ./cairn_" + number + "_" + runtime.GOOS + "_" + runtime.GOARCH + ".deb"}
	case origin.RPM:
		return Steps{Text: "download " + file(".rpm") + ", then: sudo rpm --upgrade cairn_" + number + "_" + runtime.GOOS + "_" + runtime.GOARCH + ".rpm"}
	case origin.Docker:
		return Steps{Text: "build the image from the archive of version " + number + " (see Dockerfile), and start it again"}
	case origin.Bundle:
		return Steps{Text: "open " + file(".mcpb") + " with the client that uses it"}
	case origin.GoInstall:
		return Steps{Text: "in the checkout that it was built from: git pull && ./build.sh build"}
	case origin.Checkout:
		return Steps{Text: "git -C " + quoted(in.Dir) + " pull && " + quoted(filepath.Join(in.Dir, "build.sh")) + " build"}
	}
	kind := ".tar.gz"
	if runtime.GOOS == "windows" {
		kind = ".zip"
	}
	return Steps{Text: "unpack " + file(kind) + " over " + filepath.Dir(in.Path)}
}

func typed(words []string) string {
	list := make([]string, len(words))
	for i, word := range words {
		list[i] = quoted(word)
	}
	return strings.Join(list, " ")
}

func quoted(word string) string {
	if strings.ContainsAny(word, " '\"$&()") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// Newer reports whether version a is newer than b.
func Newer(a, b string) bool { return slices.Compare(numbers(a), numbers(b)) > 0 }
