package contenttest

import (
	"fmt"
	"testing"
)

// TestFindsWhatAListDrawsOnlyInView asks for rows that are not on the page until
// their list is scrolled to them.
func TestFindsWhatAListDrawsOnlyInView(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, before, testID, purpose string
		reveal, found                 bool
	}{
		{"in a part of a part", "", "nested", "click", false, true},
		{"a row that its list cuts off", "", "item-9", "click", false, true},
		{"below, to be seen", "", "below", "see", false, true},
		{"a row further down", "outer.remove()", "row-60", "click", true, true},
		{"a row further up", "outer.remove(); virtual.scrollTop = 1500", "row-3", "click", true, true},
		{"a row that is loaded", "outer.remove(); virtual.remove()", "item-47", "click", true, true},
		{"a row that is loaded, beside a list without end", "outer.remove(); document.getElementById('all').style.height = '90000px'", "item-47", "click", true, true},
		{"nobody has asked to scroll", "", "row-60", "click", false, false},
		{"no such row", "outer.remove(); virtual.scrollTop = 600", "row-100", "click", true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tb := open(t, "../hostile/lists.html")
			var began, ended []float64
			const places = `['outer', 'nested', 'virtual', 'endless'].map((id) => document.getElementById(id)?.scrollTop ?? 0).concat(scrollY)`
			tb.eval("{ const [outer, virtual] = ['outer', 'virtual'].map((id) => document.getElementById(id)); "+tt.before+" }", nil)
			tb.eval(places, &began)
			timeout := 20_000
			if !tt.found && !tt.reveal {
				timeout = 300
			}
			r := tb.ask(fmt.Sprintf(`{to:"content",kind:"locate",locate:{tabId:1,target:{testId:%q},for:%q,reveal:%v,timeoutMs:%d}}`, tt.testID, tt.purpose, tt.reveal, timeout))
			if tt.found != (r.Located != nil) {
				t.Fatalf("answered %+v, %+v", r.Located, r.Error)
			}
			if tt.found {
				var hit bool
				tb.eval(fmt.Sprintf(`!!document.elementFromPoint(%v, %v)?.closest('[data-testid=%s]')`, r.Located.X, r.Located.Y, tt.testID), &hit)
				if !hit || r.Located.Scrolled != (tt.purpose == "see") {
					t.Errorf("input at %v,%v goes elsewhere; %+v", r.Located.X, r.Located.Y, r.Located)
				}
				return
			}
			tb.eval(places, &ended)
			if fmt.Sprint(began) != fmt.Sprint(ended) {
				t.Errorf("what was scrolled in vain stands at %v, was at %v", ended, began)
			}
		})
	}
}
