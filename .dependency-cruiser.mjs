// The layer table of ARCHITECTURE.md as rules, a sentence each. `npm run arch` runs them.
const layer = (name, from, allowed) => ({
  name,
  severity: 'error',
  comment: `${from} may import only: ${allowed.join(', ') || 'nothing of ours'}`,
  from: { path: `^${from}/` },
  to: { path: '^(electron|renderer|shared)/', pathNot: [from, ...allowed].map(p => `^${p}/`) },
});
const only = (name, pkg, folders) => ({
  name,
  severity: 'error',
  comment:
    folders.length === 0 ? `the program does not import ${pkg}` : `${pkg} may be imported only under ${folders.join(', ')}`,
  from: { path: '^(electron|renderer|shared)/', ...(folders.length === 0 ? {} : { pathNot: folders.map(f => `^${f}/`) }) },
  to: { path: `(^|/)node_modules/${pkg}(/|$)|^${pkg}$` },
});

// Where programs begin. Nothing reaches an entry, so the rule `reachable` must not ask that of it.
const ENTRIES =
  '^(electron/main/index|electron/preload/index|electron/engine/entry|electron/engine/reader/entry|electron/engine/first-look/entry|electron/engine/exports/(repair|convert)-entry|electron/engine/sql-console/(entry|watchdog)|electron/engine/threads/(audit|audit-pages|bodies|file-audit|graph|lint|rules|search|site-report|statement|trend)/entry|electron/cli/index|electron/wasm/(index|language)|renderer/main)\\.tsx?$';

// Built ahead of its first reader: the window's words for structured data. Remove it with the first import.
const NOT_READ_YET = '^shared/explain/structured-data\\.ts$';

export default {
  forbidden: [
    layer('shared-is-alone', 'shared', []),
    layer('core-decides', 'electron/core', ['shared']),
    layer('fetcher-talks-to-the-network', 'electron/fetcher', ['shared', 'electron/core']),
    layer('storage-talks-to-sqlite', 'electron/storage', ['shared', 'electron/core']),
    layer('browser-renders', 'electron/browser', ['shared', 'electron/core']),
    layer('engine-joins', 'electron/engine', [
      'shared',
      'electron/core',
      'electron/browser',
      'electron/fetcher',
      'electron/storage',
      'electron/export',
      'electron/demo',
    ]),
    layer('wasm-computes', 'electron/wasm', []),
    layer('demo-serves', 'electron/demo', ['shared']),
    layer('export-streams', 'electron/export', ['shared', 'electron/storage']),
    layer('cli-asks-the-engine', 'electron/cli', [
      'shared',
      'electron/core',
      'electron/engine',
      'electron/export',
      'electron/demo',
    ]),
    layer('main-is-a-shell', 'electron/main', ['shared']),
    layer('preload-is-a-wire', 'electron/preload', []),
    layer('renderer-shows', 'renderer', ['shared']),
    only('undici-in-fetcher', 'undici', ['electron/fetcher']),
    only('sqlite-in-storage', 'better-sqlite3', ['electron/storage']),
    only('parquet-in-export', 'hyparquet(-writer)?', ['electron/export']),
    only('re2-in-core', 're2js', ['electron/core']),
    only('eld-in-tests', 'eld', []),
    only('page-trees-in-core', '(parse5|css-select|fontoxpath|json-p3)', ['electron/core']),
    only('electron-in-the-shell', 'electron', ['electron/main', 'electron/preload']),
    only('react-in-renderer', 'react', ['renderer']),
    only('zod-not-in-the-window', 'zod', ['shared', 'electron/main', 'electron/storage', 'electron/engine', 'electron/cli']),
    {
      name: 'core-has-no-node',
      severity: 'error',
      comment: 'core and shared are pure: no Node built-ins',
      from: { path: '^(shared|electron/core)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'features-apart',
      severity: 'error',
      comment: 'a renderer feature never imports another feature; shared parts go to domain, ui or bridge',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
    },
    {
      name: 'ui-has-no-domain',
      severity: 'error',
      comment: 'renderer/ui holds widgets that any program could use: no words, panels or calls of this one',
      from: { path: '^renderer/ui/' },
      to: { path: '^renderer/(domain|features|bridge)/' },
    },
    {
      name: 'domain-below-features',
      severity: 'error',
      comment: 'renderer/domain holds words and panels that several features share',
      from: { path: '^renderer/domain/' },
      to: { path: '^renderer/features/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'cycles hide who decides',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'resolvable', severity: 'error', comment: 'every import must resolve', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-tests-in-product',
      severity: 'error',
      comment: 'production never imports tests',
      from: { path: '^(electron|renderer|shared)/' },
      to: { path: '^test/' },
    },
    {
      name: 'reachable',
      severity: 'error',
      comment: 'nothing under electron, renderer or shared may be unreachable from an entry',
      from: { path: ENTRIES },
      to: {
        path: '^(electron|renderer|shared)/.+\\.tsx?$',
        pathNot: `\\.d\\.ts$|vite-env|${ENTRIES}|${NOT_READ_YET}`,
        reachable: false,
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(out|dist|\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'electron/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
    builtInModules: { add: ['electron'] },
  },
};
