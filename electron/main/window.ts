import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { appStart, isAppUrl } from './origin.ts';
import { writeWhole } from './recent-files.ts';
import { boundsOnScreens, defaultSize, minimumSize, readWindowState } from './window-bounds.ts';

export const appTitle = 'Crawlscope';
const background = (): string => (nativeTheme.shouldUseDarkColors ? '#17191c' : '#ffffff');

/** The program's one window. Reloads its page when the page's process dies, at most three times a minute. */
export function openWindow(log: (text: string) => void): BrowserWindow {
  const stateFile = join(app.getPath('userData'), 'window.json');
  const state = readWindowState(readText(stateFile));
  const bounds = boundsOnScreens(
    state.bounds,
    screen.getAllDisplays().map(display => display.workArea),
  );
  const window = new BrowserWindow({
    ...(bounds ?? defaultSize),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    show: false,
    title: appTitle,
    backgroundColor: background(),
    webPreferences: {
      preload: join(app.getAppPath(), 'out/preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      plugins: false,
      webviewTag: false,
      webgl: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false,
      enableWebSQL: false,
      autoplayPolicy: 'document-user-activation-required',
      devTools: !app.isPackaged,
    },
  });
  if (state.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('page-title-updated', event => event.preventDefault());
  nativeTheme.on('updated', () => !window.isDestroyed() && window.setBackgroundColor(background()));
  window.on('close', () => {
    const text = JSON.stringify({ bounds: window.getNormalBounds(), maximized: window.isMaximized() });
    writeWhole(stateFile, text).catch((error: unknown) => log(`window state: ${String(error)}`));
  });

  let crashes: number[] = [];
  const load = (): void => {
    window.loadURL(appStart).catch((error: unknown) => log(`window: ${String(error)}`));
  };
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log(`window process gone: ${reason} ${exitCode}`);
    const now = Date.now();
    crashes = [...crashes.filter(at => now - at < 60_000), now];
    if (reason !== 'clean-exit' && crashes.length <= 3) load();
  });
  // A page can go to about:blank without any event that could prevent it; there it is answered no more, and brought back.
  window.webContents.on('did-navigate', (_event, url) => {
    if (!isAppUrl(url)) load();
  });
  load();
  return window;
}

/** “name – Crawlscope”, or the bare name of the program when no file is open. */
export const windowTitle = (fileName: string | null): string => (fileName === null ? appTitle : `${fileName} – ${appTitle}`);

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (_firstStart) {
    return '';
  }
}
