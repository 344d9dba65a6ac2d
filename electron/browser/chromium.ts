import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { networkSwitches, renderSwitches } from '#shared/render-switches.ts';
import { connectCdp } from './cdp.ts';
import { asArguments } from './chromium-switches.ts';
import { findBrowser, NoBrowser } from './find-browser.ts';
import { inTime, pageTime } from './processor-time.ts';
import { newProfileFolder, newTemporaryFolder, removeProfile, socketFolderOf } from './profile-folder.ts';
import type { RunningBrowser, StartBrowser } from './running-browser.ts';
import { stepBack } from './step-back.ts';

/** A browser answers its first question within seconds. On a busy machine it may take longer. */
const startMs = 30_000;
/**
 * Time that the browser has to close before we kill it. Its profile is temporary, so a kill loses nothing. The engine deletes the profile, so this is
 * much shorter than the time after which the app ends the engine.
 */
export const endMs = 1_000;

export interface ChromiumOptions {
  /** `chrome`, `msedge`, `chromium`, a path, or null for what is installed. */
  readonly browser: string | null;
  /** Starts the browser without its sandbox. As root there is no other way. */
  readonly unsandboxed: boolean;
}

/**
 * How to start an installed Chromium, Chrome or Edge without a window. Throws NoBrowser, at once or when it is started. `stopped`: ends it, also while it
 * starts.
 */
export function chromiumStarter({ browser, unsandboxed }: ChromiumOptions, stopped?: AbortSignal): StartBrowser {
  const program = findBrowser(browser);
  if (!unsandboxed && process.getuid?.() === 0) {
    throw new NoBrowser(
      'As root the browser has no sandbox against the pages it renders. Run as an ordinary user, or accept that with --unsandboxed.',
    );
  }
  return () => {
    const profile = newProfileFolder();
    return startOverPipe({
      program,
      arguments: [
        '--headless',
        '--remote-debugging-pipe',
        `--user-data-dir=${profile}`,
        ...asArguments(networkSwitches),
        ...asArguments(renderSwitches),
        ...(unsandboxed ? ['--no-sandbox'] : []),
      ],
      profile,
      stopped,
    });
  };
}

export interface PipeProgram {
  readonly program: string;
  readonly arguments: readonly string[];
  /** Its profile folder, which is deleted when it ends. */
  readonly profile: string;
  /** It needs the user's display, though it shows nothing. */
  readonly display?: boolean;
  /** Ends it at once, also while it starts. */
  readonly stopped?: AbortSignal | undefined;
}

/** Environment variables that a browser needs. Without the user's proxies, tokens, session bus and display. */
const inherited = [
  'PATH',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LANG',
  'SystemRoot',
  'windir',
  'ProgramFiles',
  'LOCALAPPDATA',
  'APPDATA',
  'USERPROFILE',
];

const displayNames = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_RUNTIME_DIR'];

/** Starts a browser that speaks the protocol on the file descriptors 3 and 4. Rejects with NoBrowser if it does not start. */
export async function startOverPipe({
  program,
  arguments: args,
  profile,
  display,
  stopped,
}: PipeProgram): Promise<RunningBrowser> {
  const env: Record<string, string> = {
    HOME: profile,
    XDG_CONFIG_HOME: profile,
    XDG_CACHE_HOME: profile,
    TZ: 'UTC',
    // Electron would write advice to developers into the console of the page.
    ELECTRON_DISABLE_SECURITY_WARNINGS: '1',
  };
  for (const name of [...inherited, ...(display ? displayNames : [])]) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  const temporary = newTemporaryFolder(profile);
  if (temporary !== null) env['TMPDIR'] = temporary;
  const child = spawn(program, args, {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
    // A group of its own: the keys that end us in a terminal end it through us.
    detached: process.platform !== 'win32',
  });
  if (child.pid !== undefined) stepBack(child.pid);
  let lastLine = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    lastLine = errorLine(chunk.toString('utf8')) ?? lastLine;
  });
  const exited = new Promise<void>(resolve => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const cdp = connectCdp(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const kill = (): void => {
    // Close the connection first. Otherwise its pages would take the end of the browser for a crash of their own.
    cdp.close();
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      if (process.platform === 'win32') child.kill('SIGKILL');
      else process.kill(-child.pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
  };
  process.once('exit', kill);
  stopped?.addEventListener('abort', kill, { once: true });
  if (stopped?.aborted) kill();
  let sockets: string | null = null;
  const cleaned = exited.then(() => {
    process.off('exit', kill);
    stopped?.removeEventListener('abort', kill);
    cdp.close();
    removeProfile(profile, sockets ?? undefined);
    if (temporary !== null && temporary !== profile) removeProfile(temporary);
  });

  const version = await inTime(
    Promise.race([cdp.send<{ product: string }>('Browser.getVersion').catch(() => null), exited.then(() => null)]),
    () => pageTime(child.pid ?? null, async () => []),
    startMs,
  );
  if (version === null) {
    kill();
    await cleaned;
    throw new NoBrowser(`The browser ${program} did not start.${lastLine === '' ? '' : ` It said: ${lastLine}`}`);
  }
  sockets = socketFolderOf(profile);
  const number = /\/([\d.]+)/.exec(version.product)?.[1] ?? '0';
  const brand = /edg/i.test(version.product) ? 'Edge' : /electron/i.test(version.product) ? 'Electron Chromium' : 'Chromium';
  return {
    cdp,
    name: `${brand} ${number}`,
    major: Number.parseInt(number, 10),
    pid: child.pid as number,
    kill,
    async close() {
      cdp.send('Browser.close').catch(() => undefined);
      const timer = setTimeout(kill, endMs);
      await cleaned;
      clearTimeout(timer);
    },
  };
}

/** The line of a browser's error output that says most, without its prefix; null if there is none. */
function errorLine(text: string): string | null {
  const lines = text
    .split('\n')
    .filter(line => /ERROR|FATAL|error|cannot|sandbox/.test(line) && !/bus\b|bus\.cc|bus address/i.test(line));
  return lines[0]?.replace(/^\[[^\]]*\]\s*/, '').slice(0, 300) ?? null;
}
