package main_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
	"cairn/wasm/dispatch"
)

// packer is a build that can pack: both can.
type packer interface {
	Call(request []byte) []byte
	Segment() []byte
	Attach(number int, data []byte) []byte
}

// Segment takes the bytes of the segment that the last call packed.
func (m *module) Segment() []byte {
	m.t.Helper()
	return m.reply(m.run(m.mod.ExportedFunction("segment")))
}

// Attach gives a segment as JavaScript would.
func (m *module) Attach(number int, data []byte) []byte {
	m.t.Helper()
	ptr := m.run(m.buffer, uint64(len(data)))
	if !m.mod.Memory().Write(ptr, data) {
		m.t.Fatal("no room for a segment")
	}
	return m.reply(m.run(m.mod.ExportedFunction("attach"), uint64(number), uint64(len(data))))
}

// pack asks until a segment is done, and wants a memory that has one.
func pack(t *testing.T, p packer, now types.Time) (done types.Packed, data []byte) {
	t.Helper()
	for range 1000 {
		request, err := json.Marshal(wire.CoreRequest{Op: wire.OpPack, Now: now, Pack: &wire.PackRequest{Steps: 64}})
		if err != nil {
			t.Fatal(err)
		}
		var reply wire.CoreReply
		if err := json.Unmarshal(p.Call(request), &reply); err != nil || reply.Packed == nil {
			t.Fatalf("%v %+v", err, reply)
		}
		if reply.Packed.State == types.PackIdle {
			t.Fatal("nothing was packed")
		}
		if reply.Packed.State == types.PackDone {
			return *reply.Packed, p.Segment()
		}
	}
	t.Fatal("packing never ends")
	return done, nil
}

// TestWasmPacksAndAttachesTheSameBytesAsNative packs a random store in both
// builds, attaches in each the segments of the other, and asks everything.
func TestWasmPacksAndAttachesTheSameBytesAsNative(t *testing.T) {
	wasm, native := newModule(t), dispatch.New()
	var questions []string
	var at types.Time
	for seed := range uint64(30) { // enough for a segment
		story := randomStory(t, 1000+seed)
		var put wire.CoreRequest
		if err := json.Unmarshal([]byte(story[0]), &put); err != nil {
			t.Fatal(err)
		}
		for i := range put.Records {
			r := &put.Records[i]
			r.Session.SessionID += string(rune('a' + seed))
			r.Step.SessionID, r.Step.StepID = r.Session.SessionID, r.Step.StepID+string(rune('a'+seed))
		}
		text, err := json.Marshal(put)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, wasm, native, string(text))
		at, questions = max(at, put.Now), story[1:]
	}
	ofWasm, fromWasm := pack(t, wasm, at.Add(1<<40))
	ofNative, fromNative := pack(t, native, at.Add(1<<40))
	if !bytes.Equal(fromWasm, fromNative) || len(ofWasm.Steps) != len(ofNative.Steps) || len(ofWasm.Steps) == 0 {
		t.Fatalf("Wasm packs %d steps in %d bytes, native %d in %d", len(ofWasm.Steps), len(fromWasm), len(ofNative.Steps), len(fromNative))
	}
	again, nativeAgain := newModule(t), dispatch.New()
	if got, want := again.Attach(1, fromNative), nativeAgain.Attach(1, fromWasm); !bytes.Equal(got, want) || bytes.Contains(got, []byte(`"error"`)) {
		t.Fatalf("Wasm %s, native %s", got, want)
	}
	for _, q := range questions {
		compare(t, again, nativeAgain, q)
	}
	damaged := bytes.Clone(fromNative)
	damaged[len(damaged)/2] ^= 4
	fresh, nativeFresh := newModule(t), dispatch.New()
	if got, want := fresh.Attach(1, damaged), nativeFresh.Attach(1, damaged); !bytes.Equal(got, want) || !bytes.Contains(got, []byte(types.CodeSegmentUnusable)) {
		t.Errorf("Wasm %s, native %s", got, want)
	}
	compare(t, fresh, nativeFresh, `{"op":"status"}`)
}
