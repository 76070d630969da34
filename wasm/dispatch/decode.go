package dispatch

import (
	"encoding/json"
	"fmt"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// request is a decoded wire.CoreRequest.
type request struct {
	wire.CoreRequest
	// faults holds, by index, the errors of the records that could not be decoded; their
	// places in Records are empty.
	faults map[int]*types.Error
	// segment holds the answer's bytes for [Dispatcher.Segment].
	segment []byte
	// typed points to the secrets that the Dispatcher knows.
	typed *typed
	// seen points to its cached observations.
	seen *seen
}

// decode reads a request. It ignores unknown fields, because a newer version may have
// written the records. An error within one record rejects only that record.
func decode(text []byte) (*request, error) {
	if len(text) > wire.MaxCoreRequest {
		return nil, types.Invalid(fmt.Sprintf("the request has %d bytes, more than %d", len(text), wire.MaxCoreRequest),
			"Send the records in several requests.")
	}
	req := new(request)
	err := json.Unmarshal(text, &req.CoreRequest)
	if err == nil {
		return req, nil
	}
	if apart, ok := decodeApart(text); ok {
		return apart, nil
	}
	return nil, types.Invalid(fmt.Sprintf("the request is not what the core understands: %v", err),
		"Send one JSON object in the form of wire.CoreRequest.")
}

// decodeApart reads the records of a put one by one. It returns false when the error
// is not in a record.
func decodeApart(text []byte) (*request, bool) {
	var outer struct {
		Op      wire.CoreOp       `json:"op"`
		Now     types.Time        `json:"now"`
		Records []json.RawMessage `json:"records"`
	}
	if json.Unmarshal(text, &outer) != nil || outer.Op != wire.OpPut {
		return nil, false
	}
	req := &request{faults: map[int]*types.Error{}}
	req.Op, req.Now = outer.Op, outer.Now
	req.Records = make([]wire.Record, len(outer.Records))
	for i, raw := range outer.Records {
		if err := json.Unmarshal(raw, &req.Records[i]); err != nil {
			req.faults[i] = types.Invalid(fmt.Sprintf("the record is not in the form of wire.Record: %v", err),
				"Leave it out; the other records were taken.")
		}
	}
	return req, true
}
