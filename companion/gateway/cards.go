package gateway

import (
	"slices"
	"strings"
)

// maxCard bounds the elements of a card: a larger box is a part of the page.
const maxCard = 80

// cards returns the elements without a role that repeat as rows do: each has a text, and a control
// that another element beside it has as well. Many pages draw their lists so, and a driver reports
// no more of them than of any other box.
func (p *page) cards() map[int]bool {
	boxes := map[int][]int{} // by parent
	for i := range p.tree {
		if p.tree[i].role == "generic" && !p.isControl(i) && p.repeats(i) {
			boxes[p.parents[i]] = append(boxes[p.parents[i]], i)
		}
	}
	cards := map[int]bool{}
	for _, all := range boxes {
		holders := map[named][]int{}
		for _, box := range all {
			for _, key := range p.controlsIn(box) {
				holders[key] = append(holders[key], box)
			}
		}
		for _, alike := range holders {
			for _, box := range alike {
				cards[box] = cards[box] || len(alike) > 1
			}
		}
	}
	if len(p.also) == 0 {
		return cards // no run is under way, which alone looks for single ones
	}
	for i := range p.tree {
		if p.also[named{p.tree[i].role, p.shown(i)}] {
			p.single(i, cards)
		}
	}
	return cards
}

// single adds the card around an element that was in one before, where a search left no other: the
// innermost box with a text.
func (p *page) single(i int, cards map[int]bool) {
	only := -1
	for at := p.parents[i]; at >= 0 && p.tree[at].role == "generic"; at = p.parents[at] {
		if cards[at] {
			return
		}
		if only < 0 && p.controlsIn(at) != nil {
			only = at
		}
	}
	if only >= 0 {
		cards[only] = true
	}
}

// controlsIn returns the different controls in a box that has a text besides their labels, nil for any other.
func (p *page) controlsIn(box int) (keys []named) {
	var texts []string
	control, count := -1, 0
	for at := range p.within(box) {
		if count++; count > maxCard {
			return nil
		}
		e := &p.tree[at]
		switch {
		case control >= 0 && e.depth > p.tree[control].depth: // a part of it
		case p.isControl(at):
			control = at
			if key := (named{e.role, p.shown(at)}); !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		case !strings.HasPrefix(e.role, "/"):
			control, texts = -1, append(texts, p.shown(at))
		}
	}
	labels := func(said string) bool {
		return said == "" || slices.ContainsFunc(keys, func(key named) bool { return key.name == said })
	}
	if !slices.ContainsFunc(texts, func(said string) bool { return !labels(said) }) {
		return nil
	}
	return keys
}

// isControl reports whether an element acts when it is clicked.
func (p *page) isControl(i int) bool {
	e := &p.tree[i]
	return slices.Contains(acted, e.role) || e.flags["cursor"] != ""
}
