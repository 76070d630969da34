package share_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"cairn/shared/capture"
	"cairn/shared/share"
	"cairn/shared/types"
	"cairn/testdata/fieldset"
)

var update = flag.Bool("update", false, "write the golden files")

const (
	day    = types.Time(1_770_076_800_000) // 2026-02-03
	noon   = day + 12*60*60*1000
	origin = "https://app.acme.test"
)

// page has a button that is used, one that is not, and texts.
func page(address, screen string) *types.Observation {
	return &types.Observation{
		State:   types.State{CurrentURL: address, CurrentScreen: screen, Title: "Orders of A. Smith", Origin: origin},
		TestIDs: []types.TestID{{TestID: "send", Visible: true, Tag: "button", Role: "button", Name: "Send"}, {TestID: "total", Visible: true, Name: "4,711.00"}},
		A11y: types.A11y{Nodes: []types.A11yNode{
			{Ref: "e1", Role: "heading", Name: "Orders of A. Smith", Level: 1},
			{Ref: "e2", Role: "button", Name: "Send", TestID: "send", Path: []string{`dialog "A. Smith"`}},
			{Ref: "e3", Role: "button", Name: "Cancel"}}},
	}
}

func click(id string, at types.Time) *types.Step {
	return &types.Step{StepID: id, SessionID: "mm-0001", Timestamp: at, Actor: types.ActorAgent, DurationMs: 1200,
		Tool:        types.Tool{Name: "mm_click", Target: &types.Target{TestID: "send", Role: "button", Name: "Send", Selector: "#send", Row: "Order 4711 | A. Smith", RowRole: "row", Twins: 2}},
		Outcome:     types.Outcome{OK: true},
		Observation: page(origin+"/orders/4711/edit?q=smith#x", "orders/:id/edit"),
		After:       &types.After{CurrentURL: origin + "/orders/4711/done?ref=smith", CurrentScreen: "orders/:id/done", Title: "Sent to A. Smith", Appeared: []string{`alert "Sent to A. Smith"`}, Load: "new"},
	}
}

func typing(id, text string, at types.Time) *types.Step {
	s := click(id, at)
	s.Tool = types.Tool{Name: "mm_type", Input: map[string]any{"text": text, "submit": true}, TextLength: len(text),
		Target: &types.Target{TestID: "amount", Role: "textbox", Name: "Amount"}}
	return s
}

func session() share.Session {
	return share.Session{
		Meta: &types.Session{SessionID: "mm-0001", CreatedAt: noon, Goal: "send 4711 to Ada", FlowTags: []string{"send"}, Tags: []string{"acme"}, Client: "agent",
			Git: &types.Git{Branch: "secret-project"}, Launch: &types.Launch{URL: origin + "/?token=1"}, Statement: types.Statement{Outcome: types.SessionDone, OutcomeBy: types.StatedByAgent, OutcomeAt: noon, Evidence: "Sent to A. Smith"}},
		Steps:  []*types.Step{typing("s-1", "4711", noon), click("s-2", noon+1)},
		Before: func(name string) bool { return name == "Send" },
	}
}

// lines returns the lines that leave for a session.
func lines(t testing.TB, s share.Session, without ...string) [][]byte {
	t.Helper()
	f := share.NewForm(s.Steps, s.Goals, func(_ share.Kind, text string) bool { return !slices.Contains(without, text) })
	recs := []share.Record{{Session: f.Session(s.Meta, share.Day(s.Meta.CreatedAt))}}
	for i, step := range s.Steps {
		if out := f.Step(step, share.StepTime(day, 0, i)); out != nil {
			recs = append(recs, share.Record{Step: out})
		}
	}
	var out [][]byte
	for _, rec := range recs {
		line, err := rec.Line()
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, line)
	}
	return out
}

// TestGolden shows the shared records, and holds them still: identities are over these bytes.
func TestGolden(t *testing.T) {
	withGoal := session()
	withGoal.Goals = true
	for name, got := range map[string][][]byte{"session.jsonl": lines(t, session()), "goal.jsonl": lines(t, withGoal), "removed.jsonl": lines(t, session(), "Send", "Amount", "send", "acme", origin+"/orders/:id/edit")} {
		text, file := append(bytes.Join(got, []byte("\n")), '\n'), "testdata/"+name
		if *update {
			if err := os.WriteFile(file, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(file); err != nil || !bytes.Equal(text, want) {
			t.Errorf("%s: got\n%swant\n%s(%v)", name, text, want, err)
		}
		for _, private := range []string{"Smith", "4711", "Cancel", "token", "secret-project", "Sent to"} {
			if bytes.Contains(text, []byte(private)) {
				t.Errorf("%s contains %q", name, private)
			}
		}
	}
}

// TestOnlyTheFormsFieldsLeave fills every field of a step and of a session: a field that
// they gain later stays here until it is added to the form on purpose.
func TestOnlyTheFormsFieldsLeave(t *testing.T) {
	fixed := fieldset.Fixed{"SessionID": "mm-0001", "Timestamp": noon, "Tool.Name": "mm_press", "Tool.Input": map[string]any{"key": "Enter", "text": "typed", "submit": true, "nth": 1},
		"Tool.Target.Origin": "", "Observation.State.Embedder": "", "Observation.State.Origin": origin, "Observation.State.CurrentURL": origin + "/orders/4711", "After.CurrentURL": origin + "/done", "After.Load": "new",
		"Tool.Target.Role": "button", "Tool.Target.Name": "Send", "Tool.Target.TestID": "send", "Tool.Target.Selector": "#send", "Outcome.Error.Code": types.CodeNotFound,
		"Observation.TestIDs[].TestID": "send", "Observation.TestIDs[].Role": "button", "Observation.TestIDs[].Name": "Send", "Observation.TestIDs[].Origin": "",
		"Observation.A11y.Nodes[].Role": "button", "Observation.A11y.Nodes[].Name": "Send", "Observation.A11y.Nodes[].TestID": "send", "Observation.A11y.Nodes[].Origin": ""}
	step := fieldset.All[types.Step](fixed)
	f := share.NewForm([]*types.Step{step}, true, nil)
	leave := []string{"SchemaVersion", "SessionID", "Timestamp", "Tool.Name", "Tool.Input", "Tool.Target.TestID", "Tool.Target.Selector", "Tool.Target.Role", "Tool.Target.Name", "Tool.Target.Sensitive",
		"Actor", "Keep", "Outcome.OK", "Outcome.Error.Code", "Observation.State.CurrentURL", "Observation.State.CurrentScreen", "Observation.State.Origin",
		"Observation.TestIDs[].TestID", "Observation.TestIDs[].Visible", "Observation.TestIDs[].Role", "Observation.TestIDs[].Name",
		"Observation.A11y.Nodes[].Role", "Observation.A11y.Nodes[].Name", "Observation.A11y.Nodes[].TestID", "Observation.A11y.Nodes[].Sensitive",
		"After.CurrentURL", "After.CurrentScreen", "After.Load"}
	compareFields(t, f.Step(step, noon), fieldset.Paths[types.Step](fixed), leave)
	if got, want := f.Step(step, noon).Tool.Input, map[string]any{"key": "Enter"}; !reflect.DeepEqual(got, want) {
		t.Errorf("of the input leaves %v, want %v", got, want)
	}
	meta := fieldset.Fixed{"SessionID": "mm-0001"}
	full := fieldset.All[types.Session](meta)
	compareFields(t, f.Session(full, day), fieldset.Paths[types.Session](meta), []string{"SchemaVersion", "SessionID", "CreatedAt", "EndedAt", "Ambient", "Goal", "FlowTags", "Tags",
		"Statement.Outcome", "Statement.OutcomeBy", "Statement.OutcomeAt"})
	if got := share.NewForm(nil, false, nil).Session(full, day).Goal; got != "" {
		t.Errorf("without the policy the goal %q leaves", got)
	}
}

func compareFields(t *testing.T, got any, paths, leave []string) {
	t.Helper()
	for _, path := range paths {
		parts := strings.SplitN(path, "[]", 2)
		if value := fieldset.Get(got, path); (value.IsValid() && !value.IsZero()) != (slices.Contains(leave, path) || slices.Contains(leave, parts[0])) {
			t.Errorf("%s: leaves is %v", path, value.IsValid() && !value.IsZero())
		}
	}
}

func TestWhatNeverLeaves(t *testing.T) {
	for name, change := range map[string]func(*types.Step){
		"no page": func(s *types.Step) { s.Observation = nil },
		"file": func(s *types.Step) {
			s.Observation.State.Origin, s.Observation.State.CurrentURL = "file://", "file:///home/ada/x"
		},
		"browser page": func(s *types.Step) {
			s.Observation.State.Origin, s.Observation.State.CurrentURL = "chrome://settings", "chrome://settings"
		},
		"sandboxed":                 func(s *types.Step) { s.Observation.State.Origin = types.OpaqueOrigin },
		"no origin":                 func(s *types.Step) { s.Observation.State.Origin = "" },
		"frame of another origin":   func(s *types.Step) { s.Observation.State.Embedder = "https://top.test" },
		"target in such a frame":    func(s *types.Step) { s.Tool.Target.Origin = "https://pay.test" },
		"address of another origin": func(s *types.Step) { s.Observation.State.CurrentURL = origin + ".evil.test/" },
	} {
		step := click("s-1", noon)
		change(step)
		if got := share.NewForm([]*types.Step{step}, true, nil).Step(step, noon); got != nil || share.Origin(step) != "" {
			t.Errorf("%s: leaves as %+v", name, got)
		}
	}
}

func TestTextsOfTheForm(t *testing.T) {
	form := func(change func(*types.Step)) *types.Step {
		step := click("s-1", noon)
		change(step)
		return share.NewForm([]*types.Step{step}, true, nil).Step(step, noon)
	}
	for name, test := range map[string]struct {
		change func(*types.Step)
		got    func(*types.Step) string
		want   string
	}{
		"hidden name":           {func(s *types.Step) { s.Tool.Target.Name = capture.HiddenMark }, func(s *types.Step) string { return s.Tool.Target.Name }, ""},
		"secret in a name":      {func(s *types.Step) { s.Tool.Target.Name = "Key ghp_wwpw5k4axcat4fnp0ucnzwjuvfk6lo0pinux" }, func(s *types.Step) string { return s.Tool.Target.Name }, "Key [REDACTED]"},
		"selector with text":    {func(s *types.Step) { s.Tool.Target.Selector = `a[title="Order of A. Smith"]` }, func(s *types.Step) string { return s.Tool.Target.Selector }, ""},
		"role that is a text":   {func(s *types.Step) { s.Tool.Target.Role = "Ada Smith" }, func(s *types.Step) string { return s.Tool.Target.Role }, ""},
		"hidden segment":        {func(s *types.Step) { s.Observation.State.CurrentURL = origin + "/~AbCdEg~/edit" }, func(s *types.Step) string { return s.Observation.State.CurrentURL }, origin + "/:id/edit"},
		"hidden screen":         {func(s *types.Step) { s.Observation.State.CurrentScreen = "~AbCdEg~/edit" }, func(s *types.Step) string { return s.Observation.State.CurrentScreen }, ":id/edit"},
		"route in the fragment": {func(s *types.Step) { s.Observation.State.CurrentURL = origin + "/app?t=1#/orders/77?q=smith" }, func(s *types.Step) string { return s.Observation.State.CurrentURL }, origin + "/app#/orders/:id"},
		"asterisk of its own":   {func(s *types.Step) { s.Observation.State.CurrentURL = origin + "/*a/77" }, func(s *types.Step) string { return s.Observation.State.CurrentURL }, origin + "/*a/:id"},
		"after on another site": {func(s *types.Step) { s.After.CurrentURL = "https://idp.test/ada" }, func(s *types.Step) string { return s.After.CurrentURL + s.After.CurrentScreen + s.After.Load }, "new"},
		"error that is a text":  {func(s *types.Step) { s.Outcome = types.Outcome{Error: &types.Error{Code: "no such user: Ada"}} }, func(s *types.Step) string { e, _ := json.Marshal(s.Outcome); return string(e) }, `{"ok":false}`},
		"error with a message": {func(s *types.Step) {
			s.Outcome = types.Outcome{Error: &types.Error{Code: types.CodeNotFound, Message: "Ada", Hint: "Ada"}}
		}, func(s *types.Step) string {
			return string(s.Outcome.Error.Code) + s.Outcome.Error.Message + s.Outcome.Error.Hint
		}, "MM_NOT_FOUND"},
		"typed key": {func(s *types.Step) { s.Tool = types.Tool{Name: "mm_press", Input: map[string]any{"key": "a"}} }, func(s *types.Step) string { return capture.Key(s) }, ""},
	} {
		if got := test.got(form(test.change)); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// TestReviewListsExactlyTheTextsThatLeave compares the lines of a review with the
// strings of the shared records, and removes each of them.
func TestReviewListsExactlyTheTextsThatLeave(t *testing.T) {
	s := session()
	got := share.Texts(s)
	want := []share.Line{{share.KindTag, "send", false}, {share.KindTag, "acme", false},
		{share.KindTestID, "amount", false}, {share.KindName, "Amount", true}, {share.KindAddress, origin + "/orders/:id/edit", false}, {share.KindScreen, "orders/:id/edit", false},
		{share.KindTestID, "send", false}, {share.KindName, "Send", false}, {share.KindAddress, origin + "/orders/:id/done", false}, {share.KindScreen, "orders/:id/done", false},
		{share.KindSelector, "#send", false}}
	if !slices.Equal(got, want) {
		t.Errorf("lines are\n%+v\nwant\n%+v", got, want)
	}
	if once := share.Once(got); !slices.Equal(once, []string{"Amount"}) {
		t.Errorf("seen once: %v", once)
	}
	own := map[string]bool{"mm-0001": true, "mm_click": true, "mm_type": true, "agent": true, "new": true, "button": true, "textbox": true, "done": true, origin: true, "unknown": true,
		"2026-02-03T00:00:00.000Z": true, "2026-02-03T00:00:01.000Z": true}
	listed := map[string]bool{}
	for _, line := range got {
		listed[line.Text] = true
	}
	for _, line := range lines(t, s) {
		eachText(line, func(text string) {
			if !own[text] && text != "" && !listed[text] {
				t.Errorf("%q leaves and no line shows it", text)
			}
		})
	}
	for _, line := range got {
		for _, rest := range lines(t, s, line.Text) {
			eachText(rest, func(text string) {
				if text == line.Text {
					t.Errorf("%s %q was removed and leaves", line.Kind, line.Text)
				}
			})
		}
	}
}

// eachText calls visit with the strings in a text of JSON.
func eachText(line []byte, visit func(string)) {
	var v any
	_ = json.Unmarshal(line, &v)
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			visit(v)
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			for _, item := range v {
				walk(item)
			}
		}
	}
	walk(v)
}

// TestOneOfManyEqualElementsLeaves has a page with many buttons of one name, of which
// one was used.
func TestOneOfManyEqualElementsLeaves(t *testing.T) {
	for name, test := range map[string]struct {
		target types.Target
		want   []string
	}{
		"by test id":             {types.Target{TestID: "mark-1", Role: "button", Name: "Mark"}, []string{"mark-1", ""}},
		"by name":                {types.Target{Role: "button", Name: "Mark"}, []string{"mark-0", "mark-1", ""}},
		"by test id, other name": {types.Target{TestID: "mark-1"}, []string{"mark-1"}},
	} {
		step := click("s-1", noon)
		step.Tool.Target = &test.target
		step.Observation.A11y.Nodes = []types.A11yNode{{Role: "button", Name: "Mark", TestID: "mark-0"}, {Role: "button", Name: "Mark", TestID: "mark-1"}, {Role: "button", Name: "Mark"}, {Role: "link", Name: "Mark"}}
		var got []string
		for _, n := range share.NewForm([]*types.Step{step}, true, nil).Step(step, noon).Observation.A11y.Nodes {
			got = append(got, n.TestID)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q leave, want %q", name, got, test.want)
		}
	}
}

func TestReadRemovesWhatIsOutsideTheForm(t *testing.T) {
	whole := lines(t, session())
	recs, over := share.Read(whole)
	for i, rec := range recs {
		if line, err := rec.Line(); err != nil || !bytes.Equal(line, whole[i]) || over[i] != 0 {
			t.Errorf("line %d of a form reads as\n%s\nwith %d removed, want\n%s", i, line, over[i], whole[i])
		}
	}
	for name, test := range map[string]struct {
		add  func(*types.Step)
		over int
	}{
		"T7 typed text": {func(s *types.Step) { s.Tool.Input = map[string]any{"text": "4711"} }, 1},
		"T7 title":      {func(s *types.Step) { s.Observation.State.Title = "Orders of Ada" }, 1},
		"T7 query":      {func(s *types.Step) { s.Observation.State.CurrentURL = origin + "/orders/:id/edit?q=ada" }, 1},
		"T7 other elements": {func(s *types.Step) {
			s.Observation.A11y.Nodes = append(s.Observation.A11y.Nodes, types.A11yNode{Role: "heading", Name: "Ada"})
		}, 1},
		"T7 screenshot": {func(s *types.Step) { s.Tool.Input = map[string]any{"png": "iVBOR", "width": 3} }, 2},
		"T7 appeared":   {func(s *types.Step) { s.After.Appeared = []string{`alert "Ada"`} }, 1},
		"T7 error text": {func(s *types.Step) {
			s.Outcome = types.Outcome{Error: &types.Error{Code: types.CodeNotFound, Message: "Ada"}}
		}, 1},
		"T7 row": {func(s *types.Step) { s.Tool.Target.Row = "Ada" }, 1},
	} {
		var rec share.Record
		if err := json.Unmarshal(whole[2], &rec); err != nil {
			t.Fatal(err)
		}
		test.add(rec.Step)
		line, err := rec.Line()
		if err != nil {
			t.Fatal(err)
		}
		got, over := share.Read([][]byte{line})
		if over[0] != test.over {
			t.Errorf("%s: %d removed, want %d", name, over[0], test.over)
		}
		if text, _ := got[0].Line(); bytes.Contains(text, []byte("Ada")) || bytes.Contains(text, []byte("4711\"")) || bytes.Contains(text, []byte("iVBOR")) {
			t.Errorf("%s: reads as %s", name, text)
		}
	}
	for name, line := range map[string]string{"no record": `{}`, "two records": `{"session":{},"step":{}}`, "no JSON": `{`, "list": `[]`, "step without page": `{"step":{"sessionId":"mm-0001"}}`} {
		if recs, over := share.Read([][]byte{[]byte(line)}); recs[0] != (share.Record{}) || over[0] != 0 {
			t.Errorf("%s: reads as %+v, %d removed", name, recs[0], over[0])
		}
	}
}

func TestIdentity(t *testing.T) {
	line := []byte(`{"step":{}}`)
	id := share.StepID("team", "ana", line)
	if len(id) != 34 || !strings.HasPrefix(id, "t-") || capture.StepID(id) != nil {
		t.Errorf("id %s is no step id", id)
	}
	for name, other := range map[string]string{"other author": share.StepID("team", "bob", line), "other team": share.StepID("meat", "ana", line),
		"other bytes": share.StepID("team", "ana", []byte(`{"step": {}}`)), "session": share.SessionID("team", "ana", string(line)), "shifted": share.StepID("team", "ana\x00", line[1:])} {
		if other == id {
			t.Errorf("%s: the same identity", name)
		}
	}
	sum := share.Sum("", "run", "site", 1, [][]byte{line})
	for name, other := range map[string]string{"prev": share.Sum("x", "run", "site", 1, [][]byte{line}), "run": share.Sum("", "nur", "site", 1, [][]byte{line}),
		"place": share.Sum("", "run", "site", 2, [][]byte{line}), "records": share.Sum("", "run", "site", 1, [][]byte{line, line})} {
		if other == sum {
			t.Errorf("another %s has the same sum", name)
		}
	}
}

func TestTimesSayTheDayAlone(t *testing.T) {
	for at, want := range map[types.Time]types.Time{noon: day, day: day, day - 1: day - 24*60*60*1000} {
		if got := share.Day(at); got != want {
			t.Errorf("%d: day %d, want %d", at, got, want)
		}
	}
	if a, b, later, last := share.StepTime(day, 0, 0), share.StepTime(day, 0, 1), share.StepTime(day, 17, 0), share.StepTime(day, 1<<30, 1<<30); a != day || b <= a || later <= b || share.Day(last) != day {
		t.Errorf("times %d, %d, %d, %d", a, b, later, last)
	}
}

// FuzzRead checks that whatever arrives is in the form once it was read, and that
// reading it again changes nothing.
func FuzzRead(f *testing.F) {
	for _, line := range lines(f, session()) {
		f.Add(line)
	}
	full, _ := share.Record{Step: click("s-1", noon)}.Line()
	f.Add(full)
	f.Add([]byte(`{"step":{"sessionId":"mm-0001","observation":{"state":{"currentUrl":"https://app.acme.test/*0000AAAA","origin":"https://app.acme.test"}}}}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		recs, _ := share.Read([][]byte{line})
		if recs[0] == (share.Record{}) {
			return
		}
		once, err := recs[0].Line()
		if err != nil {
			t.Skip() // a time that no layout has
		}
		again, over := share.Read([][]byte{once})
		twice, err := again[0].Line()
		if err != nil || over[0] != 0 || !bytes.Equal(once, twice) {
			t.Fatalf("%s\nreads again as\n%s with %d removed (%v)", once, twice, over[0], err)
		}
	})
}
