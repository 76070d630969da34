package prior

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cairn/shared/capture"
	"cairn/shared/types"
)

func testHider(b byte) *capture.Hider {
	return capture.NewHider(bytes.Repeat([]byte{b}, capture.NameKeyBytes))
}

func hiding(h *capture.Hider) *Engine { return For(func(origin string) string { return origin }, h) }

// needed is a step in the form that keeps only names that are needed.
func needed(h *capture.Hider, s *types.Step) *types.Step {
	out := cloned(s)
	(&capture.Needed{Names: h}).Apply(out)
	return out
}

func cloned(s *types.Step) *types.Step {
	var out types.Step
	b, _ := json.Marshal(s)
	_ = json.Unmarshal(b, &out)
	return &out
}

// hashes finds the texts that must not stand in an answer: hidden names, hidden segments
// with hashes, the marks of families.
var hashes = regexp.MustCompile(`\[hidden:|~[A-Za-z0-9_-]{6}|\\u0000`)

// suggested lists suggestions, as `role name testId within "row"`, the best first.
func suggested(t *testing.T, p *types.PriorKnowledge) (list []string) {
	t.Helper()
	checkAnswer(t, p)
	if p == nil {
		return nil
	}
	if b, _ := json.Marshal(p); hashes.Match(b) {
		t.Errorf("the answer holds a hash: %s", b)
	}
	for _, s := range p.SuggestedNextActions {
		var names []string
		for _, at := range append([]types.PriorTarget{s.PreferredTarget}, s.FallbackTargets...) {
			if at.Hint != nil {
				names = append(names, at.Hint.Role+" "+at.Hint.Name)
			} else {
				names = append(names, at.Type+" "+at.Text)
			}
		}
		slices.Sort(names)
		if s.Within != nil {
			names = append(names, fmt.Sprintf("within %s %q", s.Within.Role, s.Within.Name))
		}
		list = append(list, strings.Join(names, ", "))
	}
	return list
}

// TestHiddenNamesAreFoundOnThePage teaches one click, a few times, in the form
// that hides names, and asks on a page that is shown in clear.
func TestHiddenNamesAreFoundOnThePage(t *testing.T) {
	link := func(name string) types.Target { return types.Target{Role: "link", Name: name} }
	row := func(button, row string) types.Target {
		return types.Target{Role: "button", Name: button, RowRole: "row", Row: row, Twins: 2}
	}
	for name, c := range map[string]struct {
		did        types.Target
		goal, asks string
		was, is    []string // elements, as `role name` or `role name @testId`
		want       []string
	}{
		"a link":                               {link("Orders"), "", "", []string{"link Orders", "link Help"}, []string{"link Help", "link Orders"}, []string{"link Orders"}},
		"as the page spells it now":            {link("My Orders"), "", "", []string{"link My Orders"}, []string{"link my  orders"}, []string{"link my orders"}},
		"it is gone":                           {link("Orders"), "", "", []string{"link Orders", "link Help"}, []string{"link Help", "link Returns"}, nil},
		"another role":                         {link("Orders"), "", "", []string{"link Orders"}, []string{"textbox Orders"}, nil},
		"its number has changed":               {link("Inbox 12"), "", "", []string{"link Inbox 12"}, []string{"link Inbox 15"}, []string{"link Inbox 15"}},
		"two have one hash":                    {link("Order 4711"), "", "", []string{"link Order 4711"}, []string{"link Order 4711", "link Order 4712"}, nil},
		"two have one hash, the goal names it": {link("Order 4711"), "check order 4711", "check order 4712", []string{"link Order 4711"}, []string{"link Order 4711", "link Order 4712"}, []string{"link Order 4712"}},
		"a short number is in goals by chance": {link("2"), "", "send 3 coins", []string{"link 2"}, []string{"link 1", "link 2", "link 3"}, nil},
		"the goal names another than is shown": {link("Order 4711"), "check order 4711", "check order 4799", []string{"link Order 4711"}, []string{"link Order 4712"}, nil},
		"an id of which one is shown":          {link("Order 4711"), "", "", []string{"link Order 4711"}, []string{"link Order 4712"}, nil},
		"a number of which one is shown":       {link("2"), "", "", []string{"link 2"}, []string{"link 3"}, nil},
		"a title with a number":                {link("Soup of the day 113 ratings"), "cook 2 soups", "cook 2 soups", []string{"link Soup of the day 113 ratings"}, []string{"link Soup of the day 114 ratings"}, []string{"link Soup of the day 114 ratings"}},
		"two of one name":                      {link("Orders"), "", "", []string{"link Orders", "link Orders"}, []string{"link Orders", "link Orders"}, []string{"link Orders"}},
		"a button's name is clear":             {types.Target{Role: "button", Name: "Pay"}, "", "", []string{"button Pay", "link Bob"}, []string{"button Pay", "link Eve"}, []string{"button Pay"}},
		"every name is data":                   {link("Bob Miller"), "", "", []string{"link Ann Smith", "link Bob Miller", "text 4.20"}, []string{"link Eve Jones", "link Ann Smith", "text 7.10"}, nil},
		"by its test id, whatever its name": {types.Target{TestID: "profile", Role: "link", Name: "Bob Miller"}, "", "", []string{"link Bob Miller @profile"}, []string{"link Ann Smith @profile"},
			[]string{"link Ann Smith, testId profile"}},
		"the only one of its family": {types.Target{TestID: "tab-2", Role: "tab", Name: "Costs"}, "", "", []string{"tab Costs @tab-2"}, []string{"tab Costs @tab-3", "link Help"},
			[]string{"tab Costs, testId tab-3"}},
		"one of a family, known by its name": {types.Target{TestID: "tab-2", Role: "tab", Name: "Costs"}, "", "", []string{"tab Costs @tab-2", "tab Sums @tab-1"}, []string{"tab Sums @tab-1", "tab Costs @tab-2"},
			[]string{"tab Costs, testId tab-2"}},
		"one of a family, its name is gone":       {types.Target{TestID: "row-1042", Role: "link", Name: "Bob"}, "", "", []string{"link Bob @row-1042"}, []string{"link Eve @row-1043"}, nil},
		"one of a family, its clear name is gone": {types.Target{TestID: "delete-1042", Role: "button", Name: "Delete Bob"}, "", "", []string{"button Delete Bob @delete-1042"}, []string{"button Delete Eve @delete-1043"}, nil},
		"equals of a family":                      {types.Target{TestID: "delete-1042", Role: "button", Name: "Delete"}, "", "", []string{"button Delete @delete-1042"}, []string{"button Delete @delete-1042", "button Delete @delete-1043"}, nil},
		"equals of a family, the goal names it": {types.Target{TestID: "delete-1042", Role: "button", Name: "Delete"}, "delete 1042", "delete 1043", []string{"button Delete @delete-1042"},
			[]string{"button Delete @delete-1042", "button Delete @delete-1043"}, []string{"button Delete, testId delete-1043"}},
		"a counterpart": {link("Open the heaps"), "open the heaps", "open the stones", []string{"link Open the heaps", "link Help"}, []string{"link Open the stones", "link Open the heaps"}, []string{"link Open the stones"}},
		"in a row that the goal names": {row("Delete", "Bob Miller · Admin"), "delete Bob Miller", "delete Bob Miller", []string{"button Delete", "button Delete"}, []string{"button Delete", "button Delete"},
			[]string{`button Delete, within row "Bob Miller"`}},
		"in the same row, as the page spells it": {row("Delete", "Bob Miller · Admin"), "delete bob miller", "delete bob miller", []string{"button Delete", "button Delete"}, []string{"text Bob Miller", "button Delete", "button Delete"},
			[]string{`button Delete, within row "Bob Miller"`}},
		"in another row":              {row("Delete", "Bob Miller · Admin"), "delete Bob Miller", "delete Ann Smith", []string{"button Delete", "button Delete"}, []string{"text Bob Miller", "button Delete", "button Delete"}, nil},
		"in a row of another data":    {row("Pay", "INV-0058 · Acme"), "pay INV-0058", "pay INV-0061", []string{"button Pay", "button Pay"}, []string{"text INV-0058", "text INV-0061", "button Pay", "button Pay"}, []string{`button Pay, within row "INV-0061"`}},
		"in a row that no goal names": {row("Pay", "INV-0058 · Acme"), "pay INV-0058", "pay the rest", []string{"button Pay", "button Pay"}, []string{"text INV-0058", "text INV-0061", "button Pay", "button Pay"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			h := testHider(1)
			for _, memory := range []struct {
				name string
				put  func(e *Engine, i int, s *types.Step)
			}{
				{"needed", func(e *Engine, _ int, s *types.Step) { e.PutStep(needed(h, s)) }},
				{"needed after full of elsewhere", func(e *Engine, i int, s *types.Step) {
					if i == 0 {
						other := step(s.SessionID, "full", s.Timestamp-1, "mm_click", press("Elsewhere"), ptr(listed("button Elsewhere", "link Orders")))
						other.Observation.State.CurrentScreen = "elsewhere"
						e.PutStep(other)
					}
					e.PutStep(needed(h, s))
				}},
			} {
				e := hiding(h)
				for i := range 4 {
					id, at := fmt.Sprint("mm-", i), types.Time(1_770_000_000_000+int64(i)*3_600_000)
					e.PutSession(&types.Session{SessionID: id, CreatedAt: at, Goal: c.goal})
					memory.put(e, i, step(id, fmt.Sprint("s-", i), at, "mm_click", &c.did, ptr(listed(c.was...))))
				}
				if got := suggested(t, e.Suggest(1_770_000_100_000, types.PriorRequest{Observation: listed(c.is...), Goal: c.asks})); !slices.Equal(got, c.want) {
					t.Errorf("%s: suggested are %q, want %q", memory.name, got, c.want)
				}
			}
		})
	}
}

func ptr[T any](v T) *T { return &v }

// listed is a page of the ledger with elements as `role name` or `role name @testId`.
func listed(elements ...string) types.Observation {
	o := ledgerLook(elements...)
	for i := range o.A11y.Nodes {
		n := &o.A11y.Nodes[i]
		if name, id, ok := strings.Cut(n.Name, " @"); ok {
			n.Name, n.TestID = name, id
			o.TestIDs = append(o.TestIDs, types.TestID{TestID: id, Visible: true, Role: n.Role, Name: name})
		}
	}
	return o
}

// TestAChangedKeyFindsNothingWrong asks with another key than the steps were
// hidden under, and with none: actions known by clear names still work.
func TestAChangedKeyFindsNothingWrong(t *testing.T) {
	elements := []string{"link Orders", "link Bob @profile", "button Pay", "link Row 1 @row-1"}
	for name, asking := range map[string]*capture.Hider{"changed": testHider(2), "none": capture.NewHider(nil), "absent": nil} {
		for _, c := range []struct {
			did  types.Target
			want []string
		}{
			{types.Target{Role: "link", Name: "Orders"}, nil},
			{types.Target{TestID: "row-1", Role: "link", Name: "Row 1"}, nil},
			{types.Target{TestID: "profile", Role: "link", Name: "Bob"}, []string{"link Bob, testId profile"}},
			{types.Target{Role: "button", Name: "Pay"}, []string{"button Pay"}},
		} {
			e := hiding(asking)
			e.PutSession(&types.Session{SessionID: "earlier", CreatedAt: day})
			e.PutStep(needed(testHider(1), step("earlier", "1", day, "mm_click", &c.did, ptr(listed(elements...)))))
			if got := suggested(t, e.Suggest(day.Add(1e9), types.PriorRequest{Observation: listed(elements...)})); !slices.Equal(got, c.want) {
				t.Errorf("%s: for %+v suggested are %q", name, c.did, got)
			}
		}
	}
}

// TestFullAndNeededStepsAreOneMemory has a way that is remembered partly in clear
// led to its end as one that is all in clear.
func TestFullAndNeededStepsAreOneMemory(t *testing.T) {
	ways := []string{"full", "needed", "full, then needed", "needed, then full", "in turns"}
	for _, way := range ways {
		t.Run(way, func(t *testing.T) {
			h := testHider(1)
			e := hiding(h)
			for i := range 4 {
				hidden := map[string]bool{"needed": true, "full, then needed": i >= 2, "needed, then full": i < 2, "in turns": i%2 == 0}[way]
				s := types.Session{SessionID: fmt.Sprint("earlier-", i), CreatedAt: day.Add(0), Goal: "Send ETH", Statement: types.Statement{Outcome: types.SessionDone}}
				e.PutSession(&s)
				for j, f := range sendFlow {
					screen, action, label := split(f)
					el := wallet.find(screen, label)
					st := step(s.SessionID, fmt.Sprint(i, "-", j), day+types.Time(1000*(10*i+j)), "mm_"+action, &types.Target{TestID: el.testID, Role: el.role, Name: el.name}, wallet.observe(screen))
					if hidden {
						st = needed(h, st)
					}
					e.PutStep(st)
				}
			}
			did := newRun(e, types.Session{SessionID: "session-b", CreatedAt: day.Add(3600e9)}).follow(t, wallet, "unlock", len(sendFlow))
			if fmt.Sprint(did) != fmt.Sprint(sendFlow) {
				t.Errorf("followed %v\n want %v", did, sendFlow)
			}
		})
	}
}

// TestWhatIsShownOfHiddenStepsIsClear has similar steps and warnings say names
// that the page shows, and none of those that it does not.
func TestWhatIsShownOfHiddenStepsIsClear(t *testing.T) {
	h := testHider(1)
	e := hiding(h)
	e.PutSession(&types.Session{SessionID: "earlier", CreatedAt: day, Goal: "see the members"})
	look := func(screen string, elements ...string) *types.Observation {
		o := listed(elements...)
		o.State.CurrentURL, o.State.CurrentScreen = ledger+"/"+screen, screen
		return &o
	}
	for i, s := range []*types.Step{
		step("earlier", "1", day, "mm_click", &types.Target{Role: "link", Name: "Orders"}, look("accounts/overview", "link Orders @orders", "link Help @help", "button Pay @pay")),
		step("earlier", "2", day, "mm_click", &types.Target{Role: "link", Name: "Bob"}, look("accounts/members", "link Bob", "link Orders @orders", "link Help @help", "button Pay @pay")),
		failing(step("earlier", "3", day, "mm_click", &types.Target{Role: "link", Name: "Help"}, look("accounts/overview", "link Help")), types.CodeClickFailed),
		failing(step("earlier", "4", day, "mm_click", &types.Target{Role: "link", Name: "Help"}, look("accounts/overview", "link Help")), types.CodeClickFailed),
		failing(step("earlier", "5", day, "mm_click", &types.Target{Role: "link", Name: "Bob"}, look("accounts/overview", "link Bob")), types.CodeClickFailed),
		failing(step("earlier", "6", day, "mm_click", &types.Target{Role: "link", Name: "Bob"}, look("accounts/overview", "link Bob")), types.CodeClickFailed),
	} {
		s.Timestamp += types.Time(i)
		e.PutStep(needed(h, s))
	}
	p := e.Suggest(day.Add(1e9), types.PriorRequest{Observation: *look("accounts/overview", "link Orders @orders", "link Help @help", "button Pay @pay"), Goal: "see the members"})
	if got := suggested(t, p); !slices.Equal(got, []string{"link Orders"}) {
		t.Errorf("suggested are %q", got)
	}
	var shown []string
	for _, s := range p.SimilarSteps {
		shown = append(shown, s.Screen+": "+s.Snippet)
	}
	want := []string{`accounts/overview: link: "Orders", screen: accounts/overview`, `…/…: link: (name not kept), screen: …/…`}
	if !slices.Equal(shown, want) {
		t.Errorf("similar steps\n%q\nwant\n%q", shown, want)
	}
	if len(p.Avoid) != 1 || p.Avoid[0].Target.A11yHint == nil || p.Avoid[0].Target.A11yHint.Name != "Help" {
		t.Errorf("warnings %+v", p.Avoid)
	}
	if p.Query.UsedFilters.Screen != "accounts/overview" {
		t.Errorf("the screen is called %q", p.Query.UsedFilters.Screen)
	}
}

// TestAddressesWithHiddenSegmentsAreNotSuggested has a person's navigation,
// whose address is hidden, beside an agent's, which stays.
func TestAddressesWithHiddenSegmentsAreNotSuggested(t *testing.T) {
	h := testHider(1)
	for _, c := range []struct {
		actor types.Actor
		want  []string
	}{{types.ActorObserved, nil}, {types.ActorAgent, []string{"url " + ledger + "/orders"}}} {
		e := hiding(h)
		e.PutSession(&types.Session{SessionID: "earlier", CreatedAt: day})
		s := step("earlier", "1", day, "mm_navigate", nil, ptr(listed("link Help")))
		s.Actor, s.Tool.Input = c.actor, map[string]any{"url": ledger + "/orders"}
		e.PutStep(needed(h, s))
		if got := suggested(t, e.Suggest(day.Add(1), types.PriorRequest{Observation: listed("link Help")})); !slices.Equal(got, c.want) {
			t.Errorf("%s: suggested are %q, want %q", c.actor, got, c.want)
		}
	}
}

// TestFoldedNamesHaveTheHashOfTheName holds the keys of names that are stored in
// clear to the hashes of those that are hidden.
func TestFoldedNamesHaveTheHashOfTheName(t *testing.T) {
	h := testHider(1)
	for _, name := range []string{"Send", " Send\tnow ", "\u200bSend", "ÄRGER", "İstanbul", "送金", "\uea13 Send", "👨\u200d👩\u200d👧 Family", "a\u00adb", strings.Repeat("long ", 80)} {
		if folded := string(appendFolded(nil, name)); h.ID(folded) != h.ID(name) {
			t.Errorf("%q has another hash than %q", folded, name)
		}
	}
}

// TestOrderOfArrivalDoesNotMatterWhereNamesAreHidden has some sessions in clear
// and some not, with data in the names, and forgets a part.
func TestOrderOfArrivalDoesNotMatterWhereNamesAreHidden(t *testing.T) {
	h := testHider(1)
	list := history()
	for i, ev := range list {
		if ev.step == nil {
			continue
		}
		s := cloned(ev.step)
		for _, n := range []string{"Order 4711", "Order 4712", "Order 4713"}[:i%3] {
			s.Observation.A11y.Nodes = append(s.Observation.A11y.Nodes, types.A11yNode{Role: "link", Name: n})
		}
		if i%4 == 3 {
			s.Tool.Target = &types.Target{Role: "link", Name: "Order 4711"}
		}
		if s.SessionID < "session-3" {
			s = needed(h, s)
		}
		list[i].step = s
	}
	first := hiding(h)
	for _, ev := range list {
		ev.put(first)
	}
	want := answers(t, first)
	if hashes.MatchString(want) {
		t.Errorf("an answer holds a hash: %s", want)
	}
	for seed := range int64(8) {
		shuffled := slices.Clone(list)
		rand.New(rand.NewSource(seed)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		e := hiding(h)
		for _, ev := range shuffled {
			ev.put(e)
		}
		if got := answers(t, e); got != want {
			t.Fatalf("order %d gives other answers:\n%s\nwant\n%s", seed, got, want)
		}
	}
	some := hiding(h)
	for _, ev := range list {
		if s := ev.session; s != nil && s.SessionID != "session-1" || ev.step != nil && ev.step.SessionID != "session-1" {
			ev.put(some)
		}
	}
	first.RemoveSession("session-1")
	if a, b := answers(t, first), answers(t, some); a != b {
		t.Errorf("forgetting leaves traces:\n%s\nwant\n%s", a, b)
	}
	o := first.origins[walletOrigin]
	for i := range 6 {
		first.RemoveSession(fmt.Sprintf("session-%d", i))
	}
	if n := len(o.elements.names) + len(o.screens) + len(o.places) + len(o.naming) + len(o.results) + len(o.pages); n != 0 {
		t.Errorf("%d names, places and pages are left", n)
	}
}

// TestNothingOfAPageIsLeftInClear looks for names of a page after it was asked about.
func TestNothingOfAPageIsLeftInClear(t *testing.T) {
	h := testHider(1)
	e := hiding(h)
	e.PutSession(&types.Session{SessionID: "earlier", CreatedAt: day})
	elements := []string{"link Orders @orders", "link Bob Miller", "link Order 4711"}
	e.PutStep(needed(h, step("earlier", "1", day, "mm_click", &types.Target{Role: "link", Name: "Orders"}, ptr(listed(elements...)))))
	if got := suggested(t, e.Suggest(day.Add(1e9), types.PriorRequest{Observation: listed(append(elements, "link Eve Jones", "link Row 12")...)})); !slices.Equal(got, []string{"link Orders"}) {
		t.Errorf("suggested are %q", got)
	}
	o := e.origins[ledger]
	left := fmt.Sprintf("%+v", e.view)
	for _, n := range append(slices.Collect(maps.Values(o.elements.names)), e.view.spare...) {
		left += fmt.Sprintf("%+v", *n)
	}
	for _, word := range []string{"bob", "miller", "order ", "jones", "row"} {
		if strings.Contains(strings.ToLower(left), word) {
			t.Errorf("%q is left in %s", word, left)
		}
	}
}
