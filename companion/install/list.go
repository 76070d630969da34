package install

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"cairn/shared/types"
)

// List is the address of Google's lists of versions.
const List = "https://googlechromelabs.github.io/chrome-for-testing"

// The lists: the newest version of each channel, and all versions.
const (
	channelsFile = "last-known-good-versions-with-downloads.json"
	versionsFile = "known-good-versions-with-downloads.json"
)

// maxList bounds the bytes read of a list; that of all versions has a few megabytes.
const maxList = 64 << 20

// release is one published version.
type release struct {
	Version   string `json:"version"`
	Downloads struct {
		Chrome []struct {
			Platform string `json:"platform"`
			URL      string `json:"url"`
		} `json:"chrome"`
	} `json:"downloads"`
}

// Platform returns a computer's name in the lists, or empty if there are no builds for
// it.
func Platform(goos, goarch string) string {
	return map[string]string{
		"linux/amd64": "linux64", "linux/arm64": "linux-arm64", "darwin/amd64": "mac-x64", "darwin/arm64": "mac-arm64",
		"windows/amd64": "win64", "windows/arm64": "win64", "windows/386": "win32",
	}[goos+"/"+goarch]
}

// find returns the version to download, and its address. wanted is empty for the
// stable one, or a version, or the start of one.
func (f Fetcher) find(ctx context.Context, wanted string) (version, address string, err error) {
	var r release
	if wanted == "" {
		var list struct {
			Channels map[string]release `json:"channels"`
		}
		if err := f.read(ctx, channelsFile, &list); err != nil {
			return "", "", err
		}
		r = list.Channels["Stable"]
	} else {
		var list struct {
			Versions []release `json:"versions"`
		}
		if err := f.read(ctx, versionsFile, &list); err != nil {
			return "", "", err
		}
		r = newest(list.Versions, wanted, f.Platform)
	}
	if !versionForm(r.Version) {
		return "", "", types.Fault(types.CodeNotFound, fmt.Sprintf("there is no Chrome for Testing %s", wanted), "leave the version out for the stable one; https://googlechromelabs.github.io/chrome-for-testing/ lists them")
	}
	for _, d := range r.Downloads.Chrome {
		if d.Platform == f.Platform {
			return r.Version, d.URL, f.checkAddress(d.URL)
		}
	}
	return "", "", types.Fault(types.CodeNotFound, fmt.Sprintf("there is no Chrome for Testing %s for this kind of computer (%s)", r.Version, f.Platform), "install Chromium with your system's package manager, or Google Chrome")
}

// newest returns the newest version that equals wanted or begins with it, and has a
// build.
func newest(all []release, wanted, platform string) (best release) {
	for _, r := range all {
		if r.Version != wanted && !strings.HasPrefix(r.Version, wanted+".") || !versionForm(r.Version) {
			continue
		}
		for _, d := range r.Downloads.Chrome {
			if d.Platform == platform && (best.Version == "" || slices.Compare(parts(r.Version), parts(best.Version)) > 0) {
				best = r
			}
		}
	}
	return best
}

// versionForm reports whether a text is a version and nothing else: it becomes the
// name of a directory.
func versionForm(text string) bool { return len(parts(text)) == 4 }

func parts(version string) (list []int) {
	for part := range strings.SplitSeq(version, ".") {
		n, err := strconv.ParseUint(part, 10, 31)
		if err != nil {
			return nil
		}
		list = append(list, int(n))
	}
	return list
}

// checkAddress refuses addresses whose downloads can be changed on the way.
func (f Fetcher) checkAddress(address string) error {
	u, err := url.Parse(address)
	if err == nil && (u.Scheme == "https" || u.Scheme == "http" && strings.HasPrefix(f.List, "http://127.0.0.1:")) {
		return nil
	}
	return types.Fault(types.CodeInternal, fmt.Sprintf("the list of %s names %.200q, which is no https address", f.List, address), "see whether --from names the right place")
}

func (f Fetcher) read(ctx context.Context, file string, into any) error {
	reply, err := f.get(ctx, f.List+"/"+file)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	if err := json.NewDecoder(io.LimitReader(reply.Body, maxList)).Decode(into); err != nil {
		return types.Fault(types.CodeInternal, fmt.Sprintf("the list of versions at %s is not understood: %v", f.List, err), "a proxy or sign-in page may answer instead: open "+f.List+" in a browser")
	}
	return nil
}

// get requests an address, and explains failures in plain words.
func (f Fetcher) get(ctx context.Context, address string) (*http.Response, error) {
	const hint = "see whether this computer is online, and HTTPS_PROXY is set where it needs one; or install Google Chrome or Chromium by hand"
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, types.Invalid(fmt.Sprintf("%.200q is no address", address), "leave --from out")
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, types.Fault(types.CodeNotFound, fmt.Sprintf("%s cannot be reached: %v", request.URL.Host, cause(err)), hint)
	}
	if reply.StatusCode != http.StatusOK {
		reply.Body.Close()
		return nil, types.Fault(types.CodeNotFound, fmt.Sprintf("%s answers %s", address, reply.Status), hint)
	}
	return reply, nil
}
