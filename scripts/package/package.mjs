// npm run package [-- --release | --test-build]: packages for the platform this runs on, into dist/.
// With the declared Electron: every target. With the development fallback: a folder and a deb that call themselves a test
// build. --release refuses the fallback; --test-build makes the test build (test hooks, inspector fuse on) with any Electron.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { binFile, ensureBuilt, ensureInstalled, node24, ROOT, runMain, Stop, say } from '../run/bootstrap.mjs';
import { declaredVersion, downloadDeclared, FALLBACK_VERSION, findElectron, obtainElectron } from '../run/electron-path.mjs';
import { writeComponents } from './components.mjs';
import { supportProblem } from './electron-support.mjs';

const PLATFORM = { linux: '--linux', darwin: '--mac', win32: '--win' }[process.platform];

await runMain(async () => {
  const args = process.argv.slice(2);
  const unknown = args.filter(arg => !['--release', '--test-build'].includes(arg));
  if (unknown.length > 0 || args.length > 1) throw new Stop('usage: npm run package [-- --release | --test-build]');
  if (!PLATFORM) throw new Stop(`there is no package for ${process.platform}`);
  const release = args.includes('--release');
  ensureInstalled();
  if (release) {
    const unsupported = supportProblem(declaredVersion(), Date.now());
    if (unsupported) throw new Stop(`no release is packaged: ${unsupported}`);
    const reason = await downloadDeclared();
    if (reason) throw new Stop(`a release is packaged with Electron ${declaredVersion()} only, and ${reason}`);
  }
  const electron = release ? findElectron() : await obtainElectron();
  if (electron.kind === 'named')
    throw new Stop('packages are made from the declared Electron: unset ELECTRON_EXEC_PATH and ELECTRON_OVERRIDE_DIST_PATH');
  const testBuild = electron.kind === 'fallback' || args.includes('--test-build');
  ensureBuilt({ release: !testBuild });
  writeComponents();
  const env = {
    ...process.env,
    CRAWLSCOPE_RELEASE: testBuild ? '' : '1',
    CRAWLSCOPE_TEST_BUILD: testBuild ? '1' : '',
    ...(electron.kind === 'fallback'
      ? { CRAWLSCOPE_ELECTRON_DIST: dirname(electron.path), CRAWLSCOPE_ELECTRON_VERSION: FALLBACK_VERSION }
      : {}),
    ...(testBuild && process.platform === 'linux' ? { CUSTOM_FPM_PATH: join(ROOT, 'scripts/package/fpm-dpkg.mjs') } : {}),
  };
  if (testBuild) say('packaging a TEST BUILD: with test hooks, not to be given to anyone');
  const targets = testBuild ? (process.platform === 'linux' ? ['deb'] : ['dir']) : [];
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  const builder = [binFile('electron-builder'), PLATFORM, ...targets, '--publish', 'never', '-c', 'electron-builder.config.cjs'];
  const result = spawnSync(node24(), builder, { cwd: ROOT, env, stdio: ['ignore', 2, 2] });
  if (result.status !== 0) throw new Stop(`electron-builder failed with ${result.signal ?? `exit code ${result.status}`}`);
});
