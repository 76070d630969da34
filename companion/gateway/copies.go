package gateway

import (
	"net/url"
	"strings"
)

// markCopies marks each link that another one before it equals: with its name and address, in a row of the same text.
// Pressing either is the same, as in a bar that is above and below a page.
func (p *page) markCopies() {
	first := map[[2]string]int{}
	for k := range p.obs.A11y.Nodes {
		n := &p.obs.A11y.Nodes[k]
		i, at := p.at[n.Ref]
		if n.Role != "link" || n.Name == "" || !at {
			continue
		}
		key := [2]string{n.Name, p.addressOf(i)}
		before, listed := first[key]
		switch {
		case key[1] == "":
		case !listed:
			first[key] = i
		default:
			around := p.around(i)
			n.Copy = around != n.Name && around == p.around(before)
		}
	}
}

// addressOf returns the address of another page that a link leads to, empty for none.
func (p *page) addressOf(i int) string {
	for at := range p.within(i) {
		if e := &p.tree[at]; e.role == "/url" && p.parents[at] == i {
			to, err := url.Parse(e.value)
			here, _ := url.Parse(p.obs.State.CurrentURL)
			if err != nil || here == nil || to.Scheme != "" && !strings.HasPrefix(to.Scheme, "http") {
				return ""
			}
			if to = here.ResolveReference(to); to.Path == here.Path && to.RawQuery == here.RawQuery && to.Host == here.Host {
				return ""
			}
			return to.String()
		}
	}
	return ""
}

// around returns the texts of an element's row, or of its parent.
func (p *page) around(i int) string {
	at := p.rowOf(i)
	if at < 0 || at == i {
		at = p.parents[i]
	}
	return strings.Join(p.texts(max(at, 0)), " · ")
}
