package contenttest

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// agreement is the least share of interactive nodes on which we and Chromium
// agree in role and name.
const agreement = 0.98

// interactive are the roles that are compared, as Chromium spells them. Its own
// names for what ARIA has no role for stand beside what we say instead.
var interactive = map[string]string{
	"button": "button", "link": "link", "textbox": "textbox", "searchbox": "searchbox", "combobox": "combobox", "listbox": "listbox",
	"option": "option", "checkbox": "checkbox", "radio": "radio", "switch": "switch", "slider": "slider", "spinbutton": "spinbutton",
	"menuitem": "menuitem", "menuitemcheckbox": "menuitemcheckbox", "menuitemradio": "menuitemradio", "tab": "tab", "treeitem": "treeitem",
	"DisclosureTriangle": "button", "MenuListOption": "option", "ColorWell": "button",
}

// iconFonts are characters without a meaning of their own, which we leave out,
// and so are those that nobody sees.
var iconFonts = regexp.MustCompile(`[\x{e000}-\x{f8ff}\x{200b}-\x{200f}]`)

func TestNamesAsTheBrowserDoes(t *testing.T) {
	var all, same int
	for _, path := range []string{"patterns.html", "names.html", "shop.html", "actions.html", "shadow.html", "secrets.html", "locate.html"} {
		t.Run(path, func(t *testing.T) {
			tb := open(t, path)
			n, ok := compareTree(tb)
			t.Logf("%d of %d interactive nodes agree", ok, n)
			all, same = all+n, same+ok
		})
	}
	t.Logf("%d of %d agree: %.1f %%", same, all, 100*float64(same)/float64(all))
	if float64(same) < agreement*float64(all) {
		t.Errorf("%d of %d interactive nodes agree with the browser's tree, want %v", same, all, agreement)
	}
}

// compareTree asks for every interactive node of the browser's accessibility
// tree what our scripts call the same element, and whether a look lists it.
func compareTree(tb *tab) (nodes, same int) {
	t := tb.t
	t.Helper()
	if _, err := chromedp.Call(tb.ctx, dom.Enable, dom.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	tree, err := chromedp.Call(tb.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		t.Fatal(err)
	}
	tb.eval("globalThis.listed = new Map(Cairn.observe.look().a11y.nodes.map((n) => [Cairn.refs.byRef(n.ref), n])), null", nil)
	context := tb.worldOf("")
	for _, n := range tree.Nodes {
		role, listed := interactive[text(n.Role)]
		if !listed || n.Ignored || n.BackendDOMNodeID == 0 {
			continue
		}
		ours := tb.nameOf(n.BackendDOMNodeID, context)
		if ours[0] == insideControl {
			continue
		}
		nodes++
		want := [2]string{role, strings.Join(strings.Fields(iconFonts.ReplaceAllString(text(n.Name), "")), " ")}
		if ours == want {
			same++
		} else {
			t.Logf("browser says %q, we say %q", want, ours)
		}
	}
	return nodes, same
}

// insideControl marks the parts of which the browser makes a date field, say:
// no script can see them.
const insideControl = "inside a control"

// nameOf is our role and name for a node.
func (tb *tab) nameOf(id cdp.BackendNodeID, context runtime.ExecutionContextID) [2]string {
	tb.t.Helper()
	node, err := chromedp.Call(tb.ctx, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: id, ExecutionContextID: context})
	if err != nil {
		tb.t.Fatal(err)
	}
	yes := true
	res, err := chromedp.Call(tb.ctx, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		ObjectID: node.Object.ObjectID, ReturnByValue: &yes,
		FunctionDeclaration: `function () {
			const host = this.getRootNode().host;
			if (host && host.shadowRoot !== this.getRootNode()) return ["` + insideControl + `", ""];
			const role = Cairn.roles.role(this);
			return [listed.get(this)?.role === role ? role : role + " that is not listed", Cairn.names.name(this, role)];
		}`,
	})
	if err != nil {
		tb.t.Fatal(err)
	}
	var out [2]string
	if err := json.Unmarshal([]byte(res.Result.Value), &out); err != nil {
		tb.t.Fatalf("%s: %v", res.Result.Value, err)
	}
	return out
}

func text(v *accessibility.Value) string {
	var s string
	if v != nil && len(v.Value) > 0 {
		_ = json.Unmarshal([]byte(v.Value), &s)
	}
	return s
}
