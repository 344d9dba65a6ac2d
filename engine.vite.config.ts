import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { shippedPackages } from './scripts/package/shipped.mjs';
import { plainExports } from './scripts/run/plain-exports.mjs';
import { plainFields } from './scripts/run/plain-fields.mjs';

// The engine and the CLI run on Node 24: as a child process or the CLI's own process in a checkout, as Electron 45's
// utility process in the packaged app. Everything but the native SQLite module is bundled.
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

export default defineConfig({
  plugins: [plainFields(), plainExports(), shippedPackages('engine')],
  define: { __APP_VERSION__: JSON.stringify(version) },
  publicDir: false,
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'out/engine',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: {
        engine: resolve('electron/engine/entry.ts'),
        'first-look': resolve('electron/engine/first-look/entry.ts'),
        repair: resolve('electron/engine/exports/repair-entry.ts'),
        convert: resolve('electron/engine/exports/convert-entry.ts'),
        reader: resolve('electron/engine/reader/entry.ts'),
        bodies: resolve('electron/engine/threads/bodies/entry.ts'),
        lint: resolve('electron/engine/threads/lint/entry.ts'),
        audit: resolve('electron/engine/threads/audit/entry.ts'),
        'file-audit': resolve('electron/engine/threads/file-audit/entry.ts'),
        trend: resolve('electron/engine/threads/trend/entry.ts'),
        'audit-pages': resolve('electron/engine/threads/audit-pages/entry.ts'),
        graph: resolve('electron/engine/threads/graph/entry.ts'),
        'site-report': resolve('electron/engine/threads/site-report/entry.ts'),
        rules: resolve('electron/engine/threads/rules/entry.ts'),
        search: resolve('electron/engine/threads/search/entry.ts'),
        statement: resolve('electron/engine/threads/statement/entry.ts'),
        sql: resolve('electron/engine/sql-console/entry.ts'),
        'sql-watchdog': resolve('electron/engine/sql-console/watchdog.ts'),
        cli: resolve('electron/cli/index.ts'),
        // Not programs. As separate files, `bundle.mjs` can load them, and the validator, only when they are needed.
        'profiles-file': resolve('shared/profiles-file.ts'),
        'limits-input': resolve('shared/limits-input.ts'),
        'rules-file': resolve('shared/rules-file.ts'),
        'ignore-rules-file': resolve('electron/engine/audit/ignore-rules-file.ts'),
      },
      external: ['electron', 'better-sqlite3', ...builtinModules, /^node:/],
      output: {
        format: 'cjs',
        entryFileNames: '[name].cjs',
        chunkFileNames: 'chunks/[name].cjs',
        // What a plain crawl does not use, and what that shares with it, in files of their own: `bundle.mjs` leaves the former for later.
        codeSplitting: {
          groups: [
            { name: 'own-dialect', test: /robots\/dialects\/crawlscope\.ts$/, priority: 1 },
            { name: 'dialects', test: /robots\/dialects\/others\.ts$/ },
            { name: 'crawlers', test: /core\/crawlers\/others\.ts$/ },
            { name: 'llhttp-wasm', test: /llhttp-wasm\.js$/ },
          ],
        },
      },
    },
  },
  ssr: { noExternal: true, external: ['better-sqlite3'] },
});
