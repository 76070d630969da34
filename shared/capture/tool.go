package capture

import "strings"

// ToolPrefix is the prefix of every recorded tool name.
const ToolPrefix = "mm_"

// NormalizeTool adds the mm_ prefix to a tool's name, which records of older
// implementations lack. It keeps an empty name empty.
func NormalizeTool(name string) string {
	name = strings.TrimSpace(name)
	if name == "" || strings.HasPrefix(name, ToolPrefix) {
		return name
	}
	return ToolPrefix + name
}

// bareTool returns a tool's name without the prefix, for tables keyed by either.
func bareTool(name string) string {
	return strings.TrimPrefix(strings.TrimSpace(name), ToolPrefix)
}
