// Command packaging builds a release from one commit: ./build.sh release calls it.
//
//	go run ./companion/packaging --out dist/release --commit abc123 --date 1763899200
//
// It builds the companion for each platform and writes archives, packages and lists of
// package managers around it, with SHA256SUMS. Two runs for the same commit write the
// same bytes on every machine: files have the time of the commit and a fixed order.
//
// The version is that of the extension's manifest, the address of the project
// version.Repository, and nothing here repeats them.
//
// These small writers replace GoReleaser: it has neither npm packages (in its free
// edition), nor .mcpb, nor server.json without publishing, nor the Web Store's
// archive, so the writers would be needed beside it all the same.
package main
