package store

// Fault is a defect that companion/sim injects to show that its checks would find it.
// A product never sets one: sim has a test for that.
type Fault uint8

// The defects that a store like this one invites.
const (
	NoFault Fault = iota
	// FaultEarlyAck returns from Put before the fsync.
	FaultEarlyAck
	// FaultStoredMark stores the high-water mark along with the records that it
	// counts; a power cut may keep the mark and lose the records.
	FaultStoredMark
	// FaultForgetfulIDs recognises a repeated step only until the process ends.
	FaultForgetfulIDs
)

// WithFault returns o with a defect. The field is unexported so that setting it
// is visible in the source as a call.
func (o Options) WithFault(f Fault) Options {
	o.fault = f
	return o
}
