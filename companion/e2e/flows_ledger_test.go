package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// ledgerApp is a table of invoices, with test ids that hold the invoice's number.
type ledgerApp struct {
	mu       sync.Mutex
	invoices []ledgerItem
	made     []string
	settings ledgerSettings
}

type ledgerItem struct {
	Number   int    `json:"number"`
	Customer string `json:"customer"`
	Amount   string `json:"amount"`
	State    string `json:"state"`
}

type ledgerSettings struct {
	Currency string `json:"currency"`
	Remind   bool   `json:"remind"`
	Footer   string `json:"footer"`
}

func (l *ledgerApp) reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.invoices, l.made, l.settings = nil, nil, ledgerSettings{Currency: "Euro"}
	for i, c := range []string{"Acme Rockets", "Bright Bakery", "Cobalt Mining", "Dune Travel"} {
		l.invoices = append(l.invoices, ledgerItem{Number: 1041 + i, Customer: c, Amount: strconv.Itoa(120 + 35*i), State: "open"})
	}
}

func (l *ledgerApp) drift(kind, key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := slices.IndexFunc(l.invoices, func(x ledgerItem) bool { return key != "" && strings.Contains(x.Customer, key) })
	other := ledgerItem{Number: extraID, Customer: "Zinc Works", Amount: "77", State: "open"}
	l.invoices = driftRows(l.invoices, kind, at, other, func(x ledgerItem) ledgerItem { x.Number, x.Amount = extraID, "77"; return x })
}

func (l *ledgerApp) state() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []string
	for _, x := range l.invoices {
		if x.State != "open" {
			all = append(all, fmt.Sprintf("%s %s%s", x.Customer, x.State, extra(x.Number)))
		}
	}
	slices.Sort(all)
	all = append(all, l.made...)
	if l.settings != (ledgerSettings{Currency: "Euro"}) {
		all = append(all, fmt.Sprintf("settings %+v", l.settings))
	}
	return strings.Join(all, "; ")
}

func (l *ledgerApp) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var in struct {
		ledgerSettings
		Number                int
		Reason, Customer, Due string
		Lines                 []string
	}
	if r.Method == http.MethodPost {
		_ = json.NewDecoder(r.Body).Decode(&in) // a body that is none changes nothing
	}
	at := slices.IndexFunc(l.invoices, func(x ledgerItem) bool { return x.Number == in.Number })
	var out any = true
	switch r.URL.Path {
	case "/":
		http.ServeFile(rw, r, filepath.Join(repoRoot, "testdata", "apps", "flows", "invoices.html"))
		return
	case "/api/invoices":
		out = l.invoices
	case "/api/approve":
		if at >= 0 {
			l.invoices[at].State = "approved"
		}
	case "/api/reject":
		if at >= 0 {
			l.invoices[at].State = "rejected: " + in.Reason
		}
	case "/api/create":
		l.made = append(l.made, fmt.Sprintf("made for %s: %v due in %s", in.Customer, in.Lines, in.Due))
	case "/api/settings":
		if r.Method == http.MethodPost {
			l.settings = in.ledgerSettings
		}
		out = l.settings
	default:
		http.NotFound(rw, r)
		return
	}
	_ = json.NewEncoder(rw).Encode(out) // an error is a client that is gone
}
