// served
const t = require('fs').readFileSync(0, 'utf8').split(/\s+/).filter(Boolean).map(Number);
console.log(t.length, t.reduce((a, b) => a + (b || 0), 0));
