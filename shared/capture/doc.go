// Package capture turns what a page or an agent reports into what is
// remembered. Everything passes through here once, before it is stored:
//
//	raw step ──▶ Step ──▶ tool name, target, screens, labels, redaction, caps
//	raw look ──▶ Observation ──▶ screen, redaction, caps
//
// The usual path is [Step] and [Observation]. Both are fixed points: what was
// captured once is not changed by capturing it again, so that the extension
// and the companion may each insist. [Rules] name screens, [Labels] name kinds
// of steps (spec 000 section 4.2), [Snippet] and [Notes] put a step into one
// line (spec 001 section 4.3.4), and [SessionID] says what an id may look like.
//
// Nothing here keeps state or knows a clock.
package capture
