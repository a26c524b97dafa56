// flagged, left
console.log(Buffer.prototype.mine); Buffer.prototype.mine = 1;
