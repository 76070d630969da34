package capture

import "testing"

func TestSelectorsThatCount(t *testing.T) {
	for selector, want := range map[string]bool{
		"": false, "#save": false, "body": false, "main": false, "form": false, `button[data-testid="save"]`: false, ".toolbar .save": false,
		`a[href="/x > y:nth-of-type(2)"]`: false, `#host >>> #inner`: false, "#list > li.current": false, `input[name="q"]`: false,
		"tr:nth-of-type(2) > td > a": true, "ul > li:nth-child(3)": true, "li:first-child": true, "#bar > button": false, "#bar > div > button": true, "button": true, "main > div > a": true,
		"#rows > tr:nth-of-type(2) #open": true, "#x + p": true, "div:last-of-type": true, `tr:nth-of-type(2) > a[href="/x"]`: true,
	} {
		if got := Positional(selector); got != want {
			t.Errorf("Positional(%q) is %v", selector, got)
		}
	}
}
