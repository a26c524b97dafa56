// Serves one JavaScript program: every execution runs it in a fresh context of this one process.
//
// It speaks the protocol of package engine on descriptors 3 and 4. An execution has globals, prototypes and modules
// of its own; what it shares with the next one are Node's modules and Buffer, which are compared with their first
// state after each execution. What is not emulated here to the last byte ends the execution with flag 2, "not to be
// believed": our side then starts a plain node instead. So a doubt is always solved by run.refuse().
'use strict';

const vm = require('vm');
const fs = require('fs');
const path = require('path');
const util = require('util');
const EventEmitter = require('events');
const { Console } = require('console');

const LEFT = 1; // flags of a reply: something of the execution may be left
const UNBELIEVABLE = 2; // its result must not be used

const hostSetImmediate = setImmediate;

let run; // the execution under way

// ---- The program ----

const main = fs.realpathSync(process.argv[2]);
const folder = path.dirname(main);
const scripts = new Map(); // by file name: compiled modules
let captured; // names of the globals that a module gets as constants of its closure: an access to a context's global
// object goes through an interceptor of Node and costs a hundred times more

function compile(file) {
  let script = scripts.get(file);
  if (script === undefined) {
    let source = fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, '').replace(/^#!/, '//');
    source = `(function (${captured}) { return [() => [${captured}], ` +
      `function (exports, require, module, __filename, __dirname) { ${source}\n}]; })`;
    script = new vm.Script(source, { filename: file });
    scripts.set(file, script);
  }
  return script;
}

// Whoever mentions one of these is better off with a process of its own. The rest is caught when it is reached.
const unfit = [
  [/\bimport\s*[({*"'.]|\bimport\s+\w|^\s*export\b/m, 'is an ES module, or imports one'],
  [/\b(worker_threads|child_process|cluster|async_hooks|inspector|WebAssembly|Atomics|FinalizationRegistry)\b/,
    'uses threads, processes or hooks of the virtual machine'],
  [/\bprocess\s*\.\s*(binding|dlopen|_\w+)/, 'uses the inside of node'],
  [/\brequire\s*\(\s*["'`](node:)?(vm|v8|net|http|https|http2|tls|dgram|repl|domain)["'`]\s*\)/,
    'uses the network or the inside of node'],
];

function whyUnfit() {
  if (!process.stdout._isStdio || process.stdout.constructor.name !== 'SyncWriteStream') return 'stdout is not a file';
  if (/\.mjs$/.test(main)) return `${path.basename(main)} is an ES module`;
  const source = fs.readFileSync(main, 'utf8');
  for (const [pattern, reason] of unfit) if (pattern.test(source)) return `${path.basename(main)} ${reason}`;
  try {
    compile(main);
  } catch (err) {
    return `${path.basename(main)} does not compile: ${err.message}`;
  }
  return '';
}

// ---- One execution ----

class Exit extends Error {} // thrown to leave the program; output after it is dropped

class Run {
  constructor() {
    this.flags = 0;
    this.code = undefined; // process.exitCode
    this.ended = false;
    this.alive = new Set(); // timers and immediates of the program
    this.reads = 0; // reads of stdin that were not answered yet
    this.offset = 0; // of stdin
    this.opened = new Map(); // other descriptors of stdin, with their offsets
    this.truncated = false; // stdout was opened anew by its name: what comes after would overwrite it
    this.checking = false;
    this.asked = false; // 'beforeExit' was heard and nothing has happened since
    this.exiting = false; // 'exit' was heard
    this.outputs = [undefined, new Output(1), new Output(2)];
    this.modules = new Map();
    this.required = new Set(); // modules of Node
  }

  // refuse ends the execution: its result is not what a plain node would give, or we cannot tell.
  refuse() {
    this.flags |= UNBELIEVABLE;
    return this.leave();
  }

  // leave ends the execution where it stands. It does not return.
  leave() {
    this.ended = true;
    throw new Exit();
  }

  // write drops what comes after the end. It does not throw: a stream would take that for an error of its own.
  write(fd, chunk) {
    if (this.ended) return;
    const output = this.outputs[fd];
    if ((fd === 1 && this.truncated) || output.total + chunk.byteLength > output.cap) {
      this.flags |= UNBELIEVABLE;
      this.ended = true;
      return;
    }
    output.write(chunk);
  }

  // happened is told of each callback from the event loop.
  happened() {
    this.asked = false;
    this.watch();
  }

  // watch looks for the end once all that is due now has happened.
  watch() {
    if (this.checking) return;
    this.checking = true;
    hostSetImmediate(() => {
      this.checking = false;
      if (this === run) this.check();
    });
  }

  check() {
    if (!this.ended) {
      if (this.reads > 0) return;
      for (const handle of this.alive) if (handle.hasRef()) return;
      try {
        if (!this.asked && this.process.listenerCount('beforeExit') > 0) {
          this.asked = true;
          this.process.emit('beforeExit', this.code ?? 0);
          return this.watch();
        }
        this.exiting = true;
        this.process.emit('exit', this.code ?? 0);
      } catch (err) {
        return failed(err);
      }
      this.ended = true;
    }
    finish();
  }
}

// failed takes what nobody caught.
function failed(err) {
  if (run === undefined) throw err;
  run.ended = true;
  if (!(err instanceof Exit)) run.flags |= UNBELIEVABLE;
  run.watch();
}

// Output collects what goes to a descriptor and honours the cap of the request.
class Output {
  constructor(fd) {
    this.fd = fd;
    this.total = 0;
    this.used = 0;
    this.cap = Infinity;
  }

  write(chunk) {
    this.total += chunk.byteLength;
    if (this.used + chunk.byteLength > buffers[this.fd].length) this.flush();
    if (chunk.byteLength > buffers[this.fd].length) return writeAll(this.fd, chunk);
    buffers[this.fd].set(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength), this.used);
    this.used += chunk.byteLength;
  }

  flush() {
    writeAll(this.fd, buffers[this.fd].subarray(0, this.used));
    this.used = 0;
  }
}

const buffers = [undefined, Buffer.alloc(1 << 16), Buffer.alloc(1 << 12)];

function writeAll(fd, chunk) {
  const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  for (let done = 0; done < bytes.length;) done += fs.writeSync(fd, bytes, done);
}

// ---- Standard streams ----

// StdWriter is what process.stdout is when it is a file, with our Output below it.
class StdWriter extends process.stdout.constructor {
  constructor(fd) {
    super(fd, { autoClose: false });
    this._mine = run;
    this._type = 'fs';
    this._isStdio = true;
    this.destroySoon = process.stdout.destroySoon;
    this._destroy = process.stdout._destroy;
  }

  write(...args) {
    const more = super.write(...args);
    if (this._mine.ended) this._mine.leave();
    return more;
  }

  _write(chunk, encoding, done) {
    this._mine.write(this.fd, chunk);
    done();
  }
}

// readStdin reads like fs.readSync; position null is where the last read ended.
function readStdin(state, buffer, offset, length, position) {
  const at = position === null || position === undefined || position < 0 ? state.offset : Number(position);
  const n = fs.readSync(0, buffer, offset, length, at);
  if (at === state.offset && (position === null || position === undefined || position < 0)) state.offset += n;
  return n;
}

function readAllStdin(state) {
  const size = Math.max(fs.fstatSync(0).size - state.offset, 0);
  const all = Buffer.allocUnsafeSlow(size);
  let used = 0;
  for (let n; used < size && (n = readStdin(state, all, used, size - used, null)) > 0;) used += n;
  return all.subarray(0, used);
}

// stdinStream is what process.stdin is when it is a file.
function stdinStream(state, options) {
  const mine = run;
  return new fs.ReadStream(null, {
    ...options,
    fd: 0,
    fs: {
      open: () => mine.refuse(),
      close: (fd, done) => done(null),
      read(fd, buffer, offset, length, position, done) {
        later(mine, () => {
          const n = readStdin(state, buffer, offset, length, position);
          done(null, n, buffer);
        });
      },
    },
  });
}

// later calls back from the event loop, as the end of an operation does.
function later(mine, callback) {
  mine.reads++;
  hostSetImmediate(() => {
    mine.reads--;
    if (mine !== run) return;
    mine.happened();
    if (!mine.ended) callback();
  });
}

// ---- What the program finds ----

// traps is an object on which every property of source that is not in known refuses the execution.
function traps(source, known, prototype) {
  const object = Object.create(prototype);
  for (const key of Object.getOwnPropertyNames(source)) {
    if (known.has(key)) continue;
    Object.defineProperty(object, key, {
      configurable: true,
      enumerable: true,
      get: () => run.refuse(),
      set: () => run.refuse(),
    });
  }
  return object;
}

const isStdin = (file) => file === '/dev/stdin' || file === '/proc/self/fd/0' || file === '/dev/fd/0';

const encodingOf = (options) => {
  const encoding = typeof options === 'string' ? options : options?.encoding;
  if (typeof options === 'object' && options?.flag !== undefined && options.flag !== 'r') run.refuse();
  if (encoding !== undefined && encoding !== null && !Buffer.isEncoding(encoding)) run.refuse();
  return encoding;
};

const files = {
  readFileSync(file, options) {
    const encoding = encodingOf(options);
    let state;
    if (file === 0) state = run;
    else if (isStdin(file)) state = { offset: 0 };
    else state = run.opened.get(file) ?? run.refuse();
    const all = readAllStdin(state);
    return encoding && encoding !== 'buffer' ? all.toString(encoding) : all;
  },
  readFile(file, options, done) {
    if (typeof options === 'function') [options, done] = [undefined, options];
    if (typeof done !== 'function') run.refuse();
    later(run, () => done(null, files.readFileSync(file, options)));
  },
  readSync(fd, buffer, offset, length, position) {
    const state = fd === 0 ? run : run.opened.get(fd) ?? run.refuse();
    if (typeof offset === 'object' && offset !== null) ({ offset, length, position } = offset);
    offset ??= 0;
    length ??= buffer.byteLength - offset;
    return readStdin(state, buffer, offset, length, position);
  },
  read(fd, buffer, offset, length, position, done) {
    if (typeof done !== 'function') run.refuse();
    const state = fd === 0 ? run : run.opened.get(fd) ?? run.refuse();
    later(run, () => done(null, readStdin(state, buffer, offset, length, position), buffer));
  },
  openSync(file, flags) {
    if (!isStdin(file) || (flags !== undefined && flags !== 'r' && flags !== 'rs')) run.refuse();
    const fd = 17 + run.opened.size;
    run.opened.set(fd, { offset: 0 });
    return fd;
  },
  closeSync(fd) {
    if (!run.opened.has(fd)) run.refuse();
    run.opened.set(fd, undefined);
  },
  writeSync(fd, data, offset, length, position) {
    if (fd !== 1 && fd !== 2) run.refuse();
    if (typeof data === 'string') {
      if (typeof offset === 'number') run.refuse(); // a position
      data = Buffer.from(data, length ?? 'utf8');
    } else {
      if (!ArrayBuffer.isView(data) || typeof position === 'number') run.refuse();
      if (typeof offset === 'object' && offset !== null) run.refuse();
      offset ??= 0;
      length ??= data.byteLength - offset;
      if (offset < 0 || length < 0 || offset + length > data.byteLength) run.refuse();
      data = new Uint8Array(data.buffer, data.byteOffset + offset, length);
    }
    run.write(fd, data);
    if (run.ended) run.leave();
    return data.byteLength;
  },
  writeFileSync(file, data, options) {
    const encoding = encodingOf(options) ?? 'utf8';
    if (typeof data === 'string') data = Buffer.from(data, encoding);
    else if (!ArrayBuffer.isView(data)) run.refuse();
    if (file === 1 || file === 2) return run.write(file, data);
    if (file !== '/dev/stdout' || run.outputs[1].total > 0) run.refuse();
    run.write(1, data);
    run.truncated = true;
  },
  createReadStream(file, options) {
    if (typeof options === 'string') options = { encoding: options };
    if (options?.fd === 0) return stdinStream(run, { ...options, fs: undefined });
    if (!isStdin(file)) run.refuse();
    return stdinStream({ offset: 0 }, options ?? {});
  },
  fstatSync(fd) {
    return fs.fstatSync(fd >= 0 && fd <= 2 ? fd : run.refuse());
  },
  existsSync(file) {
    return fs.existsSync(file);
  },
};
const fileTraps = traps(fs, new Set([...Object.keys(files), 'promises', 'constants']), Object.prototype);

// handle keeps the loop of the program alive until its callback was called.
function handle(mine, begin, callback, args, repeats) {
  if (typeof callback !== 'function') mine.refuse();
  const made = begin(function () {
    if (!repeats) mine.alive.delete(made);
    if (mine !== run || mine.ended) return;
    mine.happened();
    Reflect.apply(callback, made, args);
  });
  if (made.refresh) made.refresh = made.close = () => mine.refuse();
  mine.alive.add(made);
  return made;
}

function cancel(clear) {
  return (made) => {
    if (made !== null && typeof made !== 'object') for (const each of run.alive) if (+each === +made) made = each;
    clear(made);
    if (run.alive.delete(made)) run.watch();
  };
}

const timers = {
  setTimeout: (callback, ms, ...args) => handle(run, (f) => setTimeout(f, ms), callback, args, false),
  setInterval: (callback, ms, ...args) => handle(run, (f) => setInterval(f, ms), callback, args, true),
  setImmediate: (callback, ...args) => handle(run, (f) => hostSetImmediate(f), callback, args, false),
  clearTimeout: cancel(clearTimeout),
  clearInterval: cancel(clearInterval),
  clearImmediate: cancel(clearImmediate),
};

const processFacts = ['arch', 'argv0', 'config', 'execPath', 'features', 'pid', 'platform', 'ppid', 'release',
  'title', 'version', 'versions'];
const processQuestions = ['cpuUsage', 'cwd', 'emitWarning', 'getegid', 'geteuid', 'getgid', 'getuid', 'hrtime',
  'memoryUsage', 'resourceUsage', 'uptime'];
const processEmitter = ['_events', '_eventsCount', '_maxListeners', 'domain'];
const processTraps = traps(process, new Set([...processFacts, ...processQuestions, ...processEmitter, 'argv', 'env',
  'execArgv', 'exit', 'exitCode', 'nextTick', 'stdin', 'stdout', 'stderr', 'openStdin']), EventEmitter.prototype);

function makeProcess(mine, realm) {
  const facade = Object.create(processTraps);
  EventEmitter.call(facade);
  for (const name of processFacts) facade[name] = process[name];
  for (const name of processQuestions) facade[name] = process[name];
  facade.argv = realm.array(process.execPath, main);
  facade.execArgv = realm.array(...process.execArgv);
  facade.env = Object.assign(realm.object(), process.env);
  facade.nextTick = (callback, ...args) => {
    if (typeof callback !== 'function') mine.refuse();
    process.nextTick(() => {
      if (mine === run && !mine.ended) callback(...args);
    });
  };
  facade.exit = (code) => {
    if (mine.ended) mine.leave();
    if (code !== undefined) facade.exitCode = code;
    if (mine.exiting) mine.leave();
    mine.exiting = true;
    facade.emit('exit', mine.code ?? 0);
    return mine.leave();
  };
  for (const name of ['on', 'once', 'addListener', 'prependListener', 'prependOnceListener']) {
    facade[name] = function (event, listener) {
      if (event !== 'exit' && event !== 'beforeExit') mine.refuse();
      return EventEmitter.prototype[name].call(this, event, listener);
    };
  }
  Object.defineProperty(facade, 'exitCode', {
    configurable: true,
    enumerable: true,
    get: () => mine.code,
    set(code) {
      if (code !== undefined && code !== null && !/^-?\d+$/.test(String(code))) mine.refuse();
      mine.code = code === null ? undefined : code;
    },
  });
  lazy(facade, 'stdin', () => stdinStream(mine, { autoClose: false }));
  lazy(facade, 'stdout', () => new StdWriter(1));
  lazy(facade, 'stderr', () => new StdWriter(2));
  facade.openStdin = () => {
    facade.stdin.resume();
    return facade.stdin;
  };
  return facade;
}

function lazy(object, name, make) {
  const put = (value) => Object.defineProperty(object, name,
    { configurable: true, enumerable: true, writable: true, value });
  Object.defineProperty(object, name, {
    configurable: true,
    enumerable: true,
    get() {
      const value = make();
      put(value);
      return value;
    },
    set: put,
  });
}

// console.log is most of what programs do with a console, and a Console takes a tenth of a whole execution to make.
const consoleMethods = Object.keys(console).filter((name) => typeof console[name] === 'function');
function makeConsole(mine) {
  const facade = {};
  let real;
  const full = () => (real ??= new Console({ stdout: mine.process.stdout, stderr: mine.process.stderr }));
  for (const name of consoleMethods) {
    facade[name] = (...args) => {
      full()[name](...args);
      if (mine.ended) mine.leave(); // a Console swallows what its streams throw
    };
  }
  return facade;
}

// Modules of Node that have no effect outside of what we give them.
const harmless = ['assert', 'assert/strict', 'buffer', 'events', 'os', 'path', 'path/posix', 'querystring',
  'readline', 'readline/promises', 'stream', 'string_decoder', 'url', 'util', 'util/types'];

const moduleOf = (mine, name) => {
  name = name.replace(/^node:/, '');
  if (harmless.includes(name)) {
    mine.required.add(name);
    return require(name);
  }
  switch (name) {
    case 'fs':
      return mine.files;
    case 'fs/promises':
      return mine.files.promises;
    case 'process':
      return mine.process;
    case 'console':
      return mine.global.console;
    case 'timers':
      return Object.assign(mine.realm.object(), mine.timers);
    case 'timers/promises':
      return mine.realm.promisedTimers(mine.timers);
    case 'perf_hooks':
      return { performance: clock };
  }
  return mine.refuse();
};

const clock = traps({ ...Object.getOwnPropertyDescriptors(performance),
  ...Object.getOwnPropertyDescriptors(Object.getPrototypeOf(performance)) },
new Set(['now', 'timeOrigin', 'constructor']), Object.prototype);
clock.now = () => performance.now();
clock.timeOrigin = performance.timeOrigin;

// inRealm is evaluated in each context: what must be of the program's own realm is made there.
const inRealm = new vm.Script(`(function (classes, refuse, custom) {
  'use strict';
  const has = Function.prototype[Symbol.hasInstance];
  const call = Function.prototype.call.bind(Function.prototype.call);
  for (const name in classes) {
    const ours = globalThis[name];
    const host = classes[name];
    Object.defineProperty(ours, Symbol.hasInstance, {
      configurable: true,
      value(object) { return call(has, this, object) || (this === ours && call(has, host, object)); },
    });
  }
  Object.defineProperty(Error, 'prepareStackTrace', { configurable: true, writable: true, value: refuse });
  return {
    array: (...items) => items,
    object: () => ({}),
    promise: (f) => new Promise(f),
    parse: JSON.parse,
    promisedTimers: (timers) => ({
      setTimeout: (ms, value) => new Promise((done) => timers.setTimeout(done, ms, value)),
      setImmediate: (value) => new Promise((done) => timers.setImmediate(done, value)),
      get setInterval() { return refuse(); },
      get scheduler() { return refuse(); },
    }),
  };
})`, { filename: 'execre' });
const classes = { Object, Function, Array, Promise, Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError,
  URIError, Uint8Array, ArrayBuffer, Map, Set, Date, RegExp };

// Globals of Node that a context lacks.
const shared = { Buffer, URL, URLSearchParams, TextEncoder, TextDecoder, AbortController, AbortSignal, Event, EventTarget,
  atob, btoa, structuredClone, queueMicrotask, performance: clock };
const own = ['process', 'console', 'global', ...Object.keys(timers)];

const plainGlobals = vm.runInNewContext('Object.getOwnPropertyNames(globalThis)');
captured = plainGlobals.filter((name) => /^[A-Z]/.test(name) && !['Infinity', 'NaN', 'WebAssembly'].includes(name) ||
  /^(parse|is|encode|decode)/.test(name)).concat(Object.keys(shared), own.filter((name) => name !== 'global'));
const capturedValues = new vm.Script(`[${captured}]`, { filename: 'execre' });

const globalTraps = traps(globalThis, new Set([...plainGlobals, ...Object.keys(shared), ...own, 'globalThis']), null);

function prepare() {
  const mine = new Run();
  const context = vm.createContext(Object.create(globalTraps));
  const global = vm.runInContext('globalThis', context);
  const refuse = () => mine.refuse();
  const realm = inRealm.runInContext(context)(classes, refuse);
  mine.context = context;
  mine.realm = realm;
  mine.global = global;
  mine.process = makeProcess(mine, realm);
  const define = (name, value) => Object.defineProperty(context, name,
    { configurable: true, writable: true, enumerable: false, value });
  for (const name in shared) define(name, shared[name]);
  mine.timers = { ...timers };
  const promised = realm.promisedTimers(timers);
  for (const name of ['setTimeout', 'setImmediate']) {
    mine.timers[name] = (...args) => timers[name](...args);
    mine.timers[name][util.promisify.custom] = promised[name];
  }
  for (const name in mine.timers) define(name, mine.timers[name]);
  define('process', mine.process);
  define('console', makeConsole(mine));
  define('global', global);
  mine.files = Object.assign(Object.create(fileTraps), files);
  mine.files.constants = fs.constants;
  mine.files.promises = Object.assign(Object.create(traps(fs.promises, new Set(['readFile']), Object.prototype)), {
    readFile: (file, options) => realm.promise((done) => files.readFile(file, options, (err, data) => done(data))),
  });
  mine.closures = [];
  return mine;
}

// load evaluates a module of the program's folder.
function load(mine, file, parent) {
  let module = mine.modules.get(file);
  if (module !== undefined) return module.exports;
  module = mine.realm.object();
  Object.assign(module, { id: parent ? file : '.', path: path.dirname(file), exports: mine.realm.object(),
    filename: file, loaded: false, children: mine.realm.array(), paths: mine.realm.array() });
  mine.modules.set(file, module);
  if (file.endsWith('.json')) {
    module.exports = mine.realm.parse(fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    return module.exports;
  }
  const values = mine.values;
  const [now, body] = compile(file).runInContext(mine.context)(...values);
  mine.closures.push(now);
  const require = (name) => {
    if (typeof name !== 'string') mine.refuse();
    if (/^\.{0,2}\//.test(name)) return load(mine, resolve(mine, path.resolve(path.dirname(file), name)), module);
    return moduleOf(mine, name);
  };
  require.main = mine.modules.get(main);
  for (const name of ['resolve', 'cache', 'extensions']) {
    Object.defineProperty(require, name, { get: () => mine.refuse() });
  }
  Reflect.apply(body, module.exports, [module.exports, require, module, file, path.dirname(file)]);
  module.loaded = true;
  return module.exports;
}

function resolve(mine, file) {
  for (const candidate of [file, `${file}.js`, `${file}.json`, path.join(file, 'index.js')]) {
    if (!fs.statSync(candidate, { throwIfNoEntry: false })?.isFile()) continue;
    const real = fs.realpathSync(candidate);
    if (!/\.(js|cjs|json)$/.test(real)) break;
    for (const [pattern] of unfit) if (pattern.test(fs.readFileSync(real, 'utf8'))) mine.refuse();
    return real;
  }
  return mine.refuse();
}

// ---- Leaks ----

// The first state of every object that two executions share and that a program can easily reach: always, or by
// requiring a module.
const guarded = [];
const guardedByModule = new Map();

function guard(object, depth, list = guarded) {
  if (object === null || (typeof object !== 'object' && typeof object !== 'function')) return;
  if (guarded.some((entry) => entry.object === object) || list.some((entry) => entry.object === object)) return;
  const entry = { object, prototype: Object.getPrototypeOf(object), keys: Reflect.ownKeys(object), names: [], values: [] };
  list.push(entry);
  for (const key of entry.keys) {
    const property = Object.getOwnPropertyDescriptor(object, key);
    if (!('value' in property)) continue;
    entry.names.push(key);
    entry.values.push(property.value);
    if (depth > 0 || key === 'prototype') guard(property.value, depth - 1, list);
  }
  if (entry.prototype !== null) guard(entry.prototype, 0, list);
}

function guardAll() {
  for (const name in shared) guard(shared[name], 0);
  for (const name in classes) guard(classes[name], 0);
  for (const traps of [fileTraps, processTraps, globalTraps, files, fs.constants]) guard(traps, 0);
  guard(process.stdout, 0);
  guard(StdWriter, 0);
  guard(fs.ReadStream, 0);
  guard(util.inspect.defaultOptions, 0);
  for (const name of harmless) {
    const list = [];
    guard(require(name), 1, list);
    guardedByModule.set(name, list);
  }
}

function tampered(required) {
  if (changed(guarded) || EventEmitter.defaultMaxListeners !== 10) return true;
  for (const name of required) if (changed(guardedByModule.get(name))) return true;
  return false;
}

function changed(list) {
  for (const { object, prototype, keys, names, values } of list) {
    if (Object.getPrototypeOf(object) !== prototype) return true;
    if (Reflect.ownKeys(object).length !== keys.length) return true;
    for (let i = 0; i < names.length; i++) if (object[names[i]] !== values[i] && values[i] === values[i]) return true;
  }
  return false;
}

// mixedUp says whether the program replaced a global: the modules' closures hold the first ones.
function mixedUp(mine) {
  const now = capturedValues.runInContext(mine.context);
  for (let i = 0; i < now.length; i++) if (now[i] !== mine.values[i]) return true;
  for (const closure of mine.closures) {
    const values = closure();
    for (let i = 0; i < values.length; i++) if (values[i] !== mine.values[i]) return true;
  }
  return false;
}

// ---- The protocol ----

function readRequest() {
  const header = Buffer.alloc(28);
  if (!readFully(header)) process.reallyExit(0);
  const args = Buffer.alloc(header.readUInt32LE(0));
  if (!readFully(args)) process.reallyExit(0);
  return { args: args.length > 0, output: Number(header.readBigUInt64LE(12)) || Infinity };
}

function readFully(buffer) {
  for (let done = 0, n; done < buffer.length; done += n) {
    n = fs.readSync(3, buffer, done, buffer.length - done, null);
    if (n === 0) return false;
  }
  return true;
}

let prepared;

function next() {
  prepared ??= prepare();
  const request = readRequest();
  run = prepared;
  prepared = undefined;
  run.cpu = process.cpuUsage();
  run.outputs[1].cap = run.outputs[2].cap = request.output;
  try {
    run.values = capturedValues.runInContext(run.context);
    if (request.args) run.refuse();
    load(run, main, undefined);
  } catch (err) {
    failed(err);
  }
  run.watch();
}

function finish() {
  const mine = run;
  run = undefined;
  for (const made of mine.alive) {
    clearTimeout(made);
    clearImmediate(made);
  }
  for (const output of mine.outputs.slice(1)) output.flush();
  if (mixedUp(mine)) mine.flags |= UNBELIEVABLE;
  if (tampered(mine.required)) mine.flags |= LEFT | UNBELIEVABLE;
  const cpu = process.cpuUsage(mine.cpu);
  const reply = Buffer.alloc(24);
  reply.writeInt32LE((Number(mine.code ?? 0) & 0xff) << 8, 0);
  reply.writeUInt32LE(mine.flags, 4);
  reply.writeBigUInt64LE(BigInt(cpu.user + cpu.system), 8);
  writeAll(4, reply);
  hostSetImmediate(next);
}

function hello(text) {
  const body = Buffer.from(text.slice(0, 1000));
  const head = Buffer.from('EXC1\0\0\0\0');
  head.writeUInt32LE(body.length, 4);
  writeAll(4, Buffer.concat([head, body]));
}

process.setUncaughtExceptionCaptureCallback((err) => failed(err));
process.on('unhandledRejection', (err) => {
  if (run !== undefined) failed(err);
});

const reason = whyUnfit();
if (reason === '') {
  guardAll();
  prepared = prepare();
}
hello(reason);
if (reason === '') hostSetImmediate(next);
