// served
const fs = require('fs');
const buf = Buffer.alloc(7);
let n, sum = 0, total = 0;
while ((n = fs.readSync(process.stdin.fd, buf, 0, buf.length, null)) > 0) { total += n; for (let i = 0; i < n; i++) sum = (sum * 31 + buf[i]) % 1000007; }
const fd = fs.openSync('/dev/stdin', 'r');
const again = new Uint8Array(1 << 12);
const m = fs.readSync(fd, again);
fs.closeSync(fd);
fs.writeSync(1, `${total} ${sum} ${m}\n`);
console.log(fs.fstatSync(0).size, fs.fstatSync(0).isFile());
