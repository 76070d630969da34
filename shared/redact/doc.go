// Package redact removes secrets from what is remembered and from what agents
// are shown. The extension runs it in the Worker with the core, before anything is
// stored or leaves the browser, and the companion runs it again. Pages have no
// rules; extension/content/sensitive.js has the field names alone.
//
// The usual path:
//
//   - [Text] for a string that a page shows (a name, a title, a message);
//   - [Attr] for a string that a page's author wrote (a test id, a selector);
//   - [URL] for an address;
//   - [Names] for a list of siblings, where a secret is spread over many or stands
//     behind a label;
//   - [Sensitive] for whether a field's names say that its content is secret;
//   - [Input] for the arguments of a tool.
//
// Secrets are found in four ways: by the shapes that their makers gave them
// (textrules.go), by the labels beside them in many languages (labelrules.go,
// coderules.go, siblings.go), by standing as if made by chance, which words and
// names of people do not (chance.go), and, where nobody has a list, by naming one
// thing of somebody's: a number that is not rounded, grouped, measured or dated,
// beside a label of whatever language (besiderules.go, identifiers.go). Where
// somebody lives or is, and what is registered under them, is found by its make
// (placerules.go).
//
// What is removed is replaced by [Mark]. Everything is a fixed point: redacting
// twice changes nothing more. Work is linear in the input: expressions are
// Go's (linear by construction) and hold nothing that a backtracking engine
// could be trapped by; no string longer than [MaxText] is searched.
//
// The rules aim at secrets and official numbers (keys, tokens, cards, codes,
// seed phrases) and at addresses and places of persons that stand behind a label,
// not at personal data in general: what a person types is never kept at all, see
// package capture.
package redact
