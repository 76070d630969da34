// Package capture turns raw reports of pages and agents into the records that are
// stored. Every record passes through it before it is stored:
//
//	raw step ──▶ Step ──▶ tool name, target, screens, labels, redaction, caps
//	raw observation ──▶ Observation ──▶ screen, redaction, caps
//
// The usual path is [Step] and [Observation]. Both are idempotent: capturing a record
// again does not change it, so that the extension and the companion can both apply
// them. [Rules] name screens, [Labels] name kinds of steps (spec 000 section 4.2),
// [Snippet] and [Notes] format a step as one line (spec 001 section 4.3.4), and
// [SessionID] validates ids.
//
// The package has no state and no clock.
package capture
