// Package masking takes secrets out of a page's replies on their way to an
// agent: looks, found elements, faults, tabs. The extension's core does so
// before anything crosses the link, the companion again for each reply that it
// gets. Stored records pass package capture instead, by the same rules.
package masking

import (
	"encoding/json"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/exact"
	"cairn/shared/redact"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// Reply masks the secrets in a browser's reply, in place: those that rules find,
// those that the labels beside them show, and those that are known exactly. known
// may be nil. The result of a DevTools command is left as it is.
func Reply(r *wire.Reply, known *exact.Secrets) {
	if r == nil {
		return
	}
	if r.Page != nil {
		Page(r.Page, known)
	}
	if r.Located != nil {
		r.Located.Target = target(r.Located.Target, known)
		r.Located.Held = shown(known.Mask(r.Located.Held))
		around(r.Located.Around, known)
	}
	if r.Error != nil {
		r.Error = Fault(r.Error, known)
	}
	if r.Tab != nil {
		tab(r.Tab, known)
	}
	for i := range r.Tabs {
		tab(&r.Tabs[i], known)
	}
	for i, text := range r.Texts {
		r.Texts[i] = shown(known.Mask(text))
	}
}

// Page masks a look.
func Page(p *wire.Page, known *exact.Secrets) {
	hidden := besides(p, known)
	p.Beside = nil
	text := func(s string) string { return known.Mask(hidden.Mask(s)) }
	capture.Texts(&p.Observation, text, known.MaskURL)
	for i := range p.Observation.A11y.Nodes {
		for j, entry := range p.Observation.A11y.Nodes[i].Path {
			p.Observation.A11y.Nodes[i].Path[j] = capture.Quoted(entry, hidden)
		}
	}
	if !p.Same {
		capture.Look(&p.Observation)
	}
	for i := range p.Observation.A11y.Nodes {
		p.Observation.A11y.Nodes[i].Before = ""
	}
	outline(p.Outline, text)
	for i := range p.Heard {
		p.Heard[i].Text = shown(text(p.Heard[i].Text))
	}
	p.Astray = shown(text(p.Astray))
	if p.Held != nil {
		*p.Held = shown(text(*p.Held))
	}
	for i := range p.Failures {
		p.Failures[i].URL = redact.URL(known.MaskURL(p.Failures[i].URL))
	}
	if p.Answer != nil && known.Len() > 0 && holdsSecret(p.Answer, known) {
		p.Answer = &wire.Answer{Why: wire.WhyFailed}
	}
}

// holdsSecret reports whether an answer, which the other side found, holds a secret that
// is known on this side.
func holdsSecret(a *wire.Answer, known *exact.Secrets) bool {
	var said any
	text, err := json.Marshal(a)
	return err != nil || json.Unmarshal(text, &said) != nil || holds(said, known)
}

func holds(said any, known *exact.Secrets) bool {
	switch said := said.(type) {
	case string:
		return known.Mask(said) != said || known.MaskURL(said) != said
	case []any:
		return slices.ContainsFunc(said, func(v any) bool { return holds(v, known) })
	case map[string]any:
		for _, v := range said {
			if holds(v, known) {
				return true
			}
		}
	}
	return false
}

// Step masks names in a raw step that the names beside those that appeared show to be
// secret; the rest is for package capture. beside are the names of the page after
// the step, in their order.
func Step(step *types.Step, beside []string) {
	if step == nil || len(beside) == 0 {
		return
	}
	hidden := exact.Hidden(beside, nil, nil)
	if hidden.Len() == 0 {
		return
	}
	if after := step.After; after != nil {
		for i := range after.Appeared {
			after.Appeared[i] = capture.Quoted(after.Appeared[i], hidden)
		}
	}
	if e := step.Outcome.Error; e != nil {
		e.Message = hidden.Mask(e.Message)
	}
}

// Seen masks the secrets in an observation that are known exactly.
func Seen(obs *types.Observation, known *exact.Secrets) {
	capture.Texts(obs, known.Mask, known.MaskURL)
}

// Dialog masks the texts of a page's dialog.
func Dialog(d types.Dialog, known *exact.Secrets) types.Dialog {
	d.Message, d.Default = shown(known.Mask(d.Message)), shown(known.Mask(d.Default))
	return d
}

// Fault is a fault without secrets in its words.
func Fault(e *types.Error, known *exact.Secrets) *types.Error {
	out := *e
	out.Message, out.Hint = shown(known.Mask(e.Message)), shown(known.Mask(e.Hint))
	return &out
}

func tab(t *wire.Tab, known *exact.Secrets) {
	t.Title = shown(known.Mask(t.Title))
	t.URL = redact.URL(known.MaskURL(t.URL))
}

func target(t types.Target, known *exact.Secrets) types.Target {
	t = capture.Named(capture.Behind(t), known)
	t.TestID, t.Name, t.Column, t.Hint, t.Before = redact.Attr(t.TestID), shown(t.Name), shown(t.Column), shown(capture.Drawn(t.Hint)), shown(known.Mask(t.Before))
	if s := redact.Attr(t.Selector); s != t.Selector {
		t.Selector = ""
	}
	return t
}

func around(a *wire.Around, known *exact.Secrets) {
	if a == nil {
		return
	}
	for _, text := range []*string{&a.Dialog, &a.Heading, &a.Form, &a.Address} {
		*text = shown(known.Mask(*text))
	}
	for i, name := range a.Submits {
		a.Submits[i] = shown(known.Mask(name))
	}
}

// shown is a text without secrets. Line breaks of messages stay.
func shown(s string) string {
	if s == "" {
		return s
	}
	return redact.Text(strings.ToValidUTF8(s, ""))
}
