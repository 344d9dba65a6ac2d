import { statSync } from 'node:fs';
import { join } from 'node:path';
import { app, type BrowserWindow, Menu, safeStorage, session } from 'electron';
import { registerAppScheme, serveApp } from './app-protocol.ts';
import {
  cliArguments,
  launchedCli,
  type OpenRequest,
  openRequest,
  printWorkerFolder,
  refusedSwitches,
  renderWorkerProfile,
  startsWorker,
  userArguments,
  weakSwitches,
} from './arguments.ts';
import { runCli } from './cli-mode.ts';
import { askBeforeClosing } from './close-question.ts';
import { giveKept } from './credential-handlers.ts';
import { systemDialogs } from './dialogs.ts';
import type { AppBrowser } from './engine-environment.ts';
import {
  conversionStarter,
  engineFiles,
  engineLabel,
  engineStarter,
  lookStarter,
  repairStarter,
  sqlStarter,
} from './engine-host.ts';
import { type Engine, superviseEngine } from './engine-supervisor.ts';
import { lookFirst } from './first-look.ts';
import { type Gateway, openGateway } from './gateway.ts';
import { createGrants } from './grants.ts';
import { openKeyStore, systemSealer } from './key-store.ts';
import { openLog } from './log.ts';
import { buildMenu } from './menu.ts';
import { trackOpenFile } from './open-file.ts';
import { openOwnProfiles } from './own-profiles.ts';
import { printPdf } from './print-window.ts';
import { runPrintWorker } from './print-worker.ts';
import { openRecentFiles } from './recent-files.ts';
import { runRenderWorker } from './render-worker/run.ts';
import { runtimeNote } from './runtime.ts';
import { hardenProcess, lockDown, lockDownDefaultSession, refusals } from './security.ts';
import { createShell } from './shell-handlers.ts';
import { afterStartScreen, openWindow, windowTitle } from './window.ts';

let window: BrowserWindow | null = null;
const isOurWindow = (contents: Electron.WebContents): boolean => window !== null && contents === window.webContents;
const isRegularFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const argv: readonly string[] = process.argv;
const cli = launchedCli(argv) ?? cliArguments(userArguments(argv, app.isPackaged));
const renderProfile = renderWorkerProfile(argv);
const printFolder = printWorkerFolder(argv);
const refused = app.isPackaged ? refusedSwitches(argv, __TEST_HOOKS__, startsWorker(argv)) : [];

if (cli) {
  runCli(engineFiles(app.getAppPath()).cli, cli);
} else if (refused.length > 0) {
  process.stderr.write(`crawlscope: will not start with --${refused.join(', --')}\n`);
  app.exit(2);
} else if (printFolder !== null) {
  runPrintWorker(printFolder);
} else if (renderProfile !== null) {
  runRenderWorker(renderProfile);
} else if (!app.requestSingleInstanceLock()) {
  app.exit(0); // the first instance got our arguments and shows them
} else {
  runWindow();
}

/** This app, started a second time, renders pages for the engine. */
const ownBrowser = (): AppBrowser => ({
  program: process.execPath,
  app: app.isPackaged ? null : app.getAppPath(),
  unsandboxed: app.commandLine.hasSwitch('no-sandbox'),
});

function runWindow(): void {
  hardenProcess();
  registerAppScheme();
  lockDown(isOurWindow);
  const home = app.getPath('home');
  const userData = app.getPath('userData');
  const log = openLog(join(userData, 'logs', 'crawlscope.log'), 1024 * 1024, () => new Date());
  const note = (text: string): void => log.write('shell', text);
  const filesFolder = (__TEST_HOOKS__ && process.env['CRAWLSCOPE_FILES_DIR']) || join(app.getPath('documents'), 'Crawlscope');

  let engine: Engine | null = null;
  let gateway: Gateway | null = null;
  let isCrawling = false;
  /** The file that was crawled when the engine died. */
  let interrupted: string | null = null;
  const theEngine = (): Engine => {
    if (!engine) throw new Error('the engine is asked before it was started');
    return engine;
  };

  const dialogs = systemDialogs(
    () => window,
    () => Date.now(),
  );
  const file = trackOpenFile(home, info => {
    gateway?.publish('file', info);
    window?.setTitle(windowTitle(info?.name ?? null));
  });
  const keyStore = openKeyStore(join(userData, 'credentials.json'), systemSealer(safeStorage, process.platform));
  const operations = createShell({
    engine: theEngine,
    keyStore,
    dialogs,
    recent: openRecentFiles(join(userData, 'recent.json'), { home, now: () => Date.now(), report: note }),
    profiles: openOwnProfiles(join(userData, 'profiles.json')),
    grants: createGrants(),
    file,
    look: path => lookFirst(lookStarter(engineFiles(app.getAppPath()).firstLook, userData, log), path),
    crawlsFolder: filesFolder,
    home,
    today: () => new Date(),
    isCrawling: () => isCrawling,
    print: printPdf,
    startSql: sqlStarter(engineFiles(app.getAppPath()).sql, userData, log),
    startConversion: conversionStarter(engineFiles(app.getAppPath()).convert, userData, log),
    tellConversion: work => gateway?.publish('conversion', work),
    startRepair: repairStarter(engineFiles(app.getAppPath()).repair, userData, log),
    now: () => Date.now(),
    log: note,
    info: () => ({
      version: app.getVersion(),
      electron: process.versions.electron ?? '',
      chromium: process.versions.chrome ?? '',
      engine: engineLabel(),
      runtimeNote: runtimeNote(process.versions.electron ?? ''),
      isSandboxed: !app.commandLine.hasSwitch('no-sandbox'),
      weakSwitches: weakSwitches(process.argv),
      isRoot: process.getuid?.() === 0,
      platform: `${process.platform}-${process.arch}`,
    }),
  });

  const carryOut = (request: OpenRequest | null): void => {
    if (!request || !engine) return;
    const work = request.kind === 'demo' ? operations.demo() : operations.open(request.path);
    work.catch((error: unknown) => note(`opening: ${String(error)}`));
  };
  const show = (): void => {
    if (!window) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };

  // Files that the system requested to open before the window existed.
  let pending = openRequest(userArguments(argv, app.isPackaged), process.cwd(), isRegularFile);
  app.on('open-file', (event, path) => {
    event.preventDefault();
    const request = openRequest([path], '/', isRegularFile);
    if (engine) carryOut(request);
    else pending = request ?? pending;
  });
  app.on('second-instance', (_event, secondArgv, folder) => {
    show();
    carryOut(openRequest(userArguments(secondArgv, app.isPackaged), folder, isRegularFile));
  });

  app.on('window-all-closed', () => app.quit());
  let isStopped = false;
  app.on('will-quit', event => {
    if (isStopped || !engine) return;
    event.preventDefault();
    void engine.stop().finally(() => {
      isStopped = true;
      // Not in the same event: Electron ignores a new quit until it has finished cancelling the first.
      setImmediate(() => app.quit());
    });
  });

  void app.whenReady().then(() => {
    lockDownDefaultSession(isOurWindow);
    gateway = openGateway({ handlers: operations.handlers, engine: theEngine, log: note });
    serveApp(session.defaultSession, join(app.getAppPath(), 'out', 'renderer'));
    window = openWindow(note);
    gateway.attach(window.webContents);
    // After the window, whose page starts in a process of its own meanwhile.
    engine = superviseEngine({
      // A file to open needs it at once.
      ...(pending === null ? { startLater: afterStartScreen(window) } : {}),
      start: engineStarter(engineFiles(app.getAppPath()).engine, ownBrowser(), userData, log),
      clock: {
        now: () => Date.now(),
        after(ms, action) {
          const timer = setTimeout(action, ms);
          return () => clearTimeout(timer);
        },
      },
      async onReady(restarted) {
        const path = file.path();
        if (!restarted || path === null) return;
        try {
          await theEngine().control('session.open', { path });
          await giveKept({ engine: theEngine, keyStore });
          file.set(path);
          if (path === interrupted) await theEngine().control('session.resumeAfterCrash', {});
        } catch (error) {
          note(`reopening: ${String(error)}`);
          file.set(null);
        } finally {
          interrupted = null;
        }
      },
      onStatus: status => {
        if (status === null && isCrawling) interrupted = file.path();
        isCrawling = status?.state === 'running';
        gateway?.publish('status', status);
      },
      onGivenUp(reason) {
        note(reason);
        isCrawling = false;
        gateway?.publish('status', null);
        file.set(null);
        gateway?.publish('command', 'engine-down');
        dialogs.engineDown(reason).then(
          again => again && engine?.revive(),
          (error: unknown) => note(String(error)),
        );
      },
      log: note,
      isCrawling: () => isCrawling,
    });
    askBeforeClosing(window, () => (isCrawling ? (file.info()?.name ?? null) : null), dialogs, note);
    window.on('closed', () => {
      window = null;
    });
    Menu.setApplicationMenu(buildMenu(command => gateway?.publish('command', command)));
    carryOut(pending);
    if (__TEST_HOOKS__) {
      Object.assign(globalThis, { crawlscopeTest: { refusals, refusedSenders: () => gateway?.refusedSenders() ?? 0 } });
    }
  });
}
