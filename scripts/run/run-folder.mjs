// One temporary folder holds all that a run of the tests writes outside the checkout. It is removed when the run ends.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { processLives } from './process-lives.mjs';

const PREFIX = 'crawlscope-run-';
const VARIABLE = 'CRAWLSCOPE_RUN_FOLDER';
const GIBIBYTE = 1024 ** 3;
const MEMORY_FOLDER = '/dev/shm';

/** Containers often forbid programs there; some tests start one from their folder. */
const runsPrograms = () =>
  !readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .some(line => / \/dev\/shm .*\bnoexec\b/.test(line));

/** A crawl file waits for the disk at each commit. In memory the tests do not wait for what else writes to the disk. */
function parentFolder() {
  // The name of a socket has at most 104 bytes there, of which the user's own temporary folder takes half.
  if (process.platform === 'darwin') return '/tmp';
  if (process.platform !== 'linux' || !existsSync(MEMORY_FOLDER) || freemem() < 6 * GIBIBYTE || !runsPrograms()) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize >= 3 * GIBIBYTE ? MEMORY_FOLDER : tmpdir();
}

const remove = folder => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** Removes the folders of runs whose process no longer exists, for example because it was killed. */
export function removeDeadRuns(parent) {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (Number.isInteger(pid) && !processLives(pid)) remove(join(parent, name));
  }
}

/**
 * The temporary folder of this run, in which `tmpdir()` of this process and of those it starts then lies. The process that calls this
 * first makes it, and removes it when it exits; processes started by it share it.
 */
export function runFolder() {
  const shared = process.env[VARIABLE];
  if (shared !== undefined && existsSync(shared)) return shared;
  const parent = parentFolder();
  for (const place of new Set([parent, tmpdir()])) removeDeadRuns(place);
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  // Some tests start the app as another user.
  chmodSync(folder, 0o755);
  for (const name of [VARIABLE, 'TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  process.on('exit', () => remove(folder));
  return folder;
}

/** The entries of the run's folder that were not known before: their names, each with the names inside. */
export const leftIn = (folder, known = new Set()) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !known.has(name))
    .map(entry => {
      if (!entry.isDirectory()) return entry.name;
      const inside = readdirSync(join(folder, entry.name));
      return `${entry.name} (${inside.slice(0, 5).join(', ')}${inside.length > 5 ? ', …' : ''})`;
    });
