package sitemap

import (
	"fmt"
	"strings"
	"unicode"

	"cairn/shared/text"
	"cairn/shared/types"
)

// arrows draw links in Mermaid by who did their actions.
var arrows = map[string]string{byPerson: "-->", byAgent: "-.->", byBoth: "==>"}

// Mermaid returns a map as a Mermaid flowchart. Dotted links are an agent's, thick ones a
// person's and an agent's, and red ones with ✕ fail. Links that stay on their screen are
// left out.
func Mermaid(m *types.SiteMap) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%%%% Map of %s\nflowchart LR\n", comment(Summary(m)))
	ids := nodeIDs(m)
	for _, s := range m.Screens {
		fmt.Fprintf(&b, "  %s[\"%s<br>%s\"]\n", ids[s.ID], mermaidText(s.Name), mermaidText(screenNote(s)))
	}
	drawn := 0
	for _, l := range m.Links {
		if l.From == l.To {
			continue
		}
		fmt.Fprintf(&b, "  %s %s|\"%s\"| %s\n", ids[l.From], arrows[who(l.MapTally)], mermaidText(linkLabel(l)), ids[l.To])
		fmt.Fprintf(&b, "  linkStyle %d stroke:%s,stroke-width:%d.%dpx\n", drawn, colour(l), width(l)/10, width(l)%10)
		drawn++
	}
	b.WriteString("  classDef failing stroke:" + failing + ",stroke-width:2px\n  classDef unreached stroke-dasharray:4 3\n  classDef here stroke-width:4px\n")
	for _, s := range m.Screens {
		if s.Failed > 0 {
			fmt.Fprintf(&b, "  class %s failing\n", ids[s.ID])
		}
		if !s.InFlow && !s.Elsewhere && len(m.Flows) > 0 {
			fmt.Fprintf(&b, "  class %s unreached\n", ids[s.ID])
		}
		if s.ID == m.Here && m.Here != "" {
			fmt.Fprintf(&b, "  class %s here\n", ids[s.ID])
		}
	}
	for _, f := range m.Flows {
		fmt.Fprintf(&b, "  %%%% flow %s: %s (%s)\n", comment(f.ID), comment(f.Title), comment(strings.Join(f.Path, " → ")))
	}
	return b.String()
}

// nodeIDs returns a name for each screen that holds no page text.
func nodeIDs(m *types.SiteMap) map[string]string {
	ids := map[string]string{}
	for i, s := range m.Screens {
		ids[s.ID] = fmt.Sprintf("s%d", i)
	}
	return ids
}

// harmless are the signs that mean nothing in a quoted label.
const harmless = " ,.-/()+×›·…✕"

// mermaidText writes a text for a quoted label: every character but letters, digits and harmless ones
// becomes an entity, so that it can be neither syntax, nor markup, nor Markdown.
func mermaidText(s string) string {
	var b strings.Builder
	for _, r := range s {
		if text.InWord(r) || strings.ContainsRune(harmless, r) {
			b.WriteRune(r)
		} else if !unicode.IsControl(r) {
			fmt.Fprintf(&b, "#%d;", r)
		}
	}
	return b.String()
}

// comment writes a text for a comment of one line. It drops braces, which would begin a directive.
func comment(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '{' || r == '}':
			return -1
		case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
			return ' '
		}
		return r
	}, s)
}
