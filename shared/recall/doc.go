// Package recall is site memory (spec 004): one card per site that writes
// itself from recorded steps, and recall_site_memory, which reads it.
//
// The usual path: [New] makes a [Book]; [Book.Learn] takes every recorded step
// in time order, also at start; [Book.Put] takes the cards that people wrote;
// [Book.Recall] answers.
package recall
