// served
process.stdin.resume();
process.stdin.setEncoding('ascii');
let input = '';
process.stdin.on('data', (data) => (input += data));
process.stdin.on('end', function () { main(input.split('\n')); });
function main(lines) { console.log('%s lines, %d %i %j %%', lines.length, '42', 4.7, { a: [1] }, 'rest'); }
