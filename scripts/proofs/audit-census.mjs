// Compares the denominators of every check with a census of the crawl file's own tables, and the lines of hits with their number.
// Exit 1 on a difference.
//
//   node scripts/proofs/audit-census.mjs F.crawl…
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(import.meta.dirname, '../..');

// The census is TypeScript, which only Node 24 runs as it is.
if (Number.parseInt(process.versions.node, 10) < 24) {
  const node = join(root, 'node_modules/.bin/node');
  const again = spawnSync(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exit(again.status ?? 1);
}

const { census } = await import('../../test/support/proof/census/census.ts');
const { allChecks } = await import('../../electron/core/audit/checks.ts');

const files = process.argv.slice(2);
const cli = process.env.CRAWLSCOPE_CLI ?? join(root, 'out/engine/cli.cjs');
if (files.length === 0 || !existsSync(cli)) {
  console.error(
    files.length === 0 ? 'usage: audit-census.mjs F.crawl…' : `No command line at ${cli}: run "npm run build" first.`,
  );
  process.exit(2);
}

const issues = (file, ...options) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'issues', file, ...options], {
    encoding: 'utf8',
    maxBuffer: 2 ** 31,
    timeout: 600_000,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
};

/** Hits by check, as the lines of hits have them. */
const linesByCheck = file => {
  const counts = new Map();
  for (const line of issues(file, ...allChecks.flatMap(({ id }) => ['--check', id]), '--format', 'jsonl').split('\n')) {
    if (line === '') continue;
    const { check } = JSON.parse(line);
    counts.set(check, (counts.get(check) ?? 0) + 1);
  }
  return counts;
};

let wrong = 0;
for (const file of files) {
  const reported = JSON.parse(issues(file, '--format', 'json'));
  const lines = linesByCheck(file);
  const rows = census(file, allChecks, reported);
  const counted = rows.filter(({ expected }) => expected !== null);
  for (const row of rows) {
    const said = lines.get(row.check) ?? 0;
    const faults = [row.wrong, said === row.hits ? '' : `${row.hits} hits, ${said} lines`].filter(fault => fault !== '');
    wrong += faults.length > 0 ? 1 : 0;
    if (faults.length > 0) console.log(`${file}\t${row.check}\t${row.population}\t${faults.join('; ')}`);
  }
  const sum = name => rows.reduce((total, row) => total + row[name], 0).toLocaleString('en');
  console.log(
    `${file}: ${rows.length} checks, ${counted.length} populations counted; ${sum('checked')} checked, ${sum('hits')} hits, ${sum('notCheckable')} not checkable`,
  );
}
process.exit(wrong > 0 ? 1 : 0);
