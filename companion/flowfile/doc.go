// Package flowfile stores flows as text: one YAML file per flow, which people review
// and git merges. It is the only package that imports a YAML library.
//
//	found, err := flowfile.Read(dir)        // .cairn/flows/*.yaml, from dir up to the repository's root
//	wrote, err := flowfile.Write(dir, flows) // dir/flows/<id>.yaml, changed files only
//	text, err := flowfile.Encode(flow)
//	flow, err := flowfile.Decode(name, text)
//
// The file's name is the flow's id, and its fields are those of [types.Flow] in their
// order, one on a line. It leaves out the data of one machine (sessions, runs, values
// that a person chose, the number of changes), so that two people with the same flow
// write the same file. A file may come from anyone: reading is strict, and every error
// names the file, the line, and the next step.
package flowfile

// Bounds of a file.
const (
	maxFile  = 1 << 20 // bytes; a flow of 200 steps with all its evidence takes a tenth
	maxList  = 200     // entries of one list: flow.Check allows no more steps, and fewer of all else
	maxText  = 4096    // bytes of one text, like redact.MaxText
	maxDepth = 12      // nesting: a step's drop target's texts are 7 deep
	maxFiles = 500     // flows of one directory
)

// head is the comment at the start of each written file.
const head = `# A flow of Cairn: cairn flow show and cairn flow run take this file's name without .yaml.
# Values that a run needs stand in braces, as {name}; {{ and }} are braces.
`
