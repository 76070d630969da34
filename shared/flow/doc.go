// Package flow makes flows (DESIGN 12): known ways to do a task, distilled from what
// done sessions did.
//
// [Read] takes the actions out of one session; [Join] aligns those of several
// sessions of one task and writes the [types.Flow]. [Distil] does both. [Apply] holds
// them to what people said of flows, and [Tally] counts their runs. [Rank] and [Bind]
// find the flow of a goal and the values that the goal gives. [Check] is the boundary
// for flows of others, [Fill] and [Words] are for those who run or show one.
//
// All of it is pure, and both builds of the core answer the same bytes.
package flow
