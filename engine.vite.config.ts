import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';

// The engine and the CLI run on Node 24: as a child process or the CLI's own process in a checkout, as Electron 45's
// utility process in the packaged app. Everything but the native SQLite module is bundled.
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

export default defineConfig({
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
        reader: resolve('electron/engine/reader/entry.ts'),
        bodies: resolve('electron/engine/threads/bodies/entry.ts'),
        lint: resolve('electron/engine/threads/lint/entry.ts'),
        audit: resolve('electron/engine/threads/audit/entry.ts'),
        'audit-pages': resolve('electron/engine/threads/audit-pages/entry.ts'),
        rules: resolve('electron/engine/threads/rules/entry.ts'),
        statement: resolve('electron/engine/threads/statement/entry.ts'),
        cli: resolve('electron/cli/index.ts'),
      },
      external: ['electron', 'better-sqlite3', ...builtinModules, /^node:/],
      output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name].cjs' },
    },
  },
  ssr: { noExternal: true, external: ['better-sqlite3'] },
});
