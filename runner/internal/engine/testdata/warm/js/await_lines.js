// served
const readline = require('readline');
(async () => {
  const rl = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
  let k = 0;
  for await (const line of rl) console.log(++k, JSON.stringify(line));
  console.log('end');
})();
