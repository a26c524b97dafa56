// served
const readline = require('node:readline');
const rl = readline.createInterface(process.stdin);
let n = 0;
rl.on('line', (line) => {
  n++;
  if (n === 2) {
    console.log('second', line);
    process.exit(7);
  }
}).once('close', () => process.exit());
