package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestSetupPassesOptionsThrough(t *testing.T) {
	t.Setenv(EnvHome, "")
	server, err := ownServer("memory", "data")
	dir, _ := filepath.Abs("data")
	if err != nil || strings.Join(server.Args, " ") != "mcp --tools memory --data "+dir || !filepath.IsAbs(server.Command) {
		t.Errorf("ownServer = %+v, %v", server, err)
	}
	if _, err := ownServer("some", ""); err == nil {
		t.Error("unknown tools are taken")
	}
}
