package team_test

import (
	"testing"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// TestAliasesAreOneSite has a runner share its steps at an address of its machine, and
// members who visit other addresses of the application get it, also one who followed one
// before the alias was made.
func TestAliasesAreOneSite(t *testing.T) {
	const preview, local, elsewhere = "https://pr-1.app.example", "http://localhost:4123", "https://pr-1.other.example"
	r := newRig(t)
	early := r.member("early")
	early.Follow(t.Context(), preview)
	for _, refused := range [][]string{{"https://*.example"}, {"https://app.example", "https://b.test"}, {"app.example"}} {
		if err := r.team.Alias("shop", refused); err == nil {
			t.Errorf("an alias of %q", refused)
		}
	}
	if err := r.team.Alias("shop", []string{origin, "https://*.app.example", "http://localhost:*"}); err != nil {
		t.Fatal(err)
	}
	if err := r.team.Alias("two", []string{preview, "https://*.app.example"}); err == nil {
		t.Error("two aliases have one address")
	}
	if err := r.team.OfferAuto("shop", true); err != nil {
		t.Fatal(err)
	}
	r.await(func() bool { return early.SiteID(preview) == early.SiteID(origin) })
	m := r.runner(r.token("ci", batch.RoleMember))
	m.Local = "shop"
	runner := r.start(m, newMemory("run00one"), "")
	if !runner.AutoOffered(local) || !runner.AutoOffered(preview) || runner.AutoOffered(elsewhere) {
		t.Errorf("offered: %v, %v, %v", runner.AutoOffered(local), runner.AutoOffered(preview), runner.AutoOffered(elsewhere))
	}
	late := r.member("late")
	late.Follow(t.Context(), "https://pr-2.app.example")
	runner.memory.put(runner.SiteID(local), `{"n":1}`)
	for _, m := range []*member{early, late} {
		r.awaitLines(m, runner.Member, `{"n":1}`)
		m.memory.mu.Lock()
		of := m.memory.of
		m.memory.mu.Unlock()
		for at, want := range map[string]bool{origin: true, preview: true, local: true, "http://127.0.0.1:4123": false, elsewhere: false} {
			if of(at) != want {
				t.Errorf("%s: %s is of the site: %v", m.Name, at, !want)
			}
		}
		if m.SiteID(local) == m.SiteID(origin) {
			t.Errorf("%s shares the addresses of another machine", m.Name)
		}
	}
	if err := r.team.Alias("shop", nil); err != nil {
		t.Fatal(err)
	}
	if err := r.team.Alias("shop", nil); types.AsError(err) == nil || types.AsError(err).Code != types.CodeNotFound {
		t.Errorf("an alias that is gone: %v", err)
	}
	r.await(func() bool { return late.SiteID(preview) != late.SiteID(origin) })
}
