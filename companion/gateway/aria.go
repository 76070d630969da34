package gateway

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// ariaKey matches a line of an ARIA snapshot: role, name and attributes.
var ariaKey = regexp.MustCompile(`^([a-zA-Z]+)(?: ("(?:[^"\\]|\\.)*"|/.*/))?((?: \[[^\[\]]*\])*)$`)

// readAria parses the YAML of an ARIA snapshot.
func readAria(yaml string) (tree []element, err error) {
	if len(yaml) > maxShot {
		return nil, errLong
	}
	refs := map[string]bool{}
	for _, line := range strings.Split(strings.TrimRight(yaml, "\n"), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		inner := strings.TrimLeft(line, " ")
		rest, ok := strings.CutPrefix(inner, "- ")
		if !ok {
			return nil, fmt.Errorf("%w: %.60q", errReads, shapeOf(line))
		}
		key, value, err := yamlPair(rest)
		if err != nil {
			return nil, err
		}
		e := element{depth: (len(line) - len(inner)) / 2, value: value, flags: map[string]string{}}
		if strings.HasPrefix(key, "/") {
			e.role = key
		} else if m := ariaKey.FindStringSubmatch(key); m == nil {
			return nil, fmt.Errorf("%w: %.60q", errReads, shapeOf(line))
		} else {
			e.role = m[1]
			if strings.HasPrefix(m[2], `"`) {
				if json.Unmarshal([]byte(m[2]), &e.name) != nil {
					return nil, fmt.Errorf("%w: %.60q", errReads, shapeOf(line))
				}
			}
			for _, flag := range strings.Split(strings.Trim(m[3], " []"), "] [") {
				name, is, has := strings.Cut(flag, "=")
				if !has {
					is = "true"
				}
				e.flags[name] = is
			}
			e.ref = e.flags["ref"]
		}
		if e.ref != "" && refs[e.ref] {
			return nil, fmt.Errorf("%w: two elements %.20q", errReads, e.ref)
		}
		refs[e.ref] = true
		if tree, err = grown(tree, e); err != nil {
			return nil, err
		}
	}
	return withValues(withNames(tree)), nil
}

// withNames moves the name of a field to the element around it that takes its clicks: libraries
// draw a list of their own, and the field in it, which has no ref, keeps role, name and value.
func withNames(tree []element) []element {
	parents := parentsOf(tree)
	for i := range tree {
		in := &tree[i]
		if in.ref != "" || in.name == "" || !slices.Contains(fields, in.role) {
			continue
		}
		at := parents[i]
		for at >= 0 && !slices.Contains(acted, tree[at].role) && (tree[at].ref == "" || tree[at].flags["cursor"] == "") {
			at = parents[at]
		}
		if at < 0 || tree[at].ref == "" || tree[at].name != "" || tree[at].role != in.role && !drawn(tree, at, i) {
			continue
		}
		tree[at].role, tree[at].name, tree[at].value = in.role, in.name, tree[at].value+in.value
		in.role, in.name, in.value = "generic", "", ""
	}
	return tree
}

// drawn reports whether an element is no control of its own and a field is the only one with a name in it.
func drawn(tree []element, at, field int) bool {
	for k := at + 1; k < len(tree) && tree[k].depth > tree[at].depth; k++ {
		if k != field && tree[k].name != "" && tree[k].role != "option" && slices.Contains(acted, tree[k].role) {
			return false
		}
	}
	return tree[at].role == "generic"
}

// withValues moves the contents of fields from the elements below them to the fields: a field
// with a placeholder and an editor have them there, where they would count as texts of the page.
func withValues(tree []element) []element {
	out, field := tree[:0], -1
	for _, e := range tree {
		if field >= 0 && e.depth <= out[field].depth {
			field = -1
		}
		if field >= 0 && (e.role == "text" || out[field].role != "combobox" && !strings.HasPrefix(e.role, "/") && !slices.Contains(acted, e.role)) {
			if out[field].value == "" { // only whether it is filled is asked
				out[field].value = e.name + e.value
			}
			continue
		}
		if slices.Contains(fields, e.role) {
			field = len(out)
		}
		out = append(out, e)
	}
	return out
}

// yamlPair splits an entry into its key and its value, "" for none.
func yamlPair(entry string) (key, value string, err error) {
	switch {
	case strings.HasPrefix(entry, "'"):
		end := 1
		for ; end < len(entry); end++ {
			if entry[end] != '\'' {
				continue
			}
			if end+1 < len(entry) && entry[end+1] == '\'' {
				end++
				continue
			}
			break
		}
		if end >= len(entry) {
			return "", "", fmt.Errorf("%w: %.60q", errReads, shapeOf(entry))
		}
		key, value = strings.ReplaceAll(entry[1:end], "''", "'"), entry[end+1:]
	case strings.HasPrefix(entry, `"`):
		end := skipText([]byte(entry), 0)
		if end < 0 || json.Unmarshal([]byte(entry[:end]), &key) != nil {
			return "", "", fmt.Errorf("%w: %.60q", errReads, shapeOf(entry))
		}
		value = entry[end:]
	default:
		at, line := 0, []byte(entry) // converted once: a hostile entry has a hundred thousand quotes
		for at < len(entry) && (entry[at] != ':' || at+1 < len(entry) && entry[at+1] != ' ') {
			if entry[at] == '"' {
				if at = skipText(line, at); at < 0 {
					return "", "", fmt.Errorf("%w: %.60q", errReads, shapeOf(entry))
				}
				continue
			}
			at++
		}
		key, value = entry[:at], entry[at:]
	}
	value = strings.TrimSpace(strings.TrimPrefix(value, ":"))
	switch {
	case strings.HasPrefix(value, `"`):
		var decoded string
		if json.Unmarshal([]byte(value), &decoded) == nil {
			value = decoded
		}
	case len(value) > 1 && strings.HasPrefix(value, "'") && strings.HasSuffix(value, "'"):
		value = strings.ReplaceAll(value[1:len(value)-1], "''", "'")
	}
	return strings.TrimSpace(key), value, nil
}

// skipText returns the end of the quoted text at an offset, -1 if it has none.
func skipText(line []byte, at int) int {
	for at++; ; {
		next := bytes.IndexByte(line[at:], '"')
		if next < 0 {
			return -1
		}
		at += next
		escapes := 0
		for line[at-1-escapes] == '\\' {
			escapes++
		}
		at++
		if escapes%2 == 0 {
			return at
		}
	}
}
