package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"execre/server/internal/check"
	"execre/server/internal/export"
	"execre/server/internal/workspace"
)

type judgeCommand struct {
	Dir string `arg:"" optional:"" default:"." help:"The problem folder; where several problems share one, a file of the problem."`

	Answer *string `help:"Answer the question with this and ask no further: a number of those shown, =TEXT, @FILE, invalid or several." placeholder:"A"`
	Yes    bool    `help:"Keep an --answer also where no program prints anything like it."`
	Seed   uint64  `default:"1" help:"Seed of the inputs, as for check."`
	Jobs   *int    `help:"Executions at the same time (one for each core)." placeholder:"N"`
}

// howToAnswer explains what parseAnswer takes.
const howToAnswer = `the number of the right answer; = and another one, as in "= 42", or @ and a file that holds it;
"invalid" if this is no input of the problem; "several" if more than one answer is right; nothing to leave it open`

// Run asks the questions whose answers would decide most, one after the other, and keeps the answers in the folder.
func (c *judgeCommand) Run(env *environment) error {
	ctx, cancel := context.WithCancel(env.ctx)
	defer cancel()
	lines := readLines(ctx, env.stdin)
	for answered := false; ; {
		problem, err := loadProblem(c.Dir)
		if err != nil {
			return usageError{err}
		}
		report, err := checked(env, problem, c.Jobs, false, check.Config{Seed: c.Seed, Ask: true})
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(env.stdout, export.Trust(report)); err != nil {
			return err
		}
		if answered && c.Answer != nil {
			return nil
		}
		q := report.Question
		if q == nil {
			if c.Answer != nil {
				return usageError{errors.New("--answer: there is nothing to ask")}
			}
			_, err := fmt.Fprintln(env.stdout, "there is nothing to ask")
			return err
		}
		fmt.Fprintf(env.stdout, "\nquestion %d: what is the right answer to this input?\n", report.Decision.QuestionsAnswered+1)
		if err := export.Question(env.stdout, q); err != nil {
			return err
		}
		judgement, err := c.answer(env, q, lines)
		if err != nil || judgement == nil {
			return err
		}
		files, err := judgement.Keep(problem.Path())
		if err != nil {
			return err
		}
		fmt.Fprintf(env.stdout, "kept in %s: delete that to take it back\n", strings.Join(files, " and "))
		if judgement.Output != nil && !q.Gives(*judgement.Output) {
			fmt.Fprintln(env.stdout, "no program prints this, so the answer rules out all that were shown")
		}
		fmt.Fprintln(env.stdout)
		answered = true
	}
}

// answer is what the person says, or nil if they leave the question open.
func (c *judgeCommand) answer(env *environment, q *check.Question, lines <-chan string) (*workspace.Judgement, error) {
	if c.Answer != nil {
		judgement, err := parseAnswer(*c.Answer, q)
		if err == nil && odd(judgement, q) && !c.Yes {
			err = errors.New("no program prints anything like this: is that what was asked? Add --yes to keep it all the same")
		}
		if err != nil {
			return nil, usageError{fmt.Errorf("--answer: %w", err)}
		}
		return judgement, nil
	}
	fmt.Fprintln(env.stdout, howToAnswer)
	for {
		line, err := typed(env, lines, "> ")
		if err != nil || line == "" {
			return nil, err
		}
		judgement, err := parseAnswer(line, q)
		if err != nil {
			fmt.Fprintln(env.stdout, err)
			continue
		}
		if odd(judgement, q) {
			sure, err := typed(env, lines, "no program prints anything like this; really? [y/N] ")
			if err != nil {
				return nil, err
			}
			if sure = strings.ToLower(sure); sure != "y" && sure != "yes" {
				continue
			}
		}
		return judgement, nil
	}
}

// typed is the next line that the person types, "" if there is none.
func typed(env *environment, lines <-chan string, prompt string) (string, error) {
	fmt.Fprint(env.stdout, prompt)
	select {
	case <-env.ctx.Done():
		return "", env.ctx.Err()
	case line := <-lines:
		return strings.TrimSpace(line), nil
	}
}

// odd says whether an answer looks like none of the programs' answers: perhaps it is one to something else.
func odd(j *workspace.Judgement, q *check.Question) bool {
	return j.Output != nil && !q.Resembles(*j.Output)
}

// mostAnswer bounds the file of an answer.
const mostAnswer = 16 << 20

// parseAnswer reads an answer to a question.
func parseAnswer(text string, q *check.Question) (*workspace.Judgement, error) {
	text = strings.TrimSpace(text)
	var given workspace.Judgement
	switch n, err := strconv.Atoi(text); {
	case text == "invalid":
		given.Invalid = true
	case text == "several":
		given.Several = true
	case strings.HasPrefix(text, "="):
		answer := strings.TrimSpace(text[1:])
		given.Output = &answer
	case strings.HasPrefix(text, "@"):
		answer, err := readAnswer(strings.TrimSpace(text[1:]))
		if err != nil {
			return nil, err
		}
		given.Output = &answer
	case err != nil, n < 1, n > len(q.Answers):
		return nil, fmt.Errorf("%q is none of the answers, which are 1 to %d; give %s", text, len(q.Answers), howToAnswer)
	default:
		given.Output = &q.Answers[n-1].Output.Whole
	}
	j, err := q.Judgement(given)
	if err != nil {
		return nil, err
	}
	return &j, nil
}

func readAnswer(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	answer, err := io.ReadAll(io.LimitReader(file, mostAnswer+1))
	if err == nil && len(answer) > mostAnswer {
		err = fmt.Errorf("%s has more than %d bytes", name, mostAnswer)
	}
	return string(answer), err
}

// readLines reads lines as they come until ctx ends, so that waiting for one can be given up.
func readLines(ctx context.Context, r io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(r)
		for scanner.Scan() {
			select {
			case lines <- scanner.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}
