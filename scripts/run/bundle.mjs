// Makes out/engine/crawl.cjs, crawl.bundle.cjs, crawl.cache and long texts: what `crawl` and `resume` run, as one script with its compiled code. See
// docs/decisions/0054-code-cache-of-the-build.md.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { minifySync } from 'vite';
import { say } from './bootstrap.mjs';
import { ENGINE_FLAGS } from './checkout.cjs';

/** What `crawl` and `resume` load, with all that these import. */
const FIRST = [
  'electron/cli/main.ts',
  'electron/cli/commands/crawl.ts',
  'electron/cli/commands/resume.ts',
  'electron/engine/session/session.ts',
  'electron/core/text/language-scores.ts',
  'electron/core/text/language-data.ts',
  'electron/engine/wasm/score-machine.ts',
];
/** Large parts that a plain crawl does not use. They are loaded when something of them is used. */
const LATER = [
  'shared/profiles-file.ts',
  'shared/limits-input.ts',
  'shared/rules-file.ts',
  'electron/engine/audit/ignore-rules-file.ts',
  'electron/core/audit/checks.ts',
  'electron/core/audit/run.ts',
  'electron/core/lint/lint-robots.ts',
  'electron/core/assertions/parse-clauses.ts',
  'electron/core/crawlers/others.ts',
  'electron/core/directives/page-verdict.ts',
  'electron/core/graph/link-score.ts',
  'electron/core/query/query.ts',
  'electron/core/replay/coverage.ts',
  'electron/core/replay/difference.ts',
  'electron/core/replay/minimal-fix.ts',
  'electron/core/robots/dialects/others.ts',
  'electron/engine/audit/audit-file.ts',
  'electron/engine/compare/compare-crawls.ts',
  'electron/engine/replay/replay-source.ts',
  'electron/storage/reads/content-stamp.ts',
  'node_modules/re2js/build/index.js',
];
/** From this length on, a text in base64 is in a file of its own. In the bundle, and in its stored code, it would be copied four times. */
const LONG = 100_000;

/** One byte a character in V8's memory instead of two. A backslash before a character that needs none goes. */
const asAscii = text =>
  text.replace(
    /(\\*)([^\x20-\x7e\n\t])/g,
    (_, before, character) =>
      `${before.length % 2 === 0 ? before : before.slice(1)}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const read = path => readFileSync(path, 'utf8').replace(/\n?\/\/# sourceMappingURL=.*$/m, '');

/** Path of a module that the module `name` requires: below the folder of the engine, and beginning with a dot. */
const below = (name, id) => `./${join(dirname(name), /\.c?js$/.test(id) ? id : `${id}.js`).replaceAll('\\', '/')}`;

/**
 * The text of a module for the bundle: without comments and spaces, because V8 reads all of it at each start, and with the names that modules have in
 * the bundle, so that a start need not join any paths.
 */
function shortened(name, text) {
  const options = {
    compress: false,
    mangle: { toplevel: false, keepNames: true },
    module: false,
    codegen: { removeWhitespace: true },
  };
  const { code, errors } = minifySync(name, text, options);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
  return asAscii(code).replace(/\brequire\([`"'](\.[^`"']+)[`"']\)/g, (_, id) => `require("${below(name, id)}")`);
}

/** The text of a module, with the long texts in it moved to files in `folder`. */
const withoutLong = (folder, text) =>
  text.replace(/(["'`])([A-Za-z\d+/=]+)\1/g, (whole, _, long) => {
    if (long.length < LONG) return whole;
    const name = `crawl.${createHash('sha256').update(long).digest('hex').slice(0, 8)}.txt`;
    writeFileSync(join(folder, name), long);
    return `require("./${name}")`;
  });

/** The file of the build that contains a source, found by the comments in which the build names sources. Undefined if there is none. */
function chunkWith(folder, source) {
  const names = ['.', 'chunks'].flatMap(below =>
    readdirSync(join(folder, below)).map(name => (below === '.' ? name : `${below}/${name}`)),
  );
  const modules = names.filter(name => name.endsWith('.cjs') && !name.startsWith('crawl.'));
  // A folder of modules that is a link lies elsewhere.
  const isNamed = line => line.startsWith('// ') && (line === `// ${source}` || line.endsWith(`/${source}`));
  return modules.find(name => readFileSync(join(folder, name), 'utf8').split('\n').some(isNamed));
}

/** Adds a module and what it requires at its beginning to `found`, texts by path below `folder`. */
function add(folder, name, found, later) {
  if (found.has(name) || later.includes(name)) return;
  const text = read(join(folder, name));
  found.set(name, text);
  for (const [, id] of text.matchAll(/^(?:const|let|var) [\w$]+ = require\("(\.[^"]+)"\);/gm))
    add(folder, below(name, id).slice(2), found, later);
}

function writeBundle(folder) {
  const [first, later] = [FIRST, LATER].map(sources => sources.map(source => chunkWith(folder, source)));
  const missing = [...FIRST, ...LATER].filter((_, at) => [...first, ...later][at] === undefined);
  if (missing.length > 0) throw new Error(`no chunk of the build holds ${missing.join(', ')}`);
  const found = new Map();
  for (const name of first) add(folder, name, found, later);
  // SQLite's own modules without those of single platforms.
  const sqlite = createRequire(join(folder, 'cli.cjs')).resolve('better-sqlite3');
  const lib = dirname(sqlite);
  const names = readdirSync(lib, { recursive: true }).filter(name => name.endsWith('.js') && !/-(x64|arm64)\.js$/.test(name));
  const fromFolder = path => relative(folder, path).replaceAll('\\', '/');
  for (const name of names) found.set(fromFolder(join(lib, name)), read(join(lib, name)));
  const parts = [...found].map(
    ([name, text]) =>
      `${JSON.stringify(`./${name}`)}(exports, require, module, __filename, __dirname) {${withoutLong(folder, shortened(name, text))}\n},\n`,
  );
  writeFileSync(join(folder, 'crawl.bundle.cjs'), `({\n${parts.join('')}})`);
  const plan = {
    main: `./${first[0]}`,
    sqlite: `./${fromFolder(sqlite)}`,
    later: later.map(name => `./${name}`),
  };
  const body = readFileSync(join(import.meta.dirname, 'bundle-start.cjs'), 'utf8');
  writeFileSync(join(folder, 'crawl.cjs'), `const plan = ${JSON.stringify(plan)};\n${body}`);
}

/** Crawls two pages, so that V8 compiles what a crawl calls, and stores that code. */
function storeCode(folder, node) {
  const home = mkdtempSync(join(tmpdir(), 'crawlscope-build-'));
  try {
    const env = { ...process.env, CRAWLSCOPE_HOME: home };
    const args = [...ENGINE_FLAGS, join(import.meta.dirname, 'store-code.cjs'), join(folder, 'crawl.cjs'), join(home, 'x.crawl')];
    const { status, signal, stderr } = spawnSync(node, args, { encoding: 'utf8', env });
    if (status !== 0) throw new Error(stderr.slice(0, 2_000) || signal || `exit code ${status}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Makes the bundle of the built engine in `folder` for the Node at `node`. True if that worked: `cli.cjs` crawls without it, a little later. */
export function makeBundle(folder, node) {
  for (const name of readdirSync(folder)) if (name.startsWith('crawl.')) rmSync(join(folder, name));
  try {
    writeBundle(folder);
    storeCode(folder, node);
    return true;
  } catch (error) {
    rmSync(join(folder, 'crawl.cjs'), { force: true });
    say(`crawls start a little later, since their code could not be stored: ${error.message}`);
    return false;
  }
}
