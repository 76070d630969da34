package paneltest

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// aTeam is a team as the companion describes it, with hostile names.
var aTeam = &wire.TeamState{Name: "acme", Member: "ana", Role: "admin", State: "live", Since: types.At(time.Now().Add(-time.Hour)), Outbox: 1,
	Sites:    []wire.TeamSite{{Origin: "https://app.acme.test", Mode: "review", Offered: true, Shared: 12, Received: 30, Members: 3}, {Origin: "https://wiki.acme.test", Mode: "off", Received: 1, Members: 1}},
	Members:  []wire.TeamMember{{Member: "aaaaaaaaaa", Name: "ana", Role: "admin", Me: true}, {Member: "bbbbbbbbbb", Name: "<img src=x>", Role: "member", Worked: 3, Failed: 1}, {Member: "cccccccccc", Name: "cem", Role: "reader", Aside: true, AsideAt: []string{"https://app.acme.test"}}},
	Receipts: []wire.TeamReceipt{{At: types.At(time.Now().Add(-time.Minute)), Records: 3, Server: true, Done: 1, Members: 2}},
	Reviews: []wire.TeamSession{{SessionID: "mm-0001", Origin: "https://app.acme.test", Goal: "Find <b>order</b> 4711", Steps: 4, Texts: 5, Lines: []wire.TeamLine{
		{Kind: "name", Text: "Apply filter"}, {Kind: "testId", Text: "filter-apply"}, {Kind: "screen", Text: "orders"}, {Kind: "name", Text: "Order 4711", Once: true}, {Kind: "goal", Text: "Order 4711"}}},
		{SessionID: "mm-0002", Origin: "https://app.acme.test", Goal: "Look at the people", Steps: 2, Texts: 3}}}

// teamIs opens the view of the team with a state in place of the companion's. Its orders are
// noted in the page.
func (b *browser) teamIs(p context.Context, state *wire.TeamState) {
	b.T.Helper()
	text, err := json.Marshal(wire.RuntimeReply{Team: state})
	if err != nil {
		b.T.Fatal(err)
	}
	evaluate[any](b, p, `((reply) => {
		globalThis.orders = [];
		globalThis.unchanged ??= chrome.runtime.sendMessage.bind(chrome.runtime);
		chrome.runtime.sendMessage = async (m) => m.kind === "team" ? (orders.push(m.teamOrder), structuredClone(reply)) : unchanged(m);
	})(`+string(text)+`)`)
	b.show(p, "page")
	b.show(p, "team")
	if state == nil {
		b.Says(p, "#view-team", "cairn team join")
		return
	}
	b.Says(p, "#view-team", state.Name)
}

// ordered waits for an order and returns it.
func (b *browser) ordered(p context.Context, op string) (order wire.TeamOrder) {
	b.T.Helper()
	b.Until("the order "+op, func() bool {
		for _, o := range evaluate[[]wire.TeamOrder](b, p, `orders`) {
			if o.Op == op {
				order = o
				return true
			}
		}
		return false
	})
	return order
}

// sharesWhereOneLooks shares the session that waits from its own row, where its texts are shown.
func (b *browser) sharesWhereOneLooks(p context.Context) {
	b.T.Helper()
	b.seed(records(b.T, b.URL, flows[:1]))
	b.show(p, "sessions")
	b.Says(p, "#view-sessions .vrow", "Send 0.1 ETH")
	evaluate[any](b, p, `document.querySelector("#view-sessions .vrow").click()`)
	b.press(p, "#view-sessions .pane", "Share…")
	b.press(p, "dialog", "Share after review") // the site is not shared yet
	b.Until("the order to share its site", func() bool {
		return slices.ContainsFunc(evaluate[[]wire.TeamOrder](b, p, `orders`), func(o wire.TeamOrder) bool { return o.Op == wire.TeamShare && o.Site == b.URL && o.Mode == "review" })
	})
	b.Says(p, "#toast", "Nothing of it waits") // the team of this test has no session of the seed
	b.show(p, "team")
	b.Says(p, "#view-team", "acme")
}

// TestTheTeamView reviews a session, sets a member aside, changes a site and leaves.
func TestTheTeamView(t *testing.T) {
	b := start(t)
	p := b.panel("team")
	b.Says(p, "#view-team .empty", "cairn run") // no companion is linked
	b.teamIs(p, nil)
	b.teamIs(p, aTeam)
	for _, text := range []string{"You are ana (admin)", "1 message to send", "Find <b>order</b> 4711", "<img src=x>", "3 of 4 suggestions worked", "30 sessions of 3 members", "set aside by you", "gone at 1 of 2 other members"} {
		b.Says(p, "#view-team", text)
	}
	script, err := os.ReadFile(axeScript)
	if err != nil {
		t.Skipf("%v: run ./build.sh deps", err)
	}
	inject(b, p, script)
	b.accessible(p, "team")
	b.press(p, "#view-team", "Review Find <b>order</b> 4711")
	b.Says(p, "dialog", "only in this session")
	b.accessible(p, "dialog Review…")
	if ticked := evaluate[[]bool](b, p, `[...document.querySelectorAll("dialog input")].map((e) => e.checked)`); len(ticked) != 4 || !ticked[0] || !ticked[1] || !ticked[2] || ticked[3] {
		t.Errorf("ticked at first are %v, want all but the name of one session", ticked)
	}
	evaluate[any](b, p, `document.querySelectorAll("dialog input")[2].click()`)
	b.press(p, "dialog", "Share")
	sent := b.ordered(p, wire.TeamSend)
	var with []string
	for _, l := range sent.With {
		with = append(with, l.Kind+" "+l.Text)
	}
	if sent.Session != "mm-0001" || sent.Site != "https://app.acme.test" || strings.Join(with, ",") != "name Apply filter,testId filter-apply" {
		t.Errorf("ordered %+v", sent)
	}
	b.press(p, "#view-team", "Keep here: Look at the people")
	if o := b.ordered(p, wire.TeamDrop); o.Session != "mm-0002" {
		t.Errorf("ordered %+v", o)
	}
	b.press(p, "#view-team", "Set aside <img src=x>")
	if o := b.ordered(p, wire.TeamTrust); o.Member != "bbbbbbbbbb" || !o.Aside {
		t.Errorf("ordered %+v", o)
	}
	evaluate[any](b, p, `((s) => { s.value = "auto"; s.dispatchEvent(new Event("change")); })(document.querySelector("#view-team select"))`)
	if o := b.ordered(p, wire.TeamShare); o.Site != "https://app.acme.test" || o.Mode != "auto" {
		t.Errorf("ordered %+v", o)
	}
	b.sharesWhereOneLooks(p)
	b.press(p, "#view-team", "Leave…")
	b.Until("the question", func() bool {
		return evaluate[bool](b, p, `((s) => { if (s) s.value = "forget"; return !!s; })(document.querySelector("dialog[open] select"))`)
	})
	b.press(p, "dialog", "Leave")
	if o := b.ordered(p, wire.TeamLeave); !o.Forget {
		t.Errorf("ordered %+v", o)
	}
}
