// flagged
const e = new RangeError('shown'); console.log([e]);
