// npm run build: window, preload and main with electron-vite, engine and command line with Vite, then a stamp that
// says when the build started, its kind and its sources. A build without CRAWLSCOPE_RELEASE=1 contains the test hooks.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binFile, ensureInstalled, runMain } from './bootstrap.mjs';
import { makeBundle } from './bundle.mjs';
import { node24, OUTPUTS, ROOT, Stop, sourcesNow } from './checkout.cjs';

function run(name, ...args) {
  const result = spawnSync(node24(), [binFile(name), ...args], { cwd: ROOT, stdio: 'inherit' });
  if (result.status !== 0) throw new Stop(`${name} failed with ${result.signal ?? `exit code ${result.status}`}`);
}

await runMain(() => {
  ensureInstalled();
  const stamp = join(ROOT, 'out/build.json');
  const startedAt = Date.now();
  const made = sourcesNow();
  rmSync(stamp, { force: true });
  run('electron-vite', 'build', '--logLevel', 'warn');
  run('vite', 'build', '-c', 'engine.vite.config.ts', '--logLevel', 'warn');
  const missing = OUTPUTS.filter(path => !existsSync(path));
  if (missing.length > 0) throw new Stop(`the build ended without ${missing.join(', ')}`);
  makeBundle(join(ROOT, 'out/engine'), node24());
  writeFileSync(stamp, `${JSON.stringify({ startedAt, release: process.env['CRAWLSCOPE_RELEASE'] === '1', ...made })}\n`);
});
