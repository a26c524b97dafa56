// served
const say = (s) => () => console.log(s);
const same = 30; // timers of one delay fire in the order they were set, on a busy machine too
Promise.resolve().then(say('p1')).then(say('p2')); process.nextTick(say('tick')); queueMicrotask(say('micro'));
setTimeout(say('t1'), same); setTimeout((a, b) => { console.log(a, b); Promise.resolve().then(say('p4')); process.nextTick(say('tick4')); }, same, 'x', 'y');
require('util').promisify(setTimeout)(same).then(say('promisified')); require('timers/promises').setTimeout(same, 'v').then(console.log);
const never = setTimeout(say('never'), 5); clearTimeout(never); setTimeout(say('unref'), 100000).unref(); clearTimeout(undefined); clearTimeout(null);
const im = setImmediate(say('no')); clearImmediate(im); const num = +setTimeout(say('number'), 1); clearTimeout(num);
setTimeout(() => {
  let k = 0;
  const i = setInterval(() => { if (++k === 3) { clearInterval(i); console.log('interval', k, i.hasRef(), typeof +i); more(); } }, 2);
}, same);
async function more() {
  say('sync')(); await null; say('a1')(); await new Promise((r) => setTimeout(r, 3)); say('a2')(); process.nextTick(say('tick2')); Promise.resolve().then(say('p3'));
  setImmediate(() => { say('i1')(); setImmediate(say('i3')); process.nextTick(say('between')); }); setImmediate(say('i2'));
}
console.log('main');
