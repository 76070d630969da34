// Package learn implements the knowledge base (spec 003): KB items, which describe
// ways to do a task, the learnings from failures attached to them, and trust.
//
// The usual path: [New] creates a [Base]; [Base.Edit] applies edits of people and
// catalogs ([ParseCatalog] reads one in the spec's format), [Base.PutSession] and
// [Base.Learn] add sessions and steps, in any order; [Base.Search] ranks items by
// relevance times trust, [Format] formats them for a planner, [Base.Catalog] exports
// them and [Base.Report] measures whether they help.
//
// Everything except the edits is derived from the steps, in chronological order
// (fold.go): a failed step creates a learning on the item that it was derived from
// (its kb_source, else a guess marked as such), the next success completes it, a
// person's action in an agent's session corrects it, trust changes, and a session
// that reached its goal yields a recipe.
//
// A learning applies to the origin of its failure: it is never shown for another one.
// Learnings contain names of elements and screens, never typed text.
package learn
