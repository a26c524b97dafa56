import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { BUNDLED_WRONG, copyBundled } from "../src/bundled";

describe("copyBundled", () => {
  const from = path.resolve("../server/testdata/problems/coupon");
  let into: string;
  beforeEach(() => {
    into = path.join(mkdtempSync(path.join(os.tmpdir(), "execre-bundled-")), "deep/er");
  });
  afterEach(() => {
    rmSync(path.join(into, "../.."), { recursive: true });
  });

  const read = (...parts: string[]): string => readFileSync(path.join(into, ...parts), "utf8");

  it("copies the programs, the format and the samples", () => {
    assert.equal(copyBundled(from, into), path.join(into, "coupon"));
    for (const file of [BUNDLED_WRONG, "both.cpp", "input.schema", "samples/1.in"]) {
      assert.equal(read("coupon", file), readFileSync(path.join(from, file), "utf8"));
    }
  });

  it("gives an earlier copy back with what the user has changed", () => {
    copyBundled(from, into);
    writeFileSync(path.join(into, "coupon", BUNDLED_WRONG), "mine");
    assert.equal(copyBundled(from, into), path.join(into, "coupon"));
    assert.equal(read("coupon", BUNDLED_WRONG), "mine");
  });

  it("leaves another folder or file of that name alone", () => {
    mkdirSync(path.join(into, "coupon"), { recursive: true });
    writeFileSync(path.join(into, "coupon", "statement.md"), "mine");
    writeFileSync(path.join(into, "coupon-2"), "a file");
    assert.equal(copyBundled(from, into), path.join(into, "coupon-3"));
    assert.equal(read("coupon", "statement.md"), "mine");
    assert.equal(read("coupon-2"), "a file");
  });
});
