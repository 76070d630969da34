// Package cdp speaks the Chrome DevTools Protocol to one tab: over the pipe of a
// browser that Cairn started ([Endpoint]) if the tab is in that browser, else through
// a relay for its commands (the extension's chrome.debugger, by way of a bridge peer).
//
// A [Tab] is a cdproto cdp.Session, so any generated command works on it:
//
//	tab := cdp.NewTab(peer, endpoint, tabID)
//	defer tab.Close()
//	_, err := cdp.Call(ctx, tab, page.Reload, page.ReloadParams{})
//
// On top of that it has the few operations that actions need: [Tab.Click],
// [Tab.InsertText], [Tab.Keys], [Tab.SelectAll], [Tab.Press], [Tab.Navigate] and
// [Tab.Screenshot]. They send real input events, which a page cannot distinguish from
// a person's.
//
// Chrome shows a banner while an extension debugs a tab, so a relayed Tab attaches
// when a command needs it and detaches shortly after the last one. Over a pipe there
// is no banner, and the tab stays attached. A JavaScript dialog without a question is
// accepted at once; one with a question freezes the page, and stays open until
// [Tab.Answer] or for two minutes. [Tab.Dialogs] returns the dialogs that opened.
//
// This package has no sessions or steps, and finds no elements: its input is points
// and text.
package cdp
