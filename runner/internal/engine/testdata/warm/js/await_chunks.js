// served
(async function () {
  const parts = [];
  for await (const c of process.stdin) parts.push(c);
  const all = Buffer.concat(parts);
  console.log(all.length, Buffer.isBuffer(all), all instanceof Buffer, all instanceof Uint8Array);
  console.log(all.subarray(0, 5), String(all).slice(0, 20));
})();
