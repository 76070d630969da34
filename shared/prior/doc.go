// Package prior answers "what worked last time on a screen like this one?"
// (spec 002): given the page now and the asking session, it names the earlier
// sessions and steps that are like it, what to do next and what to avoid.
package prior
