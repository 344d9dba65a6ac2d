// Imports each folder of dated robots.txt files under DIR into a crawl file. Checks in every dialect that the search
// for the version since which a verdict applies (History.blame) agrees with evaluating all versions in turn. Prints a
// table.
//
//   node_modules/.bin/node scripts/proofs/series.mjs DIR [--urls N]
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { profileById } from '../../electron/core/crawlers/profiles.ts';
import { History } from '../../electron/core/replay/blame.ts';
import { judgeOf } from '../../electron/core/replay/judge.ts';
import { dialectById, dialectIds } from '../../electron/core/robots/dialects/registry.ts';
import { originOf } from '../../electron/core/url/authority.ts';
import { accessNow } from '../../electron/engine/robots/gate.ts';
import { importRobots } from '../../electron/engine/robots/import.ts';
import { createDatabase } from '../../electron/storage/file/database.ts';
import { openStore } from '../../electron/storage/store.ts';
import { defaultSettings } from '../../shared/model/crawl.ts';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { urls: { type: 'string', default: '200' } } });
const [folder] = positionals;
if (folder === undefined) {
  console.error('usage: series.mjs DIR [--urls N]');
  process.exit(2);
}

const crawler = profileById('googlebot');

/** URLs that patterns of any version match, and a few that none matches. */
function urlsFor(origin, texts, wanted) {
  const found = new Set([`${origin}/`, `${origin}/robots.txt`, `${origin}/no/such/page`]);
  for (const text of texts)
    for (const [, pattern] of text.matchAll(/^\s*(?:dis)?allow\s*:\s*(\S+)/gim)) {
      const path = pattern.replaceAll('*', 'x').replace(/\$$/, '');
      const full = path.startsWith('/') ? path : `/${path}`;
      for (const end of ['', 'x', '/a?b=1']) found.add(origin + full + end);
    }
  return [...found].slice(0, wanted);
}

/** The expected result of `blame`, from evaluating every version. */
function linear(history, url) {
  const runs = history.runs(url);
  const last = runs.at(-1);
  let since = last.from;
  for (const run of [...runs].reverse()) {
    if (run.allowed !== last.allowed) break;
    since = run.from;
  }
  return { since, sameRuleSince: last.from };
}

const temp = mkdtempSync(join(tmpdir(), 'crawlscope-series-'));
let wrong = 0;
console.log('series                             versions  left out   URLs  checks  flips  wrong   blame µs  linear µs');
for (const name of readdirSync(folder).sort()) {
  const db = createDatabase(join(temp, `${name}.crawl`));
  const store = openStore(db);
  const origin = originOf(`https://${name}/`);
  store.transaction(() => {
    store.crawl.create(Date.now(), 'check', { ...defaultSettings, seeds: [`https://${name}/`] });
    store.origins.insert(origin);
  });
  const done = importRobots(store, join(folder, name), origin.key, Date.now());
  const versions = store.robots.all(store.origins.byKey(origin.key).id);
  const bodies = versions.map(({ access, bodyHash }) => (access === 'rules' ? store.robots.body(bodyHash) : null));
  const urls = urlsFor(
    origin.key,
    bodies.map(bytes => new TextDecoder().decode(bytes ?? new Uint8Array())),
    Number(values.urls),
  );
  const sum = { checks: 0, flips: 0, wrong: 0, blame: 0, linear: 0 };
  for (const id of dialectIds()) {
    const dialect = dialectById(id);
    const history = new History(
      versions.map((version, at) => judgeOf(accessNow(version, dialect), bodies[at], dialect, crawler)),
    );
    for (const url of urls) {
      const start = performance.now();
      const got = history.blame(url);
      const between = performance.now();
      const expected = linear(history, url);
      sum.linear += performance.now() - between;
      sum.blame += between - start;
      sum.checks += 1;
      if (expected.since > 0) sum.flips += 1;
      if (got.since === expected.since && got.sameRuleSince === expected.sameRuleSince) continue;
      sum.wrong += 1;
      if (sum.wrong <= 3) console.error(`${id} ${url}: ${JSON.stringify(got)}, not ${JSON.stringify(expected)}`);
    }
  }
  wrong += sum.wrong;
  const each = ms => ((ms * 1000) / sum.checks).toFixed(1).padStart(9);
  console.log(
    `${name.padEnd(34)} ${String(versions.length).padStart(8)} ${String(done.skipped.length).padStart(9)} ${String(urls.length).padStart(6)} ${String(sum.checks).padStart(7)} ${String(sum.flips).padStart(6)} ${String(sum.wrong).padStart(6)} ${each(sum.blame)}  ${each(sum.linear)}`,
  );
  db.close();
}
rmSync(temp, { recursive: true });
process.exit(wrong > 0 ? 1 : 0);
