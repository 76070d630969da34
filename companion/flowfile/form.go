package flowfile

import (
	"reflect"
	"strings"

	"cairn/shared/types"
)

// field is a field of a type in the form that files use.
type field struct {
	name  string
	index int
	omit  bool // left out if empty
}

// notKept holds the fields that files do not have, with a note for people who write
// one. The id is the file's name, so that the two cannot disagree.
var notKept = map[reflect.Type]map[string]string{
	reflect.TypeFor[types.Flow](): {
		"id":       "the file's name is the flow's id",
		"evidence": "sessions belong to one machine",
		"runs":     "runs are counted on each machine by itself",
		"version":  "git knows the versions",
		"source":   "Cairn knows where it read the flow",
	},
	reflect.TypeFor[types.FlowParam](): {
		"options": "values that somebody chose are not shared",
	},
}

func fieldsOf(t reflect.Type) (list []field) {
	for i := range t.NumField() {
		name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if _, out := notKept[t][name]; !out && name != "-" {
			list = append(list, field{name, i, strings.HasPrefix(options, "omit")})
		}
	}
	return list
}

// Same reports whether two flows have the same file.
func Same(a, b *types.Flow) bool {
	x, err := Encode(a)
	y, err2 := Encode(b)
	return err == nil && err2 == nil && string(x) == string(y)
}
