// Kills the conversion of an older crawl file at many points: the file must be the old or the whole new one, and no copy may be lost.
//
//   node_modules/.bin/node scripts/proofs/migration-kills.mjs [FILE.crawl] [--kills N]
//
// FILE: a crawl file of an older version; without one, a small file of the fourth version is made. The script works on copies of it in a temporary folder. Half of the kills are spread over the time
// that one undisturbed conversion takes, half fall near its end; the last line counts what was found.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { schemaVersion } from '../../electron/storage/file/migrate.ts';
import { endOfFile } from '../../test/support/afterwards.ts';
import { printFigures, wholeNumber } from './figures.mjs';

const { values, positionals } = parseArgs({ options: { kills: { type: 'string', default: '50' } }, allowPositionals: true });
const source = positionals[0] ?? (await import('../../test/support/old-file.ts')).oldFile(4).path;
const kills = wholeNumber('kills', values.kills);

const folder = mkdtempSync(join(tmpdir(), 'migration-kills-'));
const path = join(folder, 'site.crawl');
const code = `import { openDatabase } from '${join(import.meta.dirname, '../../electron/storage/file/database.ts')}'; openDatabase(process.argv[1]).close();`;

const fresh = () => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  copyFileSync(source, path);
};

/** Converts the copy; kills it `ms` after the new file appeared. Returns the time from there to the end, and whether it was killed. */
function convert(ms) {
  return new Promise(done => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', code, path], { stdio: ['ignore', 'ignore', 'inherit'] });
    let began = 0;
    const poll = setInterval(() => {
      if (began || !readdirSync(folder).some(name => name.endsWith('.part'))) return;
      began = performance.now();
      if (ms !== null) setTimeout(() => child.kill('SIGKILL'), ms);
    }, 1);
    child.once('close', (_, signal) => {
      clearInterval(poll);
      done({ ms: performance.now() - began, killed: signal === 'SIGKILL' });
    });
  });
}

/** Opened for writing: a kill may leave a journal to roll back. */
const state = file => {
  const db = new BetterSqlite3(file);
  try {
    return {
      version: db.pragma('user_version', { simple: true }),
      urls: db.prepare('SELECT count(*) FROM urls').pluck().get(),
      decisions: db.prepare('SELECT count(*) FROM decisions').pluck().get(),
      integrity: db.pragma('integrity_check', { simple: true }),
    };
  } finally {
    db.close();
  }
};

try {
  fresh();
  const before = state(path);
  const original = readFileSync(path);
  if (before.version >= schemaVersion) throw new Error(`${source} is of this version already`);
  const whole = await convert(null);
  const counts = { old: 0, new: 0, wrong: 0, killed: 0 };
  for (let i = 0; i < kills; i++) {
    fresh();
    // Every other kill falls into the last tenth, where the new file takes the place of the old one, and shortly after it.
    const share = i % 2 === 0 ? (i + 0.5) / kills : 0.9 + (0.2 * i) / kills;
    const { killed } = await convert(whole.ms * share);
    if (killed) counts.killed += 1;
    const now = state(path);
    const isNew = now.version === schemaVersion;
    const kept = join(folder, `site.before-v${schemaVersion}.crawl`);
    const isRight =
      (isNew || now.version === before.version) &&
      now.urls === before.urls &&
      now.decisions === before.decisions &&
      now.integrity === 'ok' &&
      readFileSync(isNew ? kept : path).equals(original);
    counts[isRight ? (isNew ? 'new' : 'old') : 'wrong'] += 1;
    if (!isRight) process.stdout.write(`kill ${i}: ${JSON.stringify(now)}\n`);
  }
  process.stdout.write(
    `${kills} conversions, ${counts.killed} killed, over ${Math.round(whole.ms)} ms: ${counts.old} left the old file, ${counts.new} the new one, ${counts.wrong} wrong\n`,
  );
  printFigures(kills, counts.wrong, { killed: counts.killed });
} finally {
  rmSync(folder, { recursive: true });
  await endOfFile();
}
