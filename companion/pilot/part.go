package pilot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// choose fills in the elements of a description and their properties.
func (a *Agent) choose(ctx context.Context, o *types.Observation, in tool.DescribeInput, result *tool.DescribeResult) (err error) {
	nodes, from := o.A11y.Nodes, o
	switch {
	case in.Part():
		if from, nodes, err = a.part(ctx, o, in, result); err != nil {
			return err
		}
	case in.Diff && a.comparable(o):
		pairs := paired(a.described.A11y.Nodes, nodes)
		if changes, changed := compare(a.described.A11y.Nodes, nodes, pairs); changes != nil {
			a.redrawn.note(look{a.described.A11y.Nodes, a.describedLines}, look{nodes, result.Outline})
			result.Outline, changes.GoneTexts = compareLines(a.describedLines, result.Outline, a.described.A11y.Nodes, nodes, changed)
			result.Beside = beside(result.Outline, nodes, changed)
			result.Changes, result.Total, nodes = changes, len(nodes), changed
		}
	}
	result.A11y.Nodes, result.TestIDs.Items = types.OrEmpty(nodes), testIDsOf(from, nodes, in.Find)
	return nil
}

// part returns the elements of a find or an expand. The result's outline becomes
// their lines and the lines that contain the searched words.
func (a *Agent) part(ctx context.Context, o *types.Observation, in tool.DescribeInput, result *tool.DescribeResult) (from *types.Observation, nodes []types.A11yNode, err error) {
	seek := wanted(o, in)
	from, lines, err := a.sought(ctx, o, seek)
	if err != nil {
		return nil, nil, err
	}
	nodes = from.A11y.Nodes
	if in.Expand != "" && (seek.From == "" || len(nodes) == 0) {
		if nodes, err = expand(nodes, in.Expand); err != nil {
			return nil, nil, err
		}
	}
	nodes = withWords(nodes, in.Find)
	outline := result.Outline
	if lines != nil {
		outline = lines
	}
	if in.Find != "" {
		outline = linesWith(outline, from.A11y.Nodes, nodes, in.Find)
	} else {
		outline = linesOf(outline, nodes)
	}
	result.Beside = beside(outline, append(slices.Clone(from.A11y.Nodes), o.A11y.Nodes...), nodes)
	result.Outline, result.Total, result.Truncated = outline, len(o.A11y.Nodes), from.Truncated
	return from, nodes, nil
}

// wanted returns the search for parts outside the observation: words anywhere in a row, and
// the elements after a ref if the observation is truncated.
func wanted(o *types.Observation, in tool.DescribeInput) wire.Seek {
	seek := wire.Seek{Find: in.Find, Reveal: in.Find != ""}
	known := slices.ContainsFunc(o.A11y.Nodes, func(n types.A11yNode) bool { return n.Ref == in.Expand })
	if refForm.MatchString(in.Expand) && (o.Truncated || !known) {
		seek.From = in.Expand
	}
	return seek
}

// sought merges the found part and its texts into an observation. It returns o if
// nothing was found or a dialog is open.
func (a *Agent) sought(ctx context.Context, o *types.Observation, seek wire.Seek) (*types.Observation, *types.Outline, error) {
	t := a.tab
	if seek == (wire.Seek{}) || t.input.Dialog() != nil {
		return o, nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	reply, err := t.ask(ctx, wire.Envelope{Kind: wire.KindObserve, Observe: &wire.Observe{TabID: t.id, Seek: &seek}})
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, nil, frozen()
	case err != nil:
		return nil, nil, fault(a.missed(ctx, t, err), types.CodePageGone, types.CodeInternal)
	case reply.Page == nil:
		return o, nil, nil
	}
	a.withoutBarred(reply.Page)
	part := reply.Page.Observation
	a.cfg.Memory.Observe(&part)
	return joined(&part, o, seek), reply.Page.Outline, nil
}

// joined extends a part by the rest of an earlier observation, unless the part is
// complete.
func joined(part, o *types.Observation, seek wire.Seek) *types.Observation {
	if !part.Truncated || seek.From != "" {
		return part
	}
	listed := map[string]bool{}
	for i := range part.A11y.Nodes {
		listed[part.A11y.Nodes[i].Ref] = true
	}
	for _, n := range o.A11y.Nodes {
		if !listed[n.Ref] {
			part.A11y.Nodes = append(part.A11y.Nodes, n)
		}
	}
	return part
}

// comparable reports whether the last description was of this page with the same
// documents: in other documents the refs mean other elements.
func (a *Agent) comparable(o *types.Observation) bool {
	if a.described == nil || page(a.described.State.CurrentURL) != page(o.State.CurrentURL) {
		return false
	}
	for frame, was := range a.describedIn {
		if is, there := a.tab.documents[frame]; there && is != was {
			return false
		}
	}
	return true
}

// page returns a URL without its fragment.
func page(url string) string {
	before, _, _ := strings.Cut(url, "#")
	return before
}

func expand(nodes []types.A11yNode, what string) ([]types.A11yNode, error) {
	if i := slices.IndexFunc(nodes, func(n types.A11yNode) bool { return n.Ref == what }); i >= 0 {
		return nodes[i:], nil
	}
	region := strings.ToLower(what)
	var inside []types.A11yNode
	for _, n := range nodes {
		if slices.ContainsFunc(n.Path, func(p string) bool { return strings.Contains(strings.ToLower(p), region) }) {
			inside = append(inside, n)
		}
	}
	if len(inside) == 0 {
		return nil, types.Fault(types.CodeNotFound, fmt.Sprintf("there is no region or ref %.80q on this screen", what),
			"give a ref such as e12, or a part of a region's role or name as mm_describe_screen lists them")
	}
	return inside, nil
}

// withWords returns the elements with all words of find, preferably as complete words:
// "Item 7" should not find "Item 17".
func withWords(nodes []types.A11yNode, find string) []types.A11yNode {
	words := strings.Fields(strings.ToLower(find))
	if len(words) == 0 {
		return nodes
	}
	var found, whole []types.A11yNode
	for _, n := range nodes {
		about := strings.ToLower(n.Role + " " + n.Name + " " + n.TestID + " " + strings.Join(n.Path, " "))
		if hasWords(about, words) {
			found = append(found, n)
			if hasWholeWords(about, words) {
				whole = append(whole, n)
			}
		}
	}
	if len(whole) > 0 {
		return whole
	}
	return found
}

func hasWholeWords(about string, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !text.HoldsWords(about, w) && strings.ContainsFunc(w, text.Alnum) })
}

func hasWords(text string, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// testIDsOf returns the test ids of the listed elements and, for a part, matching test
// ids of elements without a role.
func testIDsOf(o *types.Observation, nodes []types.A11yNode, find string) []types.TestID {
	if len(nodes) == len(o.A11y.Nodes) {
		return types.OrEmpty(o.TestIDs)
	}
	words := strings.Fields(strings.ToLower(find))
	listed := map[string]bool{}
	for i := range nodes {
		listed[nodes[i].TestID] = nodes[i].TestID != ""
	}
	ids := []types.TestID{}
	for _, id := range o.TestIDs {
		loose := len(words) > 0 && id.Role == "" && hasWords(strings.ToLower(id.TestID), words)
		if listed[id.TestID] || loose {
			ids = append(ids, id)
		}
	}
	return ids
}
