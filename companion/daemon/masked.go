package daemon

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"time"

	"cairn/companion/pilot"
	"cairn/shared/exact"
	"cairn/shared/masking"
	"cairn/shared/redact"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// typedSecrets are the texts that agents typed into sensitive fields since the
// Daemon began. They are kept as keyed digests, in memory only.
type typedSecrets struct {
	mu    sync.Mutex
	known *exact.Secrets
}

func newTypedSecrets() *typedSecrets {
	salt := make([]byte, 32)
	_, _ = rand.Read(salt) // never fails
	return &typedSecrets{known: exact.New(salt)}
}

// with lends the secrets to work.
func (s *typedSecrets) with(work func(known *exact.Secrets)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	work(s.known)
}

// typed hears what an agent types, and where.
func (s *typedSecrets) typed(target types.Target, text string) {
	if target.Sensitive || redact.Sensitive(target.TestID, target.Selector, target.Name) {
		s.with(func(known *exact.Secrets) { known.Add(text) })
	}
}

// step masks them in a step that is to be kept.
func (s *typedSecrets) step(step *types.Step) {
	s.with(func(known *exact.Secrets) { masking.Typed(step, known) })
}

// text masks them in any other text.
func (s *typedSecrets) text(text string) (out string) {
	s.with(func(known *exact.Secrets) { out = known.Mask(text) })
	return out
}

// maskedBrowser masks the secrets in everything that a browser answers. The
// extension has done so before; this side does not depend on that.
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

// maskTime is how long the extension may take to mask a text: it needs no page for that.
const maskTime = 3 * time.Second

// maskedInput does the same for what a tab says past the extension: the dialogs
// of its page, and messages that its content script received. Only the extension
// knows what people typed. It sends no digest of that either, since a PIN can be
// guessed from its digest: the texts go to the extension and come back masked.
type maskedInput struct {
	pilot.Input
	browser pilot.Browser
	mask    *typedSecrets

	mu         sync.Mutex
	said, safe types.Dialog // the last dialog: it is asked for again and again
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
		return nil // the caller looks at the page through the extension
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
	masked.Default = d.Default // is typed by Cairn, and never shown
	return &masked
}

func (i *maskedInput) Dialogs() []types.Dialog {
	all := i.Input.Dialogs()
	for n := range all {
		all[n] = i.dialog(all[n])
	}
	return all
}

// dialog masks what a dialog says. Where the extension cannot, the words are left out.
func (i *maskedInput) dialog(d types.Dialog) types.Dialog {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.said == d {
		return i.safe
	}
	said := d
	texts, ok := i.texts(context.Background(), []string{d.Message, d.Default})
	if d.Message, d.Default = redact.Mark, redact.Mark; ok {
		d.Message, d.Default = texts[0], texts[1]
	}
	i.mask.with(func(known *exact.Secrets) { d = masking.Dialog(d, known) })
	if ok {
		i.said, i.safe = said, d
	}
	return d
}

// texts has the extension mask texts. One from before it could knows nothing
// that was typed.
func (i *maskedInput) texts(ctx context.Context, texts []string) ([]string, bool) {
	if strings.Join(texts, "") == "" {
		return texts, true
	}
	ctx, cancel := context.WithTimeout(ctx, maskTime)
	defer cancel()
	reply, err := i.browser.Call(ctx, wire.Envelope{Kind: wire.KindMask, Mask: &wire.Mask{Texts: texts}})
	var fault *types.Error
	if errors.As(err, &fault) && fault.Code == types.CodeUnknownType {
		return texts, true
	}
	if err != nil || reply == nil || len(reply.Texts) != len(texts) {
		return nil, false
	}
	return reply.Texts, true
}
