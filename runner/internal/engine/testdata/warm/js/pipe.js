// served
const { Transform, pipeline } = require('stream');
const up = new Transform({ transform(chunk, enc, cb) { cb(null, chunk.toString().toUpperCase()); } });
if (process.argv.length > 5) process.stdin.pipe(process.stdout);
pipeline(process.stdin, up, async function* (source) { for await (const c of source) yield c.length + '\n'; }, process.stdout, (err) => { process.stderr.write(err ? 'failed' : 'ok'); });
