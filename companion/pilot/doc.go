// Package pilot carries out an agent's requests in a browser and records them.
//
// There is one [Agent] per MCP session. It has at most one current session
// (types.Session) and one tab. The usual path:
//
//	agent := pilot.New(config, tool.Client{Name: "my-agent"})
//	agent.Launch(ctx, tool.LaunchInput{Goal: "send 0.1 ETH", URL: "http://127.0.0.1:8080/"})
//	agent.Describe(ctx, tool.DescribeInput{})   // the screen, and the actions that worked here before
//	agent.Click(ctx, tool.ClickInput{...})      // recorded as a step
//	agent.Cleanup(ctx)                           // ends the session, closes its tab
//	agent.Close()                                // when the client goes away
//
// Every acting tool works the same way (act.go): observe, find the target, act with
// real input, let the page settle, observe again, and record the step with the
// observation *before* it (DESIGN 9.1). One deadline covers the wait for the target
// and the action. A failed action is a step too. Observing is never recorded.
//
// A page has settled when it has reacted, is quiet, and its requests are answered
// (wire.Settle). JavaScript dialogs block their page and look like other dialogs to
// an agent (box.go). A ref is valid in its document (refs.go). An element that lost
// its name is used only with proof (heal.go).
//
// An agent's calls take turns: its tab has one mouse. Agents do not wait for
// each other.
//
// All dependencies are in [Config]: a [Browser] sends calls to the extension, an
// [Input] moves mouse and keys, a [Memory] stores and answers. Timestamps come from
// Config.Now. Errors are *types.Error with a hint for the next step (errors.go).
package pilot
