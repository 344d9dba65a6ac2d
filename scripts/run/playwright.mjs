// The end-to-end tests: Playwright in the real app, on virtual screens where there is no display.
import { availableParallelism } from 'node:os';
import { binFile, node24, ROOT, Stop } from './bootstrap.mjs';
import { appEnvironment, obtainElectron } from './electron-path.mjs';
import { missingLibraries } from './system-packages.mjs';
import { hasNoDisplay, runWithDisplay, startDisplay } from './with-display.mjs';

const MOST_SCREENS = 2;

/** Starts so many virtual screens; none stays when one cannot start. */
async function startDisplays(count) {
  const screens = [];
  try {
    while (screens.length < count) screens.push(await startDisplay());
  } catch (error) {
    for (const screen of screens) screen.stop();
    throw error;
  }
  return screens;
}

/** Runs `playwright test` with these arguments and further variables; the app must be built. Resolves with the exit code. */
export async function runPlaywright(args, variables = {}) {
  const electron = await obtainElectron();
  const { libraries } = missingLibraries(electron.path);
  if (libraries.length > 0) throw new Stop(`Electron misses system libraries: ${libraries.join(', ')}`);
  const screens = hasNoDisplay() ? await startDisplays(Math.min(availableParallelism(), MOST_SCREENS)) : [];
  const displays = screens.map(({ display }) => display);
  const ofScreens = screens.length > 0 ? { DISPLAY: displays[0], CRAWLSCOPE_TEST_DISPLAYS: displays.join(' ') } : {};
  const env = { ...appEnvironment(electron), ...ofScreens, CRAWLSCOPE_ELECTRON: electron.path, ...variables };
  try {
    return await runWithDisplay(node24(), [binFile('@playwright/test', 'playwright'), 'test', ...args], { cwd: ROOT, env });
  } finally {
    for (const screen of screens) screen.stop();
  }
}
