// served
const rl = require('readline').createInterface({ input: process.stdin, output: process.stdout, terminal: false });
const lines = [];
rl.on('line', (line) => lines.push(line));
rl.on('close', () => {
  console.log(lines.length + '\n' + lines.map((l) => l.trim().split(' ').reverse().join(' ')).join('\n'));
});
