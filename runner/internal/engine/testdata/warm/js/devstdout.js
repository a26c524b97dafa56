// served
const { writeFileSync, readFileSync } = require('fs');
writeFileSync('/dev/stdout', readFileSync('/dev/stdin', { encoding: 'utf-8' }).split('').reverse().join(''));
