package wire

import (
	"testing"

	"cairn/shared/types"
)

func TestKeepingIsTheStrictestOfTheSites(t *testing.T) {
	const needed, full = types.KeepNeeded, types.KeepFull
	own := &Keeping{Mode: full, Sites: map[string]types.Keep{"bank.example": needed}}
	person := &Keeping{Mode: needed, Sites: map[string]types.Keep{"docs.example:8443": full}}
	for _, test := range []struct {
		keeping   *Keeping
		addresses []string
		want      types.Keep
	}{
		{nil, []string{"https://docs.example/"}, needed},
		{&Keeping{}, nil, needed},
		{&Keeping{Mode: "some"}, nil, needed},
		{own, nil, full},
		{own, []string{"", "about:blank", "null"}, full},
		{own, []string{"https://shop.example/a?b=c"}, full},
		{own, []string{"https://BANK.example/a"}, needed},
		{own, []string{"https://bank.example:8443/a"}, full}, // another site
		{own, []string{"https://shop.example/", "https://bank.example"}, needed},
		{person, nil, needed},
		{person, []string{"https://docs.example:8443/a"}, full},
		{person, []string{"https://docs.example/a"}, needed},
		{person, []string{"https://docs.example:8443/a", "https://shop.example/"}, needed},
		{person, []string{"https://docs.example:8443/a", "about:blank", ""}, full},
		{own, []string{"https://bank.example/%zz"}, needed},
		{own, []string{"https://bank.example"}, needed},
		{own, []string{"https://jane@bank.example?a=@b#/c"}, needed},
	} {
		if got := test.keeping.Of(test.addresses...); got != test.want {
			t.Errorf("%+v of %q is %s, want %s", test.keeping, test.addresses, got, test.want)
		}
	}
}
