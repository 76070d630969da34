package wire

import (
	"testing"

	"cairn/shared/types/tool"
)

func TestTheRequestThatAnEffectDependsOn(t *testing.T) {
	const page = "https://app.test/labels?page=2"
	failed := func(method, url string, status int) Failure {
		return Failure{Method: method, URL: url, Status: status}
	}
	for name, c := range map[string]struct {
		failures []Failure
		want     *tool.Refusal
	}{
		"none":                  {nil, nil},
		"the page":              {[]Failure{failed("GET", "https://app.test/labels", 500)}, &tool.Refusal{Request: "GET /labels 500", Status: 500, Page: true}},
		"a form":                {[]Failure{failed("POST", "https://app.test/labels", 422)}, &tool.Refusal{Request: "POST /labels 422", Status: 422, Page: true, Writes: true}},
		"a script":              {[]Failure{failed("PATCH", "https://app.test/api/labels/7", 403)}, &tool.Refusal{Request: "PATCH /api/labels/7 403", Status: 403, Writes: true}},
		"the page comes first":  {[]Failure{failed("POST", "https://app.test/api", 400), failed("GET", "https://app.test/labels", 404)}, &tool.Refusal{Request: "GET /labels 404", Status: 404, Page: true}},
		"a picture":             {[]Failure{failed("GET", "https://app.test/logo.png", 404)}, nil},
		"another site":          {[]Failure{failed("POST", "https://app.test.ads.example/count", 500)}, nil},
		"no answer by a server": {[]Failure{{Method: "POST", URL: "https://app.test/api", Fault: "net::ERR_FAILED"}}, nil},
	} {
		got := Refusal(c.failures, page)
		if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
