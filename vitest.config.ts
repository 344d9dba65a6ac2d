import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    // The profiles of whoever runs the tests are none of their business.
    env: { CRAWLSCOPE_HOME: join(tmpdir(), 'crawlscope-tests-without-profiles') },
    exclude: ['test/e2e/**'],
    // Each thread of a session compiles WebAssembly here, which strips types: freeing its code ends Node 24 now and then (nodejs/node#64500).
    execArgv: ['--no-wasm-code-gc', '--no-wasm-tier-up'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
