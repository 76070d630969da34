package main

import (
	"github.com/spf13/cobra"

	"cairn/companion/home"
	"cairn/shared/limits"
)

// limitsHelp is about the limits of agents.
const limitsHelp = `--allow-origins and --deny-origins say on which origins agents may look and act:
patterns such as https://*.example.com (the hosts below example.com) or
http://127.0.0.1:*, with commas between them; what is denied is denied whatever is
allowed. --confirm risky has actions that pay, send, delete, grant, sign or publish
confirmed: by a token that the agent repeats, or by you in the panel; with
--confirm person by you alone.`

// limitFlags registers --allow-origins, --deny-origins and --confirm. given says
// which of them were.
func limitFlags(cmd *cobra.Command) (given *home.AgentLimits) {
	given = &home.AgentLimits{}
	setFlag(cmd, "allow-origins", "LIST", "where agents may look and act, such as https://*.example.com,http://127.0.0.1:* (default: everywhere)", given.List(&given.Allow))
	setFlag(cmd, "deny-origins", "LIST", "where they may not, whatever is allowed", given.List(&given.Deny))
	setFlag(cmd, "confirm", "risky|person|never", "have actions that pay, send, delete, grant, sign or publish confirmed: risky (by a token or the person), person, or never", func(word string) error {
		return given.Take(&given.Confirm, limits.Given{Confirm: word}, word)
	})
	_ = cmd.RegisterFlagCompletionFunc("confirm", cobra.FixedCompletions([]string{limits.ConfirmRisky, limits.ConfirmPerson, limits.ConfirmNever}, cobra.ShellCompDirectiveNoFileComp)) // the flag is there
	return given
}
