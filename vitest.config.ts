import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, freemem, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { builtThreads } from './test/support/built-threads.ts';
import { mostTestMs, patience } from './test/support/patience.ts';

// Threads and programs that tests start are TypeScript, whose types Node strips anew in each of them: 0.4 s of processor time a
// thread. With a cache on disk it does so once per change.
process.env['NODE_COMPILE_CACHE'] ??= resolve(import.meta.dirname, '.cache/compile');

// A crawl file waits for the disk at each commit. In memory the tests do not wait for what else writes to the disk.
const gibibyte = 1024 ** 3;
const memoryFolder = '/dev/shm';
const hasMemoryFolder = (): boolean => {
  if (process.platform !== 'linux' || !existsSync(memoryFolder) || freemem() < 6 * gibibyte) return false;
  const found = statfsSync(memoryFolder);
  return found.bavail * found.bsize >= 3 * gibibyte;
};
if (hasMemoryFolder()) process.env['TMPDIR'] = memoryFolder;

// The profiles and records of whoever runs the tests are none of their business.
const home = mkdtempSync(join(tmpdir(), 'crawlscope-tests-home-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

const of = (...folders: readonly string[]): string[] => folders.map(folder => `test/${folder}/**/*.test.{ts,tsx}`);
/** Tests that leave nothing behind in their process share it: starting a process and loading the engine costs 0.5 s a file. */
const engine = ['compare', 'explain', 'reader', 'replay', 'robots'].map(folder => `engine/${folder}`);
const sharing = ['cli', 'core', 'demo', 'docs', ...engine, 'export', 'fetcher', 'judge', 'main', 'renderer', 'shared', 'storage'];

export default defineConfig({
  plugins: [builtThreads],
  test: {
    globalSetup: 'test/support/built-threads.ts',
    env: { CRAWLSCOPE_HOME: home },
    // Threads that have no cache yet compile WebAssembly to strip types: freeing its code ends Node 24 now and then (nodejs/node#64500).
    execArgv: ['--no-wasm-code-gc', '--no-wasm-tier-up'],
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
