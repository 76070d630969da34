package contenttest

import (
	"slices"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// TestClosedShadowTreesAreSeenAndActedOn looks into shadow trees that the page
// keeps from its own scripts, finds a button two of them deep, and sees which
// one a person pressed.
func TestClosedShadowTreesAreSeenAndActedOn(t *testing.T) {
	t.Parallel()
	tb := open(t, "closed.html")
	tb.handOverClosedRoots()
	want := []string{`main > heading "Outside" level=1`, `main > textbox "Note"`, `main > button "Pay now" #pay`, `main > button "Chat with us"`}
	if got := lines(tb.look()); !slices.Equal(got, want) {
		t.Errorf("observed %q, want %q", got, want)
	}
	r := tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{testId:"pay"},for:"click",timeoutMs:5000}}`)
	if r.Located == nil || r.Located.Target.Name != "Pay now" {
		t.Fatalf("answered %+v", r)
	}
	if err := chromedp.Do(tb.ctx, chromedp.MouseClickXY(r.Located.X, r.Located.Y)); err != nil {
		t.Fatal(err)
	}
	steps := tb.closed(1)
	if got := steps[0].String(); got != `mm_click button "Pay now"` {
		t.Errorf("recorded %s", got)
	}
}

// handOverClosedRoots acts as the browser does for extensions
// (chrome.dom.openOrClosedShadowRoot), through DevTools.
func (tb *tab) handOverClosedRoots() {
	t := tb.t
	t.Helper()
	all, yes := int64(-1), true
	doc, err := chromedp.Call(tb.ctx, dom.GetDocument, dom.GetDocumentParams{Depth: &all, Pierce: &yes})
	if err != nil {
		t.Fatal(err)
	}
	world := tb.worldOf("")
	object := func(id cdp.BackendNodeID) runtime.RemoteObjectID {
		node, err := chromedp.Call(tb.ctx, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: id, ExecutionContextID: world})
		if err != nil {
			t.Fatal(err)
		}
		return node.Object.ObjectID
	}
	var visit func(n *cdp.Node)
	visit = func(n *cdp.Node) {
		for _, root := range n.ShadowRoots {
			if root.ShadowRootType == cdp.ShadowRootTypeClosed {
				_, err := chromedp.Call(tb.ctx, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
					ObjectID: object(n.BackendNodeID), FunctionDeclaration: "function (root) { closedRoots.set(this, root); }",
					Arguments: []*runtime.CallArgument{{ObjectID: object(root.BackendNodeID)}},
				})
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, inner := range append(n.ShadowRoots, n.Children...) {
			visit(inner)
		}
	}
	visit(doc.Root)
}
