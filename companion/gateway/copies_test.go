package gateway

import "testing"

// TestLinksToOneAddressAreOne has bars above and below a text, the bars of two comments, and links to the page itself.
func TestLinksToOneAddressAreOne(t *testing.T) {
	p := pageOf("http://a.test/issues/4", "", mustRead(t, `- main:
  - generic:
    - link "Edit" [ref=e1]:
      - /url: /issues/4/edit
    - link "Copy" [ref=e2]:
      - /url: /issues/4/copy
    - link "More" [ref=e3]:
      - /url: "#"
  - paragraph: Text
  - generic:
    - link "Edit" [ref=e4]:
      - /url: http://a.test/issues/4/edit
    - link "Copy" [ref=e5]:
      - /url: /issues/4/copy
    - link "More" [ref=e6]:
      - /url: "#"
  - generic:
    - text: Ada
    - link "Quote" [ref=e7]:
      - /url: /quote/1
  - generic:
    - text: Ada
    - link "Quote" [ref=e8]:
      - /url: /quote/2
  - generic:
    - text: Ben
    - link "Edit" [ref=e9]:
      - /url: /issues/4/edit`))
	for ref, want := range map[string]int{"e1": 1, "e4": 1, "e9": 1, "e2": 0, "e5": 0, "e3": 1, "e6": 1, "e7": 1, "e8": 1} {
		if got, _ := p.target(ref); got.Twins != want {
			t.Errorf("%s %q has %d equals, want %d", ref, got.Name, got.Twins, want)
		}
	}
}
