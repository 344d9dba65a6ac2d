// The text of out/engine/crawl.cjs: runs `crawl` and `resume` from one script, whose compiled code V8 stored in the build. `bundle.mjs` writes
// `plan` before this text.
/* global plan */
const { closeSync, openSync, readFileSync, readSync, statSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { compileFunction, Script } = require('node:vm');

const WRAPPER = ['exports', 'require', 'module', '__filename', '__dirname'];

const filename = join(__dirname, 'crawl.bundle.cjs');
const cache = join(__dirname, 'crawl.cache');
const sizes = [filename, cache].map(path => statSync(path, { throwIfNoEntry: false })?.size ?? 0);
/** Both files are read into one piece of memory, one after the other: memory that is used for the first time costs most of reading. */
const memory = Buffer.allocUnsafeSlow(Math.max(...sizes));

function readInto(path) {
  const file = openSync(path);
  let length = 0;
  for (let size = 1; size > 0; length += size) size = readSync(file, memory, length, memory.length - length, null);
  closeSync(file);
  return memory.subarray(0, length);
}

const text = readInto(filename).latin1Slice();
/** Without stored code, or with code of another Node, V8 compiles the text. */
const script = new Script(text, { filename, cachedData: sizes[1] > 0 ? readInto(cache) : undefined });
/** The functions in which Node wraps our modules, by path below this folder. In the bundle, modules require each other by these paths. */
const wrapped = script.runInThisContext();
const later = new Set(plan.later);
const loaded = new Map();

function load(name) {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const path = __dirname + name.slice(1);
  const inBundle = wrapped[name];
  const run = inBundle ?? compileFunction(readFileSync(path, 'utf8'), WRAPPER, { filename: path });
  const module = { exports: {} };
  loaded.set(name, module);
  try {
    run.call(
      module.exports,
      module.exports,
      inBundle ? requireHere : requireFrom(name),
      module,
      path,
      path.slice(0, path.lastIndexOf('/')),
    );
  } catch (error) {
    loaded.delete(name);
    throw error;
  }
  return module.exports;
}

function requireHere(id) {
  if (id.startsWith('./')) {
    // Its importers use it only after they have been loaded.
    if (later.has(id) && !loaded.has(id)) return new Proxy({}, { get: (_target, key) => load(id)[key] });
    return id.endsWith('.txt') ? readFileSync(__dirname + id.slice(1), 'latin1') : load(id);
  }
  return id === 'better-sqlite3' ? load(plan.sqlite) : require(id);
}

/** For a module that is loaded from its file. */
const requireFrom = name => id => requireHere(id.startsWith('.') ? `./${join(dirname(name), id).replaceAll('\\', '/')}` : id);

/** Not by cli.cjs: Node’s own cache of compiled code, which that turns on, has no part in this. */
const run = () => load(plan.main).main();
module.exports = { script, run };
if (require.main === module || process.argv[1] === __filename) run();
