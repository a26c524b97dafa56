package schema

import "math/big"

// Pos is a place in a schema file; Line and Column count from 1, Column in
// Unicode code points. The zero Pos means "nowhere in particular".
type Pos struct{ Line, Column int }

// Mistake is something wrong (or, with Warning set, worth saying) in a schema.
type Mistake struct {
	Pos     Pos
	Length  int    // code points that the mistake covers, at least 1
	Code    string // "schema-syntax", "schema-name", …: stable, in kebab case, always beginning "schema-"
	Message string // one sentence for the person who wrote the file, with a way out
	Warning bool   // the schema can be used all the same
}

// Schema is the input format of one problem: what is printed, in which order,
// and which values are allowed.
type Schema struct {
	Style       Style
	Layout      []Node        // what is printed, in order; for FunctionArgs each is one JSON value on its own line
	Vars        []*Var        // every variable; Vars[i].ID == i
	Constraints []*Constraint // in the order of the file
	Parameters  []string      // FunctionArgs: what the values are called, in the order of Layout
	Class       string        // FunctionArgs: the class that the two values, operations and arguments, drive; or ""
}

// Style says how an input reaches a candidate.
type Style int

const (
	StyleInvalid Style = iota
	Stdin              // Layout is printed as it stands
	FunctionArgs       // one JSON value a line, one line a parameter
)

// Node is one piece of the layout: *Literal, *Field, *Repeat or *OneOf.
type Node interface{ node() }

// Literal prints Text as it is: separators, line ends and constants.
type Literal struct{ Text string }

// Field prints the value that Var has in the current iteration of its scope: of the Repeat in which the Field stands,
// or of the top for what a constructor is given.
type Field struct {
	Var *Var
	Pos Pos
}

// Repeat prints Body Count times with Separator between (never after) the
// iterations. Each iteration has its own values of the variables whose Scope is this Repeat.
type Repeat struct {
	ID        int     // position among the schema's Repeats in order of first appearance
	Parent    *Repeat // nil at the top
	Count     Expr    // over variables outside the Repeat
	Body      []Node
	Separator string
	JSONList  bool // FunctionArgs: print as a JSON list; a record outside of lists is one with Count 1 and Literals ", " in its Body
	First     int  // the index that the file gives the first iteration: 0, 1 or 2; JSON form: 1
	Index     *Var // the index of an iteration as a value, First and up; nil when no constraint speaks of it
	Nulls     *Var // a tree level by level: how many nulls stand before the value of an iteration; hidden; nil elsewhere
	Pos       Pos
}

// OneOf prints one of its alternatives. Each is a Repeat whose Count is 1 if Kind has its number, counted from 0, and 0
// otherwise, so that what holds of Repeats holds of them.
type OneOf struct {
	Kind         *Var // hidden
	Alternatives []*Repeat
	Pos          Pos
}

func (*Literal) node() {}
func (*Field) node()   {}
func (*Repeat) node()  {}
func (*OneOf) node()   {}

// Kind is the type of a variable.
type Kind int

const (
	KindInvalid Kind = iota
	Int              // exact integer of any size
	Real             // Decimals digits after the point; its value is an integer multiple of 10^-Decimals
	String           // text: see Domain
)

// Var is one variable of the schema. A variable inside a Repeat stands for one value an iteration.
type Var struct {
	ID       int
	Name     string // without indices: "A" for A_i; the length of S is "|S|"
	Kind     Kind
	Pos      Pos     // where it first appears
	Scope    *Repeat // the innermost Repeat that gives it a value an iteration; nil at the top
	Hidden   bool    // has a value but is not printed (the JSON form's dimensions, "|S|")
	Decimals int     // Real only
	Domain   Domain
	Names    []string // Int from 0 on: Names[value] is printed for it, in quotes if not Bare
	Bare     bool     // Names are printed as they are: true and false, or characters
}

// Domain is what is known of a variable's values besides the Compare constraints.
// At most one of Values, Alphabet and Pattern is set; an Int or Real without Values has none.
type Domain struct {
	Values   []string // one of these, exactly as printed (Int: decimal integers), in the order of the file, the simplest first
	Alphabet []rune   // String: Length runes out of these; the first is the simplest
	Length   *Var     // String with Alphabet or Pattern: its length in runes, a hidden Int of the same scope ("|S|"); nil when nothing speaks of it
	Pattern  string   // String: a regular expression (RE2 syntax) that the whole text matches, without ^ and $ around it
}

// Constraint is one condition on the values. One chain such as
// 1 <= N, M <= 10 is several Constraints; > and >= are turned round. What is
// assumed or implied is a Constraint too (0 <= N-1 for the length of a list),
// with the Pos of what it speaks of; these come last.
type Constraint struct {
	Kind  ConstraintKind
	Pos   Pos
	Text  string // as the file has it, for messages
	Op    Op     // Compare
	Left  Expr   // Compare
	Right Expr   // Compare
	Vars  []*Var // the others: the array or the columns they speak of
	Low   Expr   // Permutation, Tree, Graph: values are Low..High
	High  Expr
	Sum   Expr // SumAtMost: the bound
	Graph Shape
	From  Expr // Graph: the vertex from which a way leads to To; nil with To: from every vertex
	To    Expr // Graph: the vertex to which a way leads from From; nil with From: to every vertex. Both nil: no way is asked for
	Only  []At // Compare: it holds in those iterations alone; empty: in all

	Falling bool  // Sorted, StrictlyIncreasing: the other way round
	Needs   []int // Calls, by method: how many elements there must be before it is called; not falling from 1 on
	Steps   []int // Calls, by method: how many elements it adds
}

// At is a place in a list: the iterations of Index.Scope whose Index has the value Is.
type At struct {
	Index *Var
	Is    Expr // over variables outside that Repeat
}

// ConstraintKind says what a Constraint demands.
type ConstraintKind int

const (
	ConstraintInvalid  ConstraintKind = iota
	Compare                           // Left Op Right, for every index
	Distinct                          // Vars[0], over all iterations of its scope
	Sorted                            // Vars[0] never decreases (or never increases: Falling)
	StrictlyIncreasing                // Vars[0] increases with every iteration (or decreases: Falling)
	Permutation                       // Vars[0] is a permutation of Low..High
	Tree                              // (Vars[0], Vars[1]) are the edges of a tree on Low..High
	SumAtMost                         // the sum of Vars[0] over all iterations of its scope is at most Sum
	Graph                             // (Vars[0], Vars[1]) are the edges of a graph on Low..High of the given Shape
	DistinctTogether                  // no two iterations have the same values of all Vars, which are of one scope
	LevelOrder                        // Vars[0], the nulls before each value of a tree: those up to iteration i, from 0, are i at most, so that all have parents
	Calls                             // Vars[0] is 0, the constructor, in the first iteration only, then a method that Needs and Steps allow
)

// Shape says what a graph is like besides the range of its vertices.
type Shape struct {
	Simple    bool // no edge from a vertex to itself, no edge twice (the other way round is another one if Directed)
	Directed  bool // an edge leads from Vars[0] to Vars[1]
	Connected bool // there is a way between any two vertices, whatever the directions
	Bipartite bool // the vertices have two sides, and every edge goes from one to the other
	Acyclic   bool // no way along the directions leads back to where it began; implies Directed
	Forest    bool // no circle, whatever the directions: so many edges fewer than vertices as there are parts; not with Acyclic
}

// Op is a comparison.
type Op int

const (
	OpInvalid Op = iota
	Less
	LessEqual
	Equal
	NotEqual
)

// Expr is an integer expression: *Number, *Ref, *Count, *Unary, *Binary or *Call.
type Expr interface{ expr() }

// Number is a constant. It is an integer except in bounds of Real variables.
type Number struct{ Value *big.Rat }

// Ref is the value of an Int or Real variable: in the current iteration when the
// constraint stands inside its scope, and at the same index when it is in a sibling Repeat.
type Ref struct {
	Var *Var
	Pos Pos
}

// Unary is -X ("-") or the absolute value of X ("abs").
type Unary struct {
	Op string
	X  Expr
}

// Binary is X op Y with op one of + - * / % ^ ; / is exact division when it
// has no remainder and rounds down otherwise.
type Binary struct {
	Op   string
	X, Y Expr
}

// Call is min, max or gcd of Args, or prime: 1 if its one argument is a prime number, else 0.
type Call struct {
	Func string
	Args []Expr
}

func (*Number) expr() {}
func (*Ref) expr()    {}
func (*Unary) expr()  {}
func (*Binary) expr() {}
func (*Call) expr()   {}
