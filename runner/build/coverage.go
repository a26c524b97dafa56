package build

import (
	"bytes"
	"cmp"
	"context"
	"debug/dwarf"
	"debug/elf"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"execre/runner"
	"execre/runner/internal/process"
	"execre/runner/toolchain"
)

// Coverage: which lines of its own file an execution of a program comes by. Native programs call coverage.c at the
// beginning of each basic block and before each comparison, and where in the source these are is read from the artefact when
// it is made: the relocations that the linker leaves in it name the calls, and the debugger's table of lines what stands
// between them. No tool of any compiler is needed, and nothing hangs on how an execution ends. Python programs are run by
// coverage.py.

//go:embed coverage/coverage.c
var coverageObject string

//go:embed coverage/coverage.py
var coverageScript string

// CoverageFile is the file in which a program that was built with Source.Coverage notes what it executes. An execution
// notes it if the request has an empty file of that name in Files and names it in Collect.
const CoverageFile = "execre-coverage"

const (
	coverageName       = "execre-coverage.o"
	coverageScriptName = "execre-coverage.py"
	// chartName is the file of an entry that says what the notes of its program mean.
	chartName = "execre-chart.json"
	// coverageFlag has a compiler call coverage.c.
	coverageFlag = "-fsanitize-coverage=trace-pc,trace-cmp"
)

// Point is something that an execution did in a line of its own file.
type Point struct {
	Line int // from 1
	// Event is 0 for the line itself, which says that some of it was executed. Other values tell apart what can be done
	// there, and mean nothing by themselves: a block of a line that has several, an outcome of a comparison, the line that
	// was executed next.
	Event uint64
}

// Coverage reads what executions of one program have noted.
type Coverage struct{ places chartOf }

// chartOf is what chart writes.
type chartOf struct {
	Python bool   `json:"python"`
	Lines  int    `json:"lines"`  // of the program's own file; further ones are ours
	Sites  []site `json:"sites"`  // of a native program, by At
	Blocks int    `json:"blocks"` // how many of them are blocks
}

// site is a call of coverage.c.
type site struct {
	At    int64 `json:"at"`    // its return address, relative to the anchor
	Lines []int `json:"lines"` // those of the block that begins there, or of the comparison
}

// OpenCoverage gives what reads the notes of p, which was built with Source.Coverage.
func OpenCoverage(p *runner.Program) (*Coverage, error) {
	text, err := os.ReadFile(filepath.Join(p.Dir, chartName))
	if err != nil {
		return nil, fmt.Errorf("what %s executes is not seen: %w", p.Name, err)
	}
	c := &Coverage{}
	if err := json.Unmarshal(text, &c.places); err != nil {
		return nil, fmt.Errorf("what %s executes is not seen: %w", p.Name, err)
	}
	return c, nil
}

// Points lists what an execution has noted, in order and each once. Notes are what a program wrote, and may be anything.
func (c *Coverage) Points(r runner.Result) []Point {
	points := map[Point]bool{}
	if notes := r.Files[CoverageFile]; c.places.Python {
		c.linesIn(notes, points)
	} else {
		c.recordsIn(notes, points)
	}
	return slices.SortedFunc(maps.Keys(points), func(a, b Point) int {
		return cmp.Or(a.Line-b.Line, cmp.Compare(a.Event, b.Event))
	})
}

// linesIn reads the notes of coverage.py.
func (c *Coverage) linesIn(notes []byte, points map[Point]bool) {
	for note := range bytes.Lines(notes) {
		if !bytes.HasSuffix(note, []byte("\n")) {
			return // cut
		}
		first, second, _ := strings.Cut(string(bytes.TrimSpace(note)), " ")
		after, err1 := strconv.ParseUint(first, 10, 31)
		line, err2 := strconv.ParseUint(second, 10, 31)
		if err1 != nil || err2 != nil {
			continue
		}
		if line > 0 && int(line) <= c.places.Lines {
			points[Point{Line: int(line)}] = true
		}
		if after > 0 && int(after) <= c.places.Lines {
			points[Point{Line: int(after), Event: line + 1}] = true
		}
	}
}

// recordsIn reads the notes of coverage.c.
func (c *Coverage) recordsIn(notes []byte, points map[Point]bool) {
	for ; len(notes) >= 8; notes = notes[8:] {
		record := binary.NativeEndian.Uint64(notes)
		at := int64(record) >> 2
		i, ok := slices.BinarySearchFunc(c.places.Sites, at, func(s site, at int64) int { return cmp.Compare(s.At, at) })
		if !ok {
			continue
		}
		for _, line := range c.places.Sites[i].Lines {
			points[Point{Line: line}] = true
			points[Point{Line: line, Event: record + 1}] = true
		}
	}
}

// covering gives the arguments that make a compiler's programs note what they execute. It is tried out once for each
// compiler and its flags; the error is a *toolchain.Missing.
func (c *Cache) covering(ctx context.Context, r recipe) ([]string, error) {
	if r.src.Language == toolchain.Python {
		return nil, nil
	}
	if runtime.GOOS != "linux" {
		return nil, r.tools.NoCoverage(fmt.Errorf("on %s that is not known", runtime.GOOS))
	}
	compiler := c.compilerOfC(ctx)
	if compiler == nil {
		return nil, errors.Join(ctx.Err(), r.tools.NoCoverage(errors.New("no compiler knows C")))
	}
	probe := "probe" + filepath.Ext(r.main)
	command, err := r.tools.CompileCommand(ctx, probe, artefact)
	if err != nil {
		return nil, err
	}
	arguments := func(dir string) []string {
		return []string{
			coverageFlag, "-Wl,--emit-relocs", filepath.Join(dir, coverageName),
		}
	}
	key := partKey("coverage", coverageObject, r.tools.Recipe(), command, compiler)
	dir, ok := c.part(ctx, key, func(ctx context.Context, entry, scratch string, _ *manifest) error {
		return c.tryCovering(ctx, r, compiler, command, probe, entry, scratch, arguments(entry))
	})
	if !ok {
		return nil, cmp.Or(ctx.Err(), r.tools.NoCoverage(errors.New("it makes no programs with "+coverageFlag)))
	}
	return arguments(dir), nil
}

// tryCovering makes the object of coverage.c in entry, and a program with it.
func (c *Cache) tryCovering(
	ctx context.Context, r recipe, compiler, command []string, probe, entry, scratch string, arguments []string,
) error {
	if err := c.compileC(ctx, compiler, entry, scratch, coverageObject, "-O2", "-c", "-o", coverageName); err != nil {
		return err
	}
	if err := writeFile(scratch, probe, []byte("int main(int argc, char **argv) {\n\treturn argc == 1 && argv[0] ? 42 : 1;\n}\n")); err != nil {
		return err
	}
	res := c.compiler(ctx, process.Command{
		Argv: slices.Concat(command, arguments), Env: toolchain.CompileEnv(scratch), Dir: scratch, Limits: limits,
	})
	if res.Verdict != runner.OK {
		return cmp.Or(ctx.Err(), fmt.Errorf("no program can be made with %s: %s", coverageFlag, said(res)))
	}
	program := filepath.Join(scratch, artefact)
	sites, err := readSites(program, probe)
	if err == nil && len(sites) == 0 {
		err = errors.New("it is not known where in a program its lines are")
	}
	if err != nil {
		return err
	}
	if err := writeFile(scratch, CoverageFile, nil); err != nil {
		return err
	}
	res = c.compiler(ctx, process.Command{Argv: []string{program}, Env: r.tools.Env(), Dir: scratch, Limits: limits})
	notes, err := os.ReadFile(filepath.Join(scratch, CoverageFile))
	if err != nil || res.ExitCode != 42 {
		return cmp.Or(ctx.Err(), err, fmt.Errorf("a program with coverage ended with %v %d", res.Verdict, res.ExitCode))
	}
	coverage := Coverage{chartOf{Sites: sites}}
	points := coverage.Points(runner.Result{Files: map[string][]byte{CoverageFile: notes}})
	if !slices.Contains(points, Point{Line: 2}) {
		return errors.New("a program with coverage does not tell its lines")
	}
	return nil
}

// chart writes into entry what the notes of the program there mean.
func chart(r recipe, entry string) error {
	out := chartOf{Python: r.src.Language == toolchain.Python}
	keep := func(int) bool { return true }
	out.Lines = bytes.Count(r.src.Text, []byte("\n")) + 1
	if r.harness != nil {
		keep = func(line int) bool {
			_, own := r.harness.Line(r.harness.Own, line)
			return own
		}
	}
	if !out.Python {
		var err error
		if out.Sites, err = readSites(filepath.Join(entry, artefact), r.own); err != nil {
			return r.tools.NoCoverage(err)
		}
		for i := range out.Sites {
			out.Sites[i].Lines = slices.DeleteFunc(out.Sites[i].Lines, func(line int) bool { return !keep(line) })
		}
		out.Sites = slices.DeleteFunc(out.Sites, func(s site) bool { return len(s.Lines) == 0 })
	}
	text, err := json.Marshal(out)
	if err != nil {
		return err
	}
	return writeFile(entry, chartName, text)
}

// cover makes of p, whose entry is there, a program that notes what it executes.
func (c *Cache) cover(ctx context.Context, r recipe, p *runner.Program) error {
	if r.src.Language != toolchain.Python {
		return nil
	}
	if !isPython(r.tools.Path, p.Argv) {
		return r.tools.NoCoverage(errors.New("it is run by a command that is not known"))
	}
	dir, ok := c.script(ctx, coverageScriptName, []byte(coverageScript))
	if !ok {
		return cmp.Or(ctx.Err(), errors.New("cannot write to the build cache"))
	}
	p.Reads = append(p.Reads, dir)
	last := len(p.Argv) - 1
	p.Argv = slices.Concat(p.Argv[:last], []string{filepath.Join(dir, coverageScriptName), r.own, p.Argv[last]})
	return nil
}

// The calls of coverage.c in a program, by name, and those of them at the beginning of a block.
const (
	callPrefix = "__sanitizer_cov_trace_"
	blockCall  = "__sanitizer_cov_trace_pc"
	anchorName = "execre_coverage_anchor"
)

// callSizes are the bytes of a call, and how many of them stand before the part that the linker fills in.
var callSizes = map[elf.Machine]struct {
	size, before uint64
}{
	elf.EM_X86_64:  {5, 1},
	elf.EM_AARCH64: {4, 0},
}

// readSites reads from a program where it calls coverage.c from code of the source file own, in order.
func readSites(program, own string) ([]site, error) {
	f, err := elf.Open(program)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	call, ok := callSizes[f.Machine]
	if !ok || f.Class != elf.ELFCLASS64 || f.ByteOrder != binary.LittleEndian {
		return nil, fmt.Errorf("programs of %v are not known", f.Machine)
	}
	symbols, err := f.Symbols()
	if err != nil {
		return nil, err
	}
	var anchor uint64
	var ends []uint64 // of functions, in order
	for _, s := range symbols {
		if s.Name == anchorName {
			anchor = s.Value
		}
		if elf.ST_TYPE(s.Info) == elf.STT_FUNC && s.Size > 0 {
			ends = append(ends, s.Value+s.Size)
		}
	}
	slices.Sort(ends)
	var blocks, comparisons []uint64 // where the calls begin
	for _, section := range f.Sections {
		if section.Type != elf.SHT_RELA || section.Flags&elf.SHF_ALLOC != 0 {
			continue
		}
		data, err := section.Data()
		if err != nil {
			return nil, err
		}
		for ; len(data) >= 24; data = data[24:] {
			at, symbol := binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint32(data[12:])
			if symbol == 0 || int(symbol) > len(symbols) {
				continue
			}
			switch name := symbols[symbol-1].Name; {
			case name == blockCall:
				blocks = append(blocks, at-call.before)
			case strings.HasPrefix(name, callPrefix):
				comparisons = append(comparisons, at-call.before)
			}
		}
	}
	slices.Sort(blocks)
	rows, err := readRows(f, own)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	var sites []site
	add := func(at, end uint64) {
		if lines := linesBetween(rows, at, end); len(lines) > 0 {
			sites = append(sites, site{At: int64(at + call.size - anchor), Lines: lines})
		}
	}
	for i, at := range blocks {
		end := at + call.size
		if n, _ := slices.BinarySearch(ends, at+1); n < len(ends) {
			end = ends[n]
		}
		if i+1 < len(blocks) {
			end = min(end, blocks[i+1])
		}
		add(at, end)
	}
	for _, at := range comparisons {
		add(at, at+1)
	}
	slices.SortFunc(sites, func(a, b site) int { return cmp.Compare(a.At, b.At) })
	return sites, nil
}

// span is code of one line of the source file.
type span struct {
	begin, end uint64
	line       int
}

// readRows reads what code belongs to which line of own, in the order of the code.
func readRows(f *elf.File, own string) ([]span, error) {
	debug, err := f.DWARF()
	if err != nil {
		return nil, err
	}
	var rows []span
	units := debug.Reader()
	for {
		unit, err := units.Next()
		if err != nil {
			return nil, err
		}
		if unit == nil {
			break
		}
		units.SkipChildren()
		if unit.Tag != dwarf.TagCompileUnit {
			continue
		}
		folder, _ := unit.Val(dwarf.AttrCompDir).(string)
		lines, err := debug.LineReader(unit)
		if err != nil {
			return nil, err
		}
		if lines == nil {
			continue
		}
		want := path.Join(filepath.ToSlash(folder), own)
		var last, entry dwarf.LineEntry
		begun := false
		for {
			err := lines.Next(&entry)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return nil, err
			}
			if begun && last.File != nil && last.Line > 0 && entry.Address > last.Address &&
				path.Join(filepath.ToSlash(folder), strings.TrimPrefix(path.Clean(last.File.Name), folder)) == want {
				rows = append(rows, span{last.Address, entry.Address, last.Line})
			}
			last, begun = entry, !entry.EndSequence
		}
	}
	slices.SortFunc(rows, func(a, b span) int { return cmp.Compare(a.begin, b.begin) })
	return rows, nil
}

// linesBetween lists the lines that have code in [begin, end), each once.
func linesBetween(rows []span, begin, end uint64) []int {
	i, _ := slices.BinarySearchFunc(rows, begin, func(s span, at uint64) int { return cmp.Compare(s.end, at+1) })
	var lines []int
	for ; i < len(rows) && rows[i].begin < end; i++ {
		lines = append(lines, rows[i].line)
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}
