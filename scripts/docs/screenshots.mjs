// npm run screenshots: makes docs/screenshots again with the end-to-end tests that walk through the window.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ROOT, runMain, Stop } from '../run/bootstrap.mjs';
import { runPlaywright } from '../run/playwright.mjs';

const FOLDER = join(ROOT, 'docs/screenshots');
const WALKS = ['app', 'compare', 'disagreements', 'issues', 'versions', 'whatif'].map(name => `test/e2e/${name}.spec.ts`);

await runMain(async () => {
  ensureInstalled();
  ensureBuilt({ release: false });
  // A picture that no test makes any more must not stay.
  for (const name of readdirSync(FOLDER)) if (name.endsWith('.png')) rmSync(join(FOLDER, name));
  const code = await runPlaywright([...WALKS, '--reporter=line'], { CRAWLSCOPE_SHOTS: FOLDER });
  if (code !== 0)
    throw new Stop(`a walk failed with exit code ${code}: docs/screenshots is incomplete (git restore docs/screenshots)`);
});
