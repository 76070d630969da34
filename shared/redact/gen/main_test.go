package main

import (
	"bytes"
	"os"
	"testing"

	"cairn/shared/redact"
)

func TestGeneratedScriptIsCurrent(t *testing.T) {
	want, err := script(redact.Rules())
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../" + target)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("extension/content/redact.rules.js is out of date: run go generate ./shared/redact")
	}
}
