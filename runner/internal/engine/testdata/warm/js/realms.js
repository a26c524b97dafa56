// served
const all = require('fs').readFileSync(0); const util = require('util'); const assert = require('assert');
console.log([] instanceof Array, {} instanceof Object, new Error('x') instanceof Error, (() => {}) instanceof Function, all instanceof Uint8Array, Array.isArray(process.argv), process.argv instanceof Array, Object.getPrototypeOf(process.argv) === Array.prototype);
class E1 extends Error { constructor(m) { super(m); this.name = 'E1'; } }
class E2 extends E1 { }
try { throw new E1('boo'); } catch (e) { console.log(e instanceof E1, e instanceof Error, e instanceof E2, e instanceof TypeError, e.message, String(e), e.name, Object.prototype.toString.call(e)); }
try { null.x; } catch (e) { console.log(e instanceof TypeError, e instanceof RangeError, e.message, e.constructor === TypeError); }
try { Buffer.from(undefined); } catch (e) { console.log(e instanceof TypeError, e instanceof Error, e.code, e.message.split('\n')[0]); }
try { JSON.parse('{'); } catch (e) { console.log(e instanceof SyntaxError, e.name); }
try { BigInt(1.5); } catch (e) { console.log(e instanceof RangeError, e.message); }
try { undefinedName; } catch (e) { console.log(e instanceof ReferenceError, e.message); }
(function deep() { try { deep(); } catch (e) { if (!(e instanceof RangeError)) console.log('not a RangeError'); } })();
console.log(util.inspect({ a: [1, { b: new Map() }] }, { depth: 0 }), util.format('%s', [1]), util.isDeepStrictEqual([1, { a: 2 }], [1, { a: 2 }]), util.types.isDate(new Date()));
