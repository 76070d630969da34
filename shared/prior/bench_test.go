package prior

import (
	"fmt"
	"math/rand"
	"testing"
	"time"

	"cairn/shared/types"
)

// Shape of the store that speed is measured on: one busy origin, sessions of 50
// steps over 40 screens with 60 elements each, goals of a few hundred words.
const (
	benchSessionSteps = 50
	benchScreens      = 40
	benchElements     = 60
)

// benchStore fills an engine with n steps of one origin.
func benchStore(n int) (*Engine, []types.PriorRequest) {
	rnd := rand.New(rand.NewSource(1))
	pages := make([]*types.Observation, benchScreens)
	for i := range pages {
		pages[i] = page(walletOrigin, fmt.Sprintf("screen-%02d", i))
		for j := range benchElements {
			// A third of every page is the shell that all pages share.
			id := fmt.Sprintf("shell-%d", j)
			if j >= benchElements/3 {
				id = fmt.Sprintf("s%d-item-%d", i, j)
			}
			pages[i].TestIDs = append(pages[i].TestIDs, types.TestID{TestID: id, Visible: true})
			pages[i].A11y.Nodes = append(pages[i].A11y.Nodes, types.A11yNode{Ref: fmt.Sprintf("e%d", j), Role: "button", Name: "Element " + id, TestID: id})
		}
	}
	e := New()
	goal := func() string {
		return fmt.Sprintf("task%d with thing%d in place%d and send %d", rnd.Intn(50), rnd.Intn(300), rnd.Intn(20), rnd.Intn(9))
	}
	for i := 0; i < n; {
		id := fmt.Sprintf("session-%06d", i/benchSessionSteps)
		created := day.Add(-time.Duration(n-i) * time.Second)
		e.PutSession(&types.Session{SessionID: id, CreatedAt: created, Goal: goal(), FlowTags: []string{fmt.Sprintf("flow%d", rnd.Intn(10))}})
		for range benchSessionSteps {
			at := rnd.Intn(benchScreens)
			el := pages[at].A11y.Nodes[rnd.Intn(benchElements)]
			e.PutStep(step(id, fmt.Sprintf("%s-%d", id, i), created.Add(time.Duration(i%benchSessionSteps)*time.Second), "mm_click",
				&types.Target{TestID: el.TestID, Role: el.Role, Name: el.Name}, pages[at]))
			i++
		}
	}
	var asks []types.PriorRequest
	for i := range 64 {
		asks = append(asks, types.PriorRequest{Observation: *pages[i%benchScreens], Goal: goal(), FlowTags: []string{"flow1"},
			SessionID: fmt.Sprintf("session-%06d", rnd.Intn(max(1, n/benchSessionSteps)))})
	}
	return e, asks
}

func BenchmarkSuggest(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		e, asks := benchStore(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				e.Suggest(day, asks[i%len(asks)])
			}
		})
	}
}

func BenchmarkPutStep(b *testing.B) {
	for b.Loop() {
		benchStore(1000)
	}
}
