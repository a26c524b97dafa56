import assert from "node:assert/strict";
import { arrivalText, companionText, leftOutLines } from "../src/companion";
import type { Arrival } from "../src/protocol";

const status = { state: "listening", message: "listening on 6174", hint: "" };

describe("companionText", () => {
  it("is the server's sentence", () => {
    assert.equal(companionText(status), "Listening on 6174.");
  });

  it("says what has to be done for a browser on another machine", () => {
    assert.equal(companionText({ ...status, hint: "forward port 6174" }), "Listening on 6174. Forward port 6174.");
  });

  it("is empty where nobody wants problems from the browser", () => {
    assert.equal(companionText({ ...status, state: "off" }), "");
  });
});

describe("arrivalText", () => {
  const created = { name: "A. Sum", existed: false, leftOut: ["the picture"] };
  const arrival: Arrival = { contest: "", created: [created], missing: 0, errors: [] };
  const cases: [string, Arrival][] = [
    ["A. Sum is made.", arrival],
    ["A. Sum is there already.", { ...arrival, created: [{ ...created, existed: true }] }],
    ["Problems from the browser: 1 could not be made.", { ...arrival, created: [], errors: ["the disk is full"] }],
    [
      "round-1: 2 made, 1 there already, 3 did not arrive.",
      { contest: "round-1", created: [created, created, { ...created, existed: true }], missing: 3, errors: [] },
    ],
  ];
  for (const [text, value] of cases) {
    it(text, () => {
      assert.equal(arrivalText(value), text);
    });
  }

  it("leaves what is left out to the log", () => {
    assert.deepEqual(leftOutLines(arrival), ["A. Sum: left out: the picture"]);
  });
});
