// served
'use strict';
const fs = require('fs');
const lines = fs.readFileSync('/dev/stdin').toString().split('\n');
console.log(fs.readFileSync(0, 'latin1').length, fs.readFileSync(0).length);
for (let i = lines.length - 1; i >= 0; i--) console.log(`${i}:${lines[i]}`);
