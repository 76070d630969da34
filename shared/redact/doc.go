// Package redact removes secrets from stored records and from replies that agents
// are shown. The extension runs it in the Worker with the core, before anything is
// stored or leaves the browser, and the companion runs it again.
//
//   - [Text] is for a string that a page shows, [Attr] for one that its author wrote;
//   - [URL] is for an address;
//   - [Names] is for a list of siblings, where a secret stands behind a label;
//   - [Sensitive] reports whether a field's names make its content secret.
//
// All rules are rows of one table with examples that a test runs (rules.go); makers'
// keys and the names of numbers are lists (vendors.go, numbernames.go). A removed text
// is replaced by [Mark]. Redacting twice changes nothing more. Expressions are Go's,
// linear in the input.
//
// Not covered are secrets without a shape or a label, and other personal data.
package redact
