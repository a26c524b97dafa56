// unfit: threads
console.log(require('child_process').execSync('echo hi').toString());
