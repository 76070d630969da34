package capture

import "strings"

// ToolPrefix is carried by every tool name that is remembered.
const ToolPrefix = "mm_"

// NormalizeTool gives a tool's name the mm_ prefix, which records of older
// implementations lack. An empty name stays empty.
func NormalizeTool(name string) string {
	name = strings.TrimSpace(name)
	if name == "" || strings.HasPrefix(name, ToolPrefix) {
		return name
	}
	return ToolPrefix + name
}

// bareTool is a tool's name without the prefix, for tables keyed by either.
func bareTool(name string) string {
	return strings.TrimPrefix(strings.TrimSpace(name), ToolPrefix)
}
