package gateway

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/redact"
	"cairn/shared/text"
)

// Bounds of the search for a label.
const (
	maxLabelled = 3  // containers of a field that its label may stand before
	maxLabel    = 60 // bytes of a label
	maxLabelIn  = 12 // elements of a label
)

// labels returns the texts right before the fields that have no name, by the fields' places. Many
// pages do not connect the two, and a field without a name is only known by its number. A text that
// is the name of another field of its role is left out. Numbers that count are: 4 sites are 5 in the next run.
func (p *page) labels() map[int]string {
	of, uses := map[int]string{}, map[named]int{}
	for i := range p.tree {
		e := &p.tree[i]
		if !slices.Contains(fields, e.role) {
			continue
		}
		name := nameOf(e.name)
		if name == "" {
			if name = uncounted(p.textBefore(i)); name != "" {
				of[i] = name
			}
		}
		uses[named{e.role, name}]++
	}
	for i, name := range of {
		if uses[named{p.tree[i].role, name}] > 1 {
			delete(of, i)
		}
	}
	return of
}

// counts matches a number before the things that it counts, or before the last of them.
var counts = regexp.MustCompile(`(^|\s)\d+([.,]\d+)*(\s+\pL|\s*[-–/])`)

var number = regexp.MustCompile(`\d+([.,]\d+)*`)

// uncounted returns a label without the numbers of one that counts, "" for one that has nothing else.
func uncounted(label string) string {
	if !counts.MatchString(label) {
		return label
	}
	label = strings.Join(strings.Fields(number.ReplaceAllString(label, " ")), " ")
	if !strings.ContainsFunc(label, unicode.IsLetter) {
		return ""
	}
	return label
}

// textBefore returns the text right before an element, or before a container that begins with it. An icon or a
// mark between them is none.
func (p *page) textBefore(i int) string {
	for range maxLabelled {
		for at := p.before(i); at >= 0; at = p.before(at) {
			end := at + 1
			for range p.within(at) {
				end++
			}
			if end-at > maxLabelIn || slices.ContainsFunc(p.tree[at:end], func(e element) bool { return slices.Contains(listed, e.role) || slices.Contains(rowLike, e.role) }) {
				return ""
			}
			if !strings.ContainsFunc(p.said(at), text.Alnum) {
				continue
			}
			if said := nameOf(strings.TrimRight(strings.TrimSpace(p.said(at)), ":* ")); len(said) <= maxLabel {
				return said
			}
			return ""
		}
		if i = p.parents[i]; i < 0 || p.tree[i].role != "generic" {
			return ""
		}
	}
	return ""
}

// before returns the element before one in the same parent, -1 for none.
func (p *page) before(i int) int {
	at := i - 1
	for at > p.parents[i] && p.parents[at] != p.parents[i] {
		at = p.parents[at]
	}
	if at <= p.parents[i] {
		return -1
	}
	return at
}

// asksSecret reports whether a field's name says that its content is secret: its own, or where it has none, the text
// before it or the only other cell of its row, which equal fields may share.
func (p *page) asksSecret(i int) bool {
	if name := nameOf(p.tree[i].name); name != "" {
		return redact.Sensitive(name)
	}
	said := []string{p.textBefore(i)}
	if row := p.rowOf(i); row >= 0 && row != i {
		if cells := p.cells(row); len(cells) == 1 {
			said = append(said, cells[0])
		}
	}
	return redact.Sensitive(said...)
}
