import { spawn } from 'node:child_process';
import { engineNode } from './engine-node.ts';

/**
 * Playwright calls this before all tests. It starts the crawl of the demo site that `demoFile` copies. Most of that
 * crawl is waiting, so it runs next to the first tests. Tests that need the file wait for it.
 */
export function beginDemo(): void {
  const make = `import(${JSON.stringify(new URL('./demo-file.ts', import.meta.url).href)}).then(file => file.madeDemo())`;
  // It may outlive a short run: the next one then has the file.
  spawn(engineNode(), ['--eval', make], { stdio: 'ignore', detached: true }).unref();
}

// biome-ignore lint/style/noDefaultExport: Playwright takes the default export of a global setup.
export default beginDemo;
