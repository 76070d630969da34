package pack

// Page is what a step's page showed, to look through without making it.
type Page struct {
	p          *Pack
	ids, nodes runs
}

// Page is the page of the n-th step, empty when there was none.
func (p *Pack) Page(n int) Page {
	at, ok := p.pageOf(n)
	if !ok {
		return Page{p: p}
	}
	c := Cursor{Data: p.observations.at(at)}
	c.Byte()
	for range 4 { // the state
		c.Number()
	}
	return Page{p: p, ids: c.runs(), nodes: c.runs()}
}

// TestIDs calls each with the test ids in their order until it says false.
func (g Page) TestIDs(each func(testID string) bool) {
	g.ids.while(func(n int64) bool {
		c := Cursor{Data: g.p.testIDs.at(uint64(n))}
		c.Byte()
		return each(g.p.texts.at(c.Number()))
	})
}

// Nodes calls each with the roles and names of the accessibility nodes in their
// order until it says false.
func (g Page) Nodes(each func(role, name string) bool) {
	g.nodes.while(func(n int64) bool {
		c := Cursor{Data: g.p.nodes.at(uint64(n))}
		c.Byte()
		return each(g.p.texts.at(c.Number()), g.p.texts.at(c.Number()))
	})
}
