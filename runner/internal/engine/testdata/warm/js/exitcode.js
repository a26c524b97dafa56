// served
process.exitCode = 4;
process.on('beforeExit', (c) => { console.log('beforeExit', c); if (c < 6) setTimeout(() => { process.exitCode = c + 1; }, 1); });
process.once('exit', (c) => { console.log('exit', c); process.exitCode = 9; });
setImmediate(() => console.log('immediate'));
