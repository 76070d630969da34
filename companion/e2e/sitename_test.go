package e2e

import (
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
	"cairn/testdata/pages"
)

// TestAnApplicationThatChangesItsAddress serves the sample wallet at two ports. Without a name the second knows nothing of
// the first and says so; with a name it suggests the actions that worked there, also in the extension's own core.
func TestAnApplicationThatChangesItsAddress(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	w.sendFirst()
	first := strings.TrimSuffix(w.site, "/")
	second := serve(t, http.FileServerFS(pages.Wallet()))

	b := w.stdioAgent("agent-b")
	launch := map[string]any{"goal": "Send 0.1 ETH to another account", "url": second + "/"}
	text := b.do("mm_launch", launch).Text + b.do("mm_describe_screen", nil).Text
	hint := second + " looks like " + first
	if strings.Count(text, hint) != 1 || !strings.Contains(text, "cairn site alias NAME "+first+" "+second) {
		t.Errorf("launch and describe do not say once that the address looks known:\n%s", text)
	}
	if d := b.describe(); d.PriorKnowledge != nil {
		t.Errorf("an unnamed address suggests: %s", asJSON(t, d.PriorKnowledge))
	}
	b.fails(types.CodeInvalidInput, "mm_launch", map[string]any{"site": "wallet"})
	b.fails(types.CodeInvalidInput, "mm_launch", map[string]any{"site": "*", "url": second})

	if out := w.mustCairn("site", "alias", "wallet", first); out != "wallet: "+first+"\n" {
		t.Errorf("alias says %q", out)
	}
	launch["site"] = "wallet"
	text = b.do("mm_launch", launch).Text
	if strings.Contains(text, "looks like") {
		t.Errorf("a named address still looks like another:\n%s", text)
	}
	d := b.describe()
	if d.PriorKnowledge == nil || len(d.PriorKnowledge.SuggestedNextActions) == 0 {
		t.Fatal("a named address suggests nothing")
	}
	got := asJSON(t, d.PriorKnowledge)
	if at := d.PriorKnowledge.SuggestedNextActions[0].PreferredTarget; at.Text != "unlock-password" || strings.Contains(got, first) {
		t.Errorf("it suggests %s", got)
	}
	if out := w.mustCairn("site", "list"); !strings.Contains(out, first) || !strings.Contains(out, second) {
		t.Errorf("list says %q", out)
	}
	if out := w.mustCairn("recall", "wallet"); !strings.Contains(out, "wallet") {
		t.Errorf("recall says:\n%s", out)
	}
	// The replica has the name: the extension's own core answers for the second address as for the first.
	ext := w.inExtension()
	w.eventually("the extension's core knows the name", func() bool {
		r := ext.core(wire.CoreRequest{Op: wire.OpRecall, Now: now(), Recall: &types.RecallRequest{URL: second + "/"}}).Recall
		return r != nil && r.Found && r.Domain == "wallet"
	})
	w.mustCairn("forget", "--site", "wallet")
	if out := w.mustCairn("site", "list"); !strings.HasPrefix(out, "no site has a name") {
		t.Errorf("after forgetting, list says %q", out)
	}
	if out := w.mustCairn("search", "send"); out != "nothing found\n" {
		t.Errorf("after forgetting, search says:\n%s", out)
	}
}

func TestNamingSitesOnTheCommandLine(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.startDaemon()
	hint := "hint: A pattern is an origin (http://localhost:3000), all ports of this machine (http://localhost:*) or the hosts below one domain (https://*.preview.example.com).\n"
	for _, tc := range []struct {
		args string
		exit int
		says string
	}{
		{"list", 0, "no site has a name; cairn site alias NAME PATTERN... gives one\n"},
		{"alias shop http://localhost:* https://*.preview.example.com", 0, "shop: http://localhost:*, https://*.preview.example.com\n"},
		{"alias shop http://127.0.0.1:4000/", 0, "shop: http://127.0.0.1:4000, http://localhost:*, https://*.preview.example.com\n"},
		{"alias blog http://127.0.0.1:4001", 0, "blog: http://127.0.0.1:4001\n"},
		{"list", 0, "blog: http://127.0.0.1:4001\nshop: http://127.0.0.1:4000, http://localhost:*, https://*.preview.example.com\n"},
		{"alias blog http://127.0.0.1:4000", 1, "cairn: http://127.0.0.1:4000 is named \"shop\" already\nhint: First take it from there: cairn site remove shop http://127.0.0.1:4000\n"},
		{"alias shop https://example.org", 1, "cairn: example.com and example.org belong to different owners\nhint: A site name spans this machine and the hosts of one registered domain.\n"},
		{"alias x *", 1, "cairn: \"*\" does not begin with http:// or https://\n" + hint},
		{"alias x https://*", 1, "cairn: \"https://*\" has a star that stands for the hosts of different owners\n" + hint},
		{"alias x https://*.com", 1, "cairn: \"https://*.com\" would join the sites of different owners: com is not a domain that somebody registered\n" + hint},
		{"alias x https://*.github.io", 1, "cairn: \"https://*.github.io\" would join the sites of different owners: github.io is not a domain that somebody registered\n" + hint},
		{"alias x https://*.co.uk", 1, "cairn: \"https://*.co.uk\" would join the sites of different owners: co.uk is not a domain that somebody registered\n" + hint},
		{"alias x https://example.com:*", 1, "cairn: \"https://example.com:*\" has a star for the port of a host that is not this machine\n" + hint},
		{"alias A.B http://localhost:1", 1, "cairn: \"A.B\" cannot name a site\nhint: A name has up to 40 small letters, digits and dashes, and a letter, such as shop.\n"},
		{"remove shop http://localhost:*", 0, "shop: http://127.0.0.1:4000, https://*.preview.example.com\n"},
		{"remove shop http://localhost:*", 1, "cairn: http://localhost:* is not a pattern of \"shop\"\nhint: cairn site list shows the patterns.\n"},
		{"remove shop", 0, "shop is no longer the name of a site\n"},
		{"remove shop", 1, "cairn: there is no site named \"shop\"\nhint: cairn site list shows the names.\n"},
		{"alias shop", 2, "cairn: missing PATTERN\nusage: cairn site alias NAME PATTERN...\n"},
		{"fly", 2, "cairn: cairn site has no command \"fly\"\nhint: it has: alias, list, remove\nusage: cairn site COMMAND\n"},
	} {
		cmd := exec.Command(cairnBinary, append([]string{"site", "--data", w.home}, strings.Fields(tc.args)...)...)
		out, _ := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != tc.exit || string(out) != tc.says {
			t.Errorf("cairn site %s exits %d with\n%s\nwant %d with\n%s", tc.args, cmd.ProcessState.ExitCode(), out, tc.exit, tc.says)
		}
	}
}
