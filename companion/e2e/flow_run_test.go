package e2e

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// learnClub has an agent add a member and remove one by hand, and returns the flows
// that it left.
func learnClub(w *world, site string) (add, remove *types.Flow) {
	w.t.Helper()
	a := w.stdioAgent("explorer")
	a.do("mm_launch", map[string]any{"goal": "Add Eve Adams with eve@club.org as Trainer", "url": site})
	for _, args := range []map[string]any{
		{"testId": "new"}, {"role": "textbox", "name": "Full name", "text": "Eve Adams"}, {"role": "textbox", "name": "Email", "text": "eve@club.org"},
		{"role": "combobox", "name": "Role", "text": "Trainer"}, {"testId": "save"},
	} {
		tool := "mm_click"
		if args["text"] != nil {
			tool = "mm_type"
		}
		a.do(tool, args)
	}
	a.do("mm_cleanup", map[string]any{"outcome": "done"})
	a.do("mm_launch", map[string]any{"goal": "Remove cid@club.org", "url": site})
	a.do("mm_click", map[string]any{"role": "button", "name": "Remove", "within": map[string]any{"role": "row", "name": "cid@club.org"}})
	a.do("mm_click", map[string]any{"testId": "confirm"})
	a.do("mm_cleanup", map[string]any{"outcome": "done"})
	ids := flowIDs(w)
	if len(ids) != 2 {
		w.t.Fatalf("flows are %q", ids)
	}
	return w.flowOf(ids[0]), w.flowOf(ids[1])
}

func flowIDs(w *world) (ids []string) {
	for _, line := range strings.Split(w.mustCairn("flow", "list"), "\n") {
		if id, _, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasPrefix(id, "add") || strings.HasPrefix(id, "remove") {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// flowOf is a flow as cairn flow shows it.
func (w *world) flowOf(id string) *types.Flow {
	w.t.Helper()
	var f types.Flow
	if err := json.Unmarshal([]byte(w.mustCairn("flow", "show", id, "--json")), &f); err != nil {
		w.t.Fatal(err)
	}
	return &f
}

// valuesFor gives the parameters of a flow values in the order in which it asks for
// them.
func valuesFor(f *types.Flow, values ...string) map[string]string {
	given := map[string]string{}
	for i, p := range f.Params {
		given[p.Name] = values[i]
	}
	return given
}

// run runs a flow by mm_run_flow.
func (a *agent) run(args map[string]any) *tool.FlowResult {
	a.t.Helper()
	var result tool.FlowResult
	a.do("mm_run_flow", args).into(a.t, &result)
	return &result
}

// TestRunsOnPagesThatChanged changes an application in the ways in which applications
// change. A run ends with the right data, or stops before it could be wrong; nothing
// else is ever sent.
func TestRunsOnPagesThatChanged(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	page := &club{}
	site := serve(t, page) + "/members"
	members := []string{"bob@club.org|Bob|Player", "cid@club.org|Cid|Guest", "dan@club.org|Dan|Guest"}
	page.set("", members...)
	add, remove := learnClub(w, site)
	dir := t.TempDir() // as files the flows stay as they are, and each change is met for the first time
	w.mustCairn("flow", "export", "--dir", filepath.Join(dir, ".cairn"))
	a := w.stdioAgent("second")
	for i, tc := range []struct {
		drift  string
		reason types.FlowReason // of the run that adds
	}{
		{drift: ""}, {drift: "no-ids"}, {drift: "new-ids"}, {drift: "new-texts"}, {drift: "row-above"}, {drift: "cookies"}, {drift: "notice"}, {drift: "slow"}, {drift: "lazy"},
		{drift: "decoy", reason: types.FlowAmbiguous}, {drift: "login", reason: types.FlowScreenGone}, {drift: "confirm", reason: types.FlowNoEffect}, {drift: "new-texts no-ids", reason: types.FlowMissing},
		{drift: "menu"},
	} {
		t.Run("with "+tc.drift, func(t *testing.T) {
			a.t = t
			page.set(tc.drift, members...)
			email := fmt.Sprintf("pat%d@club.org", i)
			args := map[string]any{"flow": "repository:" + add.ID, "cwd": dir, "allowRisky": true, "params": valuesFor(add, "Pat Smith", email, "Player")}
			got := a.run(args)
			want := []string{"/members email=" + strings.Replace(email, "@", "%40", 1) + "&name=Pat+Smith&role=Player"}
			if tc.reason != "" {
				if got.Stop == nil || got.Stop.Reason != tc.reason || len(page.sent()) > 0 || got.Verified {
					t.Errorf("it ended with %s, and the page was sent %q", asJSON(t, got), page.sent())
				}
				if tc.reason == types.FlowNoEffect { // all steps were done: the same call does none again
					if got = a.run(args); got.Stop == nil || got.Stop.Reason != types.FlowDoneBefore || len(page.sent()) > 0 {
						t.Errorf("called again, it ended with %s, and the page was sent %q", asJSON(t, got), page.sent())
					}
				}
			} else if !got.Verified || !slices.Equal(page.sent(), want) {
				t.Errorf("it ended with %s, and the page was sent %q", asJSON(t, got), page.sent())
			}
			a.call("mm_cleanup", nil) // of a run that stopped
			if tc.drift != "row-above" && tc.drift != "no-ids" && tc.drift != "slow" {
				return
			}
			page.set(tc.drift, members...)
			got = a.run(map[string]any{"flow": "repository:" + remove.ID, "cwd": dir, "allowRisky": true, "params": valuesFor(remove, "dan@club.org")})
			if !got.Verified || !slices.Equal(page.sent(), []string{"/remove email=dan%40club.org"}) {
				t.Errorf("it ended with %s, and the page was sent %q", asJSON(t, got), page.sent())
			}
			a.call("mm_cleanup", nil)
		})
	}
}
