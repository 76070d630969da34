// Package mcptools is the part of Cairn that AI agents use: its MCP tools, over
// Streamable HTTP and over connections that carry one message a line.
//
//	s := mcptools.New(backend, mcptools.Options{Token: token, Version: version})
//	mux.Handle("/mcp", s.HTTPHandler())                            // many clients
//	err := s.ServeConn(ctx, conn, mcptools.ClientOptions{Dir: dir}) // one stdio client
//	defer s.Close()
//
// Each client has a session of its own (session.go) with an [Agent] made by
// [Backend].NewAgent when it first acts. All agents share one [Memory] for
// their questions about the past.
//
// # Tools
//
// A tool is one entry of a table (tools_*.go): name, description, hints
// and a function; its input schema is the file schema/<tool>.json, sent to
// clients as it is and enforced by schema.go before the function runs. Tests
// hold every definition to testdata/toolsnaps.
//
// Every answer has two forms. Content is one compact text for the model
// (text_*.go). structuredContent is the specs' JSON, {ok:true, result} or
// {ok:false, error:{code,message,hint}}, cut so that it costs no more tokens than
// the text (structured.go); the argument detail "full", which every tool takes,
// gives all of it. Whatever an agent can mend is such a result, never a protocol
// error.
//
// Text that a page may have written reaches an answer in one place alone, the
// fence of an answer (answer.go): text outside is of a type that page text
// does not convert to.
//
// # Refused requests
//
// mcp-go serves more than the protocol allows: any Origin, forged session ids,
// bodies of any size, keys in any case, arguments against the schema. So the
// transports here are our own, around its HandleMessage: guard.go refuses
// foreign requests, message.go reads JSON-RPC strictly, and
// arguments reach the tools as the bytes that were sent.
package mcptools
