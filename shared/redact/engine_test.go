package redact

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/engine.json anew")

// engineCase is one call that both engines must answer alike.
type engineCase struct {
	Fn  string `json:"fn"` // text, attr, url, sensitive, names
	In  any    `json:"in"`
	Out any    `json:"out"`
}

// TestEngineCasesAreCurrent keeps testdata/engine.json, which the content
// script's engine is tested against, equal to what this engine says.
func TestEngineCasesAreCurrent(t *testing.T) {
	var cases []engineCase
	text := []string{"", "Send", "Error code 404", "Forgot your password?", "Balance 25.1234 ETH", "搜索手机", "session expired", "C'est à toi", "Samordningsnummer: 850715-2913", "EMŠO: 0101006500006", "Ghana Card: GHA-817766313-8", "Número de utente: 182736455", "身份 卡号: 8810273645", "认证码 882716",
		"Kartennummer: 20261121", "Ange 331637 för att logga in", "Your number is 316885", "Dein Zugang: 331637 zum Anmelden eingeben", "Sign in to see 1234 posts", "Car PIN to start: 4821", "Bestellnummer: 1029384756", "A😀B token: q8w7e6r5",
		"See https://h.test/issues?q=is%3Aopen+label%3Abug&c=482913#a=b.", "https://h.test/compare/v1.12.0...v1.13.0?日本=語&x=%zz&xkqzvw", "new URL(`http://${host}:${port}/`)"}
	for _, s := range secrets {
		text = append(text, s.text)
	}
	for _, s := range text {
		cases = append(cases, engineCase{"text", s, Text(s)})
	}
	for _, s := range []string{"coin-overview-send", "row-8f3a9c2b7d1e4f60", "option-9fK2mX7pL4vN8bR3", "item-42", "MM_CLICK_TIMEOUT"} {
		cases = append(cases, engineCase{"attr", s, Attr(s)})
	}
	for _, s := range []string{"https://user:pw@Example.com/a?token=1&page=2#/x?y=1", "https://x.test/reset/9f8c7d6e5a4b3c2d1e0f9a8b", "https://x.test/#access_token=a",
		"data:text/html,x", "about:blank", "https://m.test/#inbox/FMfcgzQXKhbDlZxKwPqRsTuVw123", "https://x.test/%E6%90%9C%E7%B4%A2", "https://x.test/%zz", "/a?b=c", "https://x.test/" + strings.Repeat("ab/", 1500) + "x", "https://x.test/" + strings.Repeat("no-", 100) + "/y", "http://token=1/x", "https://x.test/?" + strings.Repeat("a=1&", 600)} {
		cases = append(cases, engineCase{"url", s, URL(s)})
	}
	for _, s := range []string{"password", "secretary", "APIKey", "card-title-input", "card", "Search tokens", "token", "2fa-code", "密码", "contraseña", "newpassword", "username", "", "PINNumber"} {
		cases = append(cases, engineCase{"sensitive", s, Sensitive(s)})
	}
	names := strings.Fields("Write them down " + phrase + " Continue")
	after := append([]string(nil), names...)
	Names(after)
	cases = append(cases, engineCase{"names", names, after})

	for i, c := range canaries() {
		lines, _ := c.f(rand.New(rand.NewPCG(7, uint64(i))))
		for _, line := range lines {
			cases = append(cases, engineCase{"text", line, Text(line)})
		}
		shown := slices.Clone(lines)
		Names(shown)
		cases = append(cases, engineCase{"names", lines, shown})
	}
	kinds := ordinary(rand.New(rand.NewPCG(8, 0)))
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		line := kinds[kind]()
		cases = append(cases, engineCase{"text", line, Text(line)}, engineCase{"attr", line, Attr(line)})
	}

	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(cases); err != nil {
		t.Fatal(err)
	}
	const name = "testdata/engine.json"
	if *update {
		if err := os.WriteFile(name, buf.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, buf.Bytes()) {
		t.Error("testdata/engine.json is out of date: run go test ./shared/redact -update")
	}
}
