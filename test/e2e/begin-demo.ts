import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { engineNode } from './engine-node.ts';

/**
 * Starts the crawl of the demo site that `demoFile` copies. Most of that
 * crawl is waiting, so it runs next to the first tests. Tests that need the file wait for it.
 */
function beginDemo(): void {
  const make = `import(${JSON.stringify(new URL('./demo-file.ts', import.meta.url).href)}).then(file => file.madeDemo())`;
  // It may outlive a short run: the next one then has the file.
  spawn(engineNode(), ['--eval', make], { stdio: 'ignore', detached: true }).unref();
}

/** What tools keep in the temporary folder. It goes with the folder. */
const ofTools = /^(playwright|node-compile-cache )/;

/** Fails the run when its tests left something in the temporary folder. `before`: names of what others left there. */
async function checkFolder(before: ReadonlySet<string>): Promise<void> {
  const { leftIn } = (await import(new URL('../../scripts/run/run-folder.mjs', import.meta.url).href)) as {
    leftIn(folder: string, known?: ReadonlySet<string>): string[];
  };
  const left = leftIn(tmpdir(), before).filter(name => !ofTools.test(name));
  if (left.length > 0) throw new Error(`The tests left behind in the temporary folder: ${left.join('; ')}`);
}

// biome-ignore lint/style/noDefaultExport: Playwright takes the default export of a global setup, and what it returns as the tear-down.
export default (): (() => Promise<void>) => {
  // The tests that ran before these in the same run may have failed, and have left something: that counts there.
  const before = new Set(readdirSync(tmpdir()));
  beginDemo();
  return () => checkFolder(before);
};
