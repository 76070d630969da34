package console

import (
	"bytes"
	"slices"
	"testing"
)

func TestTablesAreAligned(t *testing.T) {
	var out bytes.Buffer
	table := NewTable(&out, "TASK", "STEPS", "SITE")
	table.Row("Pay\nAlice", 12, "")
	table.Row("支付", 3, "shop.example")
	if err := table.Print(); err != nil {
		t.Fatal(err)
	}
	const want = "TASK       STEPS  SITE\n" +
		"Pay Alice  12\n" +
		"支付       3      shop.example\n"
	if out.String() != want {
		t.Errorf("%q\nwant\n%q", out.String(), want)
	}
}

func TestTablesFitTheTerminal(t *testing.T) {
	table := NewTable(nil, "TASK", "STEPS")
	table.Row("Write to the customer whose invoice has not been paid for three months", 4)
	for terminal, want := range map[int][]int{0: {70, 5}, 100: {70, 5}, 40: {33, 5}, 10: {narrowestCell, 5}} {
		if got, fits := table.widths(terminal); !slices.Equal(got, want) || fits != (terminal != 10) {
			t.Errorf("on %d columns: %v, want %v; fits: %t", terminal, got, want, fits)
		}
	}
	for text, want := range map[string]string{"支付宝账单": "支付宝…", "Pay every bill": "Pay eve…", "Pay all": "Pay all", "Pay th e bill": "Pay th…"} {
		if got := cut(text, 8); got != want {
			t.Errorf("%q is cut to %q, want %q", text, got, want)
		}
	}
}

func TestRowsOfATableThatDoesNotFitAreRecords(t *testing.T) {
	var out bytes.Buffer
	table := NewTable(&out, "TASK", "STEPS", "支付")
	table.Row("Pay Alice", 12, "")
	table.Row("Write to the customer", 3, "shop.example")
	if err := table.printRecords(); err != nil {
		t.Fatal(err)
	}
	const want = "TASK   Pay Alice\nSTEPS  12\n支付\n\nTASK   Write to the customer\nSTEPS  3\n支付   shop.example\n"
	if out.String() != want {
		t.Errorf("%q\nwant\n%q", out.String(), want)
	}
}
