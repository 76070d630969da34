package contenttest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
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
const agreement = 0.99

// interactive are the roles that are compared, as Chromium spells them. Its own
// names, where ARIA has no role, stand beside ours instead.
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
	t.Parallel()
	var all, same int
	for _, path := range []string{"patterns.html", "names.html", "accname.html", "shop.html", "actions.html", "shadow.html", "secrets.html", "locate.html"} {
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
// tree for our scripts' name of the same element, and whether a look lists it.
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
	tb.eval("globalThis.listed = new Map(Cairn.observe.look().a11y.nodes.map((n) => [Cairn.refs.byRef(n.ref), n])), globalThis.compared = new Set(), null", nil)
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
	var extra []string // fields of dates and editors, say, for which the browser has roles of its own
	tb.eval(`[...listed].filter(([el, n]) => Cairn.roles.INTERACTIVE.has(n.role) && !compared.has(el)).map(([, n]) => n.role + ' ' + n.name)`, &extra)
	for _, e := range extra {
		t.Logf("we list %s, the browser does not", e)
	}
	return nodes, same
}

// TestWhatThePageSaysIsBetterThanNoName covers the names where we differ on purpose: the
// browser leaves these texts out of their names, and has none left; a text
// entered into a field is nobody's name.
func TestWhatThePageSaysIsBetterThanNoName(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	for html, want := range map[string]string{
		`<a href="#"><i title="Edit"></i></a>`:                                                                   "Edit",
		`<a href="#" title data-original-title="Edit"></a>`:                                                      "Edit",
		`<a href="#" title="Next page" aria-owns=t></a><table id=t><tr><td>Row</table>`:                          "Next page",
		`<a href="#"><figure><img alt="A hill" src="data:,"></figure></a>`:                                       "A hill",
		`<a href="#"><article><h2>News</h2><p>of today</p></article></a>`:                                        "News of today",
		`<label><svg></svg><input placeholder="Search"></label>`:                                                 "Search",
		`<label hidden for="f">Unseen</label><input id="f" placeholder="Town">`:                                  "Town",
		`<label><input type="checkbox"> Every <input value="5"> minutes</label>`:                                 "Every minutes",
		`<label><input type="checkbox"> On <select><option>Monday</select> only</label>`:                         "On only",
		`<a contenteditable data-placeholder="Write here"></a>`:                                                  "Write here",
		`<a contenteditable><p data-placeholder="Write here">typed</p></a>`:                                      "Write here",
		`<a href="#" data-placeholder="Never">`:                                                                  "",
		`<label for="b"><input type="button" id="a"></label><label for="a"><input type="button" id="b"></label>`: "",
	} {
		var got string
		tb.eval(fmt.Sprintf(`document.body.innerHTML = %q, (() => { const el = document.querySelector('a, input'); return Cairn.names.name(el); })()`, html), &got)
		if got != want {
			t.Errorf("%s is called %q, want %q", html, got, want)
		}
	}
}

// TestATitleNamesWhileItIsATooltip is about libraries that show a title themselves: while the pointer is
// over the control, as it is when somebody clicks, it has none. The text of another tooltip is not its name.
func TestATitleNamesWhileItIsATooltip(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	var got []string
	tb.eval(`document.body.innerHTML = '<button title=Pause></button><p id=tip role=tooltip></p>', (() => {
		const el = document.querySelector('button'), tip = document.querySelector('p'), said = [Cairn.names.name(el)];
		el.removeAttribute('title'), el.setAttribute('aria-describedby', 'tip');
		for (tip.innerText of ['Pause', 'Resume']) said.push(Cairn.names.name(el));
		return said;
	})()`, &got)
	if want := []string{"Pause", "Pause", ""}; !slices.Equal(got, want) {
		t.Errorf("the button is called %q, want %q", got, want)
	}
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
			compared.add(this);
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
