package main_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// build compiles the Wasm file once per test run, from the sources as they
// are: a stale file can never pass.
var build = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "cairn-wasm")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "core.wasm")
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w", "-o", out, ".")
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build core.wasm: %w\n%s", err, text)
	}
	return os.ReadFile(out)
})

// module is a running instance of the Wasm file.
type module struct {
	t      *testing.T
	mod    api.Module
	buffer api.Function
	call   api.Function
}

// compiled is the Wasm file made ready to run, once: that is the slow part.
var compiled = sync.OnceValues(func() (*program, error) {
	wasm, err := build()
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	runtime := wazero.NewRuntime(ctx)
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, runtime); err != nil {
		return nil, err
	}
	code, err := runtime.CompileModule(ctx, wasm)
	return &program{runtime, code}, err
})

type program struct {
	runtime wazero.Runtime
	code    wazero.CompiledModule
}

// newModule starts an instance of its own for the test.
func newModule(t *testing.T) *module {
	t.Helper()
	p, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize")
	mod, err := p.runtime.InstantiateModule(ctx, p.code, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mod.Close(ctx) })
	return &module{t: t, mod: mod, buffer: mod.ExportedFunction("buffer"), call: mod.ExportedFunction("call")}
}

// Call answers a request as JavaScript would have it answered.
func (m *module) Call(request []byte) []byte {
	m.t.Helper()
	ptr := m.run(m.buffer, uint64(len(request)))
	if ptr == 0 {
		m.t.Fatalf("no buffer for %d bytes", len(request))
	}
	if !m.mod.Memory().Write(ptr, request) {
		m.t.Fatalf("buffer(%d) gave an address outside the memory", len(request))
	}
	return m.reply(m.run(m.call, uint64(len(request))))
}

// reply copies the n bytes that the last call left.
func (m *module) reply(n uint32) []byte {
	m.t.Helper()
	view, ok := m.mod.Memory().Read(m.run(m.buffer, 0), n)
	if !ok {
		m.t.Fatalf("the reply of %d bytes lies outside the memory", n)
	}
	return append([]byte(nil), view...)
}

func (m *module) run(f api.Function, args ...uint64) uint32 {
	m.t.Helper()
	out, err := f.Call(context.Background(), args...)
	if err != nil {
		m.t.Fatalf("the instance died: %v", err)
	}
	return uint32(out[0])
}
