package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"cairn/companion/version"
)

func main() {
	r := release{goBuild: goBuild, number: version.Number()}
	var seconds int64
	var only string
	flag.StringVar(&r.out, "out", "dist/release", "directory to write to; it is made")
	flag.StringVar(&r.commit, "commit", "dev", "commit that is built")
	flag.Int64Var(&seconds, "date", 0, "time of that commit, in seconds since 1970")
	flag.StringVar(&only, "only", "", "platforms to build, such as linux/amd64,darwin/arm64 (default: all)")
	flag.StringVar(&r.nfpm, "nfpm", "", "program that makes deb and rpm packages; without it there are none")
	flag.StringVar(&r.overlay, "overlay", "", "overlay of go build, which packs the WebAssembly core")
	flag.StringVar(&r.docs, "docs", "", "directory of manual pages and completions")
	flag.Parse()
	r.date = time.Unix(seconds, 0).UTC()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := r.choose(only); err == nil {
		err = r.make(ctx)
		if err == nil {
			return
		}
		fail(err)
	} else {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "packaging:", err)
	os.Exit(1)
}

// release is the build of one commit.
type release struct {
	out     string
	number  string // the version
	commit  string
	date    time.Time
	nfpm    string
	builds  []build
	docs    string // directory of manual pages and completions; empty for none
	overlay string // of go build

	goBuild func(ctx context.Context, r *release, b build, path string) error
}

func (r *release) choose(only string) error {
	for _, b := range platforms {
		if only == "" || strings.Contains(","+only+",", ","+b.goos+"/"+b.goarch+",") {
			r.builds = append(r.builds, b)
		}
	}
	if len(r.builds) == 0 {
		return fmt.Errorf("%s is no platform that is released", only)
	}
	return nil
}

// make writes all files. Files that need all binaries come last.
func (r *release) make(ctx context.Context) error {
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "cairn-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	for i := range r.builds {
		b := &r.builds[i]
		b.path = filepath.Join(work, b.goos+"-"+b.goarch, b.program())
		fmt.Fprintf(os.Stderr, "==> %s/%s\n", b.goos, b.goarch)
		if err := r.goBuild(ctx, r, *b, b.path); err != nil {
			return fmt.Errorf("build for %s/%s: %w", b.goos, b.goarch, err)
		}
		for _, write := range []func(context.Context, *build) error{r.archive, r.bom, r.npmPlatform, r.mcpb, r.linuxPackages} {
			if err := write(ctx, b); err != nil {
				return fmt.Errorf("%s/%s: %w", b.goos, b.goarch, err)
			}
		}
	}
	for _, write := range []func() error{r.npmMain, r.storeZip, r.plugin, r.serverJSON, r.managers, r.sums} {
		if err := write(); err != nil {
			return err
		}
	}
	if !version.Known() {
		fmt.Fprintf(os.Stderr, "packaging: the address of the project is not known yet: set Repository in companion/version/version.go before anything is published\n")
	}
	return nil
}

// url returns the download address of a file of this release.
func (r *release) url(file string) string {
	return version.Repository + "/releases/download/v" + r.number + "/" + file
}
