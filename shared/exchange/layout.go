package exchange

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"cairn/shared/types"
)

// layout writes the specs' directory (spec 000 section 4.1). It omits missing
// metadata.
func layout(session *types.Session, steps []*types.Step) ([]File, error) {
	var files []File
	add := func(name string, v any) error {
		text, err := json.MarshalIndent(v, "", "  ")
		if err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		files = append(files, File{session.SessionID + "/" + name, string(text) + "\n"})
		return nil
	}
	if !session.Foreign {
		if err := add("session.json", session); err != nil {
			return nil, err
		}
	}
	used := map[string]bool{}
	for _, step := range steps {
		if err := add("steps/"+stepFile(step, used), step); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// Hidden counts the names that written files contain as hashes, because steps do not
// store them. Readers of the files need this number.
func Hidden(files []File) (names int) {
	for _, f := range files {
		names += strings.Count(f.Text, "[hidden:") + strings.Count(f.Text, `"[hidden]"`)
	}
	return names
}

// HiddenNote states the number of hashed names in files.
func HiddenNote(names int) string {
	return fmt.Sprintf("names of what was only visible on pages are not kept: %d stand in the files as hashes", names)
}

// stepFile returns a name for a step's file that sorts by time and is not yet in
// used, and adds it there. Windows allows no colons.
func stepFile(step *types.Step, used map[string]bool) string {
	base := strings.ReplaceAll(step.Timestamp.String(), ":", "-") + "-" + step.Tool.Name
	name := base
	for i := 2; used[name]; i++ {
		name = base + "-" + strconv.Itoa(i)
	}
	used[name] = true
	return name + ".json"
}
