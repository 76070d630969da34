package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"sync"
)

// What replicas are told of a step is put together from what is stored, which
// is JSON already: decoding and encoding it again would cost ten times as much.

// errNotPlain says that a step has to be decoded to be told.
var errNotPlain = errors.New("not stored as expected")

// bareHead begins the JSON of a stored step, whose ids lie outside of it: this,
// its schema's number, and bareIDs.
const (
	bareHead = `{"schemaVersion":`
	bareIDs  = `,"sessionId":"",`
)

// bareRef begins the JSON of a stored node. No string can hold it, because it
// has quotation marks that are not escaped.
var bareRef = []byte(`{"ref":"",`)

// spell puts a stored step into words, as wire.Encode does the decoded one.
func (f *feeding) spell(cursor int64, c *change) ([]byte, error) {
	bare, err := unpack(c.payload)
	if err != nil {
		return nil, err
	}
	rest, ok := bytes.CutPrefix(bare, []byte(bareHead))
	number := bytes.IndexByte(rest, ',')
	if !ok || number < 0 || !bytes.HasPrefix(rest[number:], []byte(bareIDs)) {
		return nil, errNotPlain
	}
	ids, err := json.Marshal([2]string{c.id, c.sessionID})
	if err != nil {
		return nil, err
	}
	id, sessionID, _ := bytes.Cut(ids[1:len(ids)-1], []byte(`","`))
	var meta, look []byte
	if at, known := f.known[c.sessionID]; known {
		if meta, err = f.plain(at.blob); err != nil {
			return nil, err
		}
	}
	if c.seen != (ref{}) {
		if look, err = f.plain(c.seen); err != nil {
			return nil, err
		}
	}
	const around = 128 // names, numbers and brackets
	text := make([]byte, 0, around+len(ids)+len(meta)+len(bare)+len(look)+len(`e999`)*bytes.Count(look, bareRef))
	text = strconv.AppendInt(append(text, `{"seq":`...), cursor, 10)
	if meta != nil {
		text = append(append(text, `,"session":`...), meta...)
	}
	text = append(append(text, `,"step":{"stepId":`...), id...)
	text = append(append(text, `","sessionId":"`...), sessionID...)
	text = append(append(text, `,"schemaVersion":`...), rest[:number]...)
	text = append(append(text, ','), rest[number+len(bareIDs):len(rest)-1]...)
	if look != nil {
		text = appendNumbered(append(text, `,"observation":`...), look)
	}
	return append(text, '}', '}'), nil
}

// appendNumbered appends an observation with its nodes numbered as
// decodeObservation numbers them.
func appendNumbered(text, look []byte) []byte {
	for n := 1; ; n++ {
		at := bytes.Index(look, bareRef)
		if at < 0 {
			return append(text, look...)
		}
		end := at + len(bareRef) - len(`",`)
		text = append(append(text, look[:end]...), 'e')
		text = strconv.AppendInt(text, int64(n), 10)
		look = look[end:]
	}
}

// plain is what a blob holds.
func (f *feeding) plain(b ref) ([]byte, error) {
	if plain, ok := f.plains[b]; ok {
		return plain, nil
	}
	key := f.vault.blobKey(b)
	value, err := f.value(key)
	if err != nil {
		return nil, err
	}
	plain, err := f.vault.plainBlob(key, value)
	if err == nil {
		f.plains[b] = plain
	}
	return plain, err
}

// toldText is a record in words.
type toldText struct {
	text []byte
	// source is where a whole step came from, which stands until something is
	// forgotten; zero for all else, and for the companion's own.
	source ref
}

// toldBytes bounds told: what a second of the load that is promised says.
const toldBytes = 4 << 20

// told are the newest records as they were told to replicas, by cursor.
type told struct {
	telling sync.Mutex // held while records are put into words; taken before mu

	mu    sync.Mutex // guards what follows
	age   int        // how often something was forgotten
	texts map[int64]toldText
	order []int64
	bytes int
}

func (t *told) now() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.age
}

func (t *told) get(cursor int64) toldText {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.texts[cursor]
}

// put keeps a record, unless something was forgotten since age: it may have
// been this one.
func (t *told) put(age int, cursor int64, told toldText) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if age != t.age || t.texts[cursor].text != nil || len(told.text) > toldBytes {
		return
	}
	if len(t.order) > 0 && cursor < t.order[0] && t.bytes+len(told.text) > toldBytes {
		return // one that lags behind must not take the place of what all want
	}
	if t.texts == nil {
		t.texts = map[int64]toldText{}
	}
	t.texts[cursor] = told
	t.order = append(t.order, cursor)
	for t.bytes += len(told.text); t.bytes > toldBytes; t.order = t.order[1:] {
		t.bytes -= len(t.texts[t.order[0]].text)
		delete(t.texts, t.order[0])
	}
}

// forget drops everything.
func (t *told) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.age++
	t.texts, t.order, t.bytes = nil, nil, 0
}
