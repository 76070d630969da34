package bridge

import (
	"encoding/base64"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

func TestNamesAreNeededUntilTheBrowserSaysOtherwise(t *testing.T) {
	r := newRig(t, slowTimes)
	c, ready := r.open(hello("install-a"))
	if want := base64.StdEncoding.EncodeToString(testKey); ready.NameKey != want {
		t.Errorf("the key of names is %q, want %q", ready.NameKey, want)
	}
	if ready.Rewritings != 3 {
		t.Errorf("older records were rewritten %d times, want 3", ready.Rewritings)
	}
	p := r.peer()
	const page = "https://shop.example/"
	expect := func(want types.Keep) {
		t.Helper()
		c.say(`{"kind":"fly","id":9}`) // its answer says that all before was read
		c.hear(wire.KindError)
		if got := p.Keep(page); got != want {
			t.Errorf("mode is %s, want %s", got, want)
		}
	}
	expect(types.KeepNeeded)
	c.say(wire.Envelope{Kind: wire.KindKeeping, Keeping: &wire.Keeping{Mode: types.KeepFull}})
	expect(types.KeepFull)
	c.say(wire.Envelope{Kind: wire.KindKeeping, Keeping: &wire.Keeping{Mode: types.KeepFull, Sites: map[string]types.Keep{"shop.example": types.KeepNeeded}}})
	expect(types.KeepNeeded)
	c.say(`{"kind":"keeping"}`) // sets nothing: the last setting holds
	c.hear(wire.KindError)
	expect(types.KeepNeeded)
}
