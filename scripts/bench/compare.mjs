// Compares two generated crawls by causes and by fields, on one thread and in one process, and prints the times. --help lists the options.
//   first      until there is a result to show
//   all        until it is finished
//   step       the longest time between two moments at which other questions can be answered
import { cpSync, existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { openTwoFiles } from '#engine/compare/two-files.ts';
import { usualFields } from '#shared/model/compare-fields.ts';
import { noMapping } from '#shared/model/url-mapping.ts';
import { urlKey } from '#storage/file/codec.ts';
import { addFunctions } from '#storage/file/sql-functions.ts';
import { benchFile } from './make-file.mjs';
import { scratch } from './measure.mjs';
import { median } from './median.mjs';
import { benchOptions } from './options.mjs';
import { rerunAhead } from './run-ahead.mjs';

const given = benchOptions(
  `node scripts/bench/compare.mjs [options] [A.crawl B.crawl]
  --urls N     URLs of each generated crawl, where no files are named (default 200000)
  --only TEXT  causes or fields (default: both)
  --ahead      run before all other programs (Linux, root)
  --rounds N   how often (default 5)`,
  {
    urls: { type: 'string', default: '200000' },
    ahead: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
  },
  true,
);
if (given.values.ahead) await rerunAhead('--ahead');
const urls = given.number('urls');

/** The same crawl a month later: some pages are gone, new, moved, failing or no longer listed, or have other texts, and robots.txt blocks more. */
function laterFile(first) {
  const path = join(scratch, `later-${urls}.crawl`);
  if (existsSync(path)) return path;
  cpSync(first, path);
  const db = new BetterSqlite3(path);
  addFunctions(db);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = OFF');
  db.pragma('foreign_keys = OFF');
  db.exec(`BEGIN;
    UPDATE crawl SET started_at = started_at + 2592000000, ended_at = ended_at + 2592000000;
    UPDATE url SET may_fetch = 'no', may_list = 'url-only', reason = 'robots-disallow', robots_line = 2, state = 'disregarded', status = NULL,
      links_followed = 'unknown', title = NULL, canonical_id = NULL, redirect_id = NULL WHERE id % 50 = 3 AND status = 200;
    UPDATE url SET status = 404, reason = 'not-found', may_list = 'unknown' WHERE id % 90 = 7 AND status = 200;
    UPDATE url SET may_list = 'no' WHERE id % 70 = 9 AND may_list = 'yes';
    UPDATE url SET canonical_id = id % 1000 + 1 WHERE id % 60 = 11 AND canonical_id = id;
    UPDATE url SET title = title || ' (new)', words = words + 7 WHERE id % 8 = 1 AND title IS NOT NULL;
    COMMIT;`);
  const gone = db.prepare('SELECT id, url FROM url WHERE id % 25 = 6').all();
  const rename = db.prepare('UPDATE url SET url = ?, hash = ? WHERE id = ?');
  db.exec('BEGIN');
  for (const { id, url } of gone) rename.run(`${url}-new`, urlKey(`${url}-new`), id);
  db.exec('COMMIT');
  db.pragma('journal_mode = DELETE');
  db.close();
  return path;
}

/** Runs all steps and measures the longest one: a thread handles other calls only between two steps. */
function timed(steps, isFirst) {
  const cpu = process.threadCpuUsage();
  const begun = performance.now();
  let first = 0;
  let longest = 0;
  for (let last = begun; ; ) {
    const { done, value } = steps.next();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (first === 0 && (done || isFirst(value))) first = now - begun;
    if (done) {
      const { user, system } = process.threadCpuUsage(cpu);
      return { first, all: now - begun, cpu: (user + system) / 1_000, step: longest, value };
    }
  }
}

const kinds = {
  causes: two => timed(two.causes(), done => done > 0),
  fields: two => timed(two.fields(usualFields), done => done > 0),
};
const columns = ['first', 'all', 'cpu', 'step'];
const line = (name, cells) => process.stdout.write(`${name.padEnd(12)}${cells.map(cell => String(cell).padStart(9)).join('')}\n`);

const first = given.positionals[0] ?? benchFile(urls);
const second = given.positionals[1] ?? laterFile(first);
process.stdout.write(
  `${cpus()[0]?.model}, ${cpus().length} cores, ${new Date().toISOString()}, load ${loadavg()[0].toFixed(1)}\n`,
);
line('ms, medians', columns);
for (const [name, run] of Object.entries(kinds)) {
  if (!name.startsWith(given.values.only)) continue;
  const rounds = [];
  let said = '';
  for (let round = 0; round < given.number('rounds'); round++) {
    const two = openTwoFiles(first, second, noMapping);
    const { value, ...times } = run(two);
    rounds.push(times);
    said = name === 'causes' ? `${value.both} URLs in both, ${value.flipped} flipped, ${value.groups.length} groups` : '';
    if (name === 'fields') said = value.counts.map(({ id, differ }) => `${id} ${differ}`).join(', ');
    two.close();
  }
  line(
    name,
    columns.map(column => Math.round(median(rounds.map(round => round[column])))),
  );
  process.stdout.write(`  ${said}\n`);
}
