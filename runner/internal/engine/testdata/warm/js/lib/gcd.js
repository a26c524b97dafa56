let calls = 0;
exports.gcd = function gcd(a, b) { calls++; return b ? gcd(b, a % b) : a; };
exports.calls = () => calls;
exports.isMain = require.main === module;
