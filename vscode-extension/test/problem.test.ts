import assert from "node:assert/strict";
import { findProblem, stemOf, type KnownProblem } from "../src/problem";

describe("findProblem", () => {
  const problem = (directory: string, programs: string[] = [], stem = ""): KnownProblem => ({
    folder: stem === "" ? directory : `${directory}/${stem}.*`,
    directory,
    stem,
    programs,
  });
  const known = [
    problem("/contest", ["b.py"]),
    problem("/contest/coupon", ["a.cpp", "candidates/b.py"]),
    problem("/contest/coup"),
    problem("/shared", ["A.cpp", "A_brute.py"], "a"),
    problem("/shared", ["B.cpp", "odd.py"], "b"),
  ];
  const cases: [string, string, string | undefined, string | undefined][] = [
    ["a candidate", "/contest/coupon/a.cpp", "/contest/coupon", "a.cpp"],
    ["a candidate further down", "/contest/coupon/candidates/b.py", "/contest/coupon", "candidates/b.py"],
    ["a file further down", "/contest/coupon/samples/1.in", "/contest/coupon", undefined],
    ["a candidate of the outer problem", "/contest/b.py", "/contest", "b.py"],
    ["a folder whose name only begins alike", "/contest/coupons/a.cpp", "/contest", undefined],
    ["a name that begins with dots", "/contest/coup/..a.py", "/contest/coup", undefined],
    ["a file of no known problem", "/other/a.cpp", undefined, undefined],
    ["a program of one of several problems in a folder", "/shared/A_brute.py", "/shared/a.*", "A_brute.py"],
    ["a program that is not called like its problem", "/shared/odd.py", "/shared/b.*", "odd.py"],
    ["a file of one of several problems in a folder", "/shared/B1.in", "/shared/b.*", undefined],
    ["a new file that only begins alike", "/shared/Another.py", undefined, undefined],
  ];
  for (const [name, file, folder, program] of cases) {
    it(`${name}: ${file}`, () => {
      const found = findProblem(file, known);
      assert.equal(found?.problem.folder, folder);
      assert.equal(found?.program, program);
    });
  }
});

describe("stemOf", () => {
  const cases = [
    ["file:///contest/coupon", "coupon"],
    ["file:///contest/two%20words/", "two words"],
    ["file:///contest/a.%2A", "a"],
    ["file:///contest/a.*", "a"],
    ["file:///contest/50%", "50%"],
  ] as const;
  for (const [folder, stem] of cases) {
    it(folder, () => {
      assert.equal(stemOf(folder), stem);
    });
  }
});
