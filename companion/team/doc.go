// Package team connects a companion to its team: it sends a person's shared records, receives
// the records of others, and carries out deletion requests in both directions.
//
//	m, err := team.Join(ctx, code)              // once: an invitation becomes a membership
//	c := team.Start(m, memory, team.Options{})  // the daemon, while a membership exists
//	c.Follow(ctx, "https://app.example")        // follow a site from now on
//
// The log (Log, on NATS JetStream) is transport: each member's store is the source of
// truth for its own records, and Client.heal shares again the records that the log lost.
// Every message is verified against the roster, which the team's root key signs, so a
// server can withhold messages but not make one.
package team
