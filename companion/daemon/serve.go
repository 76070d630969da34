package daemon

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"cairn/companion/bridge"
	"cairn/companion/cdp"
	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/companion/mcptools"
	"cairn/companion/pilot"
	"cairn/companion/version"
	"cairn/extension"
	"cairn/shared/limits"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// relinkTime bounds an action's wait for a link that has just broken: the extension
// reconnects within a second or two.
const relinkTime = 5 * time.Second

// wire connects the parts, which know each other by small interfaces only.
func (d *Daemon) wire() error {
	key, err := d.home.Secret(home.PairingKeyFile)
	if err != nil {
		return err
	}
	token, err := d.home.Secret(home.BearerTokenFile)
	if err != nil {
		return err
	}
	d.bridge = bridge.New(key, "chrome-extension://"+extension.ID, d.memory, bridge.Options{Version: version.Commit, Store: extension.StoreOrigin(), NameKey: d.nameKey, Rewritings: d.memory.Rewritings, ScreenRules: d.memory.ScreenRules, Slot: d.slots.run,
		StoreBytes: func() int64 { return d.store.Stats().FileBytes }, Changed: d.noteLinked, FlowOrder: func(p *bridge.Peer, run *wire.FlowOrder) { d.panels.handleOrder(p, run) }, TeamOrder: func(p *bridge.Peer, order *wire.TeamOrder) { d.team.handleOrder(p, order) }, Encrypted: d.store.Stats().Key != ""})
	d.browser = &managedBrowser{home: d.home, port: d.info.Port, headless: d.options.Headless, devTools: d.options.DevTools, keep: d.options.Keep, tested: d.options.Tested, log: d.options.Log,
		choice: d.options.Browser.Name, attach: d.options.Browser.Attach, from: d.options.Browser.Profile}
	d.contexts = newContexts(d)
	backend := mcptools.Backend{
		Memory:     d.memory,
		NewAgent:   func(c tool.Client, l limits.Limits) mcptools.Agent { return d.newAgent(c, l) },
		Repository: d.repositoryCalls,
		Now:        func() types.Time { return types.At(time.Now()) },
	}
	d.tools = mcptools.New(backend, mcptools.Options{Token: hex.EncodeToString(token), Version: version.Commit, Language: os.Getenv(home.EnvLanguage), Limits: d.limits, Uploads: d.options.Uploads,
		Log: slog.New(slog.NewTextHandler(d.options.Log, nil))})
	return nil
}

func (d *Daemon) pilotConfig() pilot.Config {
	return pilot.Config{
		Memory:  d.memory,
		Typed:   d.typed.typed,
		Visit:   d.team.visit,
		Browser: d.findBrowser,
		EnsureBrowser: func(ctx context.Context) (pilot.Browser, error) {
			if err := d.awaitReturn(ctx); err != nil {
				return nil, err
			}
			if b, err := d.findBrowser(ctx, ""); err == nil {
				return b, nil
			}
			if err := d.browser.start(""); err != nil {
				return nil, err
			}
			if err := d.awaitBrowser(ctx, "", browserStartTime); err != nil {
				return nil, err
			}
			return d.findBrowser(ctx, "")
		},
		Input: func(b pilot.Browser, tabID int) pilot.Input {
			return &maskedInput{Input: cdp.NewTab(b, d.endpointOf(b), tabID), browser: b, mask: d.typed}
		},
		Tested:  d.testedNames(),
		Address: func(shown string) string { return address(d.options.Tested, shown) },
		Context: d.contexts.reserve,
		Git:     readGit,
		SaveImage: func(sessionID, name string, img tool.Image) (string, error) {
			return d.home.SaveImage(sessionID, d.typed.text(name), img)
		},
		Answers: d.answers,
		Port:    d.info.Port,
		Now:     func() types.Time { return types.At(time.Now()) },
	}
}

// testedNames returns the names of the extensions under test, by id.
func (d *Daemon) testedNames() map[string]string {
	names := map[string]string{}
	for _, e := range d.options.Tested {
		names[e.ID] = e.Name
	}
	return names
}

// findBrowser returns the connected browser with that id, or any without a context if
// id is empty. It waits a moment for a link that just broke.
func (d *Daemon) findBrowser(ctx context.Context, id string) (pilot.Browser, error) {
	pick := func() pilot.Browser {
		for _, p := range d.bridge.Peers() {
			if id == "" && p.Context() == "" || p.ID() == id {
				return maskedBrowser{p, d.typed}
			}
		}
		return nil
	}
	if b := pick(); b != nil {
		return b, nil
	}
	patience := relinkTime
	if id == "" { // without a link that has just broken there is nothing to wait for
		patience -= time.Since(d.bridge.Past().Left.Std())
	}
	for end := time.Now().Add(patience); time.Now().Before(end) && ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
		if b := pick(); b != nil {
			return b, nil
		}
	}
	return nil, types.Fault(types.CodeNoBrowser, "no browser with Cairn's extension is connected", "start one with: cairn run, then call mm_launch again")
}

func (d *Daemon) serveMCP(ctx context.Context, req control.Request, conn io.ReadWriteCloser) error {
	return d.tools.ServeConn(ctx, conn, mcptools.ClientOptions{Tools: req.Tools, Prefix: req.Prefix, Dir: req.Dir, Uploads: req.Uploads, Language: req.Language, Announce: req.Announce, Limits: req.Limits})
}

func (d *Daemon) handle(ctx context.Context, req control.Request) control.Reply {
	var reply control.Reply
	var err error
	switch req.Want {
	case control.WantStatus:
		reply.Status = d.status()
	case control.WantHealth:
		reply.Health, err = d.health(ctx)
	case control.WantStats:
		stats := d.memory.AdviceStats()
		reply.Stats = &stats
	case control.WantCore:
		reply.Core, err = d.memory.Answer(req.Core)
		reply.Warning = d.store.Stats().Missing()
	case control.WantForget:
		err = d.forget(ctx, req.Forget, &reply)
	case control.WantExport:
		reply.Done, err = d.memory.Export(ctx, req.Path)
	case control.WantImport:
		reply.Done, err = d.importPath(ctx, req.Path)
	case control.WantEdit:
		err = d.edit(ctx, req.Edit)
	case control.WantOutcome:
		err = d.stateOutcome(ctx, req.Outcome)
	case control.WantCardExport:
		reply.Done, err = d.memory.ExportCards(ctx, req.Path, req.Domain)
	case control.WantCardImport:
		reply.Done, err = d.memory.ImportCards(ctx, req.Path)
	case control.WantKBExport:
		reply.Done, err = d.memory.ExportCatalog(ctx, req.Path)
	case control.WantKBImport:
		reply.Done, err = d.memory.ImportCatalog(ctx, req.Path)
	case control.WantFlows:
		reply.Flows = d.memory.Flows("")
	case control.WantFlowImport:
		reply.Done, err = d.importFlows(ctx, req.Path, req.Replace)
	case control.WantBackup:
		reply.Done, err = d.store.Backup()
	case control.WantRewrite:
		reply.Done, err = d.rewritten(ctx, req.Domain)
	case control.WantRenewPairing:
		reply.Done, err = d.renewPairing()
	case control.WantTeam:
		reply.Team, err = d.team.handle(ctx, req.Team)
	case control.WantContexts:
		reply.Contexts, err = d.contexts.list()
	case control.WantContextRemove:
		err = d.contexts.remove(req.Context)
	case control.WantBrowser:
		reply.Done, err = d.openBrowser(ctx, req.Path)
	case control.WantStop:
		reply.Done = "stopping"
		d.stop()
	default:
		err = types.Fault(types.CodeUnknownType, fmt.Sprintf("the daemon knows no request %.40q", req.Want), "the daemon may be older than this cairn: end it with cairn stop and try again")
	}
	if err != nil {
		return control.Reply{Error: types.AsError(err)}
	}
	return reply
}

// stateOutcome stores a person's statement of a session's outcome.
func (d *Daemon) stateOutcome(ctx context.Context, o *wire.OutcomeRequest) error {
	if o == nil {
		return types.Invalid("no session is named", "use: cairn sessions outcome ID done")
	}
	return d.memory.State(ctx, *o)
}

func (d *Daemon) forget(ctx context.Context, f *types.Forget, reply *control.Reply) error {
	if f == nil {
		return types.Invalid("no deletion target given", "name a step, a session, an origin, or everything")
	}
	if f.Undo {
		receipt, err := d.memory.Undo(ctx)
		reply.Receipt = &receipt
		return err
	}
	receipt, err := d.memory.Forget(ctx, *f)
	reply.Receipt = &receipt
	return err
}

func (d *Daemon) edit(ctx context.Context, e *types.Edit) error {
	if e == nil {
		return types.Invalid("there is no edit", "")
	}
	return d.memory.Edit(ctx, *e)
}

// importPath imports a directory in the format of export, or one file of another tool.
func (d *Daemon) importPath(ctx context.Context, path string) (string, error) {
	if holdsJSON(path) {
		return d.memory.ImportFile(ctx, path)
	}
	return d.memory.Import(ctx, path) // a directory, or an archive of one
}

// holdsJSON reports whether a file begins like JSON.
func holdsJSON(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 512)
	n, err := f.Read(head)
	text := bytes.TrimSpace(head[:n])
	return err == nil && len(text) > 0 && (text[0] == '{' || text[0] == '[')
}

func (d *Daemon) openBrowser(ctx context.Context, url string) (string, error) {
	if err := d.browser.start(url); err != nil {
		return "", err
	}
	if err := d.awaitBrowser(ctx, "", browserStartTime); err != nil {
		return "", err
	}
	return "A browser that remembers is open.", nil
}

func (d *Daemon) status() *control.Status {
	stats := d.store.Stats()
	s := &control.Status{DaemonInfo: d.info, Home: string(d.home), Core: d.memory.Status(), Store: stats, MCPSessions: d.tools.Sessions(), Names: *d.names.Load(), Limits: d.limits, Answers: d.answers.Counts(), Team: d.team.line()}
	for _, p := range d.bridge.Peers() {
		info := p.Info()
		line := fmt.Sprintf("%s, extension %s, linked since %s, keeps %s", info.Browser, info.Version, console.When(info.Since), control.KeptNames(info))
		if info.Context != "" {
			line += ", context " + info.Context
		}
		s.Browsers = append(s.Browsers, line)
	}
	return s
}
