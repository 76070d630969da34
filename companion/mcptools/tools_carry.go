package mcptools

import (
	"cairn/shared/text"
	"cairn/shared/types"
)

// carryTools drag elements and upload files.
var carryTools = []*definition{
	{
		name: "mm_drag", step: true,
		description: "Drag an element, from a point (at), onto another or by an offset. Target as for mm_click.",
		destructive: true, openWorld: true,
		run: acting("dragged", Agent.Drag),
	},
	{
		name: "mm_upload", step: true,
		description: "Give files to a file input, or to what opens its chooser.",
		destructive: true, openWorld: true,
		run: acting("gave files to", Agent.Upload),
	},
}

// maxEvidence bounds the line about failed requests and console errors, in characters.
const maxEvidence = 400

// cleanDrop returns a displayable end of a suggested drag.
func cleanDrop(to *types.DropPlace) *types.DropPlace {
	if to == nil {
		return nil
	}
	safe := *to
	safe.TestID, safe.Selector, safe.Role, safe.Name = text.Clip(to.TestID, 300), text.Clip(to.Selector, 300), text.Clip(to.Role, 40), text.Clip(to.Name, 200)
	return &safe
}
