// served
for (let i = 0; i < 20000; i++) console.log(i, 'line');
process.stdout.write('é'.repeat(70000) + '\n');
console.log(require('fs').readFileSync(0, 'utf8'));
