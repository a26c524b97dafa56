const values = require("fs").readFileSync(0, "utf8").trim().split(/\s+/).map(Number).slice(1);
const tails = [];
const count = new Map();
for (const x of values) {
  count.set(x, (count.get(x) ?? 0) + 1);
  let low = 0;
  let high = tails.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tails[middle] < x) low = middle + 1;
    else high = middle;
  }
  tails[low] = x;
}
console.log(tails.length, count.size, Math.max(...count.values()));
