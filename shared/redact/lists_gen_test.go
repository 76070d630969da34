package redact

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
	"testing"
	"unicode"

	"cairn/testdata/golden"
)

// wordSource is a package with lists, one in each file that fits, and how a word
// stands in them.
type wordSource struct {
	pkg   string
	files *regexp.Regexp
	word  *regexp.Regexp
}

// wordSources are BIP-39's lists from @scure/bip39 (MIT), SLIP-39's from slip39 (MIT) and
// Monero's, of which one is Electrum's first, from the headers in
// react-native-mymonero-core (BSD-3-Clause, The Monero Project).
var wordSources = []wordSource{
	{"@scure/bip39@2.4.0", regexp.MustCompile(`^wordlists/(?:czech|english|french|italian|portuguese|spanish)\.js$`), regexp.MustCompile("(?m)(?:^|`)(\\p{Ll}[\\p{Ll}\\p{M}]+)(?:$|`)")},
	{"slip39@0.1.9", regexp.MustCompile(`^src/slip39_helper\.js$`), regexp.MustCompile(`(?m)^\s*"([a-z]{4,8})",?\r?$`)},
	{"react-native-mymonero-core@0.3.4", regexp.MustCompile(`/mnemonics/(?:dutch|english|english_old|esperanto|french|german|italian|lojban|portuguese|russian|spanish)\.h$`), regexp.MustCompile(`(?m)^\s*"(\p{L}[\p{Ll}\p{M}]+)",?\r?$`)},
}

// Lists have so many words: a list of another length was not read as it should be.
const fewest, most = 1024, 2048

// TestWordListsAreRead makes the sets from the packages; only with -update, because it
// needs the registry. No word is kept, only bits that its hash sets.
func TestWordListsAreRead(t *testing.T) {
	if !golden.Updating() {
		t.Skip("needs the registry")
	}
	var out bytes.Buffer
	for _, s := range wordSources {
		lists, err := s.read()
		if err != nil {
			t.Fatalf("%s: %v", s.pkg, err)
		}
		for _, words := range lists {
			out.Write(wordSet(words))
		}
	}
	golden.Check(t, "phrases.bin", out.String())
}

// read returns the lists of a package in the order of its files.
func (s *wordSource) read() (lists [][]string, err error) {
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

func (s *wordSource) list(text string) (words []string, err error) {
	for _, m := range s.word.FindAllStringSubmatch(text, -1) {
		words = append(words, m[1])
	}
	if n := len(words); n < fewest || n > most {
		return nil, fmt.Errorf("%d words, expected %d to %d", n, fewest, most)
	}
	return words, nil
}

// wordSet returns the set of a list of words.
func wordSet(words []string) []byte {
	set := make([]byte, setBytes)
	for _, w := range words {
		for _, form := range []string{w, plainLetters(w)} {
			at := bitOf(form)
			set[at/8] |= 1 << (at % 8)
		}
	}
	return set
}

// accented are the letters of the lists that have accents, each after the letter
// that it is without.
const accented = "aáàâäãå cčç dď eéèêëěĕ gĝ hĥ iíìîï jĵ nñň oóòôöõø rř sšŝ tť uúùûüůŭ yý zž"

// plainLetters returns a word without accents, or, where these stand for themselves,
// without the letters that have them.
func plainLetters(word string) string {
	var out strings.Builder
	for _, r := range word {
		if unicode.In(r, unicode.M) {
			before := out.String()
			out.Reset()
			out.WriteString(before[:max(0, len(before)-1)])
			continue
		}
		if i := strings.IndexRune(accented, r); i >= 0 && r >= 0x80 {
			r = rune(accented[strings.LastIndexByte(accented[:i], ' ')+1])
		}
		out.WriteRune(r)
	}
	return out.String()
}
