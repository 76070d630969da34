package flowfile

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"cairn/shared/types"
)

// tree makes files below a new directory. A text that begins with -> is a link, and a
// path that ends with a slash a directory.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		switch to, link := strings.CutPrefix(text, "-> "); {
		case err != nil:
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(path, 0o700)
		case link:
			err = os.Symlink(to, path)
		default:
			err = os.WriteFile(path, []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func goldenFlow(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/invite-member.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestReadFindsFlowsUpToTheRootOfTheRepository(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need rights there")
	}
	flow := goldenFlow(t)
	dir := tree(t, map[string]string{
		".cairn/flows/outside.yaml":             flow,
		"secret.yaml":                           flow,
		"repo/.git/":                            "",
		"repo/.cairn/flows/root.yaml":           flow,
		"repo/.cairn/flows/both.yaml":           flow,
		"repo/.cairn/flows/bad.yaml":            "title: a\nsteps: 7\n",
		"repo/.cairn/flows/old.yml":             flow,
		"repo/.cairn/flows/README.md":           "no flow",
		"repo/.cairn/flows/.hidden.yaml":        "no flow",
		"repo/.cairn/flows/leads-out.yaml":      "-> ../../../secret.yaml",
		"repo/.cairn/flows/absolute.yaml":       "-> /etc/passwd",
		"repo/.cairn/flows/inside.yaml":         "-> ../../elsewhere/flow.yaml",
		"repo/.cairn/flows/dangling.yaml":       "-> nowhere.yaml",
		"repo/.cairn/flows/dir.yaml/":           "",
		"repo/elsewhere/flow.yaml":              flow,
		"repo/web/app/.cairn/flows/near.yaml":   flow,
		"repo/web/app/.cairn/flows/both.yaml":   flow,
		"repo/web/.cairn":                       "-> ../../.cairn",
		"repo/other/.cairn/flows/not-here.yaml": flow,
	})
	found, err := Read(filepath.Join(dir, "repo/web/app"))
	if err != nil {
		t.Fatal(err)
	}
	var flows []string
	for _, f := range found.Flows {
		flows = append(flows, f.Flow.ID+" "+f.Path)
		if f.Flow.Source != types.FlowRepository || !Same(f.Flow, invite()) {
			t.Errorf("%s: %+v", f.Path, f.Flow)
		}
	}
	want := "both .cairn/flows/both.yaml, near .cairn/flows/near.yaml, inside ../../.cairn/flows/inside.yaml, root ../../.cairn/flows/root.yaml"
	if got := strings.Join(flows, ", "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	problems := map[string]string{}
	for _, p := range found.Problems {
		fault := types.AsError(p.Err)
		problems[p.Path] = fault.Message
		if fault.Code != types.CodeInvalidInput || fault.Hint == "" {
			t.Errorf("%s: %#v", p.Path, fault)
		}
	}
	for path, says := range map[string]string{
		"../.cairn/flows":                   "../.cairn/flows cannot be read: ",
		"../../.cairn/flows/bad.yaml":       "../../.cairn/flows/bad.yaml:2: steps is not a list",
		"../../.cairn/flows/both.yaml":      "../../.cairn/flows/both.yaml is not used: .cairn/flows/both.yaml has the same name and is nearer",
		"../../.cairn/flows/old.yml":        "../../.cairn/flows/old.yml is not read",
		"../../.cairn/flows/leads-out.yaml": "../../.cairn/flows/leads-out.yaml cannot be read: ",
		"../../.cairn/flows/absolute.yaml":  "../../.cairn/flows/absolute.yaml cannot be read: ",
		"../../.cairn/flows/dangling.yaml":  "../../.cairn/flows/dangling.yaml cannot be read: ",
		"../../.cairn/flows/dir.yaml":       "../../.cairn/flows/dir.yaml cannot be read: it is no file",
	} {
		if !strings.HasPrefix(problems[path], says) {
			t.Errorf("%s: %q, want %q", path, problems[path], says)
		}
		delete(problems, path)
	}
	if len(problems) > 0 {
		t.Errorf("further problems: %q", problems)
	}
}

func TestReadWithoutFlowsOrRepository(t *testing.T) {
	dir := tree(t, map[string]string{"plain/sub/": "", "plain/.cairn/flows/a.yaml": goldenFlow(t)})
	for at, want := range map[string]int{"plain": 1, "plain/sub": 0} {
		if found, err := Read(filepath.Join(dir, at)); err != nil || len(found.Flows) != want || len(found.Problems) != 0 {
			t.Errorf("%s: %+v, %v", at, found, err)
		}
	}
	if _, err := Read(filepath.Join(dir, "gone")); types.AsError(err) == nil || types.AsError(err).Code != types.CodeNotFound {
		t.Errorf("a directory that is not there: %v", err)
	}
}

func TestWriteChangesOnlyWhatChanged(t *testing.T) {
	dir := filepath.Join(tree(t, map[string]string{".git/": ""}), ".cairn")
	a, b, c := invite(), invite(), invite()
	a.ID, b.ID, c.ID = "a", "b", "c"
	path := func(id string) string { return filepath.Join(dir, "flows", id+".yaml") }
	list := func(ids ...string) (paths string) {
		for _, id := range ids {
			paths += path(id) + " "
		}
		return paths
	}
	write := func(step string, flows []*types.Flow, added, changed, unchanged string, fault string) {
		t.Helper()
		wrote, err := Write(dir, flows)
		if wrote == nil {
			wrote = &Wrote{}
		}
		got := []string{strings.Join(append(wrote.Added, ""), " "), strings.Join(append(wrote.Changed, ""), " "), strings.Join(append(wrote.Unchanged, ""), " ")}
		if got[0] != added || got[1] != changed || got[2] != unchanged || (err == nil) != (fault == "") || err != nil && !strings.Contains(err.Error(), fault) {
			t.Errorf("%s: got %q, %v", step, got, err)
		}
	}
	write("first", []*types.Flow{a, b}, list("a", "b"), "", "", "")

	// Runs and sessions of one machine are no change, and neither is a person's comment.
	a.Runs.OK, a.Evidence, a.Version = 9, []string{"mm-9"}, 12
	mine := "# reviewed by Ann\n" + goldenFlow(t)
	if err := os.WriteFile(path("a"), []byte(mine), 0o600); err != nil {
		t.Fatal(err)
	}
	b.Title = "Another {email} as {role}"
	write("again", []*types.Flow{a, b, c}, list("c"), list("b"), list("a"), "")
	if text, err := os.ReadFile(path("a")); err != nil || string(text) != mine {
		t.Errorf("the comment is gone: %v\n%s", err, text)
	}
	if found, err := Read(filepath.Dir(dir)); err != nil || len(found.Flows) != 3 || !Same(found.Flows[1].Flow, b) {
		t.Errorf("%+v, %v", found, err)
	}

	// Somebody's work in a file that cannot be read stays; the others are written.
	broken := "<<<<<<< HEAD\n" + mine
	if err := os.WriteFile(path("a"), []byte(broken), 0o600); err != nil {
		t.Fatal(err)
	}
	c.Title = "C {email} {role}"
	write("a conflict", []*types.Flow{a, c}, "", list("c"), "", "a merge conflict is not resolved (the file is left as it is)")
	if text, err := os.ReadFile(path("a")); err != nil || string(text) != broken {
		t.Errorf("the conflict is gone: %v\n%s", err, text)
	}

	// A wrong list writes nothing.
	d, e := invite(), invite()
	d.ID, e.ID = "d", "../../e"
	write("a way out", []*types.Flow{d, e}, "", "", "", "is no name of a flow")
	e.ID = "d"
	write("two of one name", []*types.Flow{d, e}, "", "", "", `two flows have the id "d"`)
	if _, err := os.Stat(path("d")); err == nil {
		t.Error("a wrong list wrote a file")
	}
	if names, _ := filepath.Glob(filepath.Join(dir, "flows", ".*")); len(names) > 0 {
		t.Errorf("left behind: %q", names)
	}
}

func TestWriteDoesNotLeaveTheRepository(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need rights there")
	}
	for name, files := range map[string]map[string]string{
		"the folder":  {"repo/.git/": "", "repo/.cairn": "-> ../away", "away/": ""},
		"its flows":   {"repo/.git/": "", "repo/.cairn/flows": "-> ../../away", "away/": ""},
		"a file":      {"repo/.git/": "", "repo/.cairn/flows/invite-member.yaml": "-> ../../../away/a.yaml", "away/a.yaml": "mine"},
		"a directory": {"repo/.git/": "", "repo/.cairn/flows/invite-member.yaml/": "", "away/": ""},
	} {
		dir := tree(t, files)
		wrote, err := Write(filepath.Join(dir, "repo/.cairn"), []*types.Flow{invite()})
		if types.AsError(err) == nil || types.AsError(err).Code != types.CodePathDenied || wrote != nil && len(wrote.Added)+len(wrote.Changed) > 0 {
			t.Errorf("%s: %+v, %v", name, wrote, err)
		}
		if names, _ := filepath.Glob(filepath.Join(dir, "away/*")); len(names) > len(files)-2 && name != "a file" {
			t.Errorf("%s: it wrote %q", name, names)
		}
	}
}

// TestGitMergesFlows: two people's changes of different steps come together without
// a conflict.
func TestGitMergesFlows(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	ours, theirs, both := invite(), invite(), invite()
	for _, f := range []*types.Flow{ours, both} { // a repair
		f.Steps[0].Targets = append(f.Steps[0].Targets, types.FlowTarget{TestID: "invite-2", Role: "button", Name: "Invite people"})
	}
	for _, f := range []*types.Flow{theirs, both} { // a step that may be missing, and another title
		f.Steps[4].Optional = true
		f.Title = "Invite {email} as a {role}"
	}
	ours.Runs.OK, theirs.Version = 77, 4
	files := map[string]string{}
	for name, f := range map[string]*types.Flow{"base": invite(), "ours": ours, "theirs": theirs} {
		text, err := Encode(f)
		if err != nil {
			t.Fatal(err)
		}
		files[name+".yaml"] = string(text)
	}
	cmd := exec.Command("git", "merge-file", "-p", "ours.yaml", "base.yaml", "theirs.yaml")
	cmd.Dir = tree(t, files)
	merged, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v:\n%s", err, merged)
	}
	if f, err := Decode("invite-member.yaml", merged); err != nil || !Same(f, both) {
		t.Errorf("%v:\n%s", err, merged)
	}
}
