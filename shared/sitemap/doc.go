// Package sitemap derives the map of a site from its recorded steps, and writes it as
// Mermaid, DOT or SVG.
//
// [Build] walks the sessions in order. A screen has the name that the recorded steps give it
// (capture.Rules.Screen: the route with ids replaced), so addresses that differ by ids are
// one screen. An action is an element that was used on a screen; its failures count
// against the screen to which it usually leads. The result holds names of screens and of
// elements that were used, as site memory shows them, and no other text of pages.
//
// A site is that of site memory: a host with both of its schemes, or the addresses with
// one name. A map only shows; the flows that it names stay with their origins.
//
// All of it is deterministic: the same records give the same bytes, in any order of
// arrival and in both builds.
package sitemap
