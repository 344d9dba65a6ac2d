import { defineConfig } from '@playwright/test';
import { mostTestMs, patience } from './test/support/patience.ts';

const { runFolder } = (await import(new URL('scripts/run/run-folder.mjs', import.meta.url).href)) as { runFolder(): string };
runFolder();

/** Specs that make crawls of their own come first: the crawl that the others open is made beside them (`begin-demo.ts`). */
const ownCrawl = ['app', 'compare', 'custom', 'issues', 'questions'].map(name => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: 'test/e2e',
  projects: [
    { name: 'own crawl', testMatch: ownCrawl },
    { name: 'demo crawl', testMatch: '**/*.spec.ts', testIgnore: ownCrawl },
  ],
  // Limits end what hangs and prove nothing. Machines that run tests are busy ones.
  timeout: mostTestMs,
  expect: { timeout: patience.timeout },
  globalSetup: './test/e2e/begin-demo.ts',
  // `npm test` starts a virtual display for each; on a screen of a person there is one window at a time.
  workers: process.env['CRAWLSCOPE_TEST_DISPLAYS']?.split(' ').length ?? 1,
  reporter: [['line'], ['json', { outputFile: '.cache/e2e-results.json' }]],
  outputDir: '.cache/e2e',
  forbidOnly: !!process.env['CI'],
});
