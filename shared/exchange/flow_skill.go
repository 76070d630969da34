package exchange

import (
	"fmt"
	"strings"

	"cairn/shared/types"
)

// skillOfFlow writes a skill for a flow's task, with the values that an agent needs for
// it.
func skillOfFlow(f *types.Flow, name string) string {
	session, steps := asSession(f, inBraces, asIs)
	var b strings.Builder
	b.WriteString(skillHead(name, fmt.Sprintf("How to do this in the browser: %s. On %s.", plain(session.Goal), plain(f.Site)), session.Goal))
	if len(f.Params) > 0 {
		b.WriteString("## Values\n\nAsk for what you do not know; never guess.\n\n")
		for _, p := range f.Params {
			fmt.Fprintf(&b, "- %s: %s\n", code(inBraces(p.Name)), paramWords(p))
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "## Steps\n\nStart at %s.\n\n", code(session.Launch.URL))
	for i, step := range steps {
		line := inWords(step)
		if f.Steps[i].Optional {
			line = strings.TrimSuffix(line, ".") + ", if it is there."
		}
		if risk := plain(f.Steps[i].Risk); risk != "" {
			line += " This " + risk + ": ask before you do it."
		}
		fmt.Fprintf(&b, "%d. %s\n", i+1, line)
	}
	b.WriteString(doneWhen(steps))
	return b.String()
}

// paramWords describes the purpose of a parameter.
func paramWords(p types.FlowParam) string {
	kind := map[types.FlowParamKind]string{types.FlowText: "a text", types.FlowChoice: "what to choose", types.FlowSecret: "a secret; never write it down", types.FlowFile: "the path of a file"}[p.Kind]
	if p.Label != "" {
		kind += ", for " + quoted(p.Label)
	}
	if p.Optional {
		kind += " (may be left out)"
	}
	return kind + "."
}
