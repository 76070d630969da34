package main

import (
	"bytes"
	"os"
	"testing"
)

func TestSuffixListIsCurrent(t *testing.T) {
	file, err := source()
	if err != nil {
		t.Fatal(err)
	}
	list, err := rules(file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../" + target)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, render(list)) {
		t.Error("shared/recall/suffixes.txt is out of date: run go generate ./shared/recall")
	}
}
