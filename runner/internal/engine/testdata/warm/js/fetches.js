// flagged
console.log(typeof fetch);
