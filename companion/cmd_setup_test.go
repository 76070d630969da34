package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestSetupPassesOptionsThrough(t *testing.T) {
	t.Setenv(EnvHome, "")
	origins := "https://*.example.com"
	server, err := ownServer("memory", "data", givenLimits{Allow: &origins})
	dir, _ := filepath.Abs("data")
	if err != nil || strings.Join(server.Args, " ") != "mcp --tools memory --allow-origins=https://*.example.com --data "+dir || !filepath.IsAbs(server.Command) {
		t.Errorf("ownServer = %+v, %v", server, err)
	}
	if _, err := ownServer("some", "", givenLimits{}); err == nil {
		t.Error("unknown tools are taken")
	}
}
