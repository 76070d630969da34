// Package recall is site memory (spec 004): one card per site, derived from recorded
// steps, and recall_site_memory, which reads it.
//
// The usual path: [Over] creates a [Book]; [Book.Learn] takes every recorded step in
// chronological order, also at start; [Book.Put] takes the cards that people wrote;
// [Book.Recall] answers.
package recall
