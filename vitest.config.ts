import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    // The profiles of whoever runs the tests are none of their business.
    env: { CRAWLSCOPE_HOME: join(tmpdir(), 'crawlscope-tests-without-profiles') },
    exclude: ['test/e2e/**'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
