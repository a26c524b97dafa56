import assert from "node:assert/strict";
import { problemFolder } from "../src/problem";

describe("problemFolder", () => {
  const known = ["/contest", "/contest/coupon", "/contest/coup"];
  const cases: [string, string, string][] = [
    ["a candidate", "/contest/coupon/a.cpp", "/contest/coupon"],
    ["a file further down", "/contest/coupon/samples/1.in", "/contest/coupon"],
    ["a file of the outer problem", "/contest/b.py", "/contest"],
    ["a folder whose name only begins alike", "/contest/coupons/a.cpp", "/contest"],
    ["a name that begins with dots", "/contest/coup/..a.py", "/contest/coup"],
    ["a file of no known problem", "/other/a.cpp", "/other"],
  ];
  for (const [name, file, folder] of cases) {
    it(`${name}: ${file}`, () => {
      assert.equal(problemFolder(file, known), folder);
    });
  }
});
