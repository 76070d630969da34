package exchange

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// WriteFlow writes a flow in a format. A Playwright test and a skill have parameters; a
// recording has none, so its values must be given. No file contains secrets: in a
// recording the person who runs it fills in these fields.
func WriteFlow(format Format, f *types.Flow, values map[string]string) ([]File, error) {
	if f == nil || len(f.Steps) == 0 {
		return nil, types.Fault(types.CodeNotFound, "the flow has no steps", "List the flows (cairn flow list), and name one of them.")
	}
	name := fileName(&types.Session{SessionID: "flow", Goal: f.ID})
	switch format {
	case Playwright:
		return []File{{name + ".spec.ts", playwrightFlow(f)}}, nil
	case Skill:
		return []File{{name + "/SKILL.md", skillOfFlow(f, name)}}, nil
	case Recorder:
		return recordFlow(f, name, values)
	}
	return nil, types.Invalid(fmt.Sprintf("there is no format %.40q for flows", format), "Use yaml, playwright, recorder or skill.")
}

func recordFlow(f *types.Flow, name string, values map[string]string) ([]File, error) {
	if !strings.Contains(f.Site, "://") {
		return nil, types.Invalid(fmt.Sprintf("a recording needs an address, and %.80q is the name of a site", f.Site), "Export it to playwright, whose baseURL can be set.")
	}
	var missing, secrets []string
	used := *f // a recording has no conditions: a missing optional step would end it
	used.Steps = slices.DeleteFunc(slices.Clone(f.Steps), func(s types.FlowStep) bool { return s.Optional })
	if len(used.Steps) == 0 {
		return nil, types.Invalid("all steps of the flow are optional, and a recording has no conditions", "Export it to playwright.")
	}
	for _, p := range f.Params {
		switch {
		case p.Kind == types.FlowSecret:
			secrets = append(secrets, p.Name)
		case values[p.Name] == "" && (!p.Optional || strings.Contains(f.Start, "{"+p.Name+"}")):
			missing = append(missing, p.Name)
		}
	}
	if len(missing) > 0 {
		return nil, types.Invalid("a recording has no parameters, and these have no value: "+strings.Join(missing, ", "), "Give each (--param name=value), or export to playwright.")
	}
	session, steps := asSession(&used, func(param string) string {
		if slices.Contains(secrets, param) {
			return ""
		}
		return values[param]
	}, url.PathEscape)
	if left := len(f.Steps) - len(used.Steps); left > 0 {
		session.Goal += fmt.Sprintf(" (without %d optional steps)", left)
	}
	if len(secrets) > 0 {
		session.Goal += " (fill in: " + strings.Join(secrets, ", ") + ")"
	}
	files, err := writeRecorder(session, steps)
	if err != nil {
		return nil, err
	}
	files[0].Name = name + ".json"
	return files, nil
}

func asIs(value string) string { return value }

// asSession returns a flow as a session that performed it. value returns the text for
// each parameter, and escape its form in addresses.
func asSession(f *types.Flow, value func(param string) string, escape func(string) string) (*types.Session, []*types.Step) {
	text := func(s string) string { return joined(s, value) }
	place := func(s string) string {
		return absolute(f.Site, joined(s, func(param string) string { return escape(value(param)) }))
	}
	session := &types.Session{SessionID: "flow", Goal: text(f.Title), Statement: types.Statement{Outcome: types.SessionDone},
		Launch: &types.Launch{URL: place(f.Start)}}
	var steps []*types.Step
	for i := range f.Steps {
		s := &f.Steps[i]
		step := &types.Step{Actor: types.ActorAgent, Outcome: types.Outcome{OK: true}, Observation: &types.Observation{State: types.State{CurrentScreen: s.Screen.Screen}}}
		step.Tool = types.Tool{Name: "mm_" + s.Tool, Input: inputOf(s, text, place)}
		if len(s.Targets) > 0 {
			step.Tool.Target = targetIn(&s.Targets[0], text)
		}
		steps = append(steps, step)
	}
	if f.End.Screen != "" {
		steps[len(steps)-1].After = &types.After{CurrentScreen: f.End.Screen}
	}
	return session, steps
}

// absolute returns the full address on a site. A named site has none.
func absolute(site, address string) string {
	if strings.HasPrefix(address, "/") && strings.Contains(site, "://") {
		return site + address
	}
	return address
}

func targetIn(t *types.FlowTarget, text func(string) string) *types.Target {
	out := &types.Target{TestID: text(t.TestID), Role: t.Role, Name: text(t.Name), Selector: t.Selector, Tag: t.Tag, Origin: t.Origin,
		RowRole: t.RowRole, Row: text(t.Row), Twins: t.Twins, Sensitive: t.Sensitive}
	if t.Row != "" { // the row identifies the element
		out.RowNth, out.RowOf = t.Nth, t.Of
		out.Twins = max(out.Twins, 1)
	}
	return out
}

func inputOf(s *types.FlowStep, text, place func(string) string) map[string]any {
	in := map[string]any{}
	lines := func() (list []any) {
		for _, line := range strings.Split(s.Value, "\n") {
			list = append(list, text(line))
		}
		return list
	}
	switch s.Tool {
	case "navigate":
		in["url"] = place(s.Value)
	case "type":
		in["text"] = text(s.Value)
		if strings.Contains(s.Value, "\n") && tagOf(s.Targets) == "select" {
			in["text"] = lines()
		}
		in[capture.InputSubmit] = s.Submit
	case "upload":
		in["files"] = lines()
	case "press":
		in[capture.InputKey], in["times"] = s.Key, s.Times
	case "drag":
		in["at"], in["to"] = pointIn(s.At), dropIn(s.To, text)
	case "click":
		if s.Click != nil {
			return capture.ClickInput(*s.Click)
		}
	}
	return in
}

func pointIn(p *types.Point) map[string]any {
	if p == nil {
		return nil
	}
	return capture.PointInput(*p)
}

func dropIn(to *types.FlowDrop, text func(string) string) map[string]any {
	if to == nil {
		return nil
	}
	if t := to.Target; t != nil {
		return map[string]any{"testId": text(t.TestID), "role": t.Role, "name": text(t.Name), "selector": t.Selector, "at": pointIn(to.At)}
	}
	if to.X == nil || to.Y == nil {
		return nil
	}
	return pointIn(&types.Point{X: *to.X, Y: *to.Y})
}
