// served
const fs = require('fs');
let n = 0;
fs.readFile(0, 'utf8', (err, s) => {
  console.log(err, s.length);
  fs.promises.readFile('/dev/stdin', 'utf8').then((t) => {
    console.log(t.length, t instanceof Object);
    fs.createReadStream('/dev/stdin', { encoding: 'utf8', highWaterMark: 1000 }).on('data', () => n++).on('close', () => console.log('chunks', n));
  });
});
console.log(fs.existsSync('input.txt'), typeof performance.now(), typeof process.hrtime.bigint(), process.memoryUsage().heapUsed > 0);
