package prior

import (
	"cairn/shared/capture"
	"cairn/shared/types"
)

// fingerprint returns a step's target with the names that its own observation adds: a step
// that used only a ref or a test id is found by role and name later (DESIGN 9.5). The ref
// itself is dropped.
func fingerprint(s *types.Step) *types.Target {
	if s.Tool.Target == nil {
		if capture.Key(s) != "" || actionOf(s.Tool.Name) == actionBack {
			return &types.Target{Selector: pageSelector}
		}
		return nil
	}
	t := *s.Tool.Target
	if s.Observation != nil && (t.Name == "" || t.TestID == "" && t.A11yRef != "") {
		fillIn(&t, s.Observation)
	}
	t.A11yRef, t.TestID = "", storedID(s, t.TestID)
	return &t
}

// namelessTarget returns a target that has a role alone, with its key. It is never suggested,
// but its step keeps its place in the order: the action after it must not be given for it.
func namelessTarget(s *types.Step) (*types.Target, string) {
	if s.Tool.Target == nil || s.Tool.Target.Role == "" {
		return nil, ""
	}
	return &types.Target{Role: s.Tool.Target.Role}, string(keyNameless) + s.Tool.Target.Role
}

// pageSelector represents the page as a whole, for shortcuts that belong to no element.
const pageSelector = types.PageSelector

// fillIn adds the names that the observation gives for t's ref or test id.
func fillIn(t *types.Target, obs *types.Observation) {
	for i := range obs.A11y.Nodes {
		n := &obs.A11y.Nodes[i]
		if i >= maxPageNodes {
			return
		}
		byRef := t.A11yRef != "" && n.Ref == t.A11yRef
		byID := t.TestID != "" && n.TestID == t.TestID
		if !byRef && !byID {
			continue
		}
		if t.TestID == "" {
			t.TestID = n.TestID
		}
		if t.Name == "" {
			t.Role, t.Name = n.Role, n.Name
		}
		return
	}
	for i := range obs.TestIDs {
		if id := &obs.TestIDs[i]; t.TestID != "" && id.TestID == t.TestID && t.Name == "" && id.Name != "" {
			t.Role, t.Name = id.Role, id.Name
			return
		}
	}
}

// passive reports whether elements of a role are never acted on.
func passive(role string) bool {
	switch role {
	case "heading", "img", "image", "status", "alert", "paragraph", "text", "list", "listitem", "banner", "main", "navigation", "region", "dialog", "alertdialog":
		return true
	}
	return false
}
