// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the logic of resources/pages/page.js in Node, and that a page has the drawings that it should have:
//   node page_logic.js SCRIPT [PAGE EXPECTED]
// EXPECTED is a JSON list of {"stop", "size", "dark", "text"}.
"use strict";
const assert = require("node:assert/strict"), fs = require("node:fs");
const page = require(require("node:path").resolve(process.argv[2]));

// Stops and positions, the last slider fastest.
assert.equal(page.stopOf([2, 3], [4, 5]), 13);
for (let stop = 0; stop < 20; ++stop)
  assert.equal(page.stopOf(page.positionsOf(stop, [4, 5]), [4, 5]), stop);
assert.deepEqual(page.positionsOf(7, [9]), [7]);

// Lines are stored once, as differences.
const data = {sizes: [[960, 540, 720], [420, 400, 300]], lines: ["a", "b", "c", "d"],
  drawings: [[0, 1], [0, 2], [1, -1], [3], [3, 0], [2, -2, 1], [1], [0]]};
assert.equal(page.drawingText(data, 0, 0, false), "a\nb");
assert.equal(page.drawingText(data, 0, 0, true), "a\nc");
assert.equal(page.drawingText(data, 1, 0, true), "c\na\nb");

// The larger drawing where its letters are readable.
assert.equal(page.sizeFor(data, 1200), 0);
assert.equal(page.sizeFor(data, 720), 0);
assert.equal(page.sizeFor(data, 719), 1);
assert.equal(page.sizeFor(data, 100), 1);

assert.deepEqual(page.fragmentStops("#stop=12&step-3=4"), {stop: 12, "step-3": 4});
assert.deepEqual(page.fragmentStops("#stop=-1&a=x&b"), {});
assert.deepEqual(page.fragmentStops(""), {});

// A stroke sets the places that it passes, in either direction, and the ends where it begins or ends beyond them.
const xs = [10, 20, 30, 40], none = [null, null, null, null];
assert.deepEqual(page.stroked(none, xs, [20, 100], [30, 200]), [null, 100, 200, null]);
assert.deepEqual(page.stroked(none, xs, [30, 200], [20, 100]), [null, 100, 200, null]);
assert.deepEqual(page.stroked(none, xs, [15, 0], [35, 200]), [null, 50, 150, null]);
assert.deepEqual(page.stroked([1, 2, 3, 4], xs, [0, 7], [5, 9]), [9, 2, 3, 4]);
assert.deepEqual(page.stroked([1, 2, 3, 4], xs, [21, 7], [29, 9]), [1, 2, 3, 4]);

const curve = {top: [10, 10, 10, 10], bottom: [20, 20, 20, 20]};
assert.deepEqual(page.judged([null, 10, 20, 21], curve), {inside: 2, of: 3});
assert.deepEqual(page.judged(none, curve), {inside: 0, of: 0});
const shape = {x: [0, 10, 20, 30], y: [100, 60, 90, 100], base: 100, plot: [0, 0, 40, 100]};
assert.deepEqual(page.shapeDifference([100, 60, 90, 100], shape), {area: 0, peak: 0});
assert.deepEqual(page.shapeDifference([null, 85, 60, null], shape), {area: 55 / 50, peak: 0.25});
assert.equal(page.filled("%1 of %2 (%3%)", 3, 4, 75), "3 of 4 (75%)");

// Exercises.
for (const [text, number] of [["0.5", 0.5], [" -3 ", -3], ["1e-3", 0.001], [".25", 0.25], ["5.", 5], ["1/4", 0.25],
  ["2^-5", 1 / 32], ["3 * 0.5", 1.5], ["1E2", 100]])
  assert.equal(page.numberOf(text), number, text);
for (const text of ["", "a", "1,5", "1 2", "2^", "1/2/3", "0x10", "--1", "Infinity", "1e"])
  assert(Number.isNaN(page.numberOf(text)), text);
assert.equal(page.numberOf("1/0"), Infinity);   // not finite, so it is not judged
let answers = page.answered({}, 0, "1", false);
answers = page.answered(answers, 0, "0.5", true);
answers = page.answered(answers, 0, "7", false);
answers = page.answered(answers, 2, "3", false);
assert.deepEqual(answers, {0: {answer: "0.5", right: true, tries: 2}, 2: {answer: "3", right: false, tries: 1}});
assert.equal(page.csvOf(["a", "b"], [["x, y", 1], ['"q"', 0]]), 'a,b\r\n"x, y",1\r\n"""q""",0\r\n');

(async () => {
  if (process.argv.length > 3) {
    const html = fs.readFileSync(process.argv[3], "utf8");
    const packed = html.match(/<script type="application\/octet-stream">([^<]*)</)[1];
    const inside = await page.inflated(packed);
    const expected = JSON.parse(fs.readFileSync(process.argv[4], "utf8"));
    for (const {stop, size, dark, text} of expected)
      assert.equal(page.drawingText(inside, stop, size, dark), text, `stop ${stop}, size ${size}, dark ${dark}`);
    if (inside.curves)
      for (const stop of inside.curves)
        for (const {x, y, base, top, bottom} of stop)
          x.forEach((at, i) => assert((top ? top[i] < bottom[i] : y[i] <= base) && (i === 0 || x[i - 1] < at)));
  }
  console.log("done");
})();
