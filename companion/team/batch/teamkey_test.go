package batch_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

func ring(keys ...batch.TeamKey) func(string) *batch.TeamKey {
	return func(id string) *batch.TeamKey {
		if i := slices.IndexFunc(keys, func(k batch.TeamKey) bool { return k.ID == id }); i >= 0 {
			return &keys[i]
		}
		return nil
	}
}

func encrypted(t testing.TB, h batch.Header, k batch.TeamKey, lines ...[]byte) batch.Message {
	t.Helper()
	m, err := batch.SealEncrypted(ana, h, lines, k)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestEncryptedBatches opens an encrypted batch with its key and no other, and at its place and no other.
func TestEncryptedBatches(t *testing.T) {
	key, other := batch.NewTeamKey(), batch.NewTeamKey()
	text := []byte(`{"step":{"name":"only-for-members"}}`)
	m := encrypted(t, header(), key, text)
	if bytes.Contains(m.Data, []byte("only-for")) || !bytes.Contains(m.Data, []byte(key.ID)) {
		t.Errorf("the message is %q", m.Data)
	}
	if again := encrypted(t, header(), key, text); !bytes.Equal(again.Data, m.Data) {
		t.Error("the same batch again is another message")
	}
	if plain := sealed(t, header(), [][]byte{text}); len(m.Data) != len(plain.Data)+len(`,"key":""`)+len(key.ID)+28 {
		t.Errorf("encryption makes %d bytes of %d", len(m.Data), len(plain.Data))
	}
	open := func(m batch.Message, keys ...batch.TeamKey) ([][]byte, error) {
		_, lines, err := batch.OpenEncrypted(public(ana), m, ring(keys...))
		return lines, err
	}
	if lines, err := open(m, other, key); err != nil || len(lines) != 1 || !bytes.Equal(lines[0], text) {
		t.Errorf("with the key: %q, %v", lines, err)
	}
	if h, _, err := batch.Open(public(ana), m); !errors.Is(err, batch.ErrKey) || h.Key != key.ID || h.Count != 1 {
		t.Errorf("without a key: %+v, %v", h, err)
	}
	head, body, _ := bytes.Cut(m.Data, []byte("\n"))
	changed := func(field string, value any) batch.Message {
		var h map[string]any
		_ = json.Unmarshal(head, &h)
		h[field] = value
		text, _ := json.Marshal(h)
		return resigned(m, ana, slices.Concat(text, []byte("\n"), body))
	}
	flip := func(i int) batch.Message {
		data := bytes.Clone(m.Data)
		data[i] ^= 1
		return resigned(m, ana, data)
	}
	elsewhere := encrypted(t, batch.Header{Team: team, Site: site, Author: author, Run: "ijklmnop", First: 1, At: 1}, key, text)
	_, strange, _ := bytes.Cut(elsewhere.Data, []byte("\n"))
	for name, test := range map[string]struct {
		m    batch.Message
		keys []batch.TeamKey
		want error
	}{
		"another key":                        {m, []batch.TeamKey{other}, batch.ErrKey},
		"another secret under the id":        {m, []batch.TeamKey{{ID: key.ID, Secret: other.Secret}}, batch.ErrMalformed},
		"no signature":                       {batch.Message{Subject: m.Subject, Data: m.Data}, []batch.TeamKey{key}, batch.ErrUnsigned},
		"no signature and no key":            {batch.Message{Subject: m.Subject, Data: m.Data}, nil, batch.ErrUnsigned},
		"the nonce altered":                  {flip(len(head) + 1), []batch.TeamKey{key}, batch.ErrMalformed},
		"the text altered":                   {flip(len(m.Data) - 20), []batch.TeamKey{key}, batch.ErrMalformed},
		"the tag altered":                    {flip(len(m.Data) - 1), []batch.TeamKey{key}, batch.ErrMalformed},
		"cut off":                            {resigned(m, ana, m.Data[:len(head)+5]), []batch.TeamKey{key}, batch.ErrMalformed},
		"no text":                            {resigned(m, ana, m.Data[:len(head)+1]), []batch.TeamKey{key}, batch.ErrMalformed},
		"another time":                       {changed("at", 2), []batch.TeamKey{key}, batch.ErrMalformed},
		"another number of records":          {changed("count", 2), []batch.TeamKey{key}, batch.ErrMalformed},
		"the text of another place":          {resigned(m, ana, slices.Concat(head, []byte("\n"), strange)), []batch.TeamKey{key}, batch.ErrMalformed},
		"a plain text that says it is not":   {resigned(m, ana, slices.Concat(head, []byte("\n"), packed("", text)[1:])), []batch.TeamKey{key}, batch.ErrMalformed},
		"an encrypted text that says it not": {changed("key", ""), []batch.TeamKey{key}, batch.ErrMalformed},
		"an id of no key":                    {changed("key", "abc"), []batch.TeamKey{key}, batch.ErrMalformed},
	} {
		if lines, err := open(test.m, test.keys...); !errors.Is(err, test.want) || lines != nil {
			t.Errorf("%s: %q, %v, want %v", name, lines, err, test.want)
		}
	}
	bomb := [][]byte{bytes.Repeat([]byte("a"), batch.MaxUnpacked)}
	if _, err := batch.SealEncrypted(ana, header(), bomb, key); !errors.Is(err, batch.ErrLimit) {
		t.Errorf("T6 more than the limit: %v", err)
	}
}

// TestKeyNotices has the outcomes of bad notices of keys.
func TestKeyNotices(t *testing.T) {
	key := batch.NewTeamKey()
	box, err := batch.NewBox(bob)
	if err != nil {
		t.Fatal(err)
	}
	bobs := batch.MemberID(public(bob))
	w, err := batch.Wrap(team, bobs, box, key)
	if err != nil {
		t.Fatal(err)
	}
	good := batch.KeyNotice{Team: team, Author: author, At: 5, Made: []string{key.ID}, Given: []batch.Wrapped{w}}
	m, err := batch.SealKeys(ana, good, 0)
	if err != nil {
		t.Fatal(err)
	}
	got, err := batch.OpenKeys(public(ana), m, team)
	if err != nil || len(got.Given) != 1 || !slices.Equal(got.Made, good.Made) {
		t.Fatalf("%+v, %v", got, err)
	}
	seed := batch.BoxSeed(bob)
	if k, err := got.Given[0].Unwrap(team, seed); err != nil || k.ID != key.ID || !bytes.Equal(k.Secret, key.Secret) {
		t.Errorf("unwrapped: %+v, %v", k, err)
	}
	wrong, err := batch.Wrap(team, bobs, box, batch.TeamKey{ID: key.ID, Secret: batch.NewTeamKey().Secret})
	if err != nil {
		t.Fatal(err)
	}
	cut := w
	cut.Sealed = cut.Sealed[:20]
	forAna := w
	forAna.For = author
	otherID := w
	otherID.Key = batch.NewTeamKey().ID
	for name, one := range map[string]struct {
		w    batch.Wrapped
		team string
		seed []byte
	}{
		"another's box":              {w, team, batch.BoxSeed(ana)},
		"another team":               {w, batch.TeamID(public(bob)), seed},
		"moved to another member":    {forAna, team, seed},
		"moved to another key":       {otherID, team, seed},
		"another secret than the id": {wrong, team, seed},
		"cut off":                    {cut, team, seed},
		"empty":                      {batch.Wrapped{Key: key.ID, For: bobs}, team, seed},
		"no box":                     {w, team, nil},
	} {
		if k, err := one.w.Unwrap(one.team, one.seed); !errors.Is(err, batch.ErrMalformed) || k.Secret != nil {
			t.Errorf("%s: %+v, %v", name, k, err)
		}
	}
	moved, forged, newer := m, m, m
	moved.Subject = batch.KeySubject(team, bobs)
	forged.Data = bytes.Replace(m.Data, []byte(key.ID), []byte(batch.NewTeamKey().ID), 1)
	newer.Data = bytes.Replace(m.Data, []byte(`"v":1`), []byte(`"v":2`), 1)
	for name, test := range map[string]struct {
		m    batch.Message
		key  ed25519.PrivateKey
		want error
	}{
		"T1 on another's subject":  {moved, ana, batch.ErrSubject},
		"T1 changed after signing": {forged, ana, batch.ErrUnsigned},
		"T1 key of another":        {m, bob, batch.ErrUnsigned},
		"T1 no signature":          {batch.Message{Subject: m.Subject, Data: m.Data}, ana, batch.ErrUnsigned},
		"T14 newer":                {newer, ana, batch.ErrNewer},
		"T6 too long":              {batch.Message{Subject: m.Subject, Data: make([]byte, batch.MaxControl+1)}, ana, batch.ErrLimit},
		"T6 nested":                {batch.Message{Subject: m.Subject, Data: []byte(strings.Repeat("[", 30))}, ana, batch.ErrLimit},
		"no JSON":                  {batch.Message{Subject: m.Subject, Data: []byte("{")}, ana, batch.ErrMalformed},
	} {
		if _, err := batch.OpenKeys(public(test.key), test.m, team); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
	for name, test := range map[string]struct {
		change func(*batch.KeyNotice)
		want   error
	}{
		"no time":              {func(n *batch.KeyNotice) { n.At = 0 }, batch.ErrMalformed},
		"an id of no key":      {func(n *batch.KeyNotice) { n.Made = []string{"x"} }, batch.ErrMalformed},
		"a key for nobody":     {func(n *batch.KeyNotice) { n.Given = []batch.Wrapped{{Key: key.ID, For: ">"}} }, batch.ErrMalformed},
		"T6 too many keys":     {func(n *batch.KeyNotice) { n.Given = slices.Repeat(n.Given, batch.MaxGiven+1) }, batch.ErrLimit},
		"T6 too many ids":      {func(n *batch.KeyNotice) { n.Made = slices.Repeat(n.Made, batch.MaxGiven+1) }, batch.ErrLimit},
		"as many as there may": {func(n *batch.KeyNotice) { n.Given = slices.Repeat(n.Given, batch.MaxGiven) }, nil},
	} {
		bad := good
		test.change(&bad)
		if _, err := batch.SealKeys(ana, bad, 0); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
}

// TestABoxIsItsMembers refuses roster entries with another's box, also if root signs them.
func TestABoxIsItsMembers(t *testing.T) {
	own, err := batch.NewBox(ana)
	if err != nil {
		t.Fatal(err)
	}
	others, err := batch.NewBox(bob)
	if err != nil {
		t.Fatal(err)
	}
	mixed := &batch.Box{Key: others.Key, Sig: own.Sig}
	for name, test := range map[string]struct {
		box  *batch.Box
		want error
	}{"her own": {own, nil}, "none": {nil, nil}, "another's": {others, batch.ErrUnsigned}, "another's key with her signature": {mixed, batch.ErrUnsigned}, "no key": {&batch.Box{Sig: own.Sig}, batch.ErrMalformed}} {
		e := anasEntry()
		e.Box = test.box
		if _, err := batch.SealEntry(root, e); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
}

// TestHiddenSettings hides the parts of the settings that name hosts, from all but who has the key.
func TestHiddenSettings(t *testing.T) {
	key := batch.NewTeamKey().Secret
	c := batch.Config{Team: team, N: 1, Name: "Acme", SiteKey: make([]byte, 32), Auto: []string{"https://app.acme.test"}, Aliases: []types.SiteName{{Name: "shop", Patterns: []string{"https://*.acme.test"}}}, Encrypt: true}
	if _, err := batch.SealConfig(root, c); !errors.Is(err, batch.ErrMalformed) {
		t.Errorf("settings of a team that encrypts in plain: %v", err)
	}
	if err := c.Hide(key); err != nil {
		t.Fatal(err)
	}
	data, err := batch.SealConfig(root, c)
	if err != nil || bytes.Contains(data, []byte("acme.test")) || bytes.Contains(data, []byte("shop")) || bytes.Contains(data, []byte("siteKey")) {
		t.Fatalf("%s, %v", data, err)
	}
	got, err := batch.OpenConfig(public(root), data)
	if err == nil {
		err = got.Reveal(key)
	}
	if err != nil || fmt.Sprint(got.Auto, got.Aliases, len(got.SiteKey)) != "[https://app.acme.test] [{shop [https://*.acme.test]}] 32" {
		t.Errorf("revealed: %+v, %v", got, err)
	}
	for name, test := range map[string]struct {
		change func(*batch.Config)
		key    []byte
		want   error
	}{
		"another key": {func(*batch.Config) {}, batch.NewTeamKey().Secret, batch.ErrMalformed},
		"no key":      {func(*batch.Config) {}, nil, batch.ErrKey},
		"cut off":     {func(c *batch.Config) { c.Hidden = c.Hidden[:8] }, key, batch.ErrMalformed},
		"another's":   {func(c *batch.Config) { c.Team = batch.TeamID(public(bob)) }, key, batch.ErrMalformed},
	} {
		bad := c
		test.change(&bad)
		if err := bad.Reveal(test.key); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
}

// FuzzEncrypted opens arbitrary bodies and notices: any that opens was encrypted by a holder of the key.
func FuzzEncrypted(f *testing.F) {
	key := batch.NewTeamKey()
	m, err := batch.SealEncrypted(ana, header(), lines, key)
	if err != nil {
		f.Fatal(err)
	}
	box, err := batch.NewBox(bob)
	if err != nil {
		f.Fatal(err)
	}
	w, err := batch.Wrap(team, batch.MemberID(public(bob)), box, key)
	if err != nil {
		f.Fatal(err)
	}
	head, body, _ := bytes.Cut(m.Data, []byte("\n"))
	n, err := batch.SealKeys(ana, batch.KeyNotice{Team: team, Author: author, At: 5, Made: []string{key.ID}, Given: []batch.Wrapped{w}}, 0)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(body, w.Sealed, n.Data)
	f.Add([]byte{}, []byte{}, []byte("{}"))
	f.Add(packed("", lines[0]), bytes.Repeat([]byte{1}, 80), []byte(`{"v":1,"given":[{}]}`))
	f.Fuzz(func(t *testing.T, body2, sealed, notice []byte) {
		got := resigned(m, ana, slices.Concat(head, []byte("\n"), body2))
		if _, opened, err := batch.OpenEncrypted(public(ana), got, ring(key)); err == nil && !bytes.Equal(body2, body) || err != nil && opened != nil {
			t.Fatalf("opened %q, %v", opened, err)
		}
		if k, err := (batch.Wrapped{Key: key.ID, For: w.For, Sealed: sealed}).Unwrap(team, batch.BoxSeed(bob)); err == nil && !bytes.Equal(k.Secret, key.Secret) {
			t.Fatalf("unwrapped %+v", k)
		}
		if _, err := batch.OpenKeys(public(ana), batch.Message{Subject: n.Subject, Sig: n.Sig, Data: notice}, team); err == nil && !bytes.Equal(notice, n.Data) {
			t.Fatal("a notice that nobody signed")
		}
		signedToo := batch.Message{Subject: n.Subject, Data: notice, Sig: signature(ana, "cairn team keys 1", n.Subject, notice)}
		if k, err := batch.OpenKeys(public(ana), signedToo, team); err == nil && (k.Author != author || len(k.Given) > batch.MaxGiven) {
			t.Fatalf("%+v", k)
		}
	})
}
