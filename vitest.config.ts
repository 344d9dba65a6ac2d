import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// The profiles and records of whoever runs the tests are none of their business.
const home = mkdtempSync(join(tmpdir(), 'crawlscope-tests-home-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    env: { CRAWLSCOPE_HOME: home },
    exclude: ['test/e2e/**'],
    // Each thread of a session compiles WebAssembly here, which strips types: freeing its code ends Node 24 now and then (nodejs/node#64500).
    execArgv: ['--no-wasm-code-gc', '--no-wasm-tier-up'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
