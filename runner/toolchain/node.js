// Compiles JavaScript and TypeScript, without executing it. Arguments: what takes the types out ("" for JavaScript; else
// "node", "library", "tsc" or "esbuild"), the file of that, the folder for what is made ("" for JavaScript, which stays
// where it is), the main source, and the other ones. What is wrong goes to stderr, as tsc or Node print it.
//
// Whether it is a module (import and export) or a script (require) is written into a package.json, where Node finds it
// before those of folders further up: that decides for all files whose ending does not. It replaces the user's own.
'use strict';
const fs = require('fs');
const path = require('path');
const vm = require('vm');
Error.stackTraceLimit = 1; // what is thrown is a message about a source
const [kind, tool, out, main, ...others] = process.argv.slice(1);
const sources = [main, ...others].map((name) => path.normalize(name));
const target = (name) => name.replace(/\.[mc]?ts$/i, '.js');
const isSource = (name) => /\.[mc]?[jt]s$/i.test(name);
const decode = (bytes) => new TextDecoder('utf-8').decode(bytes).replace(/^#!/, '//');
const texts = new Map(sources.map((name) => [name, decode(fs.readFileSync(name))]));

// complain prints a message in the format of tsc, from offsets into a text.
function complain(name, offset, text, code) {
    const lines = texts.get(name).slice(0, offset).split('\n');
    const column = lines[lines.length - 1].length + 1;
    process.stderr.write(`${name}(${lines.length},${column}): error ${code}: ${text.replace(/\s*\n\s*/g, ' ')}\n`);
    process.exitCode = 1;
}

// isModule tries the main source as a script, as Node does, and looks why it is none.
function isModule(code) {
    if (/\.m[jt]s$/i.test(main)) return true;
    if (/\.c[jt]s$/i.test(main)) return false;
    for (let dir = path.dirname(main); ; dir = path.dirname(dir)) {
        try {
            const { type } = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
            if (type) return type === 'module';
        } catch {}
        if (dir === path.dirname(dir)) break;
    }
    try {
        asScript(main, code);
    } catch (e) {
        return /outside a module|Unexpected token 'export'|await is only valid/.test(e.message);
    }
    return false;
}

function asScript(name, code) {
    vm.compileFunction(code, ['exports', 'require', 'module', '__filename', '__dirname'], { filename: name });
}

// check throws what is wrong with JavaScript; Node prints the place of what is thrown.
function check(name, code, module) {
    if (/\.mjs$/i.test(name) || (module && !/\.cjs$/i.test(name))) new vm.SourceTextModule(code, { identifier: name });
    else asScript(name, code);
}

// relink makes the names of files next to a source those of what is made of them.
function relink(name, code) {
    const links = /((?:\bfrom|\bimport|\brequire)\s*\(?\s*)(['"])(\.\.?\/[^'"\n]*)\2/g;
    return code.replace(links, (whole, before, quote, link) => {
        const to = path.normalize(path.join(path.dirname(name), link));
        for (const found of [to, ...['.ts', '.mts', '.cts', '.js', '/index.ts'].map((ending) => to + ending)]) {
            if (!texts.has(found)) continue;
            const file = path.relative(path.dirname(name), target(found)).split(path.sep).join('/');
            return before + quote + './' + file + quote;
        }
        return whole;
    });
}

// sourceMap is the comment by which Node finds the lines of a source; it stands two folders away, at least.
function sourceMap(name, map) {
    const from = path.dirname(path.join(out, name));
    const sources = [path.relative(from, name).split(path.sep).map(encodeURIComponent).join('/')];
    const json = JSON.stringify({ ...map, sources, file: undefined, sourceRoot: undefined, sourcesContent: undefined });
    return '//# sourceMappingURL=data:application/json;base64,' + Buffer.from(json).toString('base64') + '\n';
}

// withMap splits the map off that is at the end of a code.
function withMap(code) {
    const at = code.lastIndexOf('//# sourceMappingURL=data:application/json;base64,');
    if (at < 0) return [code, null];
    return [code.slice(0, at), JSON.parse(Buffer.from(code.slice(code.indexOf(',', at) + 1), 'base64').toString())];
}

function byNode(name, text) {
    const { stripTypeScriptTypes } = require('module');
    try {
        const code = stripTypeScriptTypes(text, { mode: 'strip', sourceUrl: name });
        return [code.replace(/\n?\/\/# sourceURL=.*\s*$/, '\n'), null];
    } catch (e) {
        if (e.code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') {
            return withMap(stripTypeScriptTypes(text, { mode: 'transform', sourceMap: true, sourceUrl: name }));
        }
        const m = /:(\d+)\n[^]*?\n([ \t]*)\^/.exec(e.stack);
        if (e.code !== 'ERR_INVALID_TYPESCRIPT_SYNTAX' || !m) throw e;
        const before = texts.get(name).split('\n').slice(0, m[1] - 1).join('\n').length + (m[1] > 1 ? 1 : 0);
        complain(name, before + unitsOf(text.slice(before), m[2].length), e.message, 'TS1');
        return ['', null];
    }
}

// unitsOf gives how many UTF-16 units take so many columns on a terminal, where some letters take two.
function unitsOf(text, columns) {
    const wide =
        /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
    let units = 0;
    for (const letter of text) {
        if (columns <= 0) break;
        columns -= letter === '\t' ? 4 : wide.test(letter) ? 2 : 1;
        units += letter.length;
    }
    return units;
}

function byLibrary(name, text, module) {
    const ts = require(tool);
    const result = ts.transpileModule(text, {
        fileName: name, reportDiagnostics: true,
        compilerOptions: {
            target: ts.ScriptTarget.ES2021, module: module ? ts.ModuleKind.ESNext : ts.ModuleKind.CommonJS,
            esModuleInterop: true, sourceMap: true, experimentalDecorators: true,
        },
    });
    for (const d of result.diagnostics || []) {
        if (d.code < 2000) complain(name, d.start || 0, ts.flattenDiagnosticMessageText(d.messageText, ' '), 'TS' + d.code);
    }
    return [result.outputText.replace(/\/\/# sourceMappingURL=.*\s*$/, ''), JSON.parse(result.sourceMapText)];
}

// byProgram compiles all sources by a program that writes to the folder out, and gives what it made of one.
function byProgram(module) {
    const { spawnSync } = require('child_process');
    const files = sources.filter((name) => /\.[mc]?ts$/i.test(name)).map((name) => './' + name);
    let argv = [
        '--pretty', 'false', '--ignoreConfig', '--noCheck', '--noResolve', '--noLib', '--target', 'es2021',
        '--module', module ? 'esnext' : 'commonjs', '--moduleResolution', 'bundler', '--esModuleInterop',
        '--experimentalDecorators', '--inlineSourceMap', '--rootDir', '.', '--outDir', out, ...files,
    ];
    if (kind === 'esbuild') {
        argv = [
            ...files, '--format=' + (module ? 'esm' : 'cjs'), '--platform=node', '--target=es2022', '--sourcemap=inline',
            '--sources-content=false', '--log-level=error', '--color=false', '--charset=utf8', '--tsconfig-raw={}',
            '--outdir=' + out, '--outbase=.',
        ];
    }
    const result = spawnSync(tool, argv, { encoding: 'utf8', maxBuffer: 1 << 26 });
    if (result.error) throw result.error;
    // What is not about the syntax, that there is no library for example, keeps nothing from being made.
    const said = result.stdout + result.stderr;
    for (const m of said.matchAll(/^(.+)\((\d+),(\d+)\): error (TS1\d\d\d): (.*)$/gm)) {
        process.stderr.write(`${path.normalize(m[1])}(${m[2]},${m[3]}): error ${m[4]}: ${m[5]}\n`);
        process.exitCode = 1;
    }
    for (const m of said.matchAll(/\[ERROR\] (.*)\n\n +(.+):(\d+):(\d+):$/gm)) {
        const name = path.normalize(m[2]);
        const line = Buffer.from(texts.get(name).split('\n')[m[3] - 1]);
        const column = line.subarray(0, Number(m[4])).toString().length + 1;
        process.stderr.write(`${name}(${m[3]},${column}): error: ${m[1]}\n`);
        process.exitCode = 1;
    }
    if (process.exitCode) return null;
    return (name) => {
        const made = path.join(out, name.replace(/\.([mc]?)ts$/i, '.$1js'));
        const file = fs.existsSync(made) ? made : path.join(out, target(name));
        const code = fs.readFileSync(file, 'utf8');
        fs.unlinkSync(file);
        return withMap(code);
    };
}

// say writes into a folder whether its files are modules.
function say(dir, module) {
    fs.writeFileSync(path.join(dir, 'package.json'), JSON.stringify({ type: module ? 'module' : 'commonjs' }) + '\n');
}

function compile() {
    if (!out) {
        const module = isModule(texts.get(sources[0]));
        for (const name of sources) if (path.basename(name) === 'package.json') fs.unlinkSync(name);
        say('.', module);
        for (const [name, code] of texts) if (isSource(name)) check(name, code, module);
        return;
    }
    let module = /\.mts$/i.test(main);
    let convert = byNode;
    if (kind !== 'node') {
        // These make scripts of modules, so that import and require go together; but not where a module awaits.
        const text = texts.get(sources[0]);
        module ||= !/\.cts$/i.test(main) &&
            /^(?!.*\basync\b)(?:for +|(?:export +)?(?:const|let|var) .*=\s*|\w+(?:\.\w+)*\()?await\b|\bimport\.meta\b/m.test(text);
        if (kind === 'library') convert = (name, text) => byLibrary(name, text, module);
        else convert = byProgram(module);
        if (!convert) return;
    }
    const made = new Map();
    for (const [name, text] of texts) made.set(name, /\.[mc]?ts$/i.test(name) ? convert(name, text) : [text, null]);
    if (process.exitCode) return;
    if (kind === 'node') module = isModule(made.get(sources[0])[0]);
    for (const [name, [code, map]] of made) {
        if (path.basename(name) === 'package.json') continue;
        const file = path.join(out, target(name));
        const text = isSource(name) ? relink(name, code) : code;
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, text + (map ? sourceMap(name, map) : ''));
        if (isSource(name)) check(target(name), text, module);
    }
    say(out, module);
}

compile();
