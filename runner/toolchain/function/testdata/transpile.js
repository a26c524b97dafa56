// Takes the types out of the TypeScript files that are named, with the compiler in the folder that is named first.
const fs = require("fs");
const [folder, ...files] = process.argv.slice(2);
const ts = require(folder);
for (const file of files) {
  const options = { target: "ES2022", module: /^\s*(import|export)\b/m.test(fs.readFileSync(file, "utf8")) ? "CommonJS" : "None" };
  const { outputText } = ts.transpileModule(fs.readFileSync(file, "utf8"), { compilerOptions: ts.convertCompilerOptionsFromJson(options, ".").options });
  fs.writeFileSync(file.replace(/\.ts$/, ".transpiled.js"), outputText);
}
