package bridge

import (
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestAQuestionComesAfterWhatItDependsOn records something and asks at once: the
// replica comes first, and the question says up to where.
func TestAQuestionComesAfterWhatItDependsOn(t *testing.T) {
	r := newRig(t, slowTimes)
	h := hello("install-a")
	c, _ := r.open(h)
	peer := r.bridge.Peers()[0]
	observe := &wire.Observe{TabID: 1, Ask: &wire.Ask{Question: types.Question{Goal: "send"}}}
	for n := range int64(3) {
		if n > 0 {
			r.sink.record(records(1, 1).Records[0])
		}
		replied := make(chan *wire.Reply, 1)
		go func() {
			reply, err := peer.Call(t.Context(), wire.Envelope{Kind: wire.KindObserve, Observe: observe})
			if err != nil {
				t.Error(err)
			}
			replied <- reply
		}()
		if n > 0 {
			if got := c.hear(wire.KindReplica).Replica; got.Cursor != n {
				t.Errorf("replica up to %d, want %d", got.Cursor, n)
			}
			c.say(wire.Envelope{Kind: wire.KindReplicaAck, ReplicaAck: &wire.ReplicaAck{Cursor: n}})
		}
		asked := c.hear(wire.KindObserve)
		if ask := asked.Observe.Ask; ask == nil || ask.Cursor != n || ask.Question.Goal != "send" {
			t.Errorf("asked %+v, want cursor %d", ask, n)
		}
		c.say(wire.Envelope{Kind: wire.KindReply, Re: asked.ID, Reply: &wire.Reply{Page: &wire.Page{}}})
		if reply := <-replied; reply == nil || reply.Page.Answer != nil {
			t.Errorf("replied %+v", reply)
		}
	}
	if observe.Ask.Cursor != 0 {
		t.Error("the caller's question was changed")
	}
}

// TestAQuestionThatIsLateIsLeftOut fills the window of messages without an answer.
func TestAQuestionThatIsLateIsLeftOut(t *testing.T) {
	r := newRig(t, slowTimes)
	c, _ := r.open(hello("install-a"))
	for n := range int64(wire.Window) {
		r.sink.record(records(1, 1).Records[0])
		for c.hear(wire.KindReplica).Replica.Cursor < n+1 {
		}
	}
	r.sink.record(records(1, 1).Records[0])
	replied := make(chan *wire.Reply, 1)
	go func() {
		reply, err := r.bridge.Peers()[0].Call(t.Context(), wire.Envelope{Kind: wire.KindObserve, Observe: &wire.Observe{TabID: 1, Ask: &wire.Ask{}}})
		if err != nil {
			t.Error(err)
		}
		replied <- reply
	}()
	asked := c.hear(wire.KindObserve)
	if asked.Observe.Ask != nil {
		t.Errorf("asked %+v", asked.Observe.Ask)
	}
	c.say(wire.Envelope{Kind: wire.KindReply, Re: asked.ID, Reply: &wire.Reply{Page: &wire.Page{}}})
	if reply := <-replied; reply == nil || reply.Page.Answer == nil || reply.Page.Answer.Why != wire.WhyBehind {
		t.Errorf("replied %+v", reply)
	}
}
