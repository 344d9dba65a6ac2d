// Runs tests that depend on time again and again while other processes keep the processors busy, and counts what fails. Exit 1 if
// something did.
//
//   node_modules/.bin/node scripts/proofs/suspects.mjs [--times 200] [--load 2] [--only WORDS|WORDS] [FILE…]
//
// Without files it runs the list below. --load is the number of busy processes beside the tests; --only selects tests by name.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { binFile, node24, ROOT } from '../run/bootstrap.mjs';

/** Tests with a bound on time, waits of real time, processes that are killed, or races between two programs. */
const suspects = [
  'test/cli/crawl.test.ts',
  'test/cli/sql-watch.test.ts',
  'test/core/html/readable-lines.test.ts',
  'test/core/robots/interpret/interpret-file.test.ts',
  'test/core/robots/parse/parse.test.ts',
  'test/core/robots/proof/fuzz.test.ts',
  'test/core/rules/compile-rule.test.ts',
  'test/core/sitemap/well-formed.test.ts',
  'test/core/structured/floods.test.ts',
  'test/core/text/fold-text.test.ts',
  'test/core/text/language.test.ts',
  'test/core/text/near-duplicates.test.ts',
  'test/core/text/phrase-set.test.ts',
  'test/core/text/readability.test.ts',
  'test/core/text/signature.test.ts',
  'test/core/url/url-pattern.test.ts',
  'test/demo/server.test.ts',
  'test/engine/audit/issues.test.ts',
  'test/engine/compare/compared-crawls.test.ts',
  'test/engine/crawl/checks/pace.test.ts',
  'test/engine/crawl/depth.test.ts',
  'test/engine/crawl/frontier.test.ts',
  'test/engine/crawl/large-pages.test.ts',
  'test/engine/crawl/long-bodies.test.ts',
  'test/engine/crawl/outage.test.ts',
  'test/engine/crawl/page-columns.test.ts',
  'test/engine/crawl/politeness.test.ts',
  'test/engine/crawl/reasons.test.ts',
  'test/engine/crawl/sitemaps.test.ts',
  'test/engine/explain/plain-answers.test.ts',
  'test/engine/explain/why-not.test.ts',
  'test/engine/exports/exports.test.ts',
  'test/engine/reader/url-lists.test.ts',
  'test/engine/replay/replays.test.ts',
  'test/engine/replay/versions.test.ts',
  'test/engine/robots/robots-check.test.ts',
  'test/engine/robots/robots-lifetime.test.ts',
  'test/engine/robots/robots-outcomes.test.ts',
  'test/engine/rules/own-checks.test.ts',
  'test/engine/rules/rule-runs.test.ts',
  'test/engine/session/busy-file.test.ts',
  'test/engine/session/foreign-file.test.ts',
  'test/engine/session/kill.test.ts',
  'test/engine/session/opening.test.ts',
  'test/engine/session/stop-pause.test.ts',
  'test/engine/session/stored-values.test.ts',
  'test/export/neutralise.test.ts',
  'test/fetcher/lanes.test.ts',
  'test/fetcher/network-facts.test.ts',
  'test/fetcher/ssrf.test.ts',
  'test/fetcher/tls.test.ts',
  'test/fetcher/wire.test.ts',
  'test/judge/judge-site.test.ts',
  'test/main/engine-supervisor.test.ts',
  'test/main/open-in-time.test.ts',
  'test/renderer/ui/grid/drawn-rows.test.ts',
  'test/storage/file/disk-full.test.ts',
];

const mostWorkers = 12;

const { values, positionals } = parseArgs({
  options: {
    times: { type: 'string', default: '200' },
    load: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
  },
  allowPositionals: true,
});
const files = positionals.length > 0 ? positionals : suspects;
const folder = mkdtempSync(join(tmpdir(), 'crawlscope-suspects-'));
// They end with this process, however it ends.
const burn = `while (process.ppid === ${process.pid}) for (let turn = 0; turn < 1e7; turn += 1);`;
const busy = Array.from({ length: Number(values.load) }, () => spawn(node24(), ['-e', burn], { stdio: 'ignore' }));

/** Test → how often it ran and failed, and its first failure. */
const counts = new Map();
const count = (name, failure) => {
  const found = counts.get(name) ?? { runs: 0, failures: 0, first: '' };
  found.runs += 1;
  if (failure !== undefined) {
    found.failures += 1;
    if (found.failures === 1) process.stderr.write(`${name}\n${failure}\n`);
    found.first ||= failure;
  }
  counts.set(name, found);
};

function round() {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const only = values.only === '' ? [] : ['-t', values.only];
  // Many files at once: they wait more than they work.
  const args = [
    binFile('vitest'),
    'run',
    `--maxWorkers=${Math.min(files.length, mostWorkers)}`,
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...only,
    ...files,
  ];
  const { status, stderr, error } = spawnSync(node24(), args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let results;
  try {
    results = JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    count('(vitest itself)', error ? error.message : `exit code ${status}: ${stderr.slice(-500)}`);
    return;
  }
  for (const { name, status: state, message, assertionResults } of results) {
    const file = name.slice(ROOT.length + 1);
    if (state === 'failed' && assertionResults.length === 0) count(file, message);
    for (const test of assertionResults)
      if (test.status === 'passed' || test.status === 'failed')
        count(`${file} > ${test.fullName}`, test.status === 'failed' ? (test.failureMessages[0] ?? '') : undefined);
  }
}

try {
  const begun = Date.now();
  for (let turn = 1; turn <= Number(values.times); turn += 1) {
    round();
    const failed = [...counts.values()].reduce((sum, each) => sum + each.failures, 0);
    const minutes = ((Date.now() - begun) / 60_000).toFixed(1);
    process.stderr.write(`round ${turn} of ${values.times}: ${failed} failures in all, ${minutes} minutes\n`);
  }
} finally {
  for (const each of busy) each.kill();
  rmSync(folder, { recursive: true, force: true });
}

const failing = [...counts].filter(([, { failures }]) => failures > 0);
for (const [name, { runs, failures, first }] of failing) process.stdout.write(`${failures} of ${runs}: ${name}\n${first}\n\n`);
const runs = [...counts.values()].map(each => each.runs);
process.stdout.write(
  `${counts.size} tests, ${Math.min(...runs)} to ${Math.max(...runs)} runs each: ${failing.length} failed at least once\n`,
);
process.exitCode = failing.length > 0 ? 1 : 0;
