import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { builtThreads } from './test/support/built-threads.ts';
import { mostTestMs, patience } from './test/support/patience.ts';

// Threads and programs that tests start are TypeScript, whose types Node strips anew in each of them: 0.4 s of processor time a
// thread. With a cache on disk it does so once per change.
process.env['NODE_COMPILE_CACHE'] ??= resolve(import.meta.dirname, '.cache/compile');

const { runFolder } = (await import(new URL('scripts/run/run-folder.mjs', import.meta.url).href)) as { runFolder(): string };
// Everything that test files write outside the checkout. Each file cleans up after itself (`setup.ts`). A file cannot do so if all its tests are skipped,
// if it cannot be loaded or if its process dies.
const folder = mkdtempSync(join(runFolder(), 'unit-'));
chmodSync(folder, 0o755);
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
// The profiles and records of whoever runs the tests are none of their business.
const home = join(folder, 'home');
mkdirSync(home);

const of = (...folders: readonly string[]): string[] => folders.map(folder => `test/${folder}/**/*.test.{ts,tsx}`);
/** Tests that leave nothing behind in their process share it: starting a process and loading the engine costs 0.5 s a file. */
const sharing = ['cli', 'core', 'demo', 'docs', 'engine', 'export', 'fetcher', 'judge', 'main', 'renderer', 'shared', 'storage'];

export default defineConfig({
  plugins: [builtThreads],
  test: {
    globalSetup: 'test/support/built-threads.ts',
    setupFiles: 'test/support/setup.ts',
    env: { CRAWLSCOPE_HOME: home, CRAWLSCOPE_UNIT_FOLDER: folder },
    // Threads that have no cache yet compile WebAssembly to strip types: freeing its code ends Node 24 now and then (nodejs/node#64500).
    // With room for new objects from the start, a thread starts in a sixth less processor time.
    execArgv: ['--no-wasm-code-gc', '--no-wasm-tier-up', '--min-semi-space-size=16', '--max-semi-space-size=32'],
    testTimeout: mostTestMs,
    hookTimeout: mostTestMs,
    expect: { poll: patience },
    maxWorkers: availableParallelism(),
    projects: [
      { extends: true, test: { name: 'sharing', include: of(...sharing), isolate: false } },
      { extends: true, test: { name: 'apart', include: of('*'), exclude: [...of(...sharing), 'test/e2e/**'] } },
    ],
  },
});
