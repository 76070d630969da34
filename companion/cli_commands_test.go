package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"cairn/companion/version"
)

// registry serves a registry of npm with one version of Cairn that is a script without
// content: registry VERSION.
func registry(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: registry VERSION")
	}
	var tarball bytes.Buffer
	zipped := gzip.NewWriter(&tarball)
	files := tar.NewWriter(zipped)
	manifest := fmt.Sprintf(`{"name":%q,"version":%q,"bin":{"cairn":"cairn.js"},"repository":{"url":"git+%s.git"}}`, version.NPM, args[0], version.Repository)
	for name, text := range map[string]string{"package/package.json": manifest, "package/cairn.js": "#!/usr/bin/env node\n"} {
		ts.Check(files.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(text))}))
		_, err := io.WriteString(files, text)
		ts.Check(err)
	}
	ts.Check(errors.Join(files.Close(), zipped.Close()))
	server := httptest.NewUnstartedServer(nil)
	server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		entry := strings.TrimSuffix(manifest, "}") + fmt.Sprintf(`,"dist":{"tarball":"%s/cairn.tgz"}}`, server.URL)
		switch r.URL.Path {
		case "/" + version.NPM + "/latest":
			fmt.Fprint(w, entry)
		case "/" + version.NPM:
			fmt.Fprintf(w, `{"name":%q,"dist-tags":{"latest":%q},"versions":{%q:%s}}`, version.NPM, args[0], args[0], entry)
		case "/cairn.tgz":
			_, _ = w.Write(tarball.Bytes()) // npm reports the missing parts
		default:
			http.NotFound(w, r)
		}
	})
	server.Start()
	ts.Defer(server.Close)
	ts.Setenv("npm_config_registry", server.URL)
}

// newer writes a store whose schema no version of Cairn knows yet: newer DIR.
func newer(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: newer DIR")
	}
	const key, schema = "m/schema", 99
	body := []byte("99")
	sum := crc32.Checksum(append(append([]byte(key), schema), body...), crc32.MakeTable(crc32.Castagnoli))
	value := append(binary.BigEndian.AppendUint32([]byte{schema}, sum), body...)
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o700))
	ts.Check(os.WriteFile(filepath.Join(dir, "store"), fmt.Appendf(nil, "*3\r\n$3\r\nset\r\n$%d\r\n%s\r\n$%d\r\n%s\r\n", len(key), key, len(value), value), 0o600))
}

// occupied takes a free port until the end, and sets a variable to its number:
// occupied NAME.
func occupied(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: occupied NAME")
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	ts.Check(err)
	ts.Defer(func() { l.Close() })
	_, port, err := net.SplitHostPort(l.Addr().String())
	ts.Check(err)
	ts.Setenv(args[0], port)
}
