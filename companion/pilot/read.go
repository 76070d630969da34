package pilot

import (
	"context"
	"slices"
	"strings"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// Read returns the texts of a page, or of a part of it, line by line.
func (a *Agent) Read(ctx context.Context, in tool.ReadInput) (*tool.ReadResult, error) {
	if in.Within != nil {
		if err := checkNames(*in.Within, "within", true); err != nil {
			return nil, err
		}
	}
	done, err := a.own(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	o, err := a.viewWith(ctx, true, nil)
	if err != nil {
		return nil, err
	}
	result := &tool.ReadResult{Lines: []string{}, Tab: a.tab.info, Truncated: o.Truncated}
	seen, lines := o, a.tab.outline
	switch {
	case a.tab.input.Dialog() != nil:
		lines = nil
	case in.Within != nil:
		if seen, lines, err = a.inside(ctx, o, in); err != nil {
			return nil, err
		}
		result.Truncated = seen.Truncated
	case in.Find != "":
		if seen, lines, err = a.sought(ctx, o, wire.Seek{Find: in.Find, Reveal: true}); err != nil {
			return nil, err
		}
		if lines == nil {
			seen, lines = o, a.tab.outline
		}
		result.Truncated = seen.Truncated
	}
	nodes := seen.A11y.Nodes
	if lines == nil {
		lines = outlineOf(nodes)
	}
	if in.Find != "" {
		lines = linesWith(lines, append(slices.Clone(nodes), o.A11y.Nodes...), nil, in.Find)
	}
	result.Truncated = result.Truncated || lines.Truncated
	result.Lines = linesSaid(lines, append(slices.Clone(nodes), o.A11y.Nodes...))
	return result, nil
}

// inside returns the lines of an element or region, and the observation that contains
// its elements.
func (a *Agent) inside(ctx context.Context, o *types.Observation, in tool.ReadInput) (*types.Observation, *types.Outline, error) {
	want := *a.redrawn.target(*in.Within)
	if region := nodesIn(o.A11y.Nodes, want); len(region) > 0 && a.tab.outline != nil {
		return o, linesOf(a.tab.outline, region), nil
	}
	ref, err := a.refOf(ctx, o, want)
	if err != nil {
		return nil, nil, err
	}
	part, lines, err := a.sought(ctx, o, wire.Seek{Within: ref, Find: in.Find})
	if err != nil {
		return nil, nil, err
	}
	if lines == nil {
		lines = outlineOf(part.A11y.Nodes)
	}
	return part, lines, nil
}

// nodesIn returns the elements in the region of that role and name, by their paths;
// none if no or several regions match.
func nodesIn(nodes []types.A11yNode, want tool.TargetInput) (inside []types.A11yNode) {
	if want.Role == "" {
		return nil
	}
	region := ""
	for _, n := range nodes {
		at := slices.IndexFunc(n.Path, func(entry string) bool {
			role, name, _ := strings.Cut(entry, ` "`)
			return role == want.Role && (want.Name == "" || strings.TrimSuffix(name, `"`) == want.Name)
		})
		if at < 0 {
			continue
		}
		path := strings.Join(n.Path[:at+1], "\x00")
		if region != "" && region != path {
			return nil
		}
		region, inside = path, append(inside, n)
	}
	return inside
}

// refOf returns the ref of an element, from the observation or from the browser.
func (a *Agent) refOf(ctx context.Context, o *types.Observation, want tool.TargetInput) (string, error) {
	if err := a.tab.stale(want, a.tab.shown); err != nil {
		return "", err
	}
	if want.A11yRef != "" {
		return want.A11yRef, nil
	}
	refs := []string{}
	for _, n := range o.A11y.Nodes {
		if want.TestID != "" && n.TestID == want.TestID || want.Role != "" && n.Role == want.Role && (want.Name == "" || n.Name == want.Name) {
			refs = append(refs, n.Ref)
		}
	}
	if len(refs) == 1 {
		return refs[0], nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	at := &attempt{action: action{target: &want, fit: "see"}}
	located, err := a.tab.locate(ctx, at, want.Target(), msLeft(ctx, transferTime), a.only(a.tab))
	if err != nil {
		return "", a.missed(ctx, a.tab, err)
	}
	return located.Ref, nil
}

// outlineOf returns an outline with one line per element.
func outlineOf(nodes []types.A11yNode) *types.Outline {
	o := &types.Outline{Items: []types.OutlineItem{}}
	for i := range nodes {
		o.Items = append(o.Items, types.OutlineItem{Ref: nodes[i].Ref, Origin: nodes[i].Origin})
	}
	return o
}

func linesSaid(o *types.Outline, nodes []types.A11yNode) []string {
	names := map[string]string{}
	for i := range nodes {
		if nodes[i].Unseen == "" {
			names[nodes[i].Ref] = nodes[i].Name
		}
	}
	lines := []string{}
	for _, l := range textLines(o) {
		if said := l.says(names); said != "" {
			lines = append(lines, said)
		}
	}
	return lines
}
