import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { appStart, isAppUrl } from './origin.ts';
import { watchLoading } from './stuck-load.ts';
import { boundsOnScreens, defaultSize, minimumSize, readWindowState } from './window-bounds.ts';
import { writeOwn } from './write-whole.ts';

export const appTitle = 'Crawlscope';
/**
 * Our page loads from the disk, so a load that takes longer than this hangs. This happens without a graphics card, when
 * Chromium's graphics process fails and restarts. In about one of twenty starts, the page's process then waits forever. Each
 * retry doubles the limit.
 */
const loadMs = 10_000;

const flushMs = 2_000;

let usedSince = 0;
/** Processor time that a process of the app has used since the last call, in milliseconds; null if the app has no such process. */
function usedMs(pid: number): number | null {
  const now = performance.now();
  const sinceMs = now - usedSince;
  usedSince = now;
  const cpu = app.getAppMetrics().find(each => each.pid === pid)?.cpu;
  // A percentage of all processors together, since the last call of getAppMetrics().
  return cpu ? (cpu.percentCPUUsage / 100) * cpus().length * sinceMs : null;
}

/** Ends a process at once. It may be gone. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has exited. The window gets 'render-process-gone'.
  }
}

const background = (): string => (nativeTheme.shouldUseDarkColors ? '#17191c' : '#ffffff');

/** The only window. Reloads its page if the page's process crashes or never becomes ready, at most three times a minute. */
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
      // The crawl graph is drawn with it. Pages of a crawl are never shown in this window (decision 76).
      webgl: true,
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

  // What the page keeps reaches the disk within two seconds. Chromium alone takes a minute, and a process that is killed loses it.
  const flushing = setInterval(() => window.webContents.session.flushStorageData(), flushMs);
  window.on('closed', () => clearInterval(flushing));

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
  const pidOfPage = (): number => window.webContents.getOSProcessId();
  const loading = watchLoading(
    {
      usedMs: () => usedMs(pidOfPage()),
      end() {
        log('window: the page did not get ready; restarting its process');
        // Not forcefullyCrashRenderer(), which needs the cooperation of the stuck process.
        const pid = pidOfPage();
        if (pid > 0) kill(pid);
      },
    },
    loadMs,
  );
  window.webContents.on('did-start-loading', loading.begun);
  window.webContents.on('did-stop-loading', loading.ended);
  window.webContents.once('destroyed', loading.ended);
  // A page can navigate to about:blank without a preventable event. The gateway then ignores it, and this handler loads our page
  // again.
  window.webContents.on('did-navigate', (_event, url) => {
    if (!isAppUrl(url)) load();
  });
  load();
  return window;
}

const completeMs = 500;
const mostPictureMs = 5_000;

/**
 * Calls `start` half a second after the first picture, when the start screen is complete, or after five seconds without one. With few
 * processors, another process that starts meanwhile delays the window.
 */
export const afterStartScreen =
  (window: BrowserWindow) =>
  (start: () => void): void => {
    setTimeout(start, mostPictureMs);
    window.once('ready-to-show', () => setTimeout(start, completeMs));
  };

/** “name – Crawlscope”, or only the program name if no file is open. */
export const windowTitle = (fileName: string | null): string => (fileName === null ? appTitle : `${fileName} – ${appTitle}`);

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (_firstStart) {
    return '';
  }
}
