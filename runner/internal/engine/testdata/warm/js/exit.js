// served
process.on('exit', (c) => console.log('exit', c, process.exitCode));
function f() { try { console.log('before'); process.exit(3); } catch (e) { console.log('caught'); } finally { console.log('finally'); } }
try { f(); } finally { console.log('outer'); }
console.log('after');
