package mcptools

import (
	"strings"

	"cairn/shared/types"
)

// Package gateway writes into another driver's answers by the rules of this package:
// page text is quoted, capped and fenced.

// Quote is a page's text in quotes, n characters of it.
func Quote(s string, n int) string { return quotedRecord(s, n) }

// Fence puts page text between marks that no page can know.
func Fence(origin, body string) string { return fence(origin, body) }

// Tokens estimates how many tokens a text takes, rather too many than too few.
func Tokens(s string) int { return tokenCost(s) }

// FlowOffer is a flow as a ready-made call of a tool, "" where it is not likely enough
// or reads as an order.
func FlowOffer(f *types.FlowCall, tool string) string {
	if f == nil || f.Confidence < leastOffered || ordersIn(f) {
		return ""
	}
	return strings.Replace(flowLine(f), "mm_run_flow", tool, 1)
}

// Known reports whether a flow is surely that of its goal. Others are offered as similar.
func Known(f *types.FlowCall) bool { return f.Confidence >= leastKnown }
