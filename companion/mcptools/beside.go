package mcptools

// Package gateway writes into another driver's answers by the rules of this package:
// what a page said is quoted, capped and fenced.

// Quote is a page's text in quotes, n characters of it.
func Quote(s string, n int) string { return quotedRecord(s, n) }

// Fence puts page text between marks that no page can know.
func Fence(origin, body string) string { return fence(origin, body) }

// Tokens estimates how many tokens a text takes, rather too many than too few.
func Tokens(s string) int { return tokenCost(s) }
