package mcptools

import (
	"fmt"
	"slices"
	"strings"
)

// patternOf returns the common pattern of rows; nil if most rows do not share one.
func patternOf(rows []screenLine) *pattern {
	const least = 3
	count := map[string]int{}
	best := ""
	for i := range rows {
		key := strings.Join(rows[i].roles(), roleEnd)
		if count[key]++; key != "" && (best == "" || count[key] > count[best]) {
			best = key
		}
	}
	if best == "" || count[best] < least || 2*count[best] <= len(rows) {
		return nil
	}
	p := &pattern{roles: strings.Split(best, roleEnd)}
	fitting := slices.DeleteFunc(slices.Clone(rows), func(l screenLine) bool { return !p.matches(&l) })
	p.names, p.ids, p.ends, p.states = make([]string, len(p.roles)), make([]string, len(p.roles)), make([][2]string, len(p.roles)), make([]string, len(p.roles))
	for at := range p.roles {
		names := make([]string, len(fitting))
		for i := range fitting {
			names[i] = fitting[i].names()[at]
		}
		if !slices.ContainsFunc(names, func(n string) bool { return n != names[0] }) {
			p.names[at] = names[0]
		} else {
			p.ends[at] = sameEnds(fitting, names)
		}
		if p.names[at] == "" && !p.derived(at) {
			p.ids[at] = sameID(fitting, at)
		}
		p.states[at] = sameStates(fitting, at)
	}
	return p
}

// sameStates returns the states that all rows share at a place; empty for none.
func sameStates(rows []screenLine, at int) string {
	said := strings.Join(states(rows[0].elements()[at]), " ")
	if slices.ContainsFunc(rows, func(l screenLine) bool { return strings.Join(states(l.elements()[at]), " ") != said }) {
		return ""
	}
	return said
}

// sameID returns the test id that all rows share at a place; empty for none.
func sameID(rows []screenLine, at int) string {
	id := ""
	for i := range rows {
		own := rows[i].elements()[at].TestID
		if i > 0 && own != id {
			return ""
		}
		id = own
	}
	return id
}

// sameEnds returns the common first and last words of the names if the rest is the
// complete text of another part of the row; empty otherwise.
func sameEnds(rows []screenLine, names []string) (ends [2]string) {
	for _, p := range rows[0].parts {
		before, after, held := strings.Cut(names[0], p.name())
		if !held || p.name() == "" || before+after == "" || len(before+after) < len(ends[0]+ends[1]) {
			continue
		}
		all := true
		for i, name := range names {
			all = all && isBetween(&rows[i], name, before, after)
		}
		if all {
			ends = [2]string{before, after}
		}
	}
	return ends
}

// isBetween reports whether a name is the text of another part of the row between
// these words.
func isBetween(row *screenLine, name, before, after string) bool {
	if len(name) <= len(before)+len(after) || !strings.HasPrefix(name, before) || !strings.HasSuffix(name, after) {
		return false
	}
	middle := name[len(before) : len(name)-len(after)]
	return slices.ContainsFunc(row.parts, func(p part) bool { return p.name() == middle })
}

// matches reports whether a row has the pattern's elements.
func (p *pattern) matches(l *screenLine) bool {
	if p.bare {
		return slices.Equal(p.roles, l.bareRoles())
	}
	return slices.Equal(p.roles, l.roles())
}

// roleEnd terminates a role in a key.
const roleEnd = "\x00"

func (p *pattern) text(rows []screenLine) string {
	var each []string
	for i, role := range p.roles {
		role = strings.TrimSuffix(role, " "+onHover)
		switch {
		case p.names[i] != "":
			role += " " + quoted(p.names[i], maxName)
		case p.derived(i):
			role += " " + quoted(p.ends[i][0]+"…"+p.ends[i][1], maxName)
		case p.ids[i] != "":
			role += " [" + quoteUnlessID(p.ids[i], maxTestID) + "]"
		}
		each = append(each, strings.TrimSpace(role+" "+p.states[i]))
	}
	all := fmt.Sprintf("each of %d rows", len(rows))
	if slices.ContainsFunc(rows, func(l screenLine) bool { return !p.matches(&l) }) {
		all = fmt.Sprintf("most of %d rows", len(rows))
	}
	return all + ": " + strings.Join(counted(each), ", ")
}

// counted joins equal elements that follow each other: "button ×7".
func counted(each []string) (out []string) {
	for i := 0; i < len(each); {
		end := i + 1
		for end < len(each) && each[end] == each[i] {
			end++
		}
		if end-i < leastRun {
			out = append(out, each[i:end]...)
		} else {
			out = append(out, fmt.Sprintf("%s ×%d", each[i], end-i))
		}
		i = end
	}
	return out
}
