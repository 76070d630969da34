package e2e

import (
	"fmt"
	"net/http"
	"testing"
)

// onPage is somebody's wish on one page, in words that the page shows.
type onPage struct {
	page, goal string
	acts       []wordedAct
}

// wordedAct is one act: its target is known by words alone, and whether it was
// the right one by the page's own data.
type wordedAct struct {
	tool, kind string
	words      []string
	args       map[string]any
	done       string // JavaScript that is true afterwards
}

var onPages = []onPage{
	{"mail.html", "Sort the mail", []wordedAct{
		{"mm_click", "press", []string{"Contract draft v4", "not starred|star"}, nil, `app.mails[5].starred && !app.mails[15].starred && app.opened === null`},
		{"mm_click", "press", []string{"Drafts"}, nil, `app.folder === 'Drafts'`},
		{"mm_click", "press", []string{"Invoice 8841 is due"}, nil, `app.opened === 3`},
		{"mm_click", "press", []string{"Back to list"}, nil, `app.opened === null`},
	}},
	{"settings.html", "Set dark mode, larger text and the time zone", []wordedAct{
		{"mm_click", "", []string{"Dark mode"}, nil, `app.values['Dark mode'] && app.did.length === 1`},
		{"mm_click", "press", []string{"Text size", "+"}, nil, `app['Text size'] === 15`},
		{"mm_click", "press", []string{"Time zone", "Europe/Oslo"}, nil, `app.open === 'Time zone'`},
		{"mm_click", "press", []string{"Asia/Tokyo"}, nil, `app['Time zone'] === 'Asia/Tokyo'`},
		{"mm_click", "press", []string{"Notifications"}, nil, `app.tab === 'Notifications'`},
		{"mm_click", "", []string{"Weekly digest"}, nil, `app.values['Weekly digest']`},
	}},
	{"invoices.html", "Pay invoice INV-2043 and delete INV-2046", []wordedAct{
		{"mm_click", "tick", []string{"INV-2044", tick}, nil, `app.invoices.filter((x) => x.picked).map((x) => x.id).join() === 'INV-2044'`},
		{"mm_click", "press", []string{"INV-2046", "delete"}, nil, `app.invoices.length === 17 && !app.invoices.some((x) => x.id === 'INV-2046')`},
		{"mm_click", "press", []string{"INV-2043", "⋮"}, nil, `app.open === 'INV-2043'`},
		{"mm_click", "press", []string{"Mark as paid"}, nil, `app.invoices.find((x) => x.id === 'INV-2043').state === 'Paid'`},
		{"mm_click", "press", []string{"Amount"}, nil, `app.did.at(-1) === 'sort Amount'`},
	}},
	{"todo.html", "Tidy up the tasks of today", []wordedAct{
		{"mm_click", "press", []string{"Call grandma", "clickable"}, nil, `app.tasks.filter((t) => t.done).map((t) => t.text).join() === 'Call grandma,Water the plants'`},
		{"mm_click", "press", []string{"Send tax papers", "×"}, nil, `app.tasks.length === 5 && !app.tasks.some((t) => t.text === 'Send tax papers')`},
		{"mm_type", "type", []string{"Add a task"}, map[string]any{"text": "Oil the hinge", "submit": true}, `app.tasks.at(-1).text === 'Oil the hinge'`},
		{"mm_click", "press", []string{"Clear finished"}, nil, `app.tasks.every((t) => !t.done)`},
	}},
	{"canvas.html", "Draw a rectangle and make it red", []wordedAct{
		{"mm_click", "press", []string{"Rectangle (R)"}, nil, `app.tool === 'rect'`},
		{"mm_drag", "press", []string{"canvas"}, map[string]any{"at": at(300, 300), "to": at(120, 60)}, `app.shapes.length === 3 && app.shapes[2].x === 300 && app.shapes[2].w === 120 && app.shapes[2].h === 60`},
		{"mm_click", "press", []string{"Red"}, nil, `app.shapes[2].fill === '#e66'`},
		{"mm_click", "press", []string{"Badge"}, nil, `app.selected === 1`},
		{"mm_drag", "press", []string{"canvas"}, map[string]any{"at": at(480, 280), "to": at(-40, 10)}, `app.shapes[1].x === 380 && app.shapes[1].y === 230`},
	}},
	{"flow.html", "Place two nodes, arrange and deploy them", []wordedAct{
		{"mm_drag", "press", []string{"inject"}, map[string]any{"to": at(300, 60)}, `app.nodes.map((n) => n.kind).join() === 'inject'`},
		{"mm_drag", "press", []string{"debug"}, map[string]any{"to": at(520, 60)}, `app.nodes.map((n) => n.kind).join() === 'inject,debug'`},
		{"mm_drag", "", nil, map[string]any{"selector": ".node[data-i='0'] .out", "to": map[string]any{"selector": ".node[data-i='1'] .in"}}, `app.wires.join() === '0,1'`},
		{"mm_hover", "press", []string{"Menu ▾"}, nil, `document.querySelector('.drop').checkVisibility()`},
		{"mm_click", "press", []string{"Arrange nodes"}, nil, `app.did.join() === 'Arrange nodes'`},
		{"mm_click", "press", []string{"Deploy"}, nil, `app.deployed.wires.length === 1`},
	}},
}

// TestDescriptionsSuffice does the tasks of people on pages made of plain
// boxes: each target is taken from one description, by the words that the page
// shows, and the page's own data say whether it was the right one. (An element that no
// words name, as the ends of a wire, is named by a selector.)
func TestDescriptionsSuffice(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	a := w.stdioAgent("reader")
	for _, p := range onPages {
		t.Run(p.page, func(t *testing.T) {
			a.t = t
			site := serve(t, http.HandlerFunc(ownPage))
			a.launch(map[string]any{"url": site + "/" + p.page, "goal": p.goal})
			tab := w.takeTab(site)
			for _, x := range p.acts {
				text := a.do("mm_describe_screen", nil).Text
				target := map[string]any{}
				if len(x.words) > 0 {
					best := bestFits(handlesOf(text), x.kind, x.words)
					if len(best) != 1 {
						t.Fatalf("%q fits %s in\n%s", x.words, fmt.Sprint(best), text)
					}
					target = map[string]any{"a11yRef": best[0].ref}
				}
				got := a.do(x.tool, with(target, x.args))
				if !evaluate[bool](tab, `!!(`+x.done+`)`) {
					t.Fatalf("%s %q %v answers\n%s\nbut the page says %s; described was\n%s", x.tool, x.words, target, got.Text, evaluate[string](tab, `JSON.stringify(app).slice(0, 600)`), text)
				}
			}
		})
	}
	a.t = t
}
