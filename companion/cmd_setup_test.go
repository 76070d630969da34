package main

import (
	"path/filepath"
	"strings"
	"testing"

	"cairn/companion/home"
)

func TestSetupPassesOptionsThrough(t *testing.T) {
	t.Setenv(home.EnvHome, "")
	origins := "https://*.example.com"
	server, err := ownServer("memory", "data", home.AgentLimits{Allow: &origins}, false)
	dir, _ := filepath.Abs("data")
	if err != nil || strings.Join(server.Args, " ") != "mcp --tools memory --allow-origins=https://*.example.com --data "+dir || !filepath.IsAbs(server.Command) {
		t.Errorf("ownServer = %+v, %v", server, err)
	}
}
