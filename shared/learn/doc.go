// Package learn is what Cairn knows of how things are done, and what it learnt
// when that was wrong (spec 003): KB items, the learnings attached to them, and
// trust.
//
// The usual path: [New] makes a [Base]; [Base.Load] reads a catalog in the
// spec's format and [Base.Catalog] writes it; [Base.Observe] takes every
// recorded step, opens a learning where a step that was derived from an item
// fails, fills in what worked next, and moves trust; [Base.Search] ranks items
// by relevance times trust, and [Format] puts them before a planner. [Distill]
// turns a session that reached its goal into a draft item.
//
// Learnings hold where they were made: an item's advice for one origin is never
// shown for another.
package learn
