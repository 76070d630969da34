package flowfile

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/testdata/golden"
)

// invite is a flow that uses every field of a file.
func invite() *types.Flow {
	x, y := 40, 0
	return &types.Flow{
		ID: "invite-member", Title: "Invite {email} as {role}", Site: "https://app.example", Start: "/members?tab=all#list",
		Params: []types.FlowParam{
			{Name: "email", Kind: types.FlowText, Label: "Email"},
			{Name: "role", Kind: types.FlowChoice, Label: "Role", Options: []string{"Admin"}},
			{Name: "password", Kind: types.FlowSecret, Label: "Password", Optional: true},
		},
		Steps: []types.FlowStep{
			{Tool: "click", Targets: []types.FlowTarget{
				{TestID: "invite", Role: "button", Name: "Invite", Selector: "#invite", Tag: "button", Twins: 1, RowRole: "row", Row: "Team {role}", Cell: 2, Near: []string{`heading "Members"`, `button "Export"`}},
				{Role: "button", Name: "Add people", Origin: "https://frame.example"},
			}, Click: &types.Clicking{Count: 2, Modifiers: []string{"Shift"}, At: &types.Point{X: 3, Y: 0}}, Screen: types.FlowScreen{Screen: "members", Path: "/members"},
				Expect: types.FlowScreen{Path: "/members/*", Appeared: []string{`dialog "Invite"`}}},
			{Tool: "type", Targets: []types.FlowTarget{{Role: "textbox", Name: "Password", Sensitive: true}}, Value: "{password}", Submit: true, Append: true, Optional: true},
			{Tool: "type", Targets: []types.FlowTarget{{TestID: "email"}}, Value: "{email}"},
			{Tool: "press", Key: "ArrowDown", Times: 2},
			{Tool: "drag", Targets: []types.FlowTarget{{TestID: "card"}}, At: &types.Point{}, To: &types.FlowDrop{X: &x, Y: &y}},
			{Tool: "drag", Targets: []types.FlowTarget{{TestID: "card"}}, To: &types.FlowDrop{Target: &types.FlowTarget{TestID: "done"}, At: &types.Point{X: 1, Y: 2}}},
			{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Send: now #1"}}, Risk: "sends"},
		},
		End:      types.FlowScreen{Screen: "members", Appeared: []string{"status \"{email} — invited\u202e\n\""}},
		Evidence: []string{"mm-1"}, Runs: types.FlowRuns{OK: 3, LastAt: 5}, Version: 7, Source: types.FlowImported,
	}
}

// shared is a flow as a file gives it back.
func shared(f *types.Flow) *types.Flow {
	c := *f
	c.Evidence, c.Runs, c.Version, c.Source = nil, types.FlowRuns{}, 1, ""
	c.Params = append([]types.FlowParam(nil), f.Params...)
	for i := range c.Params {
		c.Params[i].Options = nil
	}
	return &c
}

func TestAFileIsWrittenAsItHasAlwaysBeen(t *testing.T) {
	got, err := Encode(invite())
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/invite-member.yaml", string(got))
	back, err := Decode("x/invite-member.yaml", got)
	if err != nil || !reflect.DeepEqual(back, shared(invite())) {
		t.Errorf("%v; read back it is\n%+v\nnot\n%+v", err, back, shared(invite()))
	}
	if back, err = Decode("invite-member.yaml", []byte("\ufeff"+strings.ReplaceAll(string(got), "\n", "\r\n"))); err != nil || !Same(back, invite()) {
		t.Errorf("with the line ends of Windows it is another flow: %v", err)
	}
}

// TestEveryFieldHasAForm fills each field of a flow: one that is added to types.Flow
// must come back, or be named as not kept.
func TestEveryFieldHasAForm(t *testing.T) {
	f := &types.Flow{}
	fill(reflect.ValueOf(f).Elem(), 0)
	f.ID = "filled"
	text, err := Encode(f)
	if err != nil {
		t.Fatal(err)
	}
	back, err := (&decoder{name: "filled.yaml", lines: map[string]int{}}).read(text)
	if err != nil || !reflect.DeepEqual(back, shared(f)) {
		t.Errorf("%v:\n%s\n%+v\nis not\n%+v", err, text, back, shared(f))
	}
	for _, private := range []string{"evidence", "runs", "version", "source", "options", "lastAt"} {
		if strings.Contains(string(text), private+":") {
			t.Errorf("a file has %s:\n%s", private, text)
		}
	}
}

// fill gives a value something else than its zero.
func fill(v reflect.Value, n int) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("json") != "-" { // such a field is for this machine alone
				fill(v.Field(i), n+i)
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), n)
		fill(v.Index(1), n+1)
	case reflect.String:
		v.SetString(fmt.Sprintf("text %d", n))
	case reflect.Bool:
		v.SetBool(true)
	default:
		v.SetInt(int64(n + 2))
	}
}

// texts are texts that pages and people may write, and that YAML may read otherwise.
var texts = []string{"", " ", "a", "true", "No", "null", "~", "12", "1e3", "0x1F", "2026-01-01", ".5", "- a", "? a", "a: b", "a:", "a #b", "#a", "&a", "*a", "!a", "!!int 3", "|", ">", "'", `"`, "a'b", `a"b`, "`", "%a", "@a",
	"{email}", "{{", "[a]", "a, b", "a\nb", "a\r\nb", "a\tb", " a", "a ", "a  b", "\u2028", "\u0085", "\u00a0", "\u200b", "a\u202eb", "\ufeffa", "👩‍💻", "𝔘", "日本", "---", "...", "<<", "=", "\\", "\\n", "\x00", "\x7f", "C:\\dir", "<<<<<<< HEAD", "é", "/a?b=c&d#e", "a\U000e0041b", "\uffff"}

func TestEveryTextComesBack(t *testing.T) {
	for _, text := range texts {
		comesBack(t, text)
	}
}

func comesBack(t *testing.T, text string) {
	t.Helper()
	f := invite()
	f.Title, f.Steps[0].Targets[0].Near, f.End.Appeared = text, []string{text, text}, []string{text}
	file, err := Encode(f)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	back, err := (&decoder{name: "invite-member.yaml", lines: map[string]int{}}).read(file)
	if err != nil || !reflect.DeepEqual(back, shared(f)) {
		t.Errorf("%q does not come back: %v\n%s", text, err, file)
	}
	plain, _ := Encode(invite())
	if got := strings.Count(string(file), "\n"); got != strings.Count(string(plain), "\n") {
		t.Errorf("%q takes another number of lines:\n%s", text, file)
	}
}

func FuzzTextsComeBack(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if text = strings.ToValidUTF8(text, ""); len(text) <= maxText {
			comesBack(t, text)
		}
	})
}

// FuzzFiles reads anything without harm; a file that is read has one form, which says the same.
func FuzzFiles(f *testing.F) {
	golden, err := os.ReadFile("testdata/invite-member.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(golden)
	for _, bad := range badFiles(f) {
		f.Add([]byte(bad.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		flow, err := Decode("a/fuzz.yaml", text)
		if err != nil {
			if fault := types.AsError(err); fault.Code != types.CodeInvalidInput || fault.Hint == "" || !strings.HasPrefix(fault.Message, "a/fuzz.yaml:") {
				t.Errorf("the fault helps nobody: %#v", fault)
			}
			return
		}
		file, err := Encode(flow)
		if err != nil {
			return // longer in our own form
		}
		back, err := Decode("fuzz.yaml", file)
		if err != nil || !Same(back, flow) {
			t.Errorf("it does not come back: %v\n%s\nfrom\n%s", err, file, text)
		}
	})
}
