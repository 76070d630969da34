// Package learn is what Cairn knows of how things are done, and what it learnt
// when that was wrong (spec 003): KB items, the learnings attached to them, and
// trust.
//
// The usual path: [New] makes a [Base]; [Base.Edit] takes what people and
// catalogs say ([ParseCatalog] reads one in the spec's format), [Base.PutSession]
// and [Base.Learn] every session and step, in any order; [Base.Search] ranks
// items by relevance times trust, [Format] puts them before a planner,
// [Base.Catalog] writes them and [Base.Report] says whether any of it helps.
//
// Everything but the edits is made of the steps, in the order of time (fold.go):
// a step that failed opens a learning on the item that it was derived from (its
// kb_source, else a guess that says so), what worked next completes it, a
// person's hand in an agent's session corrects it, trust moves, and a session
// that reached its goal leaves a recipe.
//
// Learnings hold where they were made: an item's advice for one origin is never
// shown for another. They hold names of elements and screens, never typed text.
package learn
