package wire

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"cairn/shared/types/tool"
)

// failing is the first status of an error.
const failing = 400

// maxAddress bounds an address in a request's name, in characters.
const maxAddress = 80

// reading are the methods of requests that change nothing on their server.
var reading = []string{"GET", "HEAD", "OPTIONS"}

// Writes reports whether a request may change something on its server.
func (f *Failure) Writes() bool { return !slices.Contains(reading, f.Method) }

// Refusal returns the first request for a page itself that its server answered with an error, else the first one to its
// origin that writes; nil for none. Other requests may fail without a loss to the page.
func Refusal(failures []Failure, page string) *tool.Refusal {
	u, err := url.Parse(page)
	if err != nil {
		return nil
	}
	origin := u.Scheme + "://" + u.Host
	var first *tool.Refusal
	for _, f := range failures {
		r := &tool.Refusal{Request: f.Name(origin), Status: f.Status, Page: f.URL == origin+u.EscapedPath(), Writes: f.Writes()}
		switch own := strings.HasPrefix(f.URL, origin+"/"); {
		case f.Status < failing || !own:
		case r.Page:
			return r
		case r.Writes && first == nil:
			first = r
		}
	}
	return first
}

// Name returns a request as in POST /api/orders 500.
func (f *Failure) Name(origin string) string {
	address := f.URL
	if u, err := url.Parse(address); err == nil && u.Scheme+"://"+u.Host == origin {
		address = u.EscapedPath()
	}
	if runes := []rune(address); len(runes) > maxAddress {
		address = string(runes[:maxAddress-1]) + "…"
	}
	why := f.Fault
	if f.Status > 0 {
		why = fmt.Sprint(f.Status)
	}
	return strings.Join(strings.Fields(f.Method+" "+address+" "+why), " ")
}
