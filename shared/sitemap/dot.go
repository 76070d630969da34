package sitemap

import (
	"fmt"
	"strings"
	"unicode"

	"cairn/shared/types"
)

// lines are the styles of links in DOT by who did their actions.
var lines = map[string]string{byPerson: "solid", byAgent: "dashed", byBoth: "bold"}

// DOT returns a map in the language of Graphviz. Links that stay on their screen are left
// out.
func DOT(m *types.SiteMap) string {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph cairn {\n  label=%s;\n  rankdir=LR;\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\", fontsize=10];\n", dotText(Summary(m)))
	ids := nodeIDs(m)
	for _, s := range m.Screens {
		style, extra := "rounded", ""
		if !s.InFlow && !s.Elsewhere && len(m.Flows) > 0 {
			style += ",dashed"
		}
		if s.Failed > 0 {
			extra = fmt.Sprintf(", color=%q", failing)
		}
		if s.ID == m.Here && m.Here != "" {
			extra += ", penwidth=3"
		}
		fmt.Fprintf(&b, "  %s [label=%s, style=%q%s];\n", ids[s.ID], dotText(s.Name+"\n"+screenNote(s)), style, extra)
	}
	for _, l := range m.Links {
		if l.From != l.To {
			fmt.Fprintf(&b, "  %s -> %s [label=%s, style=%s, color=%q, penwidth=%d.%d];\n", ids[l.From], ids[l.To], dotText(linkLabel(l)), lines[who(l.MapTally)], colour(l), width(l)/10, width(l)%10)
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// dotText quotes a text. A backslash would begin an escape, an ampersand an entity.
func dotText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '&':
			b.WriteString("&amp;")
		case r == '\n':
			b.WriteString(`\n`)
		case !unicode.IsControl(r):
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
