package memory

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"cairn/shared/core"
	"cairn/shared/exchange"
	"cairn/shared/types"
	"cairn/testdata/vectors"
)

// tree writes files into a fresh directory. A value that begins with "-> " is a
// link to the path behind it.
func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		var err error
		if to, link := strings.CutPrefix(text, "-> "); link {
			err = os.Symlink(to, path)
		} else {
			err = os.WriteFile(path, []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// readTree is every file below dir with its content.
func readTree(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		out[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestExportAndImportCarryEverythingOver(t *testing.T) {
	ctx := context.Background()
	m, _ := fresh(t)
	meta := testSession("mm-exp1", "Send 0.1 ETH")
	for i := range 70 { // more than one batch, several in one minute
		if _, err := m.PutStep(ctx, meta, click("mm-exp1", fmt.Sprintf("s-%03d", i), "go", i/2), types.KeepFull); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := m.PutStep(ctx, nil, click("mm-foreign", "s-foreign", "go", 9), types.KeepFull); err != nil {
		t.Fatal(err)
	}
	first := filepath.Join(t.TempDir(), "out")
	done, err := m.Export(ctx, first)
	if err != nil || done != "wrote 2 sessions with 71 steps to "+first {
		t.Fatalf("Export: %q, %v", done, err)
	}
	files := readTree(t, first)
	if _, has := files["mm-foreign/session.json"]; has || len(files) != 72 {
		t.Errorf("%d files, a session without metadata has some: %v", len(files), has)
	}
	if _, ok := files["mm-exp1/steps/2026-01-16T11-26-00.000Z-mm_click-2.json"]; !ok {
		t.Errorf("files are not named by time and tool: %q", keysOf(files)[:3])
	}

	clock := noon
	dir := t.TempDir()
	other, s := open(t, dir, &clock)
	if done, err = other.Import(ctx, first); err != nil || done != "imported 71 steps and the metadata of 1 session; 0 steps were known already" {
		t.Fatalf("Import: %q, %v", done, err)
	}
	if done, err = other.Import(ctx, first); err != nil || done != "imported 0 steps and the metadata of 0 sessions; 71 steps were known already" {
		t.Errorf("Import again: %q, %v", done, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	other, _ = open(t, dir, &clock)
	second := t.TempDir()
	if _, err := other.Export(ctx, second); err != nil {
		t.Fatal(err)
	}
	if got := readTree(t, second); !reflect.DeepEqual(got, files) {
		for name := range files {
			if got[name] != files[name] {
				t.Fatalf("%s became\n%s\nfrom\n%s", name, got[name], files[name])
			}
		}
		t.Errorf("%d files, want %d", len(got), len(files))
	}
}

func keysOf(m map[string]string) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	return keys
}

// TestImportReadsWhatOthersWrote imports a store as another implementation of
// the specs lays it out: tools without their prefix, steps without ids, fields
// that we do not have, a session without metadata.
func TestImportReadsWhatOthersWrote(t *testing.T) {
	var fixture struct {
		Sessions []struct {
			Dir      string
			Metadata json.RawMessage
			Steps    []json.RawMessage
		}
	}
	vectors.Read(t, "fixture_store.json", &fixture)
	files := map[string]string{"README.md": "not a session", ".git/config": "neither", "knowledge_catalog.json": "[]"}
	sessions, steps := 0, 0
	for _, s := range fixture.Sessions {
		if len(s.Metadata) > 0 && string(s.Metadata) != "null" {
			files[s.Dir+"/session.json"] = string(s.Metadata)
			sessions++
		}
		for i, step := range s.Steps {
			files[fmt.Sprintf("%s/steps/%04d.json", s.Dir, i)] = string(step)
			steps++
		}
		files[s.Dir+"/screenshots/1.png"] = "ignored"
	}
	m, st := fresh(t)
	dir := tree(t, files)
	want := fmt.Sprintf("imported %d steps and the metadata of %d sessions; 0 steps were known already", steps, sessions)
	if done, err := m.Import(context.Background(), dir); err != nil || done != want {
		t.Fatalf("Import: %q, %v; want %q", done, err, want)
	}
	if got := m.Status(); got.Sessions != len(fixture.Sessions) || got.Steps != steps {
		t.Errorf("core holds %+v", got)
	}
	if _, err := m.Import(context.Background(), dir); err != nil || st.Stats().Steps != steps {
		t.Errorf("a second import changed something: %d steps, %v", st.Stats().Steps, err)
	}
	hits, err := m.Last(context.Background(), types.LastRequest{Scope: types.Scope{Kind: types.ScopeAll}, N: 200})
	if err != nil || len(hits) != steps {
		t.Fatalf("Last: %d, %v", len(hits), err)
	}
	for _, h := range hits {
		if !strings.HasPrefix(h.Tool, "mm_") {
			t.Errorf("tool %q has no prefix", h.Tool)
		}
	}
}

const (
	goodMeta = `{"schemaVersion":1,"sessionId":"mm-good1","createdAt":"2026-01-16T10:00:00Z","goal":"g","flowTags":[],"tags":[]}`
	goodStep = `{"schemaVersion":1,"sessionId":"mm-good1","timestamp":"2026-01-16T10:00:01Z","tool":{"name":"click"},"outcome":{"ok":true}}`
)

// TestImportRefusesAsAWhole is B40, B41 and B48 to B50 as far as they are about
// directories: nothing at all is written.
func TestImportRefusesAsAWhole(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside.json")
	if err := os.WriteFile(outside, []byte(goodStep), 0o600); err != nil {
		t.Fatal(err)
	}
	large := `{"x":"` + strings.Repeat("x", maxImportFile) + `"}`
	tests := []struct {
		name  string
		files map[string]string
		want  types.Code
	}{
		{"a directory that is no session id", map[string]string{"a b c/session.json": goodMeta}, codeImportRejected},
		{"too short for a session id", map[string]string{"mm1/session.json": goodMeta}, codeImportRejected},
		{"too long for a session id", map[string]string{strings.Repeat("a", 65) + "/session.json": goodMeta}, codeImportRejected},
		{"a Windows path", map[string]string{`c:\x/session.json`: goodMeta}, codeImportRejected},
		{"a look-alike letter", map[string]string{"mm-gооd1/session.json": goodMeta}, codeImportRejected},
		{"a pattern", map[string]string{"mm-*/session.json": goodMeta}, codeImportRejected},
		{"a link as session", map[string]string{"mm-bad1": "-> /etc"}, codeImportRejected},
		{"a link as steps", map[string]string{"mm-bad1/steps": "-> /etc"}, codeImportRejected},
		{"a link as metadata", map[string]string{"mm-bad1/session.json": "-> " + outside}, codeImportRejected},
		{"a link as step", map[string]string{"mm-bad1/steps/1.json": "-> " + outside}, codeImportRejected},
		{"a link as step to a neighbour", map[string]string{"mm-bad1/steps/1.json": "-> ../../mm-good1/steps/1.json"}, codeImportRejected},
		{"a directory as step", map[string]string{"mm-bad1/steps/1.json/x": ""}, codeImportRejected},
		{"a file as steps", map[string]string{"mm-bad1/steps": "x"}, codeImportRejected},
		{"a huge step", map[string]string{"mm-bad1/steps/1.json": large}, codeImportTooLarge},
		{"huge metadata", map[string]string{"mm-bad1/session.json": large}, codeImportTooLarge},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.files["mm-good1/session.json"], tt.files["mm-good1/steps/1.json"] = goodMeta, goodStep
			m, s := fresh(t)
			_, err := m.Import(context.Background(), tree(t, tt.files))
			if got := types.AsError(err); err == nil || got.Code != tt.want || got.Hint == "" {
				t.Errorf("err = %v, want %s", err, tt.want)
			}
			if s.Stats().Cursor != 0 {
				t.Error("something was written")
			}
		})
	}
	m, _ := fresh(t)
	if _, err := m.Import(context.Background(), filepath.Join(t.TempDir(), "nowhere")); types.AsError(err).Code != types.CodeNotFound {
		t.Errorf("a directory that is not there: %v", err)
	}
}

// TestImportLeavesOutWhatCannotBeRead: one bad file does not cost the others.
func TestImportLeavesOutWhatCannotBeRead(t *testing.T) {
	tests := []struct{ name, file, text string }{
		{"no JSON", "steps/2.json", "{"},
		{"an empty file", "steps/2.json", ""},
		{"another type", "steps/2.json", `[1]`},
		{"a number out of range", "steps/2.json", `{"sessionId":"mm-good1","durationMs":1e999}`},
		{"nested without end", "steps/2.json", strings.Repeat("[", 1_000_000)},
		{"a step of another session", "steps/2.json", strings.Replace(goodStep, "mm-good1", "mm-other", 1)},
		{"a step without a tool", "steps/2.json", `{"sessionId":"mm-good1"}`},
		{"a file of another store", "steps/2.json", "*3\r\n$3\r\nset\r\n$99999999999\r\n"},
		{"metadata of another session", "session.json", strings.Replace(goodMeta, "mm-good1", "mm-other", 1)},
		{"metadata that is no JSON", "session.json", "nope"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{"mm-good1/session.json": goodMeta, "mm-good1/steps/1.json": goodStep}
			files["mm-good1/"+tt.file] = tt.text
			m, s := fresh(t)
			done, err := m.Import(context.Background(), tree(t, files))
			if err != nil || !strings.Contains(done, "left out: mm-good1/"+tt.file) {
				t.Errorf("Import: %q, %v", done, err)
			}
			if got := s.Stats().Steps; got != 1 {
				t.Errorf("%d steps were kept, want the good one", got)
			}
		})
	}
}

func TestImportDoesNotRenameOurSessions(t *testing.T) {
	ctx := context.Background()
	m, _ := fresh(t)
	if err := m.PutSession(ctx, testSession("mm-good1", "ours")); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Import(ctx, tree(t, map[string]string{"mm-good1/session.json": goodMeta, "mm-good1/steps/1.json": goodStep})); err != nil {
		t.Fatal(err)
	}
	if got := m.Session("mm-good1").Goal; got != "ours" {
		t.Errorf("goal = %q", got)
	}
	if got := steps(m, "mm-good1"); len(got) != 1 {
		t.Errorf("steps: %q", got)
	}
}

// TestExportWhileLateStepsArrive: a late step moves the later ones along, which
// must not put one of them into the export twice.
func TestExportWhileLateStepsArrive(t *testing.T) {
	ctx := context.Background()
	m, _ := fresh(t)
	const early, late = 40, 60
	for i := range early {
		if _, err := m.PutStep(ctx, nil, click("mm-late", fmt.Sprint("s-early-", i), "a", i), types.KeepFull); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan error, 1)
	go func() {
		var err error
		for i := range late {
			if _, perr := m.PutStep(ctx, nil, click("mm-late", fmt.Sprint("s-late-", i), "a", early+i), types.KeepFull); perr != nil {
				err = perr
			}
		}
		done <- err
	}()
	for round := range 5 {
		dir := filepath.Join(t.TempDir(), fmt.Sprint(round))
		if _, err := m.Export(ctx, dir); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(dir, "*", stepsDir, "*"+stepExt))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			var step types.Step
			if err := json.Unmarshal(text, &step); err != nil {
				t.Fatal(err)
			}
			if seen[step.StepID] {
				t.Errorf("%s is exported twice", step.StepID)
			}
			seen[step.StepID] = true
		}
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestPanelAndCommandLineNameStepsAlike: the specs' layout has steps without ids.
// The panel reads a directory in the browser's core, the command line here: both
// give a step the same id, and a step read by one is known to the other.
func TestPanelAndCommandLineNameStepsAlike(t *testing.T) {
	dir := t.TempDir()
	step := `{"schemaVersion":1,"sessionId":"mm-imp1","timestamp":"2026-01-16T11:00:00.000Z","tool":{"name":"click","input":{"testId":"go"},"target":{"testId":"go"}},` +
		`"outcome":{"ok":true},"observation":{"state":{"currentUrl":"https://wallet.example/#/send?token=abcdefghij0123456789","currentScreen":"send"},"testIds":[],"a11y":{"nodes":[]}}}`
	if err := os.MkdirAll(filepath.Join(dir, "mm-imp1", "steps"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "mm-imp1", "steps", "1-click.json"), []byte(step), 0o600); err != nil {
		t.Fatal(err)
	}
	m, _ := fresh(t)
	if done, err := m.Import(context.Background(), dir); err != nil || !strings.HasPrefix(done, "imported 1 step and") {
		t.Fatalf("Import: %q, %v", done, err)
	}
	panel := core.New()
	found, err := panel.Import(types.At(noon), []exchange.File{{Name: "mm-imp1/steps/1-click.json", Text: step}})
	if err != nil || len(found.Steps) != 1 {
		t.Fatalf("the panel found %+v, %v", found, err)
	}
	if here := m.core.Steps("mm-imp1"); len(here) != 1 || here[0].StepID != found.Steps[0].StepID || here[0].StepID == "" {
		t.Errorf("the command line named it %q, the panel %q", here[0].StepID, found.Steps[0].StepID)
	}
	// A record without an id that is put as it is has the same name.
	var raw types.Step
	if err := json.Unmarshal([]byte(step), &raw); err != nil {
		t.Fatal(err)
	}
	if err := panel.PutStep(&raw); err != nil {
		t.Fatal(err)
	}
	if got := panel.Steps("mm-imp1"); len(got) != 1 || got[0].StepID != found.Steps[0].StepID {
		t.Errorf("put as it is it is named %q", got[0].StepID)
	}
}
