package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"os"
	"strings"

	"cairn/companion/version"
)

// npmName is the package that people install; it depends on one package for each
// platform.
const npmName = version.NPM

//go:embed files/cairn.js
var launcher []byte

// npmPackage is a package.json. None has an install script: package managers no longer
// run the scripts of other packages.
type npmPackage struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Description  string            `json:"description"`
	License      string            `json:"license"`
	Homepage     string            `json:"homepage"`
	Repository   map[string]string `json:"repository"`
	MCPName      string            `json:"mcpName,omitempty"` // by which the MCP registry verifies that server.json is ours
	OS           []string          `json:"os,omitempty"`
	CPU          []string          `json:"cpu,omitempty"`
	Bin          map[string]string `json:"bin,omitempty"`
	Engines      map[string]string `json:"engines,omitempty"`
	Optional     map[string]string `json:"optionalDependencies,omitempty"`
	Files        []string          `json:"files"`
	PreferUnplug bool              `json:"preferUnplugged,omitempty"` // a program cannot run from Yarn's archives
}

func (r *release) npmPackage(name, description string) npmPackage {
	return npmPackage{Name: name, Version: r.number, Description: description, License: "MIT", Homepage: version.Repository,
		Repository: map[string]string{"type": "git", "url": "git+" + version.Repository + ".git"}}
}

func (r *release) npmPlatform(_ context.Context, b *build) error {
	program, err := os.ReadFile(b.path)
	if err != nil {
		return err
	}
	system, cpu, _ := strings.Cut(b.node, "-")
	p := r.npmPackage(npmName+"-"+b.node, "Cairn for "+b.node+"; install "+npmName)
	p.OS, p.CPU, p.Files, p.PreferUnplug = []string{system}, []string{cpu}, []string{b.program()}, true
	return r.npmWrite(p, file{b.program(), program, 0o755})
}

// npmMain writes the package that starts the platform's program.
func (r *release) npmMain() error {
	p := r.npmPackage(npmName, "A browser that remembers what worked: memory for AI agents that use a browser, over MCP")
	p.MCPName, p.Files = registryName(), []string{"cairn.js"}
	p.Bin = map[string]string{"cairn": "cairn.js"}
	p.Engines = map[string]string{"node": ">=18"}
	p.Optional = map[string]string{}
	for _, b := range platforms {
		p.Optional[npmName+"-"+b.node] = r.number
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		return err
	}
	return r.npmWrite(p, file{"cairn.js", launcher, 0o755}, file{"README.md", readme, 0o644})
}

func (r *release) npmWrite(p npmPackage, files ...file) error {
	text, err := marshal(p)
	if err != nil {
		return err
	}
	license, err := os.ReadFile("LICENSE")
	if err != nil {
		return err
	}
	data, err := tarred("package", append(files, file{"package.json", text, 0o644}, file{"LICENSE", license, 0o644}), r.date)
	if err != nil {
		return err
	}
	return r.write("npm/"+p.Name+"-"+p.Version+".tgz", data)
}

func marshal(v any) ([]byte, error) {
	text, err := json.MarshalIndent(v, "", "  ")
	return append(text, '\n'), err
}
