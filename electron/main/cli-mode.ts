import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { app } from 'electron';
import { printSwitch } from './arguments.ts';
import type { AppBrowser } from './engine-environment.ts';
import { engineRuntime } from './engine-host.ts';

/** Exit code for “could not finish”, as the command-line tool itself uses it. */
const couldNotFinish = 3;

/** Exits immediately, because Electron 25's normal exit crashes without a display. */
const endNow = (code: number): never => (process as unknown as { reallyExit(code: number): never }).reallyExit(code);

/**
 * Runs the command-line tool instead of the window. Call it before any other setup of the app. If Electron's Node can run the
 * tool, it runs in this process, the only one with a standard input (a utility process has none). The tool ends the process
 * itself. With the test fallback, the project's own Node runs it.
 */
export function runCli(cli: string, args: readonly string[]): void {
  const runtime = engineRuntime();
  const ours = browserEnvironment(process.env);
  if (runtime.kind === 'node') {
    const { status, error } = spawnSync(runtime.path, [cli, ...args], {
      env: { ...cliEnvironment(process.env), ...ours },
      stdio: 'inherit',
    });
    if (error) process.stderr.write(`crawlscope: ${error.message}\n`);
    endNow(status ?? couldNotFinish);
  } else if (runtime.kind === 'utility') {
    app.dock?.hide();
    void app.whenReady().then(() => {
      Object.assign(process.env, ours);
      process.argv = [process.execPath, cli, ...args];
      createRequire(cli)(cli);
    });
  } else {
    process.stderr.write(`crawlscope: this Electron (Node ${process.versions.node}) cannot run the command-line tool\n`);
    endNow(couldNotFinish);
  }
}

/** The user's environment without variables that change how our programs run. */
export function cliEnvironment(from: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(from).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !/^(NODE_|ELECTRON_|CRAWLSCOPE_)/i.test(entry[0]),
  );
  return Object.fromEntries(kept);
}

/**
 * How the command line starts this app again: to print a PDF (`CRAWLSCOPE_PRINT`) and to render pages (`CRAWLSCOPE_APP_BROWSER`), as JSON. Empty on a
 * Linux without a display: Chromium's headless platform ends there when Electron opens a window. The command line then uses an installed browser.
 */
function browserEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  if (process.platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return {};
  const folder = app.isPackaged ? [] : [app.getAppPath()];
  const browser: AppBrowser = { program: process.execPath, app: folder[0] ?? null, unsandboxed: false };
  return {
    CRAWLSCOPE_PRINT: JSON.stringify([process.execPath, ...folder, '--disable-gpu', printSwitch]),
    CRAWLSCOPE_APP_BROWSER: JSON.stringify(browser),
  };
}
