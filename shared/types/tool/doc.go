// Package tool has the inputs and results of the tools that agents call (specs 000
// section 5.6 and 002 section 5.3): of sessions, screens and tabs (session.go), of
// actions (act.go) and of flows (flow.go).
//
// companion/mcptools decodes them from an agent, companion/pilot and
// companion/runner carry them out. Inputs arrive checked against their schema; the rule
// that a schema cannot express (exactly one way to name a target) is checked by the pilot.
package tool
