package check

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"execre/analysis/generate"
	"execre/analysis/reliability"
	"execre/analysis/schema"
)

// Preset is a set of settings that go together.
type Preset string

// The presets.
const (
	// Default is what this project does.
	Default Preset = "default"
	// ExeCREPaper does what the program of the ExeCRE paper does with its small inputs: integers are within [-20, 20] and
	// lengths within [1, 20], wherever the format leaves such values; inputs are drawn at random and nothing is learned from
	// them; outputs are compared as texts without the white space around them, by no checker and no tolerance. Its rule
	// (reliability.ExeCREPaper) has the rest: crashes are values, the first program wins a tie, Dawid-Skene as published, the
	// threshold .90 of its program (its text has .95), and samples alone where that is not reached.
	ExeCREPaper Preset = "execre-paper"
)

// ByText says that outputs are the same answer if they are the same text but for the white space around it, whatever a
// checker would say.
func (p Preset) ByText() bool { return p == ExeCREPaper }

// method is what decides, with a threshold that a person has set, or nil.
func (p Preset) method(threshold *big.Rat) reliability.Method {
	if p != ExeCREPaper {
		return reliability.Ours{}
	}
	var paper reliability.ExeCREPaper
	if threshold != nil {
		paper.Threshold, _ = threshold.Float64()
	}
	return paper
}

// The paper's small inputs.
const (
	paperInt    = 20 // integers are from -paperInt to paperInt
	paperLength = 20 // lengths are from 1 to paperLength
)

// paperFormat narrows a format to the paper's small inputs. Bounds that leave no value where the format's own constraints
// hold are left out, one variable after the other.
func paperFormat(s *schema.Schema) *schema.Schema {
	lengths := map[*schema.Var]bool{}
	for _, v := range s.Vars {
		if v.Domain.Length != nil {
			lengths[v.Domain.Length] = true
		}
	}
	countVars(s.Layout, lengths)
	narrow := *s
	for _, v := range s.Vars {
		if v.Kind == schema.String || len(v.Domain.Values) > 0 || len(v.Names) > 0 {
			continue
		}
		low, high := int64(-paperInt), int64(paperInt)
		if lengths[v] {
			low, high = 1, paperLength
		}
		value := &schema.Ref{Var: v, Pos: v.Pos}
		for _, bound := range []*schema.Constraint{
			{Left: value, Right: integer(high), Text: fmt.Sprintf("%s <= %d", v.Name, high)},
			{Left: integer(low), Right: value, Text: fmt.Sprintf("%d <= %s", low, v.Name)},
		} {
			bound.Kind, bound.Op, bound.Pos = schema.Compare, schema.LessEqual, v.Pos
			tried := narrow
			tried.Constraints = append(slices.Clone(narrow.Constraints), bound)
			if generator, _ := generate.New(&tried); generator != nil {
				narrow = tried
			}
		}
	}
	return &narrow
}

func integer(n int64) schema.Expr { return &schema.Number{Value: new(big.Rat).SetInt64(n)} }

// countVars marks the variables that say by themselves how often something is repeated.
func countVars(nodes []schema.Node, into map[*schema.Var]bool) {
	for _, n := range nodes {
		switch n := n.(type) {
		case *schema.Repeat:
			if count, ok := n.Count.(*schema.Ref); ok {
				into[count.Var] = true
			}
			countVars(n.Body, into)
		case *schema.OneOf:
			for _, a := range n.Alternatives {
				countVars(a.Body, into)
			}
		case *schema.Literal, *schema.Field:
		}
	}
}

// Drawing gives inputs of a format, round by round. A round depends on finished rounds only.
type Drawing interface {
	// Next gives count inputs, or fewer with the reason why there are no more.
	Next(count int) (inputs []generate.Input, exhausted string)
	Learn(outcomes []generate.Outcome)
	Unseen() *generate.Unseen
}

// Draw draws inputs of a format, for which generator is; samples are those that fit it.
func (p Preset) Draw(
	format *schema.Schema, generator *generate.Generator, seed uint64, inputs int, samples []generate.Input,
) (Drawing, error) {
	if p != ExeCREPaper {
		return generate.NewSearch(generator, seed, inputs, samples), nil
	}
	narrow, mistakes := generate.New(paperFormat(format))
	if narrow == nil {
		return nil, fmt.Errorf("no inputs can be made of the format: %s", mistakes[0].Message)
	}
	return &uniform{generator: narrow, random: rand.New(rand.NewPCG(seed, 0)), seen: map[string]bool{}}, nil
}

// uniform draws at random within the bounds, never an input twice.
type uniform struct {
	generator *generate.Generator
	random    *rand.Rand
	seen      map[string]bool
	unseen    generate.Unseen
}

// uniformMisses is how many draws in a row may bring nothing new.
const uniformMisses = 1000

// Next draws.
func (u *uniform) Next(count int) (inputs []generate.Input, exhausted string) {
	for misses := 0; len(inputs) < count; misses++ {
		if misses == uniformMisses {
			return inputs, fmt.Sprintf("no new input after %d draws: %d in all were found", misses, len(u.seen))
		}
		in, err := u.generator.Random(u.random, 1)
		if err != nil || u.seen[in.Text] {
			continue
		}
		u.seen[in.Text], misses = true, -1
		inputs = append(inputs, in)
	}
	return inputs, ""
}

// Learn only counts: what inputs show changes none of the later ones.
func (u *uniform) Learn(outcomes []generate.Outcome) {
	for _, o := range outcomes {
		u.unseen.Add(o.Behaviour)
	}
}

// Unseen estimates how likely one more input is to split the programs in a new way.
func (u *uniform) Unseen() *generate.Unseen { return &u.unseen }
