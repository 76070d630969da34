package e2e

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// localData is an application's that lies in the browser, and begins with the same items: JSON by
// their keys, lists or objects of lists. A drift changes the list that it is about.
type localData struct{ items, now map[string]string }

func local(key, items string) *localData {
	d := &localData{items: map[string]string{key: items}}
	d.reset()
	return d
}

func (d *localData) reset()                  { d.now = maps.Clone(d.items) }
func (d *localData) state() string           { return "" }
func (d *localData) seed() map[string]string { return d.now }

func (d *localData) drift(kind, key string) {
	if key == "" || kind == "order" { // whose states hold the order
		return
	}
	for name, items := range d.now {
		var list []map[string]any
		if json.Unmarshal([]byte(items), &list) == nil {
			d.now[name] = encoded(driftItems(list, kind, key))
			continue
		}
		var lists map[string][]map[string]any
		if json.Unmarshal([]byte(items), &lists) == nil {
			for of, list := range lists {
				lists[of] = driftItems(list, kind, key)
			}
			d.now[name] = encoded(lists)
		}
	}
}

// driftItems changes a list that has an item with that value.
func driftItems(list []map[string]any, kind, value string) []map[string]any {
	called := ""
	at := slices.IndexFunc(list, func(item map[string]any) bool {
		for k, v := range item {
			if v == value {
				called = k
			}
		}
		return called != ""
	})
	if at < 0 {
		return list
	}
	twin := func(item map[string]any) map[string]any {
		item = maps.Clone(item)
		item["id"] = extraID
		return item
	}
	other := twin(list[at])
	other[called] = extraRow
	return driftRows(list, kind, at, other, twin)
}

func encoded(v any) string {
	text, _ := json.Marshal(v) // it was decoded from JSON
	return string(text)
}

// extraRow is the text of a row that a drift adds.
const extraRow = "Zest a lemon"

var extraPart = regexp.MustCompile(`(; )?[^;|]*` + extraRow + `[^;|]*[^;| ]`)

// withoutExtra is a state without the row that a drift added.
func withoutExtra(state string) string {
	return strings.TrimPrefix(extraPart.ReplaceAllString(state, ""), "; ")
}
