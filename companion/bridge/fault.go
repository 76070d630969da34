package bridge

import (
	"slices"

	"cairn/shared/wire"
)

// WithGapFault returns o with a defect that a protocol like this one invites: records
// after a gap are stored and the highest number is acknowledged. A product never sets
// it: companion/sim does, to show that its checks would find it.
func (o Options) WithGapFault() Options {
	o.gapFault = true
	return o
}

// fillGap declares the numbers between hwm and the batch as lost, as if the
// browser had given them up.
func fillGap(b *wire.Batch, hwm int64) {
	if len(b.Records) == 0 {
		return
	}
	for ; b.First > hwm+1; b.First-- {
		b.Records = slices.Insert(b.Records, 0, wire.Record{Seq: b.First - 1, Gap: &wire.Gap{Count: 1}})
	}
}
