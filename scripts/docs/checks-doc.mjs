// node scripts/docs/checks-doc.mjs [--check]: writes docs/checks.md from the checks of the audit, or says whether the file is what would
// be written (exit code 1 when it is not). Needs Node 24, which runs the TypeScript checks as they are.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { allChecks } from '../../electron/core/audit/checks.ts';
import { infoOf } from '../../electron/core/audit/run.ts';
import { checkGroups, notCheckableReasons, populations } from '../../shared/model/audit.ts';

export const CHECKS_FILE = join(resolve(import.meta.dirname, '../..'), 'docs/checks.md');

const HEAD = ['id', 'name', 'type', 'looks at', 'a hit is', 'why', 'what to do', 'thresholds', 'sources'];
/** One cell: `|` would end it, `{` and `<` mean something to some renderers, a line end ends the row. */
const cell = text =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*').replaceAll('_', '\\_').replace(/\s+/g, ' ').trim();
const row = cells => `| ${cells.join(' | ')} |`;
const thresholds = values =>
  Object.entries(values)
    .map(([name, { label, value, unit }]) => `${name}: ${label}, ${value} ${unit}`)
    .join('; ');

function table(checks) {
  const rows = checks.map(check => {
    const { id, name, type, priority, population, trigger, why, fix, thresholds: limits, sources } = infoOf(check);
    const waits = check.scope === 'pending' ? ` Not in this version: ${notCheckableReasons[check.because]}.` : '';
    const cells = [
      name,
      `${type}, ${priority}`,
      populations[population],
      trigger + waits,
      why,
      fix,
      thresholds(limits),
      sources.join('; '),
    ];
    return row([`\`${id}\``, ...cells.map(cell)]);
  });
  return [row(HEAD), row(HEAD.map(() => '---')), ...rows].join('\n');
}

/** The whole text of docs/checks.md. */
export function checksDocument() {
  const groups = Object.entries(checkGroups).filter(([group]) => allChecks.some(check => check.group === group));
  const parts = groups.map(([group, heading]) => `## ${heading}\n\n${table(allChecks.filter(check => check.group === group))}`);
  const running = allChecks.filter(check => check.scope !== 'pending').length;
  const reasons = Object.entries(notCheckableReasons).map(([code, words]) => `- \`${code}\`: ${words}`);
  const later = allChecks.length - running;
  return `# Checks of the audit

Written by \`node scripts/docs/checks-doc.mjs\` from \`electron/core/audit/checks\`; edit the checks, not this page.

\`crawlscope issues F.crawl\` and the view Issues run ${running} checks${later === 0 ? '' : `; ${later} more are listed with what they need`}. Each count
has its denominators: *hits* of *checked*, and *not checkable* with the reasons:

${reasons.join('\n')}

Checked and not checkable together are the population of a check. *Type*: an issue is an error, a warning should be reviewed, an
opportunity is a possible improvement. H, M and L is the likely harm.

## Thresholds

\`issues F.crawl --threshold title.over_chars.most=70\` uses another threshold for one run: the id of the check, a dot, and the name of the
threshold as the tables below give it. With \`--save-thresholds\` it is stored in the crawl file. \`--reset-thresholds\` clears stored
thresholds; with \`--check ID\`, only those of these checks. The window stores a threshold when you change it. In a read-only file, the
change applies until you close the file. A stored value that is out of range is moved to the nearest allowed one. A value for an unknown
check is not used. Both are reported.

## Ignore rules

An ignore rule hides findings of one check or of all checks: everywhere, on some URLs, on a prefix, or on a pattern in RE2 syntax. It has
a note and may have a last day. Ignored hits stay hits: \`ignored\` is a part of \`hits\`, and checked and not checkable still make up
the population. The health score and \`--fail-on\` skip them. Rules are stored in the crawl file. An expired rule stays listed but does
not apply.

    crawlscope issues ignore add F.crawl --check img.alt_missing_attr --prefix https://example.com/archive/ --note "no editors" --until 2027-01-31
    crawlscope issues ignore list F.crawl --format json --out accepted.json
    crawlscope issues ignore import NEXT.crawl F.crawl
    crawlscope issues NEXT.crawl --ignore accepted.json --fail-on H

With \`--format json\` a check then has a field \`ignored\`; with \`--check ID --format jsonl\` an ignored hit has
\`"ignored":{"note":"…","until":"2027-01-31"}\`, with \`until\` null where the rule has no end. SARIF marks it as suppressed.

${parts.join('\n\n')}
`;
}

if (import.meta.main) {
  const text = checksDocument();
  const current = existsSync(CHECKS_FILE) ? readFileSync(CHECKS_FILE, 'utf8') : '';
  if (process.argv.includes('--check')) {
    if (current !== text) {
      process.stderr.write('docs/checks.md is out of date: run node scripts/docs/checks-doc.mjs\n');
      process.exitCode = 1;
    }
  } else if (current !== text) writeFileSync(CHECKS_FILE, text);
}
