package main

import (
	"flag"

	"cairn/companion/home"
	"cairn/shared/limits"
)

// limitFlags registers --allow-origins, --deny-origins and --confirm. given says
// which of them were.
func limitFlags(flags *flag.FlagSet) (given *home.AgentLimits) {
	given = &home.AgentLimits{}
	flags.Func("allow-origins", "where agents may look and act, such as https://*.example.com,http://127.0.0.1:* (default: everywhere)", given.List(&given.Allow))
	flags.Func("deny-origins", "where they may not, whatever is allowed", given.List(&given.Deny))
	flags.Func("confirm", "have actions that pay, send, delete, grant, sign or publish confirmed: risky (by a token or the person), person, or never", func(word string) error {
		return given.Take(&given.Confirm, limits.Given{Confirm: word}, word)
	})
	return given
}
