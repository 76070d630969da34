package batch_test

import (
	"bytes"
	"compress/flate"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

var update = flag.Bool("update", false, "write the golden files")

// key returns a fixed key, so that golden files are the same everywhere.
func key(n byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{n}, ed25519.SeedSize))
}

func public(k ed25519.PrivateKey) ed25519.PublicKey { return k.Public().(ed25519.PublicKey) }

var (
	root, ana, bob = key(1), key(2), key(3)
	team           = batch.TeamID(public(root))
	author         = batch.MemberID(public(ana))
	site           = batch.SiteID(bytes.Repeat([]byte{7}, 32), "https://app.acme.test")
	lines          = [][]byte{[]byte(`{"session":{"sessionId":"s1"}}`), []byte(`{"step":{"sessionId":"s1"}}`)}
)

func header() batch.Header {
	return batch.Header{Team: team, Site: site, Author: author, Run: "abcdefgh", First: 1, At: 1}
}

func sealed(t testing.TB, h batch.Header, lines [][]byte) batch.Message {
	t.Helper()
	m, err := batch.Seal(ana, h, lines)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// resigned returns a message with other data, signed correctly.
func resigned(m batch.Message, k ed25519.PrivateKey, data []byte) batch.Message {
	m.Data = data
	m.Sig = signature(k, "cairn team batch 1", m.Subject, data)
	return m
}

func signature(k ed25519.PrivateKey, context, subject string, data []byte) string {
	sig, _ := k.Sign(nil, append([]byte(subject+"\x00"), data...), &ed25519.Options{Context: context})
	return base64.StdEncoding.EncodeToString(sig)
}

// packed returns the data of a batch with any header and records.
func packed(head string, plain []byte) []byte {
	var out bytes.Buffer
	out.WriteString(head + "\n")
	w, _ := flate.NewWriter(&out, flate.BestCompression)
	_, _ = w.Write(plain)
	_ = w.Close()
	return out.Bytes()
}

func TestOpenReturnsWhatWasSealed(t *testing.T) {
	m := sealed(t, header(), lines)
	want := header()
	want.V, want.Count = 1, 2
	for _, subject := range []string{m.Subject, batch.LiveSubject(team, site, author)} {
		m.Subject = subject
		h, got, err := batch.Open(public(ana), m)
		if err != nil || h != want || !slices.EqualFunc(got, lines, bytes.Equal) {
			t.Errorf("%s: got %+v, %q, %v", subject, h, got, err)
		}
	}
	if want := fmt.Sprintf("%s.abcdefgh.%s.1", author, site); m.ID != want {
		t.Errorf("id is %s, want %s", m.ID, want)
	}
}

// TestGolden holds the encoding still: members of different versions read each other.
func TestGolden(t *testing.T) {
	m := sealed(t, header(), lines)
	tomb, err := batch.SealTombstone(ana, team, types.Tombstone{Author: author, Run: "abcdefgh", N: 1, At: 5,
		IDs: []string{"t-" + strings.Repeat("a", 32)}, Places: []types.Place{{Run: "abcdefgh", Site: site, K: 2}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	entry, err := batch.SealEntry(root, anasEntry())
	if err != nil {
		t.Fatal(err)
	}
	var names bytes.Buffer
	fmt.Fprintf(&names, "%s\n%s\n%s\n%s\n%s\n", m.Subject, batch.LiveSubject(team, site, author), tomb.Subject, m.ID, tomb.ID)
	for name, got := range map[string][]byte{"names.txt": names.Bytes(), "tombstone.json": tomb.Data, "entry.txt": entry,
		"header.json": m.Data[:bytes.IndexByte(m.Data, '\n')], "tombstone.sig": []byte(tomb.Sig)} {
		file := "testdata/" + name
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: got %q, want %q (%v)", name, got, want, err)
		}
	}
	// The compressed part may differ between versions of Go; a stored batch must open.
	stored, err := os.ReadFile("testdata/batch.bin")
	if *update {
		stored, err = m.Data, os.WriteFile("testdata/batch.bin", m.Data, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, got, err := batch.Open(public(ana), resigned(m, ana, stored)); err != nil || !slices.EqualFunc(got, lines, bytes.Equal) {
		t.Errorf("stored batch: %q, %v", got, err)
	}
}

func TestOpenRefuses(t *testing.T) {
	good := sealed(t, header(), lines)
	head, _, _ := bytes.Cut(good.Data, []byte("\n"))
	change := func(field string, value any) []byte {
		var h map[string]any
		_ = json.Unmarshal(head, &h)
		h[field] = value
		text, _ := json.Marshal(h)
		return packed(string(text), append(bytes.Join(lines, []byte("\n")), '\n'))
	}
	with := func(head string, plain string) batch.Message {
		return resigned(good, ana, packed(head, []byte(plain)))
	}
	deep := strings.Repeat("[", 21) + strings.Repeat("]", 21)
	for name, test := range map[string]struct {
		m    batch.Message
		key  ed25519.PublicKey
		want error
	}{
		"T1 no signature":                {batch.Message{Subject: good.Subject, Data: good.Data}, nil, batch.ErrUnsigned},
		"T1 signature of another":        {resigned(good, bob, good.Data), nil, batch.ErrUnsigned},
		"T1 key of another":              {good, public(bob), batch.ErrUnsigned},
		"T1 changed after signing":       {batch.Message{Subject: good.Subject, Sig: good.Sig, Data: change("at", 2)}, nil, batch.ErrUnsigned},
		"T1 signature cut":               {batch.Message{Subject: good.Subject, Sig: good.Sig[:40], Data: good.Data}, nil, batch.ErrUnsigned},
		"T1 author is not the subject's": {resigned(batch.Message{Subject: batch.Subject(team, site, batch.MemberID(public(bob)))}, ana, good.Data), nil, batch.ErrSubject},
		"T8 site is not the subject's":   {resigned(batch.Message{Subject: batch.Subject(team, strings.Repeat("0", 16), author)}, ana, good.Data), nil, batch.ErrSubject},
		"T6 65 records":                  {resigned(good, ana, change("count", 65)), nil, batch.ErrLimit},
		"T6 256 KiB":                     {resigned(good, ana, append(bytes.Clone(good.Data), make([]byte, 256<<10)...)), nil, batch.ErrLimit},
		"T6 unpacks to 1 MiB":            {with(string(head), strings.Repeat("a", 1<<20)+"\nb\n"), nil, batch.ErrLimit},
		"T6 21 levels":                   {with(string(head), deep+"\n{}\n"), nil, batch.ErrLimit},
		"T14 newer":                      {resigned(good, ana, change("v", 2)), nil, batch.ErrNewer},
		"version 0":                      {resigned(good, ana, change("v", 0)), nil, batch.ErrMalformed},
		"fewer records than said":        {resigned(good, ana, change("count", 3)), nil, batch.ErrMalformed},
		"no records":                     {resigned(good, ana, change("count", 0)), nil, batch.ErrLimit},
		"no time":                        {resigned(good, ana, change("at", 0)), nil, batch.ErrMalformed},
		"place 0":                        {resigned(good, ana, change("first", 0)), nil, batch.ErrMalformed},
		"place too large":                {resigned(good, ana, change("first", 1<<53)), nil, batch.ErrMalformed},
		"second without prev":            {resigned(good, ana, change("first", 2)), nil, batch.ErrMalformed},
		"run of a subject":               {resigned(good, ana, change("run", "abcd.>gh")), nil, batch.ErrMalformed},
		"not compressed":                 {resigned(good, ana, append(append(bytes.Clone(head), '\n'), "plain"...)), nil, batch.ErrMalformed},
		"no header":                      {resigned(good, ana, []byte("hello")), nil, batch.ErrMalformed},
		"empty record":                   {with(string(head), "\n{}\n"), nil, batch.ErrMalformed},
		"last line cut":                  {with(string(head), "{}\n{}"), nil, batch.ErrMalformed},
	} {
		k := test.key
		if k == nil {
			k = public(ana)
		}
		if _, got, err := batch.Open(k, test.m); !errors.Is(err, test.want) || got != nil {
			t.Errorf("%s: got %d records and %v, want %v", name, len(got), err, test.want)
		}
	}
}

func TestSealRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		lines [][]byte
		want  error
	}{
		"none":       {nil, batch.ErrLimit},
		"65":         {slices.Repeat(lines, 33)[:65], batch.ErrLimit},
		"two lines":  {[][]byte{[]byte("{\n}")}, batch.ErrMalformed},
		"empty":      {[][]byte{nil}, batch.ErrMalformed},
		"1 MiB":      {[][]byte{bytes.Repeat([]byte("a"), 1<<20)}, batch.ErrLimit},
		"too deep":   {[][]byte{[]byte(strings.Repeat("[", 21))}, batch.ErrLimit},
		"incompress": {[][]byte{noise(300 << 10)}, batch.ErrLimit},
	} {
		if _, err := batch.Seal(ana, header(), test.lines); !errors.Is(err, test.want) {
			t.Errorf("%s: got %v, want %v", name, err, test.want)
		}
	}
	if _, err := batch.Seal(ana, header(), slices.Repeat(lines, 32)); err != nil {
		t.Errorf("64 records: %v", err)
	}
}

// noise returns bytes without newline that cannot be compressed.
func noise(n int) []byte {
	out, x := make([]byte, n), uint32(1)
	for i := range out {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		if out[i] = byte(x); out[i] == '\n' {
			out[i] = 'n'
		}
	}
	return out
}

func TestTombstones(t *testing.T) {
	id := "t-" + strings.Repeat("a", 32)
	good := types.Tombstone{Author: author, Run: "abcdefgh", N: 1, At: 5, IDs: []string{id}}
	m, err := batch.SealTombstone(ana, team, good, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := batch.OpenTombstone(public(ana), m, team); err != nil || !slices.Equal(got.IDs, good.IDs) || got.N != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := batch.OpenTombstone(public(bob), m, team); !errors.Is(err, batch.ErrUnsigned) {
		t.Errorf("T10 key of another: %v", err)
	}
	if _, err := batch.OpenTombstone(public(ana), m, batch.TeamID(public(bob))); !errors.Is(err, batch.ErrSubject) {
		t.Errorf("another team: %v", err)
	}
	forged := m
	forged.Data = bytes.Replace(m.Data, []byte(`"n":1`), []byte(`"n":2`), 1)
	if _, err := batch.OpenTombstone(public(ana), forged, team); !errors.Is(err, batch.ErrUnsigned) {
		t.Errorf("changed after signing: %v", err)
	}
	newer := m
	newer.Data = bytes.Replace(m.Data, []byte(`"v":1`), []byte(`"v":2`), 1)
	if _, err := batch.OpenTombstone(public(ana), newer, team); !errors.Is(err, batch.ErrNewer) {
		t.Errorf("T14 newer: %v", err)
	}
	for name, test := range map[string]struct {
		change func(*types.Tombstone)
		want   error
	}{
		"names nothing":    {func(t *types.Tombstone) { t.IDs = nil }, batch.ErrMalformed},
		"names and all":    {func(t *types.Tombstone) { t.All = true }, batch.ErrMalformed},
		"another's id":     {func(t *types.Tombstone) { t.IDs = []string{"step-1"} }, batch.ErrMalformed},
		"401 records":      {func(t *types.Tombstone) { t.IDs = slices.Repeat([]string{id}, 401) }, batch.ErrLimit},
		"no number":        {func(t *types.Tombstone) { t.N = 0 }, batch.ErrMalformed},
		"no time":          {func(t *types.Tombstone) { t.At = 0 }, batch.ErrMalformed},
		"place of no site": {func(t *types.Tombstone) { t.Places = []types.Place{{Run: "abcdefgh", Site: "x", K: 1}} }, batch.ErrMalformed},
	} {
		bad := good
		test.change(&bad)
		if _, err := batch.SealTombstone(ana, team, bad, nil); !errors.Is(err, test.want) {
			t.Errorf("%s: got %v, want %v", name, err, test.want)
		}
	}
	most := good
	most.IDs = slices.Repeat([]string{id}, 400)
	most.Places = slices.Repeat([]types.Place{{Run: strings.Repeat("r", 32), Site: site, K: 1 << 52}}, 400)
	if _, err := batch.SealTombstone(ana, team, most, nil); err != nil {
		t.Errorf("400 records: %v", err)
	}
}

func TestDoneHoldsForItsSigner(t *testing.T) {
	seal := func(key ed25519.PrivateKey, member string) batch.Message {
		m, err := batch.SealDone(key, batch.Done{Team: team, Member: member, Control: 7, Created: 1, At: 5})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	moved := seal(ana, author)
	moved.Subject = batch.DoneSubject(team, batch.MemberID(public(bob)))
	for name, test := range map[string]struct {
		m    batch.Message
		key  ed25519.PrivateKey
		team string
		want error
	}{
		"a member's":                 {seal(ana, author), ana, team, nil},
		"the server's":               {seal(root, batch.ServerMember), root, team, nil},
		"a member's for the server":  {seal(ana, batch.ServerMember), ana, team, batch.ErrUnsigned},
		"signed by a member as root": {seal(ana, batch.ServerMember), root, team, batch.ErrUnsigned},
		"in another's name":          {seal(ana, batch.MemberID(public(bob))), ana, team, batch.ErrUnsigned},
		"on another's subject":       {moved, ana, team, batch.ErrSubject},
		"of another team":            {seal(ana, author), ana, batch.TeamID(public(bob)), batch.ErrSubject},
	} {
		if d, err := batch.OpenDone(public(test.key), test.m, test.team); !errors.Is(err, test.want) || err == nil && d.Control != 7 {
			t.Errorf("%s: %+v, %v, want %v", name, d, err, test.want)
		}
	}
	if _, err := batch.SealDone(ana, batch.Done{Team: team, Member: "../x", At: 5}); err == nil {
		t.Error("a path became a member")
	}
	report := batch.Report{Session: "t-" + strings.Repeat("a", 32), Author: author, At: 5}
	bad := func(change func(*batch.Report)) []batch.Report {
		r := report
		change(&r)
		return []batch.Report{r}
	}
	for name, test := range map[string]struct {
		reports []batch.Report
		want    error
	}{
		"as many as may be": {slices.Repeat([]batch.Report{report}, batch.MaxReports), nil},
		"too many":          {slices.Repeat([]batch.Report{report}, batch.MaxReports+1), batch.ErrLimit},
		"of no session":     {bad(func(r *batch.Report) { r.Session = "mm-0001\nfrom: root" }), batch.ErrMalformed},
		"without an author": {bad(func(r *batch.Report) { r.Author = "" }), batch.ErrMalformed},
		"without a time":    {bad(func(r *batch.Report) { r.At = 0 }), batch.ErrMalformed},
	} {
		if _, err := batch.SealDone(ana, batch.Done{Team: team, Member: author, At: 5, Reports: test.reports}); !errors.Is(err, test.want) {
			t.Errorf("reports, %s: %v, want %v", name, err, test.want)
		}
	}
}

func anasEntry() batch.Entry {
	return batch.Entry{Team: team, N: 1, Member: author, Name: "Ana", Role: batch.RoleMember, Key: public(ana), From: 5}
}

func TestRosterAndConfiguration(t *testing.T) {
	data, err := batch.SealEntry(root, anasEntry())
	if err != nil {
		t.Fatal(err)
	}
	if e, err := batch.OpenEntry(public(root), data); err != nil || e.Name != "Ana" || !e.Key.Equal(public(ana)) {
		t.Errorf("entry: %+v, %v", e, err)
	}
	config, err := batch.SealConfig(root, batch.Config{Team: team, N: 1, Name: "Acme", SiteKey: make([]byte, 32), Auto: []string{"https://app.acme.test"}})
	if err != nil {
		t.Fatal(err)
	}
	if c, err := batch.OpenConfig(public(root), config); err != nil || c.Name != "Acme" || len(c.Auto) != 1 {
		t.Errorf("configuration: %+v, %v", c, err)
	}
	if _, err := batch.SealEntry(bob, anasEntry()); !errors.Is(err, batch.ErrUnsigned) {
		t.Errorf("T17 entry by a member: %v", err)
	}
	_, text, _ := bytes.Cut(data, []byte("\n"))
	sig, _ := bob.Sign(nil, append([]byte(team+"\x00"), text...), &ed25519.Options{Context: "cairn team member 1"})
	forged := append([]byte(base64.StdEncoding.EncodeToString(sig)+"\n"), text...)
	for name, test := range map[string]struct {
		data []byte
		want error
	}{
		"T17 signed by a member":         {forged, batch.ErrUnsigned},
		"T17 changed after signing":      {bytes.Replace(data, []byte("Ana"), []byte("Bob"), 1), batch.ErrUnsigned},
		"T17 configuration as an entry":  {config, batch.ErrMalformed},
		"T14 newer":                      {bytes.Replace(data, []byte(`"v":1`), []byte(`"v":2`), 1), batch.ErrNewer},
		"role that does not exist":       {bytes.Replace(data, []byte(`"member"`+`,"key"`), []byte(`"god","key"`), 1), batch.ErrMalformed},
		"key that is not the member's":   {bytes.Replace(data, []byte(author), []byte(batch.MemberID(public(bob))), 1), batch.ErrMalformed},
		"no signature line":              {text, batch.ErrMalformed},
		"T6 more than a control message": {append(bytes.Clone(data), make([]byte, 64<<10)...), batch.ErrLimit},
	} {
		if e, err := batch.OpenEntry(public(root), test.data); !errors.Is(err, test.want) || e.Member != "" {
			t.Errorf("%s: got %+v, %v, want %v", name, e, err, test.want)
		}
	}
	if _, err := batch.OpenEntry(public(bob), data); !errors.Is(err, batch.ErrSubject) {
		t.Errorf("T17 of another team: %v", err)
	}
}

func TestRevokedPlacesDoNotCount(t *testing.T) {
	e := anasEntry()
	if !e.Counts("abcdefgh", site, 9, batch.StreamEnd{}) {
		t.Error("a member's place does not count")
	}
	e.Revoked = &batch.Revoked{At: 5, Last: map[string]int64{"abcdefgh/" + site: 3}}
	got := map[int64]bool{}
	for k := range int64(6) {
		got[k] = e.Counts("abcdefgh", site, k, batch.StreamEnd{Stream: "CT_R", Created: 7, Seq: 1})
	}
	if want := map[int64]bool{0: true, 1: true, 2: true, 3: true, 4: false, 5: false}; !maps.Equal(got, want) {
		t.Errorf("T5: got %v, want %v", got, want)
	}
	if e.Counts("hgfedcba", site, 1, batch.StreamEnd{}) {
		t.Error("T5: a new run after the revocation counts")
	}
	e.Revoked = &batch.Revoked{At: 5, Ends: []batch.StreamEnd{{Stream: "CT_R0", Created: 7, Seq: 40}, {Stream: "CT_R1", Created: 8, Seq: 3}}}
	for at, want := range map[batch.StreamEnd]bool{
		{Stream: "CT_R0", Created: 7, Seq: 40}: true, {Stream: "CT_R0", Created: 7, Seq: 41}: false, {Stream: "CT_R1", Created: 8, Seq: 4}: false,
		{Stream: "CT_R0", Created: 9, Seq: 1}: false, {Stream: "CT_R2", Created: 7, Seq: 1}: false, {}: false, {Stream: "CT_R0", Created: 7}: false,
	} {
		if got := e.Counts("abcdefgh", site, 1, at); got != want {
			t.Errorf("T5: at %+v it counts: %v", at, got)
		}
	}
}

// FuzzOpen checks that no bytes that Ana did not sign are opened, and that nothing
// panics or exceeds the limits when she did.
func FuzzOpen(f *testing.F) {
	m, _ := batch.Seal(ana, header(), lines)
	f.Add(m.Data, false)
	f.Add(m.Data, true)
	f.Add([]byte("{}\n"), true)
	f.Add(packed(`{"v":1}`, []byte("{}\n")), true)
	f.Fuzz(func(t *testing.T, data []byte, sign bool) {
		got := batch.Message{Subject: m.Subject, Sig: m.Sig, Data: data}
		if sign {
			got = resigned(got, ana, data)
		}
		h, opened, err := batch.Open(public(ana), got)
		switch {
		case err != nil && opened != nil:
			t.Fatalf("records beside %v", err)
		case err != nil:
			return
		case !sign && !bytes.Equal(data, m.Data):
			t.Fatal("opened without a signature")
		}
		size := 0
		for _, line := range opened {
			size += len(line)
		}
		if len(opened) != h.Count || h.Count > batch.MaxRecords || size > batch.MaxUnpacked {
			t.Fatalf("%d records of %d bytes, header says %d", len(opened), size, h.Count)
		}
	})
}

// FuzzControl checks that no control message is accepted that nobody signed.
func FuzzControl(f *testing.F) {
	tomb, _ := batch.SealTombstone(ana, team, types.Tombstone{Author: author, Run: "abcdefgh", N: 1, At: 5, All: true}, nil)
	entry, _ := batch.SealEntry(root, anasEntry())
	config, _ := batch.SealConfig(root, batch.Config{Team: team, N: 1, Name: "Acme", SiteKey: make([]byte, 32)})
	done, _ := batch.SealDone(ana, batch.Done{Team: team, Member: author, Control: 7, Created: 1, At: 5})
	for _, seed := range [][]byte{tomb.Data, entry, config, done.Data} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := batch.OpenTombstone(public(ana), batch.Message{Subject: tomb.Subject, Sig: tomb.Sig, Data: data}, team); err == nil && !bytes.Equal(data, tomb.Data) {
			t.Fatal("tombstone that nobody signed")
		}
		if _, err := batch.OpenDone(public(ana), batch.Message{Subject: done.Subject, Sig: done.Sig, Data: data}, team); err == nil && !bytes.Equal(data, done.Data) {
			t.Fatal("receipt that nobody signed")
		}
		if _, err := batch.OpenEntry(public(root), data); err == nil && !bytes.Equal(data, entry) {
			t.Fatal("entry that nobody signed")
		}
		if _, err := batch.OpenConfig(public(root), data); err == nil && !bytes.Equal(data, config) {
			t.Fatal("configuration that nobody signed")
		}
	})
}

// TestARunnerSignsForItsFleet opens a batch and a tombstone of a certified key, and no others.
func TestARunnerSignsForItsFleet(t *testing.T) {
	fleet, runner, other := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, 32)), ed25519.NewKeyFromSeed(bytes.Repeat([]byte{8}, 32)), ed25519.NewKeyFromSeed(bytes.Repeat([]byte{9}, 32))
	public := func(key ed25519.PrivateKey) ed25519.PublicKey { return key.Public().(ed25519.PublicKey) }
	me := batch.MemberID(public(fleet))
	certify := func(by ed25519.PrivateKey, c batch.Cert) *batch.SignedCert {
		s, err := batch.SealCert(by, c)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	good := batch.Cert{Team: team, Fleet: me, Key: public(runner), Until: 100}
	altered := certify(fleet, good)
	altered.Cert = bytes.Replace(altered.Cert, []byte("100"), []byte("900"), 1)
	otherTeam, otherFleet := good, good
	otherTeam.Team, otherFleet.Fleet = strings.Repeat("b", 16), batch.MemberID(public(other))
	for name, test := range map[string]struct {
		cert *batch.SignedCert
		key  ed25519.PrivateKey
		at   types.Time
		want error
	}{
		"in time":               {certify(fleet, good), runner, 100, nil},
		"the fleet's key":       {nil, fleet, 100, nil},
		"too late":              {certify(fleet, good), runner, 101, batch.ErrUnsigned},
		"no certificate":        {nil, runner, 1, batch.ErrUnsigned},
		"of another key":        {certify(other, good), runner, 1, batch.ErrUnsigned},
		"for another key":       {certify(fleet, good), other, 1, batch.ErrUnsigned},
		"the fleet's, with one": {certify(fleet, good), fleet, 1, batch.ErrUnsigned},
		"altered":               {altered, runner, 101, batch.ErrUnsigned},
		"for another team":      {certify(fleet, otherTeam), runner, 1, batch.ErrUnsigned},
		"for another fleet":     {certify(fleet, otherFleet), runner, 1, batch.ErrUnsigned},
		"none":                  {&batch.SignedCert{Cert: []byte("{}")}, runner, 1, batch.ErrMalformed},
	} {
		h := header()
		h.Author, h.At, h.Runner = me, test.at, test.cert
		m, err := batch.Seal(test.key, h, lines)
		if err != nil {
			t.Fatal(err)
		}
		if _, got, err := batch.Open(public(fleet), m); !errors.Is(err, test.want) || (err == nil) != (len(got) == len(lines)) {
			t.Errorf("%s: a batch: %v, want %v", name, err, test.want)
		}
		m, err = batch.SealTombstone(test.key, team, types.Tombstone{Author: me, Run: "abcdefgh", N: 1, At: test.at, All: true}, test.cert)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := batch.OpenTombstone(public(fleet), m, team); !errors.Is(err, test.want) {
			t.Errorf("%s: a tombstone: %v, want %v", name, err, test.want)
		}
	}
}
