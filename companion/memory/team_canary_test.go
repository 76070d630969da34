package memory

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"cairn/companion/team/batch"
	"cairn/shared/redact"
	"cairn/shared/share"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// canary is a secret made for this run, in the words that a page or an agent has around it.
type canary struct{ secret, said string }

// drawCanary draws a secret that a rule knows by its label, its form or both.
func drawCanary(r *rand.Rand) canary {
	drawn := func(set string, n int) string {
		out := make([]byte, n)
		for i := range out {
			out[i] = set[r.IntN(len(set))]
		}
		return string(out)
	}
	const mixed, digits = "bcdfghjkmnpqrstvwxzBCDFGHJKMNPQRSTVWXZ23456789", "123456789"
	format, secret := "", ""
	switch r.IntN(6) {
	case 0:
		format, secret = "Passwort: %s", drawn(mixed, 9)+"#"+drawn(digits, 2)
	case 1:
		format, secret = "Your verification code is %s", drawn(digits, 6)
	case 2:
		format, secret = "API key %s", "zq9_"+drawn(mixed, 26)+"7x"
	case 3:
		format, secret = "Kapı kodu: %s", drawn(digits, 6)
	case 4:
		format, secret = "ghp_%s", drawn(mixed, 34)+"42"
	default:
		format, secret = "Account number: %s", drawn(digits, 9)
	}
	return canary{secret, fmt.Sprintf(format, secret)}
}

// amongSecrets is a step with a canary in each of its texts, on an element that the page's author named.
func amongSecrets(session string, n int, tool, name string, text func(place string) string, plain func(place string) string) *types.Step {
	address := fmt.Sprintf("%s/invite/%s/mail?token=%s#access_token=%s", acme, plain("a segment of the address"), plain("the query"), plain("the fragment"))
	return &types.Step{
		StepID: fmt.Sprintf("%s-%d", session, n), SessionID: session, Actor: types.ActorAgent,
		Tool: types.Tool{Name: tool, Target: &types.Target{TestID: name, Role: "button", Name: name + " " + text("a pressed button"), Selector: "[data-key=" + plain("a selector") + "]",
			RowRole: "row", Row: "Ada · " + text("its row"), Column: text("its column"), Hint: plain("its hint")},
			Input: map[string]any{"text": text("typed text"), "note": text("an argument"), "url": address}},
		Outcome: types.Outcome{OK: false, Error: &types.Error{Code: types.CodeNotFound, Message: text("an error"), Hint: text("its advice")}},
		Observation: &types.Observation{
			State:   types.State{CurrentURL: address, Title: text("a title"), Origin: acme},
			TestIDs: []types.TestID{{TestID: name}, {TestID: "row-" + plain("a test id"), Name: text("its name")}},
			A11y: types.A11y{Nodes: []types.A11yNode{
				{Role: "button", Name: name + " " + text("an equal button"), TestID: name}, {Role: "heading", Name: text("a heading")},
				{Role: "text", Name: "Password"}, {Role: "text", Name: plain("behind a label")}, {Role: "textbox", Name: "Note", Path: []string{`group "` + text("a group") + `"`}},
			}},
		},
		After: &types.After{CurrentURL: address, Title: text("the title after"), Appeared: []string{`alert "` + text("a message") + `"`}},
	}
}

// TestCanariesStayOutOfBatches has sessions among secrets shared with a team, in both modes of keeping and of sharing: no
// secret may be in the texts that a person reviews, in a batch as it is sealed, or in what a member makes of it.
func TestCanariesStayOutOfBatches(t *testing.T) {
	for _, keep := range []types.Keep{types.KeepFull, types.KeepNeeded} {
		for _, mode := range []share.Mode{share.Auto, share.Review} {
			t.Run(fmt.Sprintf("%s %s", keep, mode), func(t *testing.T) { canariesInBatches(t, keep, mode) })
		}
	}
}

func canariesInBatches(t *testing.T, keep types.Keep, mode share.Mode) {
	ctx, seed := context.Background(), rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	ana, bob := newMember(t, "ana", map[string]share.Mode{acme: mode}), newMember(t, "bob", map[string]share.Mode{acme: mode})
	places := map[string]string{} // by secret
	text := func(place string) string {
		c := drawCanary(r)
		places[c.secret] = place
		return c.said
	}
	plain := func(place string) string {
		c := canary{}
		for c.said == c.secret || len(c.secret) < 20 { // as a key stands without a label
			c = drawCanary(r)
		}
		places[c.secret] = place
		return c.secret
	}
	raw := ""
	for _, session := range []string{"mm-0001", "mm-0002"} { // a name of one session alone does not leave
		meta := &types.Session{SessionID: session, CreatedAt: types.At(ana.clock), Goal: "Send it, " + text("a goal"), FlowTags: []string{"send", plain("a tag")}}
		for n, tool := range []string{"mm_click", "mm_type", "mm_navigate"} {
			step := amongSecrets(session, n, tool, []string{"open", "fill", "send"}[n], text, plain)
			step.Timestamp = types.At(ana.clock)
			raw += asText(t, step)
			if _, err := ana.PutStep(ctx, meta, step, keep); err != nil {
				t.Fatal(err)
			}
		}
		raw += asText(t, meta)
		meta.EndedAt, meta.Statement = types.At(ana.clock), types.Statement{Outcome: types.SessionDone, OutcomeBy: types.StatedByAgent, OutcomeAt: types.At(ana.clock), Evidence: text("evidence")}
		if err := ana.PutSession(ctx, meta); err != nil {
			t.Fatal(err)
		}
	}
	said := map[string]string{}
	for _, s := range ana.Reviews() {
		said["a review"] += asText(t, s.Lines)
		if err := ana.Share(ctx, s.SessionID, acme, s.Lines); err != nil {
			t.Fatal(err)
		}
	}
	for _, o := range ana.sends(bob) {
		said["a batch"] += sealedAndOpened(t, o)
	}
	err := bob.store.Load(func(rec wire.Record) error {
		said["a member's memory"] += asText(t, rec)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for where, what := range said {
		for secret, place := range places {
			if strings.Contains(what, secret) {
				t.Errorf("seed %d: %s has the secret of %s, %q", seed, where, place, secret)
			}
		}
	}
	for _, want := range []string{`"open"`, `"send"`, redact.Mark} { // else nothing was looked at
		if !strings.Contains(said["a batch"], want) {
			t.Errorf("no batch has %s: %s", want, said["a batch"])
		}
	}
	for secret, place := range places {
		if place != "evidence" && !strings.Contains(raw, secret) {
			t.Errorf("%s is in no step", place)
		}
	}
}

// sealedAndOpened returns the records of a batch as its receivers read them.
func sealedAndOpened(t *testing.T, o Outgoing) (lines string) {
	t.Helper()
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
	public := key.Public().(ed25519.PublicKey)
	m, err := batch.Seal(key, batch.Header{Team: batch.TeamID(public), Site: o.Site, Author: batch.MemberID(public), Run: o.Run, First: o.First, Prev: o.Prev, At: o.At}, o.Lines)
	if err != nil {
		t.Fatal(err)
	}
	head, opened, err := batch.Open(public, m)
	if err != nil || head.Count != len(o.Lines) {
		t.Fatalf("a batch of %d records opens as %+v, %v", len(o.Lines), head, err)
	}
	return m.Subject + m.ID + asText(t, head) + string(bytes.Join(opened, []byte("\n")))
}

// asText is JSON without escapes, so that a secret stands in it as it is.
func asText(t *testing.T, v any) string {
	t.Helper()
	var out strings.Builder
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
