// served
class P { constructor(x) { this.x = x; } get y() { return 1; } static z = 3; }
class Q extends Map { }
const o = { a: 1, 'b-c': [1, , 3], [Symbol('s')]: null, f() {}, g: () => 1, h: class K {}, n: { n: { n: { n: 1 } } } };
o.self = o;
console.log(o, [o], new P(3), [new P(1)], P, Q, new Q([[1, { a: 2 }]]));
console.log(new Map([[{}, []], ['k', new Set([1, 'x'])]]), new Set(), new WeakMap(), Symbol('x'), 10n, -0, [-0], NaN);
console.log([1.5, 'a\nb', "it's", `"'`, undefined, null, true], Object.create(null), Object.create({ a: 1 }), new Date(0));
console.log(new Array(5), Array.from({ length: 120 }, (_, i) => i), 'x'.repeat(3), ['y'.repeat(100)], [[[[1]]]], { a: { b: { c: {} } } });
console.log(new Int32Array(3), new Float64Array([1, 2.5]), new ArrayBuffer(4), Buffer.from('hi'), new Uint8Array(2), /a+/g, [/x/], function foo() {}, async () => {}, function* () {});
console.log(new Number(3), new String('s'), [new Boolean(false)], Promise.resolve(4), new Proxy([1, 2], {}), (function () { return arguments; })(1, 2), globalThis === global, typeof this, [Math, JSON]);
console.log(Object.assign(() => {}, { a: 1 }), [1, 2, 3].entries(), new Map([[1, 2]]).keys(), 'abc'[Symbol.iterator](), process.argv.length, [, 'a'], { get a() { return 1; }, set b(x) {} });
console.table([{ a: 1, b: 2 }, { a: 3, c: 4 }]); console.table([[1, 2], [3, 4]]); console.table(new Map([['a', 1]]));
console.group('G'); console.log('in\nside'); console.groupEnd(); console.info('i'); console.debug('%o', [1]); console.log('%O %c %s', { a: 1 }, 'css', { toString() { return 'own'; } }, 5);
console.dir({ a: { b: { c: { d: 1 } } } }, { depth: 0 }); console.count(); console.count(); console.log(); console.log('%d'); console.log('%s', 1n, -0); console.log(new (class extends Array {})(3), new (class Foo extends Set {})([1]));
console.error('to stderr', { a: 1 }); console.warn('w'); console.assert(1 === 2, 'assert');
console.log([1, 2, 3].map(String), Array(101).fill(7), Object.fromEntries(Array.from({ length: 30 }, (_, i) => ['k' + i, i])), [['a', 'b'], ['c']], structuredClone({ a: [1, new Date(0)] }));
