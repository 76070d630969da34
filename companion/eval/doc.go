// Package eval measures the engines that serve pages on recorded material:
// Suggest answers a replay of recorded sessions, action by action; Search
// ranks a set of documents for a set of queries. Both speak lines of JSON, so
// that the scoring can be done by a program of any language.
//
// It never sees how its answers are scored: what it reads is what the engine
// would have known at that moment.
package eval
