// Package pilot carries out what an agent asks of a browser, and remembers it.
//
// There is one [Agent] per MCP session. It has at most one current session
// (types.Session) and one tab. The usual path:
//
//	agent := pilot.New(config, types.Client{Name: "my-agent"})
//	agent.Launch(ctx, types.LaunchInput{Goal: "send 0.1 ETH", URL: "http://127.0.0.1:8080/"})
//	agent.Describe(ctx, types.DescribeInput{})   // the screen, and what worked here before
//	agent.Click(ctx, types.ClickInput{...})      // recorded as a step
//	agent.Cleanup(ctx)                           // ends the session, closes its tab
//	agent.Close()                                // when the client goes away
//
// Acting takes the same course for every tool (act.go): look, find the
// target, act with real input, let the page settle, look again, record the
// step with the look *before* it (DESIGN 9.1). One deadline covers the wait
// for the target and the action. A failed action is a step too. Looking is
// never recorded.
//
// After an action the page settles: it is quiet once it has reacted, and what
// it has asked its server for has come (wire.Settle). A JavaScript dialog that
// asks something freezes the page; to an agent it is a dialog like any other
// (box.go). A ref holds in the document in which it was shown (refs.go), and an
// element that lost its name is acted on only with proof (heal.go).
//
// An agent's calls take turns: its tab has one mouse. Agents do not wait for
// each other.
//
// The pilot meets everything else in [Config]: a [Browser] relays calls to the
// extension, an [Input] moves mouse and keys, a [Memory] keeps and recalls.
// It imports none of them, and its timestamps come from Config.Now. Errors are
// *types.Error with a hint that says what to do next (errors.go).
package pilot
