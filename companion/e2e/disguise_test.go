package e2e

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// disguises are the forms in which a secret could stand somewhere: as it is, in
// other cases, as JSON and URLs write it, in hex and base64 (wherever in a longer
// text it began), with two bytes a letter, and backwards.
func disguises(secret string) (forms [][]byte) {
	add := func(texts ...string) {
		for _, s := range texts {
			forms = append(forms, []byte(s))
		}
	}
	if backwards := []rune(secret); len(backwards) >= long { // shorter ones come about by chance
		slices.Reverse(backwards)
		add(string(backwards))
	}
	add(secret, strings.ToLower(secret), strings.ToUpper(secret), strings.Trim(strconv.Quote(secret), `"`),
		url.QueryEscape(secret), url.PathEscape(secret), hex.EncodeToString([]byte(secret)), strings.ToUpper(hex.EncodeToString([]byte(secret))))
	forms = append(forms, bytes.TrimSuffix(utf16(secret), []byte{0})) // either end first
	for before := range 3 {
		// Whatever stood before and after shares its outer letters.
		text := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", before) + secret))
		whole := text[(before*8+5)/6 : (before+len(secret))*8/6]
		add(whole, strings.NewReplacer("+", "-", "/", "_").Replace(whole))
	}
	return forms
}

// long is the length from which a secret stands nowhere by chance, in whatever
// form, not even in a hundred megabytes.
const long = 9

// sought are secrets in all their forms.
type sought map[string][][]byte

func seek(secrets ...string) sought {
	s := sought{}
	for _, secret := range secrets {
		s[secret] = disguises(secret)
	}
	return s
}

// in names the secrets that data holds in some form.
func (s sought) in(data []byte) (found []string) {
	for secret, forms := range s {
		for _, form := range forms {
			if bytes.Contains(data, form) {
				found = append(found, fmt.Sprintf("%q as %.80q", secret, form))
				break
			}
		}
	}
	return found
}

// valueHead matches the bytes before a value in the store's file.
var valueHead = regexp.MustCompile(`\$[0-9]+\r\n`)

// unpacked returns the contents of a store's file, deflated values inflated. Where they point
// into the store's own dictionary, question marks stand: no secret is in that.
func unpacked(data []byte) (plain []byte) {
	words := bytes.Repeat([]byte("?"), 32<<10)
	inflate := flate.NewReaderDict(nil, words)
	for _, at := range valueHead.FindAllIndex(data, -1) {
		for skip := range 64 { // heads differ from kind to kind
			if at[1]+skip >= len(data) {
				break
			}
			if err := inflate.(flate.Resetter).Reset(bytes.NewReader(data[at[1]+skip:]), words); err != nil {
				continue
			}
			text, err := io.ReadAll(io.LimitReader(inflate, 1<<20))
			if err == nil && len(text) > 16 {
				plain = append(append(plain, text...), '\n')
			}
		}
	}
	return plain
}

// processMemory reads the memory of a process, as its core dump would.
func processMemory(t testing.TB, pid int, visit func(part []byte)) {
	t.Helper()
	maps, err := os.Open(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		t.Logf("the daemon's memory cannot be read: %v", err)
		return
	}
	defer maps.Close()
	mem, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		t.Logf("the daemon's memory cannot be read: %v", err)
		return
	}
	defer mem.Close()
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		var from, to int64
		var mode string
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x %s", &from, &to, &mode); n != 3 || !strings.HasPrefix(mode, "rw") {
			continue
		}
		for ; from < to; from += 16 << 20 {
			part := make([]byte, min(to-from, 16<<20+256)) // bytes across a border are in one of both
			if n, err := mem.ReadAt(part, from); n > 0 && (err == nil || err == io.EOF) {
				visit(part[:n])
			}
		}
	}
}

// TestDisguisesAreSeenThrough checks that each disguise is seen through, or looking for it proves
// nothing.
func TestDisguisesAreSeenThrough(t *testing.T) {
	const secret = "Xk9#mQ 2vT!w7"
	s := seek(secret)
	backwards := "7w!Tv2 Qm#9kX"
	for _, text := range []string{
		"a " + secret + " b", "XK9#MQ 2VT!W7", "xk9#mq 2vt!w7", backwards, `"Xk9#mQ 2vT!w7"`, "?p=Xk9%23mQ+2vT%21w7", "/Xk9%23mQ%202vT%21w7/",
		hex.EncodeToString([]byte("ab" + secret + "cd")), string(utf16("ab" + secret + "cd")), "\x00" + string(utf16(secret)),
		base64.StdEncoding.EncodeToString([]byte(secret + "z")), base64.URLEncoding.EncodeToString([]byte("a" + secret + "zz")), base64.RawStdEncoding.EncodeToString([]byte("ab" + secret)),
	} {
		if len(s.in([]byte(text))) != 1 {
			t.Errorf("not seen in %q", text)
		}
	}
	if found := s.in([]byte("nothing of the kind: Xk9#mQ 2vT!w")); len(found) != 0 {
		t.Errorf("seen: %q", found)
	}
	var packed bytes.Buffer
	w, _ := flate.NewWriterDict(&packed, flate.BestCompression, []byte(`{"name":"`))
	_, _ = w.Write([]byte(`{"name":"Your password: ` + secret + `"}` + strings.Repeat(" and so on", 30)))
	w.Close()
	file := fmt.Sprintf("*3\r\n$3\r\nset\r\n$1\r\nk\r\n$%d\r\n\x01abcd\x01%s\r\n", packed.Len()+6, packed.Bytes())
	if len(s.in([]byte(file))) != 0 || len(s.in(unpacked([]byte(file)))) != 1 {
		t.Error("it is not found in what was packed")
	}
}
