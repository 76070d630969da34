package gateway

import "slices"

// choices are the roles of controls that styled pages hide behind their label.
var choices = []string{"radio", "checkbox", "switch", "menuitemradio", "menuitemcheckbox"}

// label returns the ref of the text beside a choice that shows its name, "" for none. A click on
// the text chooses it, also where a drawing covers the choice itself.
func (p *page) label(ref string) string {
	if i, ok := p.at[ref]; ok && slices.Contains(choices, p.tree[i].role) {
		if choice, text := p.labelled(p.parents[i]); choice == i {
			return p.tree[text].ref
		}
	}
	return ""
}

// choice returns the ref of the choice whose label has a ref, the ref itself for any other element.
// A step on the label is one on the choice, which has the state and is one of several.
func (p *page) choice(ref string) string {
	if p == nil {
		return ref
	}
	if i, ok := p.at[ref]; ok {
		if choice, text := p.labelled(p.parents[i]); text == i && p.tree[choice].ref != "" {
			return p.tree[choice].ref
		}
	}
	return ref
}

// labelled returns the only choice of a generic element and the only text beside it that shows its name;
// both are -1 where it has several, or none.
func (p *page) labelled(parent int) (choice, text int) {
	if parent < 0 || p.tree[parent].role != "generic" {
		return -1, -1
	}
	var found, texts []int
	for i := range p.within(parent) {
		switch e := &p.tree[i]; {
		case p.parents[i] != parent:
		case slices.Contains(choices, e.role):
			found = append(found, i)
		case e.role == "generic" && e.ref != "" && p.shown(i) != "":
			texts = append(texts, i)
		}
	}
	if len(found) != 1 {
		return -1, -1
	}
	texts = slices.DeleteFunc(texts, func(i int) bool { return p.shown(i) != p.shown(found[0]) })
	if len(texts) != 1 {
		return -1, -1
	}
	return found[0], texts[0]
}
