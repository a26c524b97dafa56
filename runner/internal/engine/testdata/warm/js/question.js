// served
const rl = require('readline').createInterface({ input: process.stdin, output: process.stdout });
rl.question('n? ', (n) => { console.log('got', n); rl.question('m? ', (m) => { console.log('got', m); rl.close(); }); });
