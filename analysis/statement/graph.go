package statement

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	graphWords = regexp.MustCompile(`(?i)\bgraph\b|\btree\b|\bforest\b|\bedges?\b|\broads?\b|\bself[- ]?loops?\b|` +
		`\bvert(?:ex|ices)\b|\bconnected\b|\bcities\b|\bnetwork\b|木|グラフ|树|图|連結|连通`)
	treeWord = regexp.MustCompile(`(?i)\b(?:is|are|form|forms|describe|describes|represent|represents|be|` +
		`of)\b[^.]{0,30}\b(?:a|the)(?: \w+)? tree\b|\bgraph is a tree\b|木である|木です|木を|は木|是一棵树|构成一棵树|是树|形成一棵树`)
	edgeWords = regexp.MustCompile(`(?i)\bgraph\b|\bedges?\b|\broads?\b|\b(?:passage|corridor|tunnel|bridge|street|cable)s?\b|\bvert(?:ex|ices)\b|\bnodes?\b|` +
		`\bcities\b|\bnetwork\b|木|树`)
	connectedWord = regexp.MustCompile(`(?i)\bconnected\b|\bpath between (?:any|every|each|all)\b|` +
		`\broute between (?:any|every)\b|\breach(?:able)? (?:\w+ )*from (?:any|every)\b|連結|连通`)
	notConnected = regexp.MustCompile(`(?i)\b(?:not|may not|isn't|not necessarily|may be) (?:be |` +
		`necessarily )*(?:dis)?connected\b|\bdisconnected\b|連結とは限らない`)
	noLoops = regexp.MustCompile(`(?i)\b(?:no|without|not contain|doesn't contain|` +
		`not have)\b[^.]{0,40}\bloops?\b|自己ループ|自环`)
	noMultiple = regexp.MustCompile(`(?i)\b(?:no|without|not contain|doesn't contain|not have|` +
		`nor)\b[^.]{0,60}\b(?:multiple|multi|parallel|multi-?|duplicate)[- ]?(?:edges?|roads?)\b|` +
		`\bat most one (?:road|edge|direct|flight|tunnel|bridge)\b|多重辺|重边`)
	simpleWord  = regexp.MustCompile(`(?i)\bsimple\b[^.]{0,30}\bgraph\b|\bgraph\b[^.]{0,30}\bsimple\b|単純|简单图`)
	acyclicWord = regexp.MustCompile(`(?i)\bacyclic\b|\bDAG\b|\bno (?:directed )?cycles?\b|\bdoes(?: not|` +
		`n't) contain (?:a |any )?(?:directed )?cycles?\b|閉路を持たない|无环`)
	otherGraph = regexp.MustCompile(`(?i)\bplanar\b|\bcactus\b|\btournament\b|\bEulerian\b`)
	forestWord = regexp.MustCompile(`(?i)\b(?:is|are|be|forms?|describes?|represents?)\b[^.]{0,20}\ba (?:\w+ )?forest\b|` +
		`\bundirected\b[^.]{0,30}\b(?:acyclic|no cycles?|without cycles)\b|\bacyclic undirected\b`)
	bipartiteWord  = regexp.MustCompile(`(?i)\bbipartite\b|二部グラフ|二分图`)
	directedWord   = regexp.MustCompile(`(?i)\bdirected\b|\bunidirectional\b|\bone-?way\b|有向`)
	undirectedWord = regexp.MustCompile(`(?i)\bundirected\b|無向|无向`)
	loopsAllowed   = regexp.MustCompile(`(?i)\b(?:may|can|might)\b[^.]{0,40}\b(?:loops?|multiple edges|parallel)\b`)
	boundOfColumns = regexp.MustCompile(`^([01]) <= ([^<>=]+) (<=|<) ([^<>=]+)$`)
)

var inBrackets = regexp.MustCompile(`\([^()]*\)`)

// graph is what the sentences say of the edges.
type graph struct {
	tree, forest, connected, simple, loopless, bipartite, directed, acyclic bool
	mixed                                                                   bool // some edges are undirected: then no pair twice
	said                                                                    sentence
}

// graphs looks for what is said of edges and adds it behind the other constraints of its line.
func (r *reader) graphs(found []Constraint) []Constraint {
	var g graph
	hasInput := false
	for _, s := range r.sections {
		hasInput = hasInput || s.kind == inputFormat || s.kind == constraintList
	}
	for _, s := range r.sections {
		if s.kind == sampleInput || s.kind == sampleOutput || s.kind == outputFormat || s.kind == remarks {
			continue
		}
		for _, sentence := range sentences(s.lines, nil) {
			if s.kind == story && hasInput && !guaranteed.MatchString(sentence.text) &&
				!storyGraph.MatchString(sentence.text) {
				continue
			}
			g.read(sentence, r)
		}
	}
	if !g.tree && !g.forest && !g.connected && !g.simple && !g.loopless && !g.bipartite && !g.acyclic {
		return found
	}
	u, v, ok := r.edges(g, found)
	if !ok {
		if g.said.line > 0 && g.tree {
			note := "the edges of this are not found in the format: " + short(g.said.plainText())
			isParents := func(c Constraint) bool { return strings.Contains(c.Text, "parent array") }
			if slices.ContainsFunc(found, isParents) { // which says that it is a tree
				r.note(g.said.line, note)
			} else {
				r.restriction(g.said.line, note, g.said.plainText())
			}
		}
		return found
	}
	low, high := r.vertices(u, v, g, found)
	c := Constraint{Line: g.said.line, Original: g.said.plainText()}
	columns := fmt.Sprintf("(%s, %s)", u.name, v.name)
	switch {
	case high == "":
		r.restriction(g.said.line, "the numbers of the vertices are not found: "+short(g.said.plainText()),
			g.said.plainText())
		return found
	case g.tree:
		c.Text = fmt.Sprintf("%s is a tree on %s..%s", columns, low, high)
	case g.forest:
		c.Text = fmt.Sprintf("%s is a forest on %s..%s", columns, low, high)
	case g.acyclic && !g.connected && !g.bipartite:
		c.Text = fmt.Sprintf("%s is a DAG on %s..%s", columns, low, high)
	case g.connected || g.simple || g.bipartite || g.acyclic:
		c.Text = fmt.Sprintf("%s is a %s on %s..%s", columns, g.kind(), low, high)
	default:
		c.Text = fmt.Sprintf("%s != %s", u.name, v.name)
	}
	at := len(found)
	for at > 0 && found[at-1].Line > c.Line {
		at--
	}
	return append(found[:at:at], append([]Constraint{c}, found[at:]...)...)
}

// kind is how the schema language calls the graph.
func (g *graph) kind() string {
	var words []string
	for _, w := range []struct {
		said bool
		word string
	}{
		{g.connected, "connected"},
		{g.simple, "simple"},
		{g.bipartite, "bipartite"},
		{g.directed && !g.mixed && (g.simple || g.connected) && !g.acyclic, "directed"},
		{g.acyclic, "acyclic"},
	} {
		if w.said {
			words = append(words, w.word)
		}
	}
	return strings.Join(words, " ") + " graph"
}

var storyGraph = regexp.MustCompile(`(?i)\b(?:you are given|given|there is|we have|consider)\b[^.]*\b(?:tree|` +
	`connected|simple|acyclic|DAG)\b|\b(?:tree|graph) (?:with|of|consisting of|` +
	`having) .{0,20}(?:vertices|nodes)\b`)

// graphSays says whether a sentence says something of edges that is understood.
func graphSays(text string) bool {
	var g graph
	g.words(text)
	return g != graph{}
}

func (g *graph) read(s sentence, r *reader) {
	text := s.plainText()
	before := *g
	g.words(text)
	if otherGraph.MatchString(text) {
		r.restriction(s.line, fmt.Sprintf("this property of the graph cannot be said: %s", short(text)), text)
	}
	if *g != before {
		g.said = s
	}
	g.mixed = g.mixed || undirectedWord.MatchString(text)
}

func (g *graph) words(text string) {
	if !graphWords.MatchString(text) || strings.Contains(text, "?") {
		return
	}
	g.tree = g.tree || treeWord.MatchString(text) && edgeWords.MatchString(text) || storyTree.MatchString(text)
	g.forest = g.forest || forestWord.MatchString(text) && edgeWords.MatchString(text)
	g.connected = g.connected || connectedWord.MatchString(text) && !notConnected.MatchString(text)
	plain := inBrackets.ReplaceAllString(text, "") // no self-loops (i.e. edges from a vertex to itself) and multiple edges
	loops := noLoops.MatchString(text) || noLoops.MatchString(plain)
	multiple := noMultiple.MatchString(text) || noMultiple.MatchString(plain)
	if loopsAllowed.MatchString(text) {
		loops, multiple = false, false
	}
	g.loopless = g.loopless || loops
	g.simple = g.simple || multiple || simpleWord.MatchString(text)
	g.bipartite = g.bipartite || bipartiteWord.MatchString(text)
	g.directed = g.directed || directedWord.MatchString(text)
	g.acyclic = g.acyclic || acyclicWord.MatchString(text)
}

var storyTree = regexp.MustCompile(`(?i)\b(?:tree|木) (?:with|of|consisting of|having|on)\b.{0,20}\b(?:vert|nodes)|` +
	`頂点の木|个点的树`)

// edges finds the two columns that hold the ends of edges: the first two names of a row that repeats, or in such a row the two
// that have their bounds together, behind one that has not: t_i x_i y_i.
func (r *reader) edges(g graph, found []Constraint) (u, v named, ok bool) {
	together := func(a, b named) bool {
		return slices.ContainsFunc(found, func(c Constraint) bool {
			m := boundOfColumns.FindStringSubmatch(c.Text)
			return m != nil && slices.Contains(boundNames(m[2]), a.name) && slices.Contains(boundNames(m[2]), b.name)
		})
	}
	var best []named
	for i := 0; i+1 < len(r.names.list); i++ {
		a, b := r.names.list[i], r.names.list[i+1]
		if a.row != b.row || len(a.counts) != 1 || len(b.counts) != 1 || a.counts[0] != b.counts[0] || a.text ||
			b.text ||
			i > 0 && r.names.list[i-1].row == a.row && len(r.names.list[i-1].counts) == 1 &&
				!(together(a, b) && !together(r.names.list[i-1], a)) {
			continue
		}
		if len(best) > 0 && best[0].row == a.row && !together(best[0], best[1]) {
			best = nil
		}
		if len(best) == 0 || g.tree && strings.HasSuffix(a.counts[0], "-1") && !strings.HasSuffix(best[0].counts[0],
			"-1") {
			best = []named{a, b}
		}
	}
	if len(best) == 0 {
		return u, v, false
	}
	return best[0], best[1], true
}

var numberedFrom = regexp.MustCompile(`(?i)\b(?:numbered|labell?ed|indexed)(?: from| as| with)? ([01]) ?(?:to|` +
	`through|,(?: ?[12] ?,)*(?: ?\.\.\. ?,?)?) ?(` + exprText + `)`)

// numbered bounds the ends of edges, where nothing else does, by how the vertices are numbered.
func (r *reader) numbered(found []Constraint) []Constraint {
	u, v, ok := r.edges(graph{}, found)
	if !ok || slices.ContainsFunc(found, func(c Constraint) bool {
		return regexp.MustCompile(`(?:^|\W)` + regexp.QuoteMeta(u.name) + `(?:\W|_|$)`).MatchString(c.Text)
	}) {
		return found
	}
	for _, s := range r.sections {
		if s.kind != inputFormat {
			continue
		}
		for _, sentence := range sentences(s.lines, nil) {
			f := &finder{reader: r, s: sentence, text: sentence.plainText()}
			m := numberedFrom.FindStringSubmatch(f.text)
			if m == nil || !edgeWords.MatchString(f.text) {
				continue
			}
			if high, ok := f.expression(strings.TrimRight(m[2], ".,-")); ok {
				return append(found, sentence.says("%s <= %s, %s <= %s", m[1], u.name, v.name, high))
			}
		}
	}
	return found
}

// boundNames are the names in the middle of a range, without their indices.
func boundNames(middle string) []string {
	all := strings.FieldsFunc(middle, func(r rune) bool { return strings.ContainsRune(" ,<=", r) })
	for i := range all {
		all[i], _, _ = strings.Cut(all[i], "_")
	}
	return all
}

// vertices finds between which numbers the ends of edges lie.
func (r *reader) vertices(u, v named, g graph, found []Constraint) (low, high string) {
	for _, c := range found {
		m := boundOfColumns.FindStringSubmatch(c.Text)
		if m == nil {
			continue
		}
		if slices.Contains(boundNames(m[2]), u.name) {
			high = m[4]
			if m[3] == "<" {
				high += "-1"
			}
			return m[1], high
		}
	}
	if count, isTree := strings.CutSuffix(u.counts[0], "-1"); isTree {
		return "1", count
	}
	for _, n := range r.names.list {
		if len(n.counts) == 0 && n.name != u.counts[0] && !n.text && n.name != "T" && n.name != "t" {
			return "1", n.name
		}
	}
	return "1", ""
}
