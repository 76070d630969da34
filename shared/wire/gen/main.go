// Command gen writes what the extension's JavaScript is checked against: from
// the Go structs of shared/wire, and those of shared/types and shared/types/tool that they reach, it
// makes extension/wire.d.ts (types) and extension/lib/limits.js (their
// numbers). The Go source is the only place where a message is spelled.
//
//	go generate ./shared/wire
//
// What becomes what: a struct is an interface, its doc comment JSDoc; a field
// with omitempty or omitzero is optional; a named string with constants is a
// union of them; types with JSON methods of their own are in the table of
// rules.go. Anything else is an error: nothing is guessed.
//
// It uses go/parser alone and needs no build of what it reads, so it also
// works while other packages do not compile.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	wire := flag.String("wire", ".", "directory of package wire")
	types := flag.String("types", "../types", "directory of package types")
	dts := flag.String("dts", "../../extension/wire.d.ts", "where the types go")
	limits := flag.String("limits", "../../extension/lib/limits.js", "where the numbers go")
	flag.Parse()
	if err := run(*wire, *types, *dts, *limits); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(wireDir, typesDir, dtsPath, limitsPath string) error {
	src, err := load(wireDir, typesDir, filepath.Join(typesDir, "tool"))
	if err != nil {
		return err
	}
	dts, err := emitTypes(src)
	if err != nil {
		return err
	}
	if err := os.WriteFile(dtsPath, []byte(dts), 0o644); err != nil {
		return fmt.Errorf("write types: %w", err)
	}
	limits, err := emitLimits(src)
	if err != nil {
		return err
	}
	if err := os.WriteFile(limitsPath, []byte(limits), 0o644); err != nil {
		return fmt.Errorf("write limits: %w", err)
	}
	return nil
}
