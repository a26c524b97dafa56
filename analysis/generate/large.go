package generate

import (
	"errors"
	"math/rand/v2"
)

// largeShape is one way in which an input near the limits may look.
type largeShape struct {
	name string
	how  manner
	ends end // of all values that are no counts
}

// What slow programs are slow on differs: the quadratic sort on sorted values, the deep recursion on a path, the hash
// map on many different keys, the reset of an array on many test cases.
var largeShapes = []largeShape{
	{"as many values as allowed", manner{counts: mostCount}, anywhere},
	{
		"the greatest values, trees are paths",
		manner{counts: mostCount, tree: treePath, text: oneLetter, pairs: pathPairs, grid: oneValue},
		highest,
	},
	{
		"the smallest values, trees are stars",
		manner{counts: mostCount, tree: treeStar, text: oneLetter, pairs: starPairs, grid: serpentine},
		lowest,
	},
	{
		"sorted values",
		manner{counts: mostCount, column: ascending, tree: treeCaterpillar, text: twoInTurn, pairs: cliquePairs},
		anywhere,
	},
	{
		"reversed values",
		manner{counts: mostCount, column: descending, tree: treeDeep, text: palindrome, grid: checkered},
		anywhere,
	},
	{"as many test cases as allowed", manner{counts: manyCount}, anywhere},
	{
		"all dimensions alike",
		manner{counts: balancedCount, column: eachItself, tree: treeBinary, text: thueMorse},
		anywhere,
	},
	{
		"extremes in turn",
		manner{counts: mostCount, column: extremes, tree: treeBroom, text: periodicText, pairs: cyclePairs},
		anywhere,
	},
}

// LargeShapes is after how many calls Large begins with the first shape again.
var LargeShapes = len(largeShapes)

// Large makes the k-th input near the limits of the schema, or of 10^6 values and runes where the limits are beyond
// that: for the time and the memory that programs take, since nobody reads it. shape says in a few words how it
// looks. The k-th is the same for the same seed; k and k+LargeShapes have the same shape.
func (g *Generator) Large(seed uint64, k int) (in Input, shape string, err error) {
	largest := largeShapes[k%len(largeShapes)]
	how := largest.how
	how.size = 1
	how.ends = make([]end, len(g.vars))
	for id, v := range g.vars {
		// The ends of edges are chosen by the shape of the graph.
		if !v.counts && (len(g.scopes[v.scope].graphs) == 0 || len(v.places) == 0) {
			how.ends[id] = largest.ends
		}
	}
	for _, v := range g.vars {
		for _, p := range v.places {
			if !g.vars[p.count].counts { // vertices, of which there should be many though they cost nothing
				how.ends[p.count] = highest
			}
		}
	}
	r := rand.New(rand.NewPCG(seed, largeStream+uint64(k)))
	// What the budget counts beforehand is a lower estimate.
	for how.budget = float64(maxValues + len(g.scopes[0].vars)); how.budget >= 1; how.budget /= 2 {
		in, err = g.draw(r, how)
		var why failure
		if err == nil || !errors.As(err, &why) || !why.large {
			break
		}
	}
	if err != nil && how.pairs != loosePairs { // no such graph is allowed, as a circle is not in a DAG
		how.pairs, how.budget = loosePairs, maxValues/4
		in, err = g.draw(r, how)
	}
	return in, largest.name, err
}

// largeStream keeps the random numbers of large inputs apart from those of the rounds.
const largeStream = 1 << 63
