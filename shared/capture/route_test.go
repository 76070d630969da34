package capture

import "testing"

func TestRouteHasStarsForData(t *testing.T) {
	for address, want := range map[string]string{
		"https://shop.example/orders/1042/edit?x=1":     "/orders/*/edit",
		"https://shop.example":                          "/",
		"http://localhost:80/app/#/users/7f3a9c2e/role": "/app/#/users/*/role",
		"https://shop.example/~AbCdEg~/new":             "/*/new",
		"https://shop.example/page#top":                 "/page",
		"https://shop.example/find/red%20shoes":         "/find/*",
		"about:blank":                                   "",
		"":                                              "",
	} {
		if got := Route(address); got != want {
			t.Errorf("Route(%q) = %q, want %q", address, got, want)
		}
	}
}
