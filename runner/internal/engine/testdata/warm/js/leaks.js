// served
globalThis.counter = (globalThis.counter || 0) + 1;
Array.prototype.last = Array.prototype.last ? 'leaked' : function () { return this[this.length - 1]; };
Object.prototype.extra = (Object.prototype.extra || 0) + 1;
String.prototype.twice = function () { return this + this; };
process.seen = (process.seen || 0) + 1; console.seen = (console.seen || 0) + 1; require('fs').seen = (require('fs').seen || 0) + 1;
implicit = typeof implicit === 'undefined' ? 1 : implicit + 1;
console.log(counter, [1, 2].last(), {}.extra, 'ab'.twice(), process.seen, console.seen, require('fs').seen, implicit, global.implicit, Object.keys(globalThis).includes('counter'));
const old = console.log; console.log = (...a) => old('hooked', ...a); console.log(1);
const write = process.stdout.write; process.stdout.write = function (s) { return write.call(process.stdout, '>' + s); }; old('x');
RegExp.prototype.mine = /(\d+)/.exec('a12') && RegExp.$1; old(RegExp.$1, process.env.MINE); process.env.MINE = 'set';
