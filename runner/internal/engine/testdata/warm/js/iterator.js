// served
const rl = require('readline').createInterface({ input: process.stdin });
const it = rl[Symbol.asyncIterator]();
const read = async () => (await it.next()).value;
async function main() {
  const n = parseInt(await read());
  for (let i = 0; i < Math.min(n, 3); i++) console.log(i, await read());
  rl.close();
}
main().then(() => console.log('done'));
