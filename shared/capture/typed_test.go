package capture

import (
	"testing"

	"cairn/shared/types"
)

func TestGoalsLoseWhatWasTyped(t *testing.T) {
	for _, c := range []struct{ goal, field, text, want string }{
		{"Send 0.1 ETH to 0x9c41ee07", "amount", "0.1", "Send {amount} ETH to 0x9c41ee07"},
		{"Send 0.1 ETH to 0x9c41ee07", "to", "0x9C41EE07", "Send 0.1 ETH to {to}"},
		{"Send 10.1 ETH", "amount", "0.1", "Send 10.1 ETH"},
		{"Send 1 ETH, 1 DAI", "amount", "1", "Send {amount} ETH, {amount} DAI"},
		{"Find a book", "query", "a", "Find a book"},
		{"Write to Ann Lee today", "name", "ann lee", "Write to {name} today"},
		{"搜索手机并下单", "query", "手机壳", "搜索手机并下单"},
		{"搜索无线手机并下单", "query", "无线手机", "搜索{query}并下单"},
		{"Grüße an İlker", "name", "İlker", "Grüße an {name}"},
		{"nothing", "x", "", "nothing"},
	} {
		if got := WithoutTyped(c.goal, []Typed{{c.field, c.text}}); got != c.want {
			t.Errorf("%q without %q is %q, want %q", c.goal, c.text, got, c.want)
		}
	}
	for name, want := range map[string]string{"Amount in ETH": "amount_in_eth", "  --  ": "text", "金额": "金额", "E-mail*": "e_mail"} {
		if got := FieldName(&types.Target{Name: name}); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
	for selector, want := range map[string]string{`input[name="title"]`: "title", `form > input[name="issue[lang]"]`: "issue_lang", `[name="a"] > b`: "text", "#login": "text", "": "text"} {
		if got := FieldName(&types.Target{Selector: selector}); got != want {
			t.Errorf("FieldName of %s is %q, want %q", selector, got, want)
		}
	}
}

func FuzzWithoutTyped(f *testing.F) {
	f.Add("Send 0.1 ETH", "0.1")
	f.Add("İİİ", "i̇i̇i̇")
	f.Fuzz(func(t *testing.T, goal, text string) {
		WithoutTyped(goal, []Typed{{"x", text}, {"text", "text"}})
	})
}
