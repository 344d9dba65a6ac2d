// The end-to-end tests: Playwright in the real app, on a virtual screen where there is no display.
import { binFile, node24, ROOT, Stop } from './bootstrap.mjs';
import { appEnvironment, obtainElectron } from './electron-path.mjs';
import { missingLibraries } from './system-packages.mjs';
import { runWithDisplay } from './with-display.mjs';

/** Runs `playwright test` with these arguments and further variables; the app must be built. Resolves with the exit code. */
export async function runPlaywright(args, variables = {}) {
  const electron = await obtainElectron();
  const { libraries } = missingLibraries(electron.path);
  if (libraries.length > 0) throw new Stop(`Electron misses system libraries: ${libraries.join(', ')}`);
  const env = { ...appEnvironment(electron), CRAWLSCOPE_ELECTRON: electron.path, ...variables };
  return await runWithDisplay(node24(), [binFile('@playwright/test', 'playwright'), 'test', ...args], { cwd: ROOT, env });
}
