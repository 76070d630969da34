// Package flowfile keeps flows as text: one YAML file per flow, which people
// review and git merges. It is the only package that imports a YAML library.
//
//	found, err := flowfile.Read(dir)        // .cairn/flows/*.yaml, from dir up to the repository's root
//	wrote, err := flowfile.Write(dir, flows) // dir/flows/<id>.yaml, changed files alone
//	text, err := flowfile.Encode(flow)
//	flow, err := flowfile.Decode(name, text)
//
// The file's name is the flow's id, and its fields are those of [types.Flow] in
// their order, one on a line. Not in it is what is of one machine (sessions, runs,
// values that somebody chose, how often it changed), so that two people who know the
// same flow write the same file. A file may come from anybody: reading is strict, and
// every error says the file, the line, and the next step.
package flowfile

// Bounds of a file.
const (
	maxFile  = 1 << 20 // bytes; a flow of 200 steps with all its proofs takes a tenth
	maxList  = 200     // entries of one list: flow.Check allows no more steps, and fewer of all else
	maxText  = 4096    // bytes of one text, as redact.MaxText has it
	maxDepth = 12      // what contains what: a step's drop target's texts are 7 deep
	maxFiles = 500     // flows of one directory
)

// head is the comment that each written file begins with.
const head = `# A flow of Cairn: cairn flow show and cairn flow run take this file's name without .yaml.
# Values that a run needs stand in braces, as {name}; {{ and }} are braces.
`
