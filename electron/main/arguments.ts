import { isAbsolute, resolve } from 'node:path';
import { cliVerbs } from '#shared/cli-verbs.ts';

/** What the arguments of a start (or a second start) make the window show. */
export type OpenRequest = { readonly kind: 'demo' } | { readonly kind: 'open'; readonly path: string };

/**
 * The command line that a launcher passes on as `… --crawlscope-cli -- ARGS`, or null if there is none. Chromium reads no
 * switches after `--`, so every argument reaches the tool unchanged.
 */
export function launchedCli(argv: readonly string[]): string[] | null {
  const mark = argv.indexOf('--crawlscope-cli');
  return mark > 0 && argv[mark + 1] === '--' ? argv.slice(mark + 2) : null;
}

/** Marks a start that only prints a report. The command line starts the app so (`electron/cli/print-pdf.ts`). */
export const printSwitch = '--print-report';

/** The folder of a start that prints, or null: the last argument, with the mark before it. */
export function printWorkerFolder(argv: readonly string[]): string | null {
  const folder = argv.at(-1);
  return argv.includes(printSwitch, 1) && folder !== undefined && !isSwitch(folder) ? resolve(folder) : null;
}

/** The profile folder if the engine started this app as the browser that renders (`--render-worker=FOLDER`), or null. */
export function renderWorkerProfile(argv: readonly string[]): string | null {
  const prefix = '--render-worker=';
  return argv.find(argument => argument.startsWith(prefix) && argument !== prefix)?.slice(prefix.length) ?? null;
}

/** True for a start that opens no document of the user: it only prints, or renders what its parent process sends. */
export const startsWorker = (argv: readonly string[]): boolean =>
  printWorkerFolder(argv) !== null || renderWorkerProfile(argv) !== null;

/** Switches that turn off protections (docs/invariants.md, E15) or open a debugger. */
const dangerous: ReadonlySet<string> = new Set([
  'no-sandbox',
  'disable-gpu-sandbox',
  'allow-sandbox-debugging',
  'disable-setuid-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-namespace-sandbox',
  'no-zygote',
  'single-process',
  'in-process-gpu',
  'disable-web-security',
  'allow-file-access-from-files',
  'allow-running-insecure-content',
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-port',
  'inspect-publish-uid',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'host-rules',
  'host-resolver-rules',
  'proxy-server',
  'proxy-pac-url',
  'js-flags',
  'load-extension',
  'disable-extensions-except',
  'disable-site-isolation-trials',
  'disable-features',
  'enable-features',
  'enable-blink-features',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'browser-subprocess-path',
  'auth-server-allowlist',
  'log-net-log',
  'ssl-key-log-file',
]);
/** Switches that the test driver needs for a package built with test hooks. */
const neededByTests: ReadonlySet<string> = new Set(['no-sandbox', 'inspect', 'remote-debugging-port']);

const switchName = (argument: string): string | null => {
  const match = /^--?([^=]+)/.exec(argument);
  return match?.[1]?.toLowerCase() ?? null;
};

const dangerousNames = (argv: readonly string[]): readonly string[] =>
  argv
    .slice(1)
    .map(switchName)
    .filter((name): name is string => name !== null && dangerous.has(name));

/** The switches of a start that may turn off a protection or open a debugger, each once. `--no-sandbox` is told elsewhere. */
export const weakSwitches = (argv: readonly string[]): readonly string[] =>
  [...new Set(dangerousNames(argv))].filter(name => name !== 'no-sandbox').map(name => `--${name}`);

/**
 * The dangerous switches in a packaged program's arguments, in order; each is a reason not to start. `isWorker`: a start that only prints or renders
 * (`startsWorker`). Root has no sandbox, so there the command line asks for `--unsandboxed` and passes `--no-sandbox`.
 */
export function refusedSwitches(argv: readonly string[], testBuild: boolean, isWorker = false): readonly string[] {
  const isAllowed = (name: string): boolean => (testBuild && neededByTests.has(name)) || (isWorker && name === 'no-sandbox');
  return dangerousNames(argv).filter(name => !isAllowed(name));
}

/** The user's own arguments: without the program and, in a checkout, without the app folder and the switches before it. */
export function userArguments(argv: readonly string[], packaged: boolean): readonly string[] {
  const rest = argv.slice(1);
  if (packaged) return rest[0] === '--no-sandbox' ? rest.slice(1) : rest;
  const folder = rest.findIndex(argument => !isSwitch(argument));
  return folder < 0 ? [] : rest.slice(folder + 1);
}

const isSwitch = (argument: string): boolean => argument[0] === '-';

/** The arguments for the command-line tool, or null to open a window. */
export function cliArguments(user: readonly string[]): readonly string[] | null {
  return user[0] !== undefined && cliVerbs.has(user[0]) ? user : null;
}

/**
 * Parses a start's arguments as hostile input: `--demo`, or one existing regular file whose name ends in `.crawl`. Ignores
 * everything else. `isRegularFile` checks the disk and must accept only plain paths.
 */
export function openRequest(
  user: readonly string[],
  folder: string,
  isRegularFile: (path: string) => boolean,
): OpenRequest | null {
  if (user.length > 64) return null;
  if (user.includes('--demo')) return { kind: 'demo' };
  for (const argument of user) {
    if (isSwitch(argument)) continue;
    const path = crawlPath(argument, folder);
    if (path !== null && isRegularFile(path)) return { kind: 'open', path };
  }
  return null;
}

/** Absolute path of an argument that could name a crawl file, or null. Never touches Windows network paths. */
export function crawlPath(argument: string, folder: string): string | null {
  if (argument.length > 4_096 || argument.includes('\0') || /^[\\/]{2}/.test(argument)) return null;
  if (/^[a-z][a-z0-9+.-]+:/i.test(argument)) return null;
  if (!/[^\\/]\.crawl$/i.test(argument) || !isAbsolute(folder)) return null;
  return resolve(folder, argument);
}
