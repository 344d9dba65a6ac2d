import { defineConfig } from '@playwright/test';
import { mostTestMs, patience } from './test/support/patience.ts';

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  // Limits end what hangs and prove nothing. Machines that run tests are busy ones.
  timeout: mostTestMs,
  expect: { timeout: patience.timeout },
  globalSetup: './test/e2e/begin-demo.ts',
  workers: 1,
  reporter: [['line'], ['json', { outputFile: '.cache/e2e-results.json' }]],
  outputDir: '.cache/e2e',
  forbidOnly: !!process.env['CI'],
});
