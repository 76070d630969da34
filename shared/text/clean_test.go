package text

import "testing"

func TestCleanKeepsEmojiWholeAndDropsWhatHides(t *testing.T) {
	const family, astronaut, heart = "👨‍👩‍👧", "👩🏽‍🚀", "❤️‍🔥"
	for in, want := range map[string]string{
		"  Pay \u00a0 now\n": "Pay now", "Pay" + family: "Pay" + family, astronaut + " " + heart: astronaut + " " + heart,
		"V\u200doid": "Void", "\u200d" + family + "\u200d": family, "👩\u200b\u200d👧": "👩👧", "Vo\u202eid": "Void", "Void\U000E0041": "Void",
		"\ue5c8 Next": "Next", "a\x00b\ufeff\u00ad": "ab", "\xff!": "!",
	} {
		if got, cut := Clean(in, 40); got != want || cut {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
		if hides := want != in && in != "  Pay \u00a0 now\n" && in != "\ue5c8 Next"; Hides(in) != hides {
			t.Errorf("%q hides something: %v", in, Hides(in))
		}
	}
	for in, want := range map[string]string{"abcdef": "abc", "ab cdef": "ab", "äöüß": "äöü"} {
		if got, cut := Clean(in, 3); got != want || !cut {
			t.Errorf("%q is cut to %q, want %q", in, got, want)
		}
	}
}
