// The text of out/engine/crawl.cjs: runs `crawl` and `resume` from one script, whose compiled code V8 stored in the build. `bundle.mjs` writes
// `plan` before this text.
/* global plan */
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { compileFunction, Script } = require('node:vm');

const WRAPPER = ['exports', 'require', 'module', '__filename', '__dirname'];

/** Without stored code, or with code of another Node, V8 compiles the text. */
function storedCode() {
  try {
    return readFileSync(join(__dirname, 'crawl.cache'));
  } catch {
    return undefined;
  }
}

const filename = join(__dirname, 'crawl.bundle.cjs');
const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData: storedCode() });
/** Functions of our modules by path below this folder, as Node wraps modules. */
const wrapped = script.runInThisContext();
const later = new Set(plan.later);
const loaded = new Map();

function load(name) {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const path = join(__dirname, name);
  const run = wrapped[name] ?? compileFunction(readFileSync(path, 'utf8'), WRAPPER, { filename: path });
  const module = { exports: {} };
  loaded.set(name, module);
  try {
    run.call(module.exports, module.exports, requireFrom(name), module, path, dirname(path));
  } catch (error) {
    loaded.delete(name);
    throw error;
  }
  return module.exports;
}

function requireFrom(name) {
  const requireHere = createRequire(join(__dirname, name));
  return id => {
    if (id === 'better-sqlite3') return load(plan.sqlite);
    if (!id.startsWith('.')) return requireHere(id);
    const file = join(dirname(name), /\.(c?js|node)$/.test(id) ? id : `${id}.js`).replaceAll('\\', '/');
    if (file.endsWith('.node')) return requireHere(id);
    // Its importers use it only after they have been loaded.
    if (later.has(file) && !loaded.has(file)) return new Proxy({}, { get: (_target, key) => load(file)[key] });
    return load(file);
  };
}

const run = () => load('cli.cjs');
module.exports = { script, run };
if (require.main === module || process.argv[1] === __filename) run();
