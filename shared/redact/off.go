package redact

// off, when a linker sets it, turns redaction off: the end-to-end tests link a
// companion and a core so to see that they would find what leaks. Nothing that
// runs can set it.
//
//	go build -ldflags "-X cairn/shared/redact.off=yes" ./companion
var off string
