package sitemap

import "cairn/shared/types"

// maxSketch bounds the entries of a sketch: more do not fit into a picture of a screen.
const maxSketch = 32

// kinds maps roles to the kinds of a sketch. Other roles are left out.
var kinds = map[string]types.MapKind{
	"heading": types.MapHeading,
	"textbox": types.MapField, "searchbox": types.MapField, "spinbutton": types.MapField, "slider": types.MapField,
	"combobox": types.MapChoice, "listbox": types.MapChoice,
	"checkbox": types.MapToggle, "radio": types.MapToggle, "switch": types.MapToggle, "menuitemcheckbox": types.MapToggle, "menuitemradio": types.MapToggle,
	"button": types.MapButton, "menuitem": types.MapButton,
	"tab":  types.MapTab,
	"link": types.MapLinkTo,
	"row":  types.MapRow, "listitem": types.MapRow,
	"img": types.MapImage,
}

// sketch lists the controls of a page in reading order, without names, and counts them.
func sketch(page *types.Observation) (out []types.MapControl, controls int) {
	if page == nil {
		return nil, 0
	}
	full := false
	for _, n := range page.A11y.Nodes {
		kind, known := kinds[n.Role]
		if !known || n.Unseen != "" {
			continue
		}
		if kind != types.MapHeading && kind != types.MapRow && kind != types.MapImage {
			controls++
		}
		switch last := len(out) - 1; {
		case full:
		case last >= 0 && out[last].Kind == kind:
			out[last].Count++
		case len(out) == maxSketch:
			full = true
		default:
			out = append(out, types.MapControl{Kind: kind, Count: 1})
		}
	}
	return out, controls
}
