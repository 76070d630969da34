// Command gen writes phrases.bin, which says for each list of words that wallets
// make phrases of which words are in it. The words come from packages of the npm
// registry: BIP-39's lists from @scure/bip39 (MIT), SLIP-39's from slip39 (MIT),
// Monero's, of which one is Electrum's first, from the headers in
// react-native-mymonero-core (BSD-3-Clause, The Monero Project). No word is kept,
// only bits that its hash sets. Run it by go generate ./shared/redact.
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"cairn/shared/redact"
)

// target is the generated file, seen from shared/redact.
const target = "phrases.bin"

// source is a package with lists, one in each file that fits, and how a word
// stands in them.
type source struct {
	pkg   string
	files *regexp.Regexp
	word  *regexp.Regexp
}

var sources = []source{
	{"@scure/bip39@2.4.0", regexp.MustCompile(`^wordlists/(?:czech|english|french|italian|portuguese|spanish)\.js$`), regexp.MustCompile("(?m)(?:^|`)(\\p{Ll}[\\p{Ll}\\p{M}]+)(?:$|`)")},
	{"slip39@0.1.9", regexp.MustCompile(`^src/slip39_helper\.js$`), regexp.MustCompile(`(?m)^\s*"([a-z]{4,8})",?\r?$`)},
	{"react-native-mymonero-core@0.3.4", regexp.MustCompile(`/mnemonics/(?:dutch|english|english_old|esperanto|french|german|italian|lojban|portuguese|russian|spanish)\.h$`), regexp.MustCompile(`(?m)^\s*"(\p{L}[\p{Ll}\p{M}]+)",?\r?$`)},
}

// Lists have so many words: what differs was not read as it should be.
const fewest, most = 1024, 2048

func run() error {
	var out bytes.Buffer
	for _, s := range sources {
		lists, err := s.read()
		if err != nil {
			return fmt.Errorf("%s: %w", s.pkg, err)
		}
		for _, words := range lists {
			out.Write(redact.WordSet(words))
		}
	}
	if err := os.WriteFile(target, out.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write the lists: %w", err)
	}
	return nil
}

// read returns the lists of a package in the order of its files.
func (s *source) read() (lists [][]string, err error) {
	dir, err := os.MkdirTemp("", "phrases")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	name, err := exec.Command("npm", "pack", "--silent", "--pack-destination", dir, s.pkg).Output()
	if err != nil {
		return nil, fmt.Errorf("npm pack: %w", err)
	}
	f, err := os.Open(filepath.Join(dir, strings.TrimSpace(string(name))))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	for files := tar.NewReader(unzipped); ; {
		head, err := files.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		_, inside, _ := strings.Cut(path.Clean(head.Name), "/") // package/…
		if !s.files.MatchString(inside) {
			continue
		}
		text, err := io.ReadAll(files)
		if err != nil {
			return nil, err
		}
		words, err := s.list(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", inside, err)
		}
		lists = append(lists, words)
	}
	if len(lists) == 0 {
		return nil, errors.New("no lists in it")
	}
	return lists, nil
}

func (s *source) list(text string) (words []string, err error) {
	for _, m := range s.word.FindAllStringSubmatch(text, -1) {
		words = append(words, m[1])
	}
	if n := len(words); n < fewest || n > most {
		return nil, fmt.Errorf("%d words, expected %d to %d", n, fewest, most)
	}
	return words, nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}
