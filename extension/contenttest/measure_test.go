package contenttest

import (
	"fmt"
	"testing"
)

// grow fills the page with n elements like those of real lists: cards with a
// heading, links, buttons, a field.
const grow = `(n) => {
  const card = (i) => '<article class="card"><h3>Card ' + i + '</h3><p>Some <b>text</b> about <i>it</i></p><a href="/p/' + i + '"><span>Open</span> <em>' + i + '</em></a>' +
    '<button data-testid="b' + i + '"><svg><path/></svg><span>Add to cart</span></button><label>Count <input></label><ul><li>one</li><li>two</li></ul></article>';
  const per = 17;
  let html = '';
  for (let i = 0; i < n / per; i++) html += card(i);
  document.body.innerHTML = '<main>' + html + '</main>';
  return document.querySelectorAll('*').length;
}`

// TestMeasureObserve prints what a look costs; it asserts only that there is
// one.
func TestMeasureObserve(t *testing.T) {
	tb := open(t, "other.html")
	for _, n := range []int{1500, 5000, 20000, 50000} {
		var elements int
		tb.eval(fmt.Sprintf("(%s)(%d)", grow, n), &elements)
		var times []float64
		tb.eval(`(() => { const times = []; for (let i = 0; i < 15; i++) { document.body.append(document.createElement('i')); const t = performance.now(); Cairn.observe.look(); times.push(performance.now() - t); } return times.sort((a, b) => a - b); })()`, &times)
		o := tb.look()
		if len(o.A11y.Nodes) == 0 {
			t.Errorf("%d elements: nothing observed", n)
		}
		t.Logf("%6d elements: look %.1f ms (min %.1f, max %.1f), %d nodes, %d test ids", elements, times[len(times)/2], times[0], times[len(times)-1], len(o.A11y.Nodes), len(o.TestIDs))
	}
}
