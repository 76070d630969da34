package dispatch

import (
	"cairn/shared/core"
	"cairn/shared/exact"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// typed holds the secrets that were typed into sensitive fields or stood beside their labels, as
// keyed digests. They are not part of the memory: OpReset leaves them.
type typed struct {
	salt  string
	known *exact.Secrets
}

func know(_ *core.Core, r *request) (*wire.CoreReply, error) {
	k := r.Know
	if r.typed.salt == "" || r.typed.salt != k.Salt {
		if len(k.Salt) < 32 {
			return nil, types.Invalid("the salt is not one", "Send 32 or more random hex digits.")
		}
		r.typed.salt, r.typed.known = k.Salt, r.typed.known.Salted([]byte(k.Salt)) // secrets hidden by labels stay hidden
	}
	*r.seen = seen{} // the cached pages may contain them
	reply := &wire.CoreReply{}
	for _, stored := range k.Digests {
		r.typed.known.Restore(stored)
	}
	if exact.Public(k.Text, k.Page) {
		return reply, nil
	}
	if stored := r.typed.known.AddTyped(k.Text); stored != "" {
		reply.Digests = []string{stored}
	}
	return reply, nil
}
