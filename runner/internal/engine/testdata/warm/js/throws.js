// flagged
console.log('before'); null.x;
