package masking

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"cairn/shared/exact"
	"cairn/shared/wire"
	"cairn/testdata/fieldset"
)

// unmasked matches the paths of texts that stay as they are, with the reason.
var unmasked = []struct {
	path, why string
	typed     bool // a typed text stays alone
}{
	{path: `(Ref|\bID|SessionID|AmbientID|DocumentID|TargetID|Stamp)$`, why: "made by Cairn or the browser"},
	{path: `(Role|Tag|Kind|Code|Method|Fault|Verdict|\bOrigin)$`, why: "one word of a list, or an origin"},
	{path: `\.TestID$`, why: "an author's id, without which a page's element is not found; rules are applied", typed: true},
	{path: `^Page\.Answer\.`, why: "from a memory without secrets; it is dropped if it has what was typed"},
}

// TestEveryTextOfAReplyIsMasked puts a key and a text typed into a secret field into each text of a reply, one
// after the other: a text that wire.Reply gains must be masked, or be unmasked with a reason.
func TestEveryTextOfAReplyIsMasked(t *testing.T) {
	const typed = "purple sausages"
	known := exact.New([]byte("salt"))
	known.Add(typed)
	masked := 0
	for _, path := range fieldset.Texts[wire.Reply](nil) {
		for _, secret := range []string{key, typed} {
			may := false
			for _, u := range unmasked {
				may = may || regexp.MustCompile(u.path).MatchString(path) && (!u.typed || secret == typed) && !(strings.HasPrefix(path, "Page.Answer.") && secret == typed)
			}
			r := fieldset.Only[wire.Reply](fieldset.Fixed{path: "Copy " + secret + " now"}, path)
			Reply(r, known)
			text, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(text), secret) && !may {
				t.Errorf("%s keeps %q", path, secret)
			} else if !may {
				masked++
			}
		}
	}
	if masked < 100 {
		t.Errorf("only %d texts are masked", masked)
	}
}
