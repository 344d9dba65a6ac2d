// Compares our verdicts with a table of decisions, one JSON object per line: id, agent, url, dialect, allowed, line, why, and
// robots_txt or robots_txt_b64. Run: node scripts/proofs/compare-decisions.mjs FILE

import { readFileSync } from 'node:fs';
import { decideBatchLine } from '#core/robots/batch.ts';

/** Short names used in such tables. */
const CODES = {
  RFC: 'rfc9309',
  GOOG: 'google',
  BING: 'bing',
  YNDX: 'yandex',
  BAID: 'baidu',
  SLRP: 'slurp',
  'YIO-d': 'yioop',
  'YIO-c': 'yioop-code',
  'GEO-d': 'geoportal',
  'GEO-c': 'geoportal-code',
  'GEO-f': 'geoportal-first',
  KOS96: 'norobots-1996',
  RES94: 'res-1994',
  RES97: 'res-1997',
  PROT: 'protego',
  RPJS: 'robots-parser',
  CC: 'crawler-commons',
  HER: 'heritrix',
  'PY-o': 'urllib',
  'PY-n': 'urllib-2026',
  WGET: 'wget',
  TEMO: 'temoto',
  TEXT: 'texting-robots',
  REPC: 'rep-cpp',
};

const path = process.argv[2];
if (path === undefined) {
  console.error('usage: node scripts/proofs/compare-decisions.mjs FILE');
  process.exit(2);
}

const shown = ({ allowed, line, why }) => `${allowed === null ? '?' : allowed ? 'allowed' : 'forbidden'} line ${line} (${why})`;

const counts = new Map();
const different = [];
const rows = readFileSync(path, 'utf8')
  .split('\n')
  .filter(line => line.trim() !== '');
for (const row of rows) {
  const { id, agent, url, dialect, allowed, line, why, robots_txt, robots_txt_b64 } = JSON.parse(row);
  const file = robots_txt_b64 === undefined ? { robots_txt } : { robots_base64: robots_txt_b64 };
  const answer = decideBatchLine({ id, agent, url, dialect: CODES[dialect] ?? dialect, ...file });
  const ours = { allowed: answer.allowed, line: answer.line, why: answer.reason ?? answer.error };
  const count = counts.get(dialect) ?? { agreed: 0, total: 0, reasons: 0 };
  counts.set(dialect, count);
  count.total += 1;
  if (ours.why === why) count.reasons += 1;
  if (ours.allowed === allowed && ours.line === line) count.agreed += 1;
  if (ours.allowed !== allowed || ours.line !== line || ours.why !== why)
    different.push({ id, agent, url, dialect, theirs: { allowed, line, why }, ours });
}

for (const [dialect, { agreed, total, reasons }] of counts)
  console.log(`${dialect.padEnd(6)} ${agreed}/${total} verdict and line, ${reasons}/${total} reason`);
for (const { id, agent, url, dialect, theirs, ours } of different)
  console.log(`${id} ${dialect} ${agent} ${url}: table ${shown(theirs)}, ours ${shown(ours)}`);
process.exitCode = different.length === 0 ? 0 : 1;
