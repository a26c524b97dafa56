// served
let got = 0;
process.stdin.on('readable', () => { let c; while ((c = process.stdin.read()) !== null) got += c.length; });
process.stdin.on('end', () => process.stdout.write(`${got}\n`, () => console.log('written')));
