// Package redact removes secrets from what is remembered and from what agents
// are shown. The extension runs it in the Worker with the core, before anything is
// stored or leaves the browser, and the companion runs it again. Pages have no
// rules; extension/content/sensitive.js has the field names alone.
//
//   - [Text] for a string that a page shows (a name, a title, a message);
//   - [Attr] for a string that a page's author wrote (a test id, a selector);
//   - [URL] for an address;
//   - [Names] for a list of siblings, where a secret stands behind a label;
//   - [Sensitive] for whether a field's names say that its content is secret.
//
// What rules are good at is in one table (rules.go, with examples that a test runs)
// and a list of makers' keys (vendors.go). What is removed is replaced by [Mark].
// Everything is a fixed point: redacting twice changes nothing more. Expressions are
// Go's, linear in the input, and no string longer than [MaxText] is searched.
//
// Not covered are secrets without a shape or a label, and personal data.
package redact
