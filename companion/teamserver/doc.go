// Package teamserver is the server of a team: nats-server with JetStream inside the
// cairn process, its keys and certificates, the members' rights, invitations, and the
// keeper, which erases forgotten batches from the server's files.
//
//	team, err := teamserver.Create(dir, "acme", time.Now())
//	server, err := team.Serve(teamserver.Options{Listen: "127.0.0.1:17838"})
//	code, err := team.Invite("bob", batch.RoleMember, time.Now())
//
// The files of the directory are the truth: a command that changes them (Invite,
// Revoke) asks a running server to read them again. Members use package team, which
// speaks to any NATS server with these streams and rights.
package teamserver
