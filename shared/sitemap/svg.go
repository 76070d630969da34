package sitemap

import (
	"fmt"
	"strings"
	"unicode"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// Sizes of a drawing, in pixels.
const (
	boxWide, boxHigh = 180, 92
	gapWide, gapHigh = 110, 28
	margin           = 24
	heading          = 34 // above the drawing
	legend           = 30 // below it
	boxName          = 24 // characters of a name that fit into its box
	linkName         = 13 // and onto a link
)

// svgStyle holds the colours of both themes.
const svgStyle = `svg{color-scheme:light dark;background:#fbfaf8;font:12px system-ui,sans-serif}text{fill:#25282c;unicode-bidi:plaintext}.soft{fill:#5f666e;font-size:11px}.label{font-size:11px;paint-order:stroke;stroke:#fbfaf8;stroke-width:4px}.broken{fill:` + failing + `}` +
	`.box{fill:#fff;stroke:#c9c3ba}.part{fill:#dedad3}.act{fill:#9dbba6}.un{stroke-dasharray:4 3}.bad{stroke:` + failing + `;stroke-width:2}.here{stroke:#466a50;stroke-width:4}` +
	`@media(prefers-color-scheme:dark){svg{background:#1b1e21}text{fill:#e9e7e3}.broken{fill:#f08a7e}.label{stroke:#1b1e21}.soft{fill:#a6adb4}.box{fill:#24282c;stroke:#4b535b}.part{fill:#41484f}.act{fill:#5b7d66}.here{stroke:#8fb898}}`

// SVG returns a map as a drawing that needs no other file. Hovering shows whole names.
func SVG(m *types.SiteMap) string {
	places, columns := layout(m)
	rows := make([]int, columns)
	for _, p := range places {
		rows[p.column] = max(rows[p.column], p.row+1)
	}
	most := 0
	for _, n := range rows {
		most = max(most, n)
	}
	wide := max(2*margin+columns*(boxWide+gapWide)-gapWide, 640)
	high := heading + 2*margin + most*(boxHigh+gapHigh) + legend
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img"><title>%s</title><style>%s</style>`, wide, high, wide, high, escaped("Map of "+Summary(m)), svgStyle)
	b.WriteString("\n<defs>")
	for _, c := range []string{colours[byPerson], colours[byAgent], colours[byBoth], failing} {
		fmt.Fprintf(&b, `<marker id="m%s" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z" fill="%s"/></marker>`, c[1:], c)
	}
	fmt.Fprintf(&b, "</defs>\n<text x=\"%d\" y=\"%d\" font-weight=\"600\">%s</text>\n", margin, margin, escaped(Summary(m)))
	at := map[string][2]int{}
	for i, s := range m.Screens {
		p := places[i]
		at[s.ID] = [2]int{margin + p.column*(boxWide+gapWide), heading + margin + p.row*(boxHigh+gapHigh) + (most-rows[p.column])*(boxHigh+gapHigh)/2}
	}
	for _, l := range m.Links {
		if l.From != l.To {
			drawLink(&b, l, at[l.From], at[l.To])
		}
	}
	for _, s := range m.Screens {
		drawScreen(&b, s, at[s.ID], s.ID == m.Here && m.Here != "", len(m.Flows) > 0)
	}
	fmt.Fprintf(&b, "<text class=\"soft\" x=\"%d\" y=\"%d\">Width: how often it worked. Green: a person. Violet, dashed: an agent. Grey: both. Red with %s: failures. Dashed box: no flow reaches it.</text>\n</svg>\n", margin, high-margin/2, failingSign)
	return b.String()
}

func drawLink(b *strings.Builder, l types.MapLink, from, to [2]int) {
	x1, y1, x2, y2 := from[0]+boxWide, from[1]+boxHigh/2-8, to[0], to[1]+boxHigh/2-8
	bend := gapWide / 2
	if x2 < x1 { // back, or within a column
		x1, y1, x2, y2, bend = from[0]+boxWide/2, from[1]+boxHigh, to[0]+boxWide/2, to[1]+boxHigh, 0
	}
	path := fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x1, y1, x1+bend, y1, x2-bend, y2, x2, y2)
	if bend == 0 {
		path = fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x1, y1, x1, y1+gapHigh*2, x2, y2+gapHigh*2, x2, y2)
	}
	dash := ""
	if who(l.MapTally) == byAgent {
		dash = ` stroke-dasharray="6 4"`
	}
	c := colour(l)
	fmt.Fprintf(b, `<g><title>%s</title><path d="%s" fill="none" stroke="%s" stroke-width="%d.%d"%s marker-end="url(#m%s)"/>`, escaped(linkTitle(l)), path, c, width(l)/10, width(l)%10, dash, c[1:])
	label, class := clipped(Label(l.Actions[0]), linkName), "label"
	if fails(l) {
		label, class = failingSign+" "+label, "label broken"
	}
	fmt.Fprintf(b, `<text class="%s" x="%d" y="%d" text-anchor="middle">%s</text></g>%s`, class, (x1+x2)/2, (y1+y2)/2+4, escaped(label), "\n")
}

func linkTitle(l types.MapLink) string {
	var all []string
	for _, a := range l.Actions {
		all = append(all, fmt.Sprintf("%s: %d of %d worked", Label(a), a.OK, a.OK+a.Failed))
	}
	if l.Left > 0 {
		all = append(all, fmt.Sprintf("and %d more", l.Left))
	}
	return strings.Join(all, "; ")
}

func drawScreen(b *strings.Builder, s types.MapScreen, at [2]int, here, flows bool) {
	class := "box"
	if !s.InFlow && !s.Elsewhere && flows {
		class += " un"
	}
	if s.Failed > 0 {
		class += " bad"
	}
	if here {
		class += " here"
	}
	fmt.Fprintf(b, `<g transform="translate(%d %d)"><title>%s</title><rect class="%s" width="%d" height="%d" rx="8"/><text x="10" y="20" font-weight="600">%s</text><text class="soft" x="10" y="36">%s</text>`,
		at[0], at[1], escaped(s.Name), class, boxWide, boxHigh, escaped(clipped(s.Name, boxName)), escaped(screenNote(s)))
	drawSketch(b, s.Sketch)
	b.WriteString("</g>\n")
}

// drawSketch draws controls from left to right, line by line, as far as there is room.
func drawSketch(b *strings.Builder, controls []types.MapControl) {
	const left, top, right, bottom, line = 10, 44, boxWide - 10, boxHigh - 8, 9
	sizes := map[types.MapKind]int{types.MapHeading: 60, types.MapField: 70, types.MapChoice: 50, types.MapToggle: 8, types.MapButton: 30, types.MapTab: 24, types.MapLinkTo: 22, types.MapRow: right - left, types.MapImage: 14}
	x, y := left, top
	for _, c := range controls {
		for range min(c.Count, 12) {
			size := sizes[c.Kind]
			if x+size > right {
				x, y = left, y+line
			}
			if y+6 > bottom {
				return
			}
			class := "part"
			if c.Kind == types.MapButton || c.Kind == types.MapField || c.Kind == types.MapChoice {
				class = "act"
			}
			fmt.Fprintf(b, `<rect class="%s" x="%d" y="%d" width="%d" height="5" rx="2"/>`, class, x, y, size)
			x += size + 4
		}
	}
}

func clipped(name string, most int) string {
	if short := capture.Clean(name, most); short != name {
		return capture.Clean(name, most-1) + "…"
	}
	return name
}

// escaped writes a text for XML, which has no way to write control characters.
func escaped(s string) string {
	return entities.Replace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\ufffe' || r == '\uffff' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "")))
}

var entities = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")
