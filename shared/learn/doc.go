// Package learn implements the knowledge base (spec 003): KB items, which describe
// how things are done, the learnings from failures attached to them, and trust.
//
// The usual path: [New] makes a [Base]; [Base.Edit] applies edits of people and
// catalogs ([ParseCatalog] reads one in the spec's format), [Base.PutSession] and
// [Base.Learn] add sessions and steps, in any order; [Base.Search] ranks items by
// relevance times trust, [Format] formats them for a planner, [Base.Catalog] exports
// them and [Base.Report] measures whether they help.
//
// Everything but the edits is derived from the steps, in the order of time (fold.go):
// a step that failed opens a learning on the item that it was derived from (its
// kb_source, else a guess that says so), what worked next completes it, a
// person's hand in an agent's session corrects it, trust moves, and a session
// that reached its goal yields a recipe.
//
// A learning applies to the origin of its failure: it is never shown for another one.
// Learnings contain names of elements and screens, never typed text.
package learn
