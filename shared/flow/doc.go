// Package flow builds flows (DESIGN 12): the steps of known tasks, derived from sessions
// that were done.
//
// [Read] extracts the actions of one session. [Join] aligns those of several sessions of one
// task and builds the [types.Flow]. [Apply] applies people's edits to flows, and [Tally]
// counts their runs. [Rank] and [Bind] find the flow for a goal and the values that the goal
// contains. [Check] validates flows from outside. [Fill] and [Words] are for code that runs
// or shows a flow.
//
// The package has no side effects, and both builds of the core return the same bytes.
package flow
