package process

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"execre/runner"
	"execre/runner/internal/sandbox"
)

// spec is what the keeper and the enterer are told.
type spec struct {
	Holding // but for the Files, whose number is in files
	files   int
	level   sandbox.Level // for a confined process; without Missing
}

// encode writes the spec as lists of strings, each list after its length, each string ended by NUL: they all become
// strings of C, which cannot contain one. Nothing here uses reflection, which would cost a role more than all else it does.
func (s *spec) encode() ([]byte, error) {
	var out []byte
	var err error
	put := func(list ...string) {
		out = append(strconv.AppendInt(out, int64(len(list)), 10), 0)
		for _, item := range list {
			if strings.IndexByte(item, 0) >= 0 {
				err = fmt.Errorf("%q contains a NUL byte", item)
			}
			out = append(append(out, item...), 0)
		}
	}
	flag := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	policy := s.Sandbox
	if policy == nil {
		policy = &sandbox.Policy{}
	}
	var numbers []string
	for _, n := range []int64{
		int64(s.files), int64(s.Limits.Addresses), int64(s.Limits.FileSize), int64(s.Limits.CPU),
		flag(s.Sandbox != nil), int64(policy.Threads), flag(policy.Network), flag(policy.Trusted),
		int64(s.level.Landlock), flag(s.level.Seccomp), flag(s.level.PID), flag(s.level.User), flag(s.level.OwnUID),
	} {
		numbers = append(numbers, strconv.FormatInt(n, 10))
	}
	put(s.Exe, s.Dir)
	put(s.Argv...)
	put(s.Env...)
	put(policy.Reads...)
	put(policy.Writes...)
	put(numbers...)
	return out, err
}

var errSpec = errors.New("the keeper was told nonsense; this is a fault of execre")

// decode reads what encode wrote.
func decode(data []byte) (s spec, err error) {
	items := strings.Split(string(data), "\x00")
	items = items[:len(items)-1] // what follows the last NUL
	take := func() []string {
		if err != nil {
			return nil
		}
		if len(items) == 0 {
			err = errSpec
			return nil
		}
		n, bad := strconv.Atoi(items[0])
		if bad != nil || n < 0 || n > len(items)-1 {
			err = errSpec
			return nil
		}
		list := slices.Clip(items[1 : n+1])
		items = items[n+1:]
		return list
	}
	place, argv, env, reads, writes, words := take(), take(), take(), take(), take(), take()
	if err != nil || len(place) != 2 || len(words) != 13 || len(items) != 0 {
		return spec{}, errSpec
	}
	n := make([]int64, len(words))
	for i, word := range words {
		if n[i], err = strconv.ParseInt(word, 10, 64); err != nil {
			return spec{}, errSpec
		}
	}
	s.Exe, s.Dir, s.Argv, s.Env, s.files = place[0], place[1], argv, env, int(n[0])
	s.Limits = Rlimits{Addresses: runner.Bytes(n[1]), FileSize: runner.Bytes(n[2]), CPU: time.Duration(n[3])}
	if n[4] != 0 {
		s.Sandbox = &sandbox.Policy{Reads: reads, Writes: writes, Threads: int(n[5]), Network: n[6] != 0, Trusted: n[7] != 0}
		s.level = sandbox.Level{
			Landlock: int(n[8]), Seccomp: n[9] != 0, PID: n[10] != 0, User: n[11] != 0, OwnUID: n[12] != 0,
		}
	}
	return s, nil
}
