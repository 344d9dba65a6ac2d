// Which Electron runs the app in a checkout. The order, the same for `npm start` and `npm test`:
// 1. one named by the environment; 2. the declared one, downloaded if its host can be reached; 3. on linux-x64 only, the
// development fallback (electron-fallback.mjs), always with a sentence that says so. Releases never use 3.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, node24, ROOT, Stop, say } from './bootstrap.mjs';

export const FALLBACK_VERSION = '25.1.1';
export const FALLBACK_DIR = join(CACHE, `electron-${FALLBACK_VERSION}-linux-x64`);
const PACKAGE = join(ROOT, 'node_modules/electron');
const UNREACHABLE = join(CACHE, 'electron-unreachable');
const HOUR = 3_600_000;
const BINARY = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[process.platform] ?? 'electron';

/** Version of the Electron in package.json. */
export const declaredVersion = () => JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version;

function named() {
  for (const [variable, path] of [
    ['ELECTRON_EXEC_PATH', process.env['ELECTRON_EXEC_PATH']],
    [
      'ELECTRON_OVERRIDE_DIST_PATH',
      process.env['ELECTRON_OVERRIDE_DIST_PATH'] && join(process.env['ELECTRON_OVERRIDE_DIST_PATH'], BINARY),
    ],
  ]) {
    if (!path) continue;
    if (!existsSync(path)) throw new Stop(`${variable} names an Electron that does not exist: ${path}`);
    return { path, kind: 'named' };
  }
  return undefined;
}

function declared() {
  const file = join(PACKAGE, 'path.txt');
  if (!existsSync(file)) return undefined;
  const path = join(PACKAGE, 'dist', readFileSync(file, 'utf8'));
  return existsSync(path) ? { path, kind: 'declared' } : undefined;
}

function fallback() {
  const path = join(FALLBACK_DIR, 'electron');
  return process.platform === 'linux' && process.arch === 'x64' && existsSync(path) ? { path, kind: 'fallback' } : undefined;
}

/** The Electron that is on this machine now, without downloading: `{ path, kind: 'named'|'declared'|'fallback' }` or null. */
export function findElectron() {
  return named() ?? declared() ?? fallback() ?? null;
}

/** True when the Electron may be older than 28. Such a version can load neither our engine nor its Node. */
export function needsOwnNode({ path, kind }) {
  if (kind === 'fallback') return true;
  if (kind === 'declared') return false;
  const file = join(path, '..', 'version');
  return existsSync(file) && Number(readFileSync(file, 'utf8').replace(/^v/, '').split('.')[0]) < 45;
}

/** Environment for a started app: test hook for the engine's Node where this Electron cannot run the engine. */
export function appEnvironment(electron) {
  const env = { ...process.env };
  delete env['ELECTRON_RUN_AS_NODE']; // editors leave it set in their terminals
  if (needsOwnNode(electron)) env['CRAWLSCOPE_ENGINE_NODE'] ??= node24();
  return env;
}

/** Why the download host cannot be used, or undefined when it responds. Never waits longer than 8 s. */
async function unreachable() {
  const mirror =
    process.env['ELECTRON_MIRROR'] ??
    process.env['npm_config_electron_mirror'] ??
    'https://github.com/electron/electron/releases/download/';
  const host = URL.canParse(mirror) ? new URL(mirror).host : mirror;
  if (Object.keys(process.env).some(name => /^https?_proxy$/i.test(name))) return undefined; // only the proxy can tell
  try {
    await fetch(mirror, { method: 'HEAD', signal: AbortSignal.timeout(8_000) });
    return undefined;
  } catch (error) {
    return `${host} cannot be reached (${error.cause?.code ?? error.name})`;
  }
}

/**
 * Downloads the declared Electron through its own installer (ELECTRON_MIRROR is honoured).
 * Returns why it was not possible, or undefined when it is there. Bounded: 8 s to find the host, `seconds` to download.
 */
export async function downloadDeclared(seconds = Number(process.env['CRAWLSCOPE_DOWNLOAD_SECONDS'] ?? 240)) {
  if (declared()) return undefined;
  // A machine without the host should not look for it on every start.
  const note = statSync(UNREACHABLE, { throwIfNoEntry: false });
  if (note && Date.now() - note.mtimeMs < HOUR) return readFileSync(UNREACHABLE, 'utf8');
  let reason = await unreachable();
  if (!reason) {
    say(`downloading Electron ${declaredVersion()} (about 110 MB, at most ${seconds} s) …`);
    const result = spawnSync(node24(), [join(PACKAGE, 'install.js')], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: seconds * 1000,
    });
    if (declared()) {
      rmSync(UNREACHABLE, { force: true });
      return undefined;
    }
    const line =
      String(result.stderr ?? '')
        .split('\n')
        .find(text => text.trim()) ?? '';
    reason =
      result.error?.code === 'ETIMEDOUT'
        ? `the download took longer than ${seconds} s`
        : `the download failed (${line.trim() || result.status})`;
  }
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(UNREACHABLE, reason);
  return reason;
}

/** Finds or fetches an Electron by the rule above and says on stderr when it is not the declared one. Throws `Stop` when there is none. */
export async function obtainElectron() {
  const present = named() ?? declared();
  if (present) return present;
  const reason = await downloadDeclared();
  if (!reason) return declared();
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Stop(
      `Electron ${declaredVersion()} is not here: ${reason}. Set ELECTRON_MIRROR or ELECTRON_EXEC_PATH, or try again online`,
    );
  }
  const { fetchFallback } = await import('./electron-fallback.mjs');
  fetchFallback();
  say(
    `using Electron ${FALLBACK_VERSION}, a replacement for development and tests, because ${reason}. ` +
      `Releases use Electron ${declaredVersion()}. (Looked for again after an hour, or when you delete .cache/electron-unreachable.)`,
  );
  return fallback();
}
