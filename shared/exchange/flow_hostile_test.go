package exchange

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"cairn/shared/types"
)

// hostileNames are names of elements with which a page may try to get out of its place in a file.
var hostileNames = append([]string{
	`"`, "'", "`", "\\", `\"`, "`+evil()+`", "${evil()}", "*/ evil() /*", "// evil()", "<!-- evil() -->", "</script>", "\nevil();\n", "\r\nevil()", "\u2028evil()", "\u2029evil()", "\u0085evil()",
	"{", "}", "{{", "}}", "{}", "${}", "{email}", "{evil}", "[x](javascript:evil())", "# evil", "---", "- evil", "1. evil", "|", "a]b", `x[role="link"]`, `"] evil ["`, "' or '1'='1", `concat('`, ", exact: false", "\x00", "\x1b[31m", "\u202eevil", "__proto__", "\xff", strings.Repeat("x", 5000),
}, hostile...)

// named is a flow in which everything that a page or a person says is one text.
func namedFlow(name string) *types.Flow {
	f := team()
	said := literal(name)
	f.ID, f.Title, f.Start, f.Params[1].Label, f.Params[1].Kind = name, said, "/"+said, name, types.FlowParamKind(name)
	for i := range f.Steps {
		s := &f.Steps[i]
		s.Screen, s.Expect, s.Risk = types.FlowScreen{Screen: name, Path: name}, types.FlowScreen{Path: name + "x"}, name
		if s.Value != "" {
			s.Value = strings.ReplaceAll(said, "\n", "\u2028") // lines are several values
		}
		for j := range s.Targets {
			t := &s.Targets[j]
			for _, field := range []*string{&t.TestID, &t.Name, &t.Row} {
				if *field != "" {
					*field = said
				}
			}
			for _, field := range []*string{&t.Role, &t.Selector, &t.RowRole, &t.Origin} {
				if *field != "" {
					*field = name
				}
			}
		}
	}
	f.End = types.FlowScreen{Screen: name, Path: name, Appeared: []string{name, `status "` + name + `"`, name + ` "` + name + `"`}}
	return f
}

var (
	jsString  = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"`)
	jsComment = regexp.MustCompile(`(?m)\s*// .*$`)
	jsPattern = regexp.MustCompile(`toHaveURL\(/(?:\\/|[^/\n]|\[[^\]]*\])*/\)`)
)

// skeleton returns a test without the contents of its strings and comments.
func skeleton(test string) string {
	return jsComment.ReplaceAllString(jsString.ReplaceAllString(jsPattern.ReplaceAllString(test, "toHaveURL()"), `""`), "")
}

func checkHostile(t *testing.T, name string) {
	t.Helper()
	name = strings.ToValidUTF8(name, "")
	if strings.HasSuffix(name, "…") || name == "" { // of another form on purpose
		name += "x"
	}
	values := map[string]string{}
	for _, p := range team().Params {
		values[p.Name] = name
	}
	test := func(n string) string {
		files, err := WriteFlow(Playwright, namedFlow(n), nil)
		if err != nil {
			t.Fatal(err)
		}
		return files[0].Text
	}
	got, want := skeleton(test(name)), skeleton(test("xyz"))
	if strings.Contains(name, ` "`) || strings.Contains(name, " >>> ") || name == "generic" {
		got, want = strings.ReplaceAll(got, "evil", ""), strings.ReplaceAll(got, "evil", "") // it names a role, or a way: another form
	}
	if got != want {
		t.Errorf("%q leaves its place:\n%s\nnot\n%s", name, got, want)
	}
	files, err := WriteFlow(Skill, namedFlow(name), nil)
	if err != nil {
		t.Fatal(err)
	}
	skill := regexp.MustCompile("`[^`\\n]*`").ReplaceAllString(files[0].Text, "code")
	if strings.Count(skill, "\n---\n") != 1 || strings.Contains(skill, "](") || strings.Contains(skill, "<script") || strings.Contains(skill, "`") || regexp.MustCompile(`(?m)^\s*evil`).MatchString(skill) {
		t.Errorf("%q leaves its place:\n%s", name, skill)
	}
	files, err = WriteFlow(Recorder, namedFlow(name), values)
	if err != nil {
		t.Fatal(err)
	}
	if faults := recorderFaults([]byte(files[0].Text)); len(faults) > 0 {
		t.Errorf("%q: no Recorder reads it: %q", name, faults)
	}
	var rec recording
	if err := json.Unmarshal([]byte(files[0].Text), &rec); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(files[0].Name, "/\\:") || !strings.HasSuffix(files[0].Name, ".json") {
		t.Errorf("%q makes a file of the name %q", name, files[0].Name)
	}
}

func TestHostileNamesCannotLeaveTheirPlaceInFlows(t *testing.T) {
	for _, name := range hostileNames {
		checkHostile(t, name)
	}
}

func FuzzFlowExports(f *testing.F) {
	for _, name := range hostileNames {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) { checkHostile(t, name) })
}

func TestFlowsThatCannotBeWritten(t *testing.T) {
	named, optional := team(), team()
	named.Site = "shop"
	for i := range optional.Steps {
		optional.Steps[i].Optional = true
	}
	for name, c := range map[string]struct {
		format Format
		flow   *types.Flow
		values map[string]string
		says   string
	}{
		"no flow":            {Playwright, nil, nil, "the flow has no steps"},
		"no steps":           {Skill, &types.Flow{}, nil, "the flow has no steps"},
		"another format":     {Layout, team(), nil, `there is no format "layout" for flows`},
		"no values":          {Recorder, team(), nil, "these have no value: team, email, role, größe, photo"},
		"a value is missing": {Recorder, team(), map[string]string{"team": "a", "role": "b", "größe": "c", "photo": "d"}, "these have no value: email"},
		"a site by name":     {Recorder, named, given, `"shop" is the name of a site`},
		"all optional":       {Recorder, optional, given, "all steps of the flow are optional"},
	} {
		files, err := WriteFlow(c.format, c.flow, c.values)
		if fault := types.AsError(err); fault == nil || fault.Hint == "" || !strings.Contains(fault.Message, c.says) {
			t.Errorf("%s: %v, %v", name, files, err)
		}
	}
}

func TestPiecesOfATextWithParameters(t *testing.T) {
	for in, want := range map[string]string{
		"":                "",
		"a":               "a",
		"{a}":             "<a>",
		"x{a}y{b_2}":      "x<a>y<b_2>",
		"{{a}}":           "{a}",
		"{{{a}}}":         "{<a>}",
		"{":               "{",
		"}":               "}",
		"{}":              "{}",
		"a}b{c":           "a}b{c",
		"{{":              "{",
		"{größe}":         "<größe>",
		literal("{a} {{"): "{a} {{",
	} {
		if got := joined(in, func(p string) string { return "<" + p + ">" }); got != want {
			t.Errorf("%q is %q, not %q", in, got, want)
		}
	}
}

func TestVariablesOfParametersAreDistinct(t *testing.T) {
	got := environment([]types.FlowParam{{Name: "email"}, {Name: "Email"}, {Name: "größe"}, {Name: "gr__e"}, {Name: "2"}})
	want := map[string]string{"email": "CAIRN_PARAM_EMAIL", "Email": "CAIRN_PARAM_EMAIL_2", "größe": "CAIRN_PARAM_GR__E", "gr__e": "CAIRN_PARAM_GR__E_2", "2": "CAIRN_PARAM_2"}
	for name, variable := range want {
		if got[name] != variable {
			t.Errorf("%s is %s, not %s", name, got[name], variable)
		}
	}
}
