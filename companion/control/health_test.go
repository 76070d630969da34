package control

import (
	"testing"

	"cairn/companion/bridge"
	"cairn/shared/types"
	"cairn/shared/wire"
)

func TestModesAreSaidInWords(t *testing.T) {
	for want, keeping := range map[string]*wire.Keeping{
		"names that were used (it has said nothing of that)": nil,
		"names that were used":                               {Mode: types.KeepNeeded},
		"all names, other than that on 1 site":               {Mode: types.KeepFull, Sites: map[string]types.Keep{"bank.example": types.KeepNeeded}},
	} {
		if got := KeptNames(bridge.Info{Keeping: keeping}); got != want {
			t.Errorf("%+v: %q, want %q", keeping, got, want)
		}
	}
}
