package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestCarrying checks that an agent has tools for each action of a person with a held button or a file chooser,
// and each answer states the exact result.
func TestCarrying(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	allowed, outside := t.TempDir(), t.TempDir()
	write := func(dir, name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	contract, note := write(allowed, "contract.txt", "signed"), write(allowed, "note.txt", "hello")
	secret := write(outside, "secret.txt", "x")
	if err := os.Symlink(secret, filepath.Join(allowed, "link.txt")); err != nil {
		t.Fatal(err)
	}
	a := w.stdioAgent("carrier", "--allow-upload", allowed)
	site := w.hostile()
	session := a.launch(map[string]any{"url": site + "carry.html"}).SessionID
	point := func(x, y int) map[string]any { return map[string]any{"x": x, "y": y} }
	at := func(id string) map[string]any { return map[string]any{"testId": id} }
	for _, tc := range []struct {
		name, tool string
		args       map[string]any
		code       types.Code
		says       string // the page's text, or a part of the error
	}{
		{"a sortable list of the browser's drag and drop", "mm_drag", map[string]any{"testId": "one", "to": at("three")}, "", "order is Two Three One"},
		{"by what is shown", "mm_drag", map[string]any{"text": "Two", "to": map[string]any{"text": "One"}}, "", "order is Three One Two"},
		{"by role and name", "mm_drag", map[string]any{"role": "button", "name": "Box", "to": map[string]any{"role": "region", "name": "Shy"}}, "", "box is on shy"},
		{"a page that follows the pointer", "mm_drag", map[string]any{"testId": "box", "to": at("spot")}, "", "box is on spot"},
		{"by an offset", "mm_drag", map[string]any{"testId": "thumb", "to": point(100, 0)}, "", "volume is 100"},
		{"on a canvas", "mm_drag", map[string]any{"testId": "canvas", "at": point(10, 20), "to": point(100, 50)}, "", "drew from 10,20 by 100,50"},
		{"between points of an element", "mm_drag", map[string]any{"testId": "canvas", "at": point(10, 20), "to": map[string]any{"testId": "canvas", "at": point(60, 70)}}, "", "drew from 10,20 by 50,50"},
		{"within a drawing", "mm_drag", map[string]any{"testId": "out-port", "to": at("in-port")}, "", "out-port is on in-port"},
		{"to what has to be scrolled to", "mm_drag", map[string]any{"testId": "box", "to": at("far")}, "", "box is on far"},
		{"out of the window", "mm_drag", map[string]any{"testId": "box", "to": point(5000, 0)}, types.CodeInvalidInput, "would leave the window; nothing was pressed"},
		{"above the window", "mm_drag", map[string]any{"testId": "box", "to": point(0, -5000)}, types.CodeInvalidInput, "would leave the window; nothing was pressed"},
		{"to a point outside of its element", "mm_drag", map[string]any{"testId": "box", "to": map[string]any{"testId": "spot", "at": point(500, 5)}}, types.CodeInvalidInput, "the point 500,5 is outside of the element"},
		{"to what is not there", "mm_drag", map[string]any{"testId": "box", "to": at("nowhere")}, types.CodeTargetNotFound, `where the drag ends: no element has the test id "nowhere"`},
		{"to what the press removes", "mm_drag", map[string]any{"testId": "fleeting", "to": at("shy"), "timeoutMs": 6000}, types.CodeDragFailed, "the button was let go where it was pressed"},
		{"both ways to end", "mm_drag", map[string]any{"testId": "box", "to": map[string]any{"testId": "spot", "x": 1, "y": 1}}, types.CodeInvalidInput, "an offset beside an element"},
		{"nowhere to end", "mm_drag", map[string]any{"testId": "box", "to": map[string]any{}}, types.CodeInvalidInput, "names no element and has no offset"},

		{"a file", "mm_upload", map[string]any{"testId": "paper", "files": []string{contract}}, "", "paper got contract.txt: signed"},
		{"two files, by names within the directory", "mm_upload", map[string]any{"testId": "papers", "files": []string{"contract.txt", "note.txt"}}, "", "papers got contract.txt: signed, note.txt: hello"},
		{"a drop zone with a hidden input", "mm_upload", map[string]any{"testId": "zone", "files": []string{note}}, "", "zone-input got note.txt: hello"},
		{"the hidden input itself", "mm_upload", map[string]any{"testId": "zone-input", "files": []string{contract}}, "", "zone-input got contract.txt: signed"},
		{"a button that opens a chooser", "mm_upload", map[string]any{"testId": "attach", "files": []string{note}}, "", "attached note.txt"},
		{"two files where one is taken", "mm_upload", map[string]any{"testId": "paper", "files": []string{contract, note}}, types.CodeUploadFailed, "one file at a time, not 2"},
		{"a button that opens none", "mm_upload", map[string]any{"testId": "idle", "files": []string{note}}, types.CodeUploadFailed, "no file chooser opened"},
		{"outside of the directory", "mm_upload", map[string]any{"testId": "paper", "files": []string{secret}}, types.CodeActionDenied, "not below a directory that the person allowed"},
		{"a link that leads out", "mm_upload", map[string]any{"testId": "paper", "files": []string{"link.txt"}}, types.CodeActionDenied, "a link that leads out"},
		{"typing a path", "mm_type", map[string]any{"testId": "paper", "text": contract}, types.CodeTargetNotActable, "mm_upload gives it files"},

		{"several options", "mm_type", map[string]any{"testId": "colours", "text": []string{"Green", "blue"}}, "", "colours are Green+Blue"},
		{"none of them", "mm_type", map[string]any{"testId": "colours", "text": []string{}}, "", "colours are"},
		{"one by a list", "mm_type", map[string]any{"testId": "size", "text": []string{"Large"}}, "", "size is Large"},
		{"an option that is none", "mm_type", map[string]any{"testId": "colours", "text": []string{"Red", "Pink", "Black"}}, types.CodeTypeFailed, `no enabled option with the label "Pink", "Black"; nothing was changed`},
		{"two where one is taken", "mm_type", map[string]any{"testId": "size", "text": []string{"Small", "Large"}}, types.CodeTypeFailed, "takes one option, not 2"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a.t = t
			if tc.code == "" {
				a.do(tc.tool, tc.args)
				a.sees(strings.TrimSpace(tc.says))
				return
			}
			a.fails(tc.code, tc.tool, tc.args, tc.says)
		})
	}

	t.Run("what else went wrong is reported where it matters", func(t *testing.T) {
		a.t = t
		for _, tc := range []struct {
			button   string
			want     tool.Evidence
			says     []string
			saysNone string
		}{
			{"order", tool.Evidence{FailedRequests: 2, ConsoleErrors: 1}, []string{"2 requests failed", "POST /api/orders 404", "PUT /api/stock 404", `1 console error: "order failed 42"`}, "hunter2"},
			{"break", tool.Evidence{ConsoleErrors: 1}, []string{`1 console error: "TypeError: Cannot read properties of null`}, "requests failed"},
			{"fine", tool.Evidence{}, nil, "meanwhile"},
		} {
			var got *answer
			var r acted
			for range 4 { // on a busy machine, the page may learn of a failure after the answer
				r = acted{}
				got = a.do("mm_click", map[string]any{"testId": tc.button, "detail": "full"})
				got.into(t, &r)
				if r.Evidence == nil {
					r.Evidence = &tool.Evidence{}
				}
				if r.Evidence.FailedRequests == tc.want.FailedRequests && r.Evidence.ConsoleErrors == tc.want.ConsoleErrors {
					break
				}
			}
			if r.Evidence.FailedRequests != tc.want.FailedRequests || r.Evidence.ConsoleErrors != tc.want.ConsoleErrors || strings.Contains(got.Text, tc.saysNone) {
				t.Errorf("%s: %+v\n%s", tc.button, r.Evidence, got.Text)
			}
			for _, part := range tc.says {
				if !strings.Contains(got.Text, part) {
					t.Errorf("%s: %q is not in\n%s", tc.button, part, got.Text)
				}
			}
		}
	})

	t.Run("several in one call, by names of the agent's own", func(t *testing.T) {
		a.t = t
		var run tool.RunResult
		a.do("mm_run_steps", map[string]any{
			"targets": map[string]any{"first": at("box"), "last": at("spot")},
			"steps": []map[string]any{
				{"tool": "mm_upload", "args": map[string]any{"testId": "paper", "files": []string{"note.txt"}}},
				{"tool": "mm_drag", "args": map[string]any{"target": "first", "to": "last"}},
			},
		}).into(t, &run)
		if run.Succeeded != 2 {
			t.Fatalf("the run is %+v", run)
		}
		a.sees("box is on spot")
	})

	t.Run("each is kept so that it can be done again", func(t *testing.T) {
		kept := map[string]string{}
		for _, s := range w.exported(t) {
			if s.SessionID == session && s.Outcome.OK && s.Tool.Target != nil {
				input, err := json.Marshal(s.Tool.Input)
				if err != nil {
					t.Fatal(err)
				}
				kept[s.Tool.Name+" "+s.Tool.Target.TestID] = string(input)
				if strings.Contains(string(input), allowed) {
					t.Errorf("a private path is kept: %s", input)
				}
			}
		}
		for step, want := range map[string]string{
			"mm_drag one": `"testId":"three"`, "mm_drag thumb": `"to":{"x":100,"y":0}`, "mm_drag canvas": `"at":{"x":10,"y":20}`,
			"mm_upload papers": `"files":["contract.txt","note.txt"]`, "mm_upload zone": `"files":["note.txt"]`,
		} {
			if !strings.Contains(kept[step], want) {
				t.Errorf("%s is kept with %s, want %s", step, kept[step], want)
			}
		}
	})

	t.Run("a drag is suggested with where it ends", func(t *testing.T) {
		a.t = t
		page := map[string]any{"url": site + "carry.html", "goal": "Move the box to its spot"}
		for range 2 {
			a.do("mm_cleanup", map[string]any{"outcome": "done"})
			a.launch(page)
			a.do("mm_drag", map[string]any{"testId": "box", "to": at("spot")})
		}
		a.do("mm_cleanup", map[string]any{"outcome": "done"})
		a.launch(page)
		if got := a.do("mm_describe_screen", nil).Text; !strings.Contains(got, `mm_drag {"testId":"box","to":{"testId":"spot"}}`) {
			t.Errorf("the description is\n%s", got)
		}
	})
}
