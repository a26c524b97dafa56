"""Checks the labels of this data set again: python3 verify.py [PROBLEM ...]

For each problem, oracle/oracle.py holds solve(input) -> answer, written to be evidently right and not to be fast, and
draw(random) -> a small valid input; a problem with several answers has check(input, output) -> bool instead of the
comparison with solve. Every accepted candidate must answer all samples, all tests and 2000 drawn inputs rightly, and
every other one must fail on one of the tests in the way that its label says. The samples and tests are compared with
what solve gives, unless SLOW in the oracle names the test.

Needs g++, objcopy and Linux. It executes the candidates without a sandbox: they are those of this folder, nothing else.
"""

import contextlib
import io
import json
import math
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
DRAWS = int(os.environ.get("DRAWS", "2000"))
LIMIT = 2  # seconds

# DRIVER runs a program once for each of many inputs, in a fork of itself: its main has been renamed to candidate_main.
DRIVER = r"""
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
extern "C" int candidate_main();
int main(int, char** argv) {
  std::ifstream file(argv[1], std::ios::binary);
  std::string all((std::istreambuf_iterator<char>(file)), {});
  for (size_t at = 0; at < all.size();) {
    size_t end = all.find('\0', at);
    int in = memfd_create("in", 0), out = memfd_create("out", 0);
    if (write(in, all.data() + at, end - at) < 0) return 1;
    lseek(in, 0, SEEK_SET);
    fflush(stdout);
    if (fork() == 0) {
      rlimit cpu{LIMIT, LIMIT + 1};
      setrlimit(RLIMIT_CPU, &cpu);
      dup2(in, 0), dup2(out, 1);
      close(2);
      exit(candidate_main());
    }
    int status;
    wait(&status);
    const char* verdict = "ok";
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) verdict = "time_limit_exceeded";
    else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) verdict = "runtime_error";
    std::string text(lseek(out, 0, SEEK_END), ' ');
    if (pread(out, text.data(), text.size(), 0) < 0) return 1;
    printf("%s\n%s", verdict, text.c_str());
    putchar('\0');
    close(in), close(out);
    at = end + 1;
  }
}
"""

# CALL makes a program of a class Solution: one JSON value a line is read for each parameter.
CALL = r"""
#include <bits/stdc++.h>
void want(char c) { char d; std::cin >> d; if (c != d) abort(); }
template <class T> void get(T& x) { std::cin >> x; }
void get(std::string& s) { want('"'); getline(std::cin, s, '"'); }
template <class T> void get(std::vector<T>& v) {
  want('[');
  while ((std::cin >> std::ws).peek() != ']') {
    T x;
    get(x);
    v.push_back(x);
    if ((std::cin >> std::ws).peek() == ',') want(',');
  }
  want(']');
}
template <class T> void put(const T& x) { std::cout << x; }
void put(bool b) { std::cout << (b ? "true" : "false"); }
void put(const std::string& s) { std::cout << '"' << s << '"'; }
template <class T> void put(const std::vector<T>& v) {
  std::cout << '[';
  for (size_t i = 0; i < v.size(); i++) { if (i) std::cout << ','; put(v[i]); }
  std::cout << ']';
}
template <class R, class... A> void call(R (Solution::*f)(A...)) {
  std::tuple<std::decay_t<A>...> args;
  std::apply([](auto&... a) { (get(a), ...); }, args);
  Solution s;
  put(std::apply([&](auto&... a) { return (s.*f)(a...); }, args));
}
int main() { call(&Solution::FUNCTION); }
"""


class TimeOut(Exception):
    pass


def deep_stack():
    resource.setrlimit(resource.RLIMIT_STACK, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def limit_cpu():
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 1))
    deep_stack()


class Problem:
    def __init__(self, folder):
        self.folder = folder
        self.oracle = {"random": random, "math": math}
        exec(compile((folder / "oracle/oracle.py").read_text(), str(folder / "oracle/oracle.py"), "exec"), self.oracle)
        toml = folder / "execre.toml"
        text = toml.read_text() if toml.exists() else ""
        self.function = (re.findall(r'function = "(\w+)"', text) or [None])[0]
        self.tolerance = float((re.findall(r'checker = "float:(\S+)"', text) or ["-1"])[0])
        self.labels = json.loads((folder / "labels.json").read_text())

    def inputs(self, kind):
        return sorted((self.folder / kind).glob("*.in"))

    def same(self, given, expected, answer):
        if "check" in self.oracle:
            return self.oracle["check"](given, answer)
        if self.function:
            try:
                return json.loads(answer) == json.loads(expected)
            except ValueError:
                return False
        a, b = answer.split(), expected.split()
        return len(a) == len(b) and all(map(self.token, a, b))

    def token(self, a, b):
        if a == b:
            return True
        if self.tolerance < 0:
            return False
        try:
            x, y = float(a), float(b)
        except ValueError:
            return False
        return abs(x - y) <= self.tolerance * max(1, abs(x), abs(y))

    def run_cpp(self, source, inputs, work):
        text = source.read_text()
        if self.function:
            text = "#include <bits/stdc++.h>\nusing namespace std;\n" + text + CALL.replace("FUNCTION", self.function)
        (work / "a.cpp").write_text(text)
        run = lambda *argv: subprocess.run(argv, check=True, cwd=work)
        run("g++", "-O2", "-std=gnu++20", "-w", "-I", str(work), "-c", "a.cpp")
        run("objcopy", "--redefine-sym", "main=candidate_main", "a.o")
        run("g++", "-static", "a.o", "driver.o", "-o", "a.out")
        (work / "inputs").write_bytes(b"".join(i.encode() + b"\0" for i in inputs))
        p = subprocess.run(["./a.out", "inputs"], cwd=work, stdout=subprocess.PIPE, check=True, preexec_fn=deep_stack)
        return [tuple(part.split("\n", 1)) for part in p.stdout.decode(errors="replace").split("\0")[:-1]]

    def run_python(self, source, inputs, alone):
        if alone and not self.function:
            for given in inputs:
                p = subprocess.run([sys.executable, str(source)], input=given, capture_output=True, text=True,
                                   preexec_fn=limit_cpu)
                verdicts = {0: "ok", -signal.SIGXCPU: "time_limit_exceeded"}
                yield verdicts.get(p.returncode, "runtime_error"), p.stdout
            return
        code = compile(source.read_text(), str(source), "exec")
        for given in inputs:
            yield self.run_code(code, given)

    def run_code(self, code, given):
        def late(*_):
            raise TimeOut
        out, before, recursion = io.TextIOWrapper(io.BytesIO()), sys.stdin, sys.getrecursionlimit()
        sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode()))
        signal.signal(signal.SIGVTALRM, late)
        signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)
        verdict = "ok"
        names = {"__name__": "__main__"}
        try:
            with contextlib.redirect_stdout(out):
                if self.function:
                    exec("from typing import *\nfrom collections import *\nfrom math import *", names)
                exec(code, names)
                if self.function:
                    f = getattr(names["Solution"](), self.function) if "Solution" in names else names[self.function]
                    result = f(*[json.loads(line) for line in given.splitlines()])
            if self.function:
                out.write(json.dumps(result))
        except TimeOut:
            verdict = "time_limit_exceeded"
        except SystemExit as e:
            verdict = "ok" if not e.code else "runtime_error"
        except BaseException:
            verdict = "runtime_error"
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            sys.stdin = before
            sys.setrecursionlimit(recursion)
        out.flush()
        return verdict, out.buffer.getvalue().decode()

    def verify(self, work):
        bad = []
        solve = self.oracle["solve"]
        shown, answers = [], []
        for kind in ("samples", "tests"):
            for file in self.inputs(kind):
                given, answer = file.read_text(), file.with_suffix(".ans").read_text()
                shown.append(given)
                answers.append(answer)
                slow = f"{kind}/{file.stem}" in self.oracle.get("SLOW", ())
                if not slow and not self.same(given, solve(given), answer):
                    bad.append(f"{file}: the oracle says otherwise")
        samples = len(self.inputs("samples"))
        r = random.Random(self.folder.name)
        drawn = [self.oracle["draw"](r) for _ in range(DRAWS)]
        expected = [solve(given) for given in drawn]
        if sorted(self.labels) != sorted(f.name for f in (self.folder / "candidates").iterdir()):
            bad.append("labels.json names other files than candidates/ holds")
        for name, label in self.labels.items():
            source = self.folder / "candidates" / name
            wanted = drawn if label == "accepted" else [] if label == "time_limit_exceeded" else drawn[:50]
            if source.suffix == ".cpp":
                got = self.run_cpp(source, shown + wanted, work)
            else:
                got = [*self.run_python(source, shown, True), *self.run_python(source, wanted, False)]
            verdicts = []
            right = answers + expected[:len(wanted)]
            for given, answer, (verdict, out) in zip(shown + wanted, right, got, strict=True):
                if verdict == "ok":
                    verdict = "accepted" if self.same(given, answer, out) else "wrong_answer"
                verdicts.append(verdict)
            count = len(shown)
            failed = [i for i, v in enumerate(verdicts) if v != "accepted"]
            if label == "accepted" and failed:
                i = failed[0]
                bad.append(f"{name} is {verdicts[i]} on {(shown + wanted)[i][:300]!r}: {got[i][1][:200]!r}, "
                           f"not {right[i][:200]!r} ({len(failed)} failures)")
            if label != "accepted" and label not in verdicts[samples:count]:
                bad.append(f"{name} is no {label} on any test, but {verdicts[samples:count]}")
            print(f"{self.folder.name:14} {name:14} {label:19} fails "
                  f"{sum(i < samples for i in failed)}/{samples} samples, "
                  f"{sum(samples <= i < count for i in failed)}/{count - samples} tests, "
                  f"{sum(i >= count for i in failed)}/{len(wanted)} draws", flush=True)
        for b in bad:
            print("BAD", self.folder.name, b, flush=True)
        return not bad


def main():
    folders = sorted(p.parent for p in HERE.glob("*/labels.json"))
    if len(sys.argv) > 1:
        folders = [HERE / name for name in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as tmp:
        work = pathlib.Path(tmp)
        header = work / "bits"
        header.mkdir()
        (header / "stdc++.h").write_text("#include_next <bits/stdc++.h>\n")
        subprocess.run(["g++", "-O2", "-std=gnu++20", "-w", "-x", "c++-header", "stdc++.h", "-o", "stdc++.h.gch"],
                       check=True, cwd=header)
        (work / "driver.cpp").write_text(DRIVER)
        subprocess.run(["g++", "-O1", f"-DLIMIT={LIMIT}", "-c", "driver.cpp"], check=True, cwd=work)
        right = [Problem(folder).verify(work) for folder in folders]
    sys.exit(0 if all(right) else 1)


main()
