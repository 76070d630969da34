package flow

import (
	"fmt"
	"testing"

	"cairn/shared/types"
)

func TestAValueStaysInItsPlaceOfAnAddress(t *testing.T) {
	for value, want := range map[string]string{
		"ada":          "/u/ada?q=ada",
		"a b":          "/u/a%20b?q=a%20b",
		"x&admin=1#y":  "/u/x%26admin%3D1%23y?q=x%26admin%3D1%23y",
		"../../delete": "/u/..%2F..%2Fdelete?q=..%2F..%2Fdelete",
		"..":           `parameter v is "..", which leads elsewhere in an address`,
		" . ":          `parameter v is ".", which leads elsewhere in an address`,
	} {
		got, err := FillAddress("/u/{v}?q={v}", map[string]string{"v": value})
		if err != nil {
			got = types.AsError(err).Message
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", value, got, want)
		}
	}
}

func TestAnAddressGivesTheValuesOfItsForm(t *testing.T) {
	form := "/_/#/collections?collection={collection}"
	for address, want := range map[string]string{
		"http://x.test/_/#/collections?collection=books":          "map[collection:books]",
		"http://x.test/_/#/collections?collection=a%20b":          "map[collection:a b]",
		"http://x.test/_/#/collections?collection=books&filter=x": "map[]",
		"http://x.test/_/#/settings?collection=books":             "map[]",
		"http://x.test/_/#/collections?collection=":               "map[]",
		"http://x.test/_/": "map[]",
		"":                 "map[]",
	} {
		if got := fmt.Sprint(AddressValues(form, address)); got != want {
			t.Errorf("%s: got %s, want %s", address, got, want)
		}
	}
}
