// flagged, left
process.stdout.constructor.prototype.write = null;
