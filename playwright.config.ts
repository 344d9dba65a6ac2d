import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  timeout: 60_000,
  // Machines that run tests are busy ones.
  expect: { timeout: 15_000 },
  globalSetup: './test/e2e/begin-demo.ts',
  workers: 1,
  reporter: [['line'], ['json', { outputFile: '.cache/e2e-results.json' }]],
  outputDir: '.cache/e2e',
  forbidOnly: !!process.env['CI'],
});
