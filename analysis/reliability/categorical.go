package reliability

import (
	"cmp"
	"math"
)

// CategoricalFit is what DawidSkeneClasses found, for K classes.
type CategoricalFit struct {
	Prior         []float64     // Prior[q]: probability that an item is of class q
	Confusion     [][][]float64 // Confusion[j][q][a]: probability that observer j reports a in class q; NaN without mass
	Posterior     [][]float64   // Posterior[i][q]: probability that item i is of class q; nil for an item without a report
	LogLikelihood float64       // natural logarithm, over the items with a report, without multinomial coefficients
	Iterations    int
	Converged     bool
}

// DawidSkeneClasses fits the model of Dawid and Skene with any number of classes, as they published it: counts[i][j][a] is
// how often observer j reported class a of item i. EM begins with the share of each class among an item's reports. Of the
// configuration only MaxIterations and Tolerance are read. It is what DawidSkene generalises to, kept to show that both
// are right on data that others have published; nothing here needs more than two classes.
func DawidSkeneClasses(counts [][][]float64, cfg EMConfig) CategoricalFit {
	observers, classes := 0, 0
	for _, item := range counts {
		observers = max(observers, len(item))
		for _, reports := range item {
			classes = max(classes, len(reports))
		}
	}
	fit := CategoricalFit{
		Prior: make([]float64, classes), Confusion: make([][][]float64, observers), Posterior: make([][]float64, len(counts)),
	}
	for j := range fit.Confusion {
		fit.Confusion[j] = make([][]float64, classes)
		for q := range classes {
			fit.Confusion[j][q] = make([]float64, classes)
		}
	}
	for i, item := range counts {
		share, sum := make([]float64, classes), 0.0
		for _, reports := range item {
			for a, n := range reports {
				share[a] += n
				sum += n
			}
		}
		if sum == 0 {
			continue
		}
		for a := range share {
			share[a] /= sum
		}
		fit.Posterior[i] = share
	}
	fit.maximise(counts)
	for fit.Iterations < cmp.Or(cfg.MaxIterations, 10_000) && !fit.Converged {
		fit.expect(counts)
		fit.Converged = fit.maximise(counts) <= cmp.Or(cfg.Tolerance, 1e-12)
		fit.Iterations++
	}
	fit.expect(counts)
	return fit
}

// maximise sets prior and confusion, and gives the largest change.
func (f *CategoricalFit) maximise(counts [][][]float64) float64 {
	change := 0.0
	set := func(x *float64, value float64) {
		if d := math.Abs(*x - value); d > change {
			change = d
		}
		*x = value
	}
	items := 0.0
	prior := make([]float64, len(f.Prior))
	for _, class := range f.Posterior {
		if class != nil {
			items++
		}
		for q, p := range class {
			prior[q] += p
		}
	}
	for q := range prior {
		set(&f.Prior[q], prior[q]/items)
	}
	for j := range f.Confusion {
		for q := range f.Prior {
			mass, sum := make([]float64, len(f.Prior)), 0.0
			for i, class := range f.Posterior {
				if class == nil || j >= len(counts[i]) {
					continue
				}
				for a, n := range counts[i][j] {
					mass[a] += class[q] * n
					sum += class[q] * n
				}
			}
			for a := range mass {
				set(&f.Confusion[j][q][a], mass[a]/sum)
			}
		}
	}
	return change
}

// expect sets the classes of the items and the likelihood of the parameters.
func (f *CategoricalFit) expect(counts [][][]float64) {
	f.LogLikelihood = 0
	joint := make([]float64, len(f.Prior))
	for i, class := range f.Posterior {
		if class == nil {
			continue
		}
		most := math.Inf(-1)
		for q := range joint {
			joint[q] = math.Log(f.Prior[q])
			for j, reports := range counts[i] {
				for a, n := range reports {
					switch p := f.Confusion[j][q][a]; {
					case n == 0:
					case math.IsNaN(p):
						joint[q] -= n * math.Log(float64(len(joint)))
					default:
						joint[q] += n * math.Log(p)
					}
				}
			}
			most = max(most, joint[q])
		}
		sum := 0.0
		for q := range joint {
			class[q] = math.Exp(joint[q] - most)
			sum += class[q]
		}
		for q := range class {
			class[q] /= sum
		}
		f.LogLikelihood += most + math.Log(sum)
	}
}
