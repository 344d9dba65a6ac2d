import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { appStart, isAppUrl } from './origin.ts';
import { boundsOnScreens, defaultSize, minimumSize, readWindowState } from './window-bounds.ts';
import { writeOwn } from './write-whole.ts';

export const appTitle = 'Crawlscope';
/**
 * A page of ours is read from the disk; one that takes longer than this hangs. Seen without a graphics card, where Chromium's graphics
 * process fails and starts again: the page's process waits for it for ever in about one start of twenty. Twice as long each time.
 */
const loadMs = 10_000;
const background = (): string => (nativeTheme.shouldUseDarkColors ? '#17191c' : '#ffffff');

/** The program's one window. Reloads its page when the page's process dies or never gets ready, at most three times a minute. */
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
    writeOwn(stateFile, text).catch((error: unknown) => log(`window state: ${String(error)}`));
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
  let stuck: NodeJS.Timeout | undefined;
  let patience = loadMs;
  window.webContents.on('did-start-loading', () => {
    clearTimeout(stuck);
    stuck = setTimeout(() => {
      log('window: the page did not get ready; restarting its process');
      // Not forcefullyCrashRenderer(), which asks the process to end itself.
      const pid = window.webContents.getOSProcessId();
      if (pid > 0) process.kill(pid, 'SIGKILL');
      patience *= 2;
    }, patience);
  });
  window.webContents.on('did-stop-loading', () => clearTimeout(stuck));
  window.webContents.once('destroyed', () => clearTimeout(stuck));
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
