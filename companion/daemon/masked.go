package daemon

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"time"

	"cairn/companion/pilot"
	"cairn/shared/capture"
	"cairn/shared/exact"
	"cairn/shared/masking"
	"cairn/shared/redact"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// typedSecrets holds the texts that agents typed into sensitive fields since the
// daemon started, as keyed digests, in memory only.
type typedSecrets struct {
	mu    sync.Mutex
	known *exact.Secrets
	last  string // the text typed last, which may name the value that comes next
}

func newTypedSecrets() *typedSecrets { return &typedSecrets{known: exact.New([]byte(rand.Text()))} }

// with calls work with the secrets, under the lock.
func (s *typedSecrets) with(work func(known *exact.Secrets)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	work(s.known)
}

// typed records an agent's text for a field that makes it secret, on a page with this title and address, and what rules
// find in one for any other. A field for a value holds the secret that was named in the field before, as in lists of variables. A code or number that a step only leaves out stays readable: the page may list it.
func (s *typedSecrets) typed(target types.Target, text, page string) {
	secret := target.Sensitive || redact.Sensitive(target.TestID, target.Selector, target.Name) || redact.SaidBefore(target.Name, text) || target.Name == "" && redact.SaidBefore(target.Before, text)
	s.with(func(known *exact.Secrets) {
		secret = secret || redact.HoldsValue(target.Name) && (redact.Sensitive(s.last) || redact.SaidBefore(s.last, text))
		if s.last = ""; len(text) <= maxVariable {
			s.last = text
		}
		if secret && !exact.Public(text, page) {
			known.Add(text)
		}
		known.LearnRemoved(text, redact.Said(text))
	})
}

// maxVariable bounds the name of a variable, in bytes.
const maxVariable = 60

// written masks a text of an agent or a person. What rules find in it is known from then on: a goal says a password that
// is typed, and shown, elsewhere.
func (s *typedSecrets) written(text string) (out string) {
	s.with(func(known *exact.Secrets) {
		known.LearnRemoved(text, redact.Said(text))
		out = known.Mask(text)
	})
	return out
}

// step masks the secrets in a step before it is stored.
func (s *typedSecrets) step(step *types.Step) {
	s.with(func(known *exact.Secrets) { capture.Known(step, known) })
}

func (s *typedSecrets) text(text string) (out string) {
	s.with(func(known *exact.Secrets) { out = known.Mask(text) })
	return out
}

// maskedBrowser masks the secrets in all answers of a browser. The extension has
// already done so; this side does not depend on that.
type maskedBrowser struct {
	pilot.Browser
	mask *typedSecrets
}

func (b maskedBrowser) Call(ctx context.Context, e wire.Envelope) (*wire.Reply, error) {
	reply, err := b.Browser.Call(ctx, e)
	b.mask.with(func(known *exact.Secrets) {
		masking.Reply(reply, known)
		var fault *types.Error
		if errors.As(err, &fault) {
			err = masking.Fault(fault, known)
		}
	})
	return reply, err
}

// maskTime bounds the extension's masking of a text: it needs no page for that.
const maskTime = 3 * time.Second

// maskedInput does the same for messages of a tab that bypass the extension: the
// dialogs of its page, and messages that its content script received. Only the
// extension knows the texts that people typed. It sends no digests of them either,
// since a PIN can be guessed from its digest: the texts go to the extension and come
// back masked.
type maskedInput struct {
	pilot.Input
	browser pilot.Browser
	mask    *typedSecrets

	mu               sync.Mutex
	lastDialog, safe types.Dialog // the last dialog, cached because callers ask for it repeatedly
}

func (i *maskedInput) Glance(ctx context.Context, stamp string, outlined bool) *wire.Page {
	page := i.Input.Glance(ctx, stamp, outlined)
	if page == nil {
		return nil
	}
	texts := []string{page.Astray}
	for _, message := range page.Heard {
		texts = append(texts, message.Text)
	}
	texts, ok := i.texts(ctx, texts)
	if !ok {
		return nil // the caller observes the page through the extension
	}
	page.Astray = texts[0]
	for n := range page.Heard {
		page.Heard[n].Text = texts[n+1]
	}
	i.mask.with(func(known *exact.Secrets) { masking.Page(page, known) })
	return page
}

func (i *maskedInput) Complaints(ctx context.Context, since types.Time) ([]string, error) {
	texts, err := i.Input.Complaints(ctx, since)
	if err != nil {
		return nil, err
	}
	texts, ok := i.texts(ctx, texts)
	if !ok {
		return nil, types.Fault(types.CodeInternal, "the extension does not mask what the page's console says", "")
	}
	for n := range texts {
		texts[n] = redact.Text(i.mask.text(texts[n]))
	}
	return texts, nil
}

func (i *maskedInput) Dialog() *types.Dialog {
	d := i.Input.Dialog()
	if d == nil {
		return nil
	}
	masked := i.dialog(*d)
	masked.Default = d.Default // Cairn types it, and never shows it
	return &masked
}

func (i *maskedInput) Dialogs() []types.Dialog {
	all := i.Input.Dialogs()
	for n := range all {
		all[n] = i.dialog(all[n])
	}
	return all
}

// dialog masks a dialog's text. If the extension cannot, it removes the text.
func (i *maskedInput) dialog(d types.Dialog) types.Dialog {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.lastDialog == d {
		return i.safe
	}
	said := d
	texts, ok := i.texts(context.Background(), []string{d.Message, d.Default})
	if d.Message, d.Default = redact.Mark, redact.Mark; ok {
		d.Message, d.Default = texts[0], texts[1]
	}
	i.mask.with(func(known *exact.Secrets) { d = masking.Dialog(d, known) })
	if ok {
		i.lastDialog, i.safe = said, d
	}
	return d
}

// texts has the extension mask texts. A version without this feature knows no typed
// texts.
func (i *maskedInput) texts(ctx context.Context, texts []string) ([]string, bool) {
	if strings.Join(texts, "") == "" {
		return texts, true
	}
	ctx, cancel := context.WithTimeout(ctx, maskTime)
	defer cancel()
	reply, err := i.browser.Call(ctx, wire.Envelope{Kind: wire.KindMask, Mask: &wire.Mask{Texts: texts}})
	if types.HasCode(err, types.CodeUnknownType) {
		return texts, true
	}
	if err != nil || reply == nil || len(reply.Texts) != len(texts) {
		return nil, false
	}
	return reply.Texts, true
}
