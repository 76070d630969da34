package main

import (
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"fmt"
	"os"
	"slices"
	"strings"
)

// component is a part of the program in CycloneDX's format.
type component struct {
	Type    string   `json:"type"`
	Ref     string   `json:"bom-ref"`
	Name    string   `json:"name"`
	Version string   `json:"version"`
	PURL    string   `json:"purl"`
	Hashes  []hashed `json:"hashes,omitempty"`
}

type hashed struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

// bom writes the software bill of materials of one program, from the information of
// the Go linker in it.
func (r *release) bom(_ context.Context, b *build) error {
	info, err := buildinfo.ReadFile(b.path)
	if err != nil {
		return fmt.Errorf("read what the program is built from: %w", err)
	}
	program, err := os.ReadFile(b.path)
	if err != nil {
		return err
	}
	main := newComponent("application", "cairn", r.number)
	main.Hashes = []hashed{{"SHA-256", digest(program)}}
	parts := []component{newComponent("library", "std", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, dep := range info.Deps {
		if dep.Replace != nil {
			dep = dep.Replace
		}
		parts = append(parts, newComponent("library", dep.Path, dep.Version))
	}
	slices.SortFunc(parts, func(a, b component) int { return strings.Compare(a.Ref, b.Ref) })
	refs := make([]string, 0, len(parts))
	for _, p := range parts {
		refs = append(refs, p.Ref)
	}
	text, err := marshal(map[string]any{
		"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"serialNumber": serial(program),
		"metadata":     map[string]any{"timestamp": r.date.Format("2006-01-02T15:04:05Z"), "component": main},
		"components":   parts,
		"dependencies": []map[string]any{{"ref": main.Ref, "dependsOn": refs}},
	})
	if err != nil {
		return err
	}
	return r.write(fmt.Sprintf("cairn_%s_%s_%s.cdx.json", r.number, b.goos, b.goarch), text)
}

func newComponent(kind, name, version string) component {
	purl := "pkg:golang/" + name + "@" + strings.ReplaceAll(version, "+", "%2B")
	return component{Type: kind, Ref: purl, Name: name, Version: version, PURL: purl}
}

// serial returns a number in the form of a UUID, derived from the program, so that the
// same program has the same one.
func serial(program []byte) string {
	sum := sha256.Sum256(program)
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80 // version 8 of RFC 9562: the maker's
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[0:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}
