package lsp

import (
	"context"
	"encoding/json"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"execre/server/internal/lsp/rpc"
)

// features is what the client can do and wants. It does not change after initialize.
type features struct {
	trusted         bool   // programs may be run
	docs            string // address of the documentation whose anchors are the codes of the diagnostics; "" none
	utf8            bool   // positions count bytes; otherwise UTF-16 units
	progress        bool   // $/progress
	lensRefresh     bool
	related         bool // relatedInformation of diagnostics
	codeDescription bool
	showDocument    bool
	applyEdit       bool
	documentChanges bool // edits may name the version of the text that they are of
	actionLiterals  bool // a code action may be more than a command
	resolve         bool // the edit of a code action is asked for later
	extension       bool // our own extension, which shows counterexamples by itself
	pull            bool // it asks for the diagnostics of open files, and can be told to ask again
	hints           bool // inlay hints are wanted
	hintRefresh     bool
	companion       companionOptions

	// Whether the client can be told at any time that we give these for some files.
	hover, completion, formatting bool
}

// options are the initializationOptions.
type options struct {
	Trusted *bool  `json:"trusted"`
	Docs    string `json:"docs"`
	Hints   bool   `json:"inlayHints"`

	Companion companionOptions `json:"companion"`
}

func (s *server) initialize(_ context.Context, params *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	f := clientFeatures(params.Capabilities)
	f.trusted = true
	if len(params.InitializationOptions) > 0 {
		var o options
		if err := json.Unmarshal(params.InitializationOptions, &o); err != nil {
			return nil, rpc.InvalidParams("initializationOptions: %v", err)
		}
		f.docs, f.hints, f.companion = o.Docs, o.Hints, o.Companion
		f.trusted = o.Trusted == nil || *o.Trusted
	}
	var roots []string
	if folders, ok := params.WorkspaceFolders.Get(); ok {
		for _, folder := range folders {
			roots = appendPath(roots, folder.URI)
		}
	}
	//lint:ignore SA1019 clients that know no workspace folders send this
	if root := params.RootURI; len(roots) == 0 && root != nil {
		roots = appendPath(roots, *root)
	}
	s.mu.Lock()
	s.features, s.roots = f, roots
	s.mu.Unlock()
	if pid := params.ProcessID; pid != nil && int(*pid) == s.cfg.Parent() {
		s.background.Go(func() {
			s.endWhen(s.ctx, func() bool { return s.cfg.Parent() != int(*pid) }, "the process that started the server is gone")
		})
	}

	encoding := protocol.PositionEncodingKindUTF16
	if f.utf8 {
		encoding = protocol.PositionEncodingKindUTF8
	}
	yes := true
	result := &protocol.InitializeResult{
		ServerInfo: protocol.ServerInfo{Name: "execre", Version: protocol.NewOptional(s.cfg.Version)},
		Capabilities: protocol.ServerCapabilities{
			PositionEncoding: encoding,
			TextDocumentSync: &protocol.TextDocumentSyncOptions{
				OpenClose: &yes,
				Change:    new(protocol.TextDocumentSyncKindFull),
				Save:      &protocol.SaveOptions{},
			},
			CodeLensProvider:   &protocol.CodeLensOptions{},
			CodeActionProvider: f.codeActionProvider(),
			ExecuteCommandProvider: protocol.ExecuteCommandOptions{Commands: []string{
				commandCheck, commandStop, commandHunt, commandShow, commandJudge, commandExample, commandInfer, commandLoosen,
				commandExamples, commandSample, commandVerdict, commandIgnore, commandChecker,
			}},
			Workspace: &protocol.WorkspaceOptions{WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
				Supported: &yes, ChangeNotifications: protocol.Boolean(true),
			}},
		},
	}
	if f.pull {
		result.Capabilities.DiagnosticProvider = &protocol.DiagnosticOptions{InterFileDependencies: true}
	}
	if f.hints {
		result.Capabilities.InlayHintProvider = protocol.Boolean(true)
	}
	return result, nil
}

// clientFeatures reads the client's capabilities.
func clientFeatures(c protocol.ClientCapabilities) features {
	is := func(flag *bool) bool { return flag != nil && *flag }
	var f features
	if g := c.General; g != nil {
		f.utf8 = slices.Contains(g.PositionEncodings, protocol.PositionEncodingKindUTF8)
	}
	if w := c.Window; w != nil {
		f.progress = is(w.WorkDoneProgress)
		f.showDocument = w.ShowDocument != nil && w.ShowDocument.Support
	}
	if w := c.Workspace; w != nil {
		f.lensRefresh = w.CodeLens != nil && is(w.CodeLens.RefreshSupport)
		f.pull = w.Diagnostics != nil && is(w.Diagnostics.RefreshSupport)
		f.hintRefresh = w.InlayHint != nil && is(w.InlayHint.RefreshSupport)
		f.applyEdit = is(w.ApplyEdit)
		f.documentChanges = w.WorkspaceEdit != nil && is(w.WorkspaceEdit.DocumentChanges)
	}
	if t := c.TextDocument; t != nil && t.PublishDiagnostics != nil {
		f.related = is(t.PublishDiagnostics.RelatedInformation)
		f.codeDescription = is(t.PublishDiagnostics.CodeDescriptionSupport)
	}
	if t := c.TextDocument; t != nil {
		f.pull = f.pull && t.Diagnostic != nil
		f.hover = t.Hover != nil && is(t.Hover.DynamicRegistration)
		f.completion = t.Completion != nil && is(t.Completion.DynamicRegistration)
		f.resolve = t.CodeAction != nil && slices.Contains(t.CodeAction.ResolveSupport.Properties, "edit")
		f.actionLiterals = t.CodeAction != nil && t.CodeAction.CodeActionLiteralSupport.CodeActionKind.ValueSet != nil
		f.formatting = t.Formatting != nil && is(t.Formatting.DynamicRegistration)
	}
	var experimental struct {
		ExeCRE json.RawMessage `json:"execre"`
	}
	if json.Unmarshal(c.Experimental, &experimental) == nil {
		f.extension = len(experimental.ExeCRE) > 0 && string(experimental.ExeCRE) != "false" && string(experimental.ExeCRE) != "null"
	}
	f.pull = f.pull && !f.extension // which shows what it is told, of all files alike
	return f
}

// initialized offers what depends on the client. Runs begin when a file is opened; until then there is what was found last.
func (s *server) initialized(context.Context, *protocol.InitializedParams) error {
	s.mu.Lock()
	roots := slices.Clone(s.roots)
	s.mu.Unlock()
	s.recall(roots)
	s.listenForCompanion()
	s.background.Go(func() {
		if err := s.registerSchemaFiles(s.ctx); err != nil && s.ctx.Err() == nil {
			s.log.Warn("the client takes no registrations", "error", err)
		}
	})
	return nil
}

// shutdown ends all runs, so that exit finds nothing to wait for.
func (s *server) shutdown(context.Context, *rpc.None) (any, error) {
	s.stop()
	return nil, nil
}

// endWhen ends the server when its client is gone, which is looked at now and then.
func (s *server) endWhen(ctx context.Context, gone func() bool, why string) {
	ticker := time.NewTicker(s.cfg.ClientInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if gone() {
				s.log.Warn(why)
				s.end()
				return
			}
		}
	}
}

// appendPath adds the path of a file URI; another kind of URI has none.
func appendPath(paths []string, u uri.URI) []string {
	if path := pathOf(u); path != "" {
		return append(paths, path)
	}
	return paths
}

// pathOf is the path of a file URI, or "". What is not plainly a file of this machine has none: a word that is no URI
// must not become a folder whose programs are run. Nor has the root of the file system.
func pathOf(u uri.URI) string {
	address, err := url.Parse(string(u))
	if err != nil || address.Scheme != "file" || address.Host != "" && address.Host != "localhost" || !strings.HasPrefix(address.Path, "/") {
		return ""
	}
	parsed, err := uri.Parse("file://" + address.EscapedPath())
	if err != nil {
		return ""
	}
	path := filepath.Clean(parsed.FsPath())
	if !filepath.IsAbs(path) || path == filepath.Dir(path) {
		return ""
	}
	return path
}
