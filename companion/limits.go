package main

import (
	"github.com/spf13/cobra"

	"cairn/companion/home"
	"cairn/shared/limits"
)

// limitsHelp describes the limits of agents.
const limitsHelp = `--allow-origins and --deny-origins limit where agents may look and act. They take
comma-separated patterns such as https://*.example.com (hosts below example.com) or
http://127.0.0.1:*; denied origins take precedence. --confirm risky requires a
confirmation of actions that pay, send, delete, grant, sign or publish: by a token
that the agent repeats, or by you in the panel. With --confirm person, only you can
confirm.`

// limitFlags registers --allow-origins, --deny-origins and --confirm. given holds
// those that the user set.
func limitFlags(cmd *cobra.Command) (given *home.AgentLimits) {
	given = &home.AgentLimits{}
	setFlag(cmd, "allow-origins", "LIST", "allowed origins for agents, such as https://*.example.com,http://127.0.0.1:* (default: all)", given.List(&given.Allow))
	setFlag(cmd, "deny-origins", "LIST", "denied origins, also if they are allowed", given.List(&given.Deny))
	setFlag(cmd, "confirm", "risky|person|never", "confirm actions that pay, send, delete, grant, sign or publish: risky (by a token or a person), person, or never", func(word string) error {
		return given.Set(&given.Confirm, limits.Given{Confirm: word}, word)
	})
	_ = cmd.RegisterFlagCompletionFunc("confirm", cobra.FixedCompletions([]string{limits.ConfirmRisky, limits.ConfirmPerson, limits.ConfirmNever}, cobra.ShellCompDirectiveNoFileComp)) // the flag is there
	return given
}
