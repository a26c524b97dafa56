// served
let sizes = [], text = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (c) => { sizes.push(c.length); text += c; });
process.stdin.on('end', () => { console.log(sizes, text.length); process.stdout.write(text.toUpperCase()); });
