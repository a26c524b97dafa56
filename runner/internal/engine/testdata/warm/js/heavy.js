// served
const n = 200000, s = new Uint8Array(n + 1); let c = 0;
for (let i = 2; i <= n; i++) { if (s[i]) continue; c++; for (let j = i * 2; j <= n; j += i) s[j] = 1; }
const m = new Map(); for (let i = 0; i < n; i++) m.set(i % 1000, (m.get(i % 1000) || 0) + Math.floor(i / 3));
const out = []; for (const [k, v] of [...m].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 5)) out.push(k + ' ' + v);
console.log(c); console.log(out.join('\n')); console.log(String(2n ** 200n % 1000000007n), Number.MAX_SAFE_INTEGER, (0.1 + 0.2).toFixed(10), parseInt('12px'), [10, 9, 1].sort());
let deep = 0; (function f(d) { deep = d; if (d < 7000) f(d + 1); })(0); console.log(deep);
