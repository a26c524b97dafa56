// served
let Map = 3, process2 = process; const parseInt = (x) => 'mine' + x; var Set; class URL { } function isNaN() { return 'fn'; }
console.log(Map, parseInt(4), Set === undefined ? 'u' : 'host', new URL(), isNaN(1), typeof fetchX, eval('1+1'), new Function('return typeof console.log')(), (0, eval)('typeof Map'));
label: for (const a of [1, 2]) for (const b of [1, 2]) { if (b === 2) continue label; console.log(a, b); }
