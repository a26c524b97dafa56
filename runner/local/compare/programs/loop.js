// loop.js COUNT INPUT OUTPUT PROGRAM…: what a stress test in Node does.
const { spawn } = require("child_process");
const fs = require("fs");

const [count, source, out, program, ...args] = process.argv.slice(2);
const data = fs.readFileSync(source);

function once() {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(Buffer.concat(chunks)) : reject(new Error(`exit ${code}`))));
    child.stdin.end(data);
  });
}

async function main() {
  const begin = performance.now();
  let output;
  for (let i = 0; i < Number(count); i++) output = await once();
  const end = performance.now();
  fs.writeFileSync(out, output);
  console.log((end - begin) / 1000);
}

main();
