// node scripts/docs/lint-doc.mjs [--check]: writes docs/lint.md from the catalogue of diagnostics, or says whether the file is what
// would be written (exit code 1 when it is not). Needs Node 24, which runs the TypeScript catalogue as it is.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { catalogue } from '../../electron/core/lint/catalogue.ts';
import { commonMistakes, families } from '../../electron/core/lint/families.ts';

export const LINT_FILE = join(resolve(import.meta.dirname, '../..'), 'docs/lint.md');

const SEVERITIES = { E: 'error', W: 'warning', I: 'note' };
const HEAD = ['id', 'severity', 'title', 'why', 'what to do', 'fix', 'needs', 'source'];
/** One cell: `|` would end it, `{` and `<` mean something to some renderers, a line end ends the row. */
const cell = text =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*').replaceAll('_', '\\_').replace(/\s+/g, ' ').trim();
const row = cells => `| ${cells.join(' | ')} |`;
const needs = check => check.needs ?? (check.on === 'crawl' ? 'crawl' : check.on === 'fetch' ? 'answer' : '');

function table(family) {
  const rows = catalogue
    .filter(({ id }) => id.startsWith(`${family}-`))
    .map(check => {
      const { title, source, fixes } = check;
      const cells = [SEVERITIES[check.severity], title, check.why, check.fix ?? '–', fixes ?? '', needs(check), source];
      return row([`\`${check.id}\``, ...cells.map(cell)]);
    });
  return [row(HEAD), row(HEAD.map(() => '---')), ...rows].join('\n');
}

/** The whole text of docs/lint.md. */
export function lintDocument() {
  const parts = Object.entries(families).map(([family, heading]) => `## ${heading}\n\n${table(family)}`);
  const idsOf = mistake => catalogue.filter(check => check.mistake === mistake).map(({ id }) => `\`${id}\``);
  const eleven = Object.entries(commonMistakes).map(
    ([mistake, words], index) => `${index + 1}. ${words}: ${idsOf(mistake).join(', ')}`,
  );
  return `# Diagnostics of robots.txt

Written by \`node scripts/docs/lint-doc.mjs\` from \`electron/core/lint\`; edit the checks, not this page.

\`crawlscope robots lint\` has ${catalogue.length} diagnostics. *Error*: at least one large crawler loses rules or interprets them differently.
*Warning*: crawlers differ, or the effect is probably not intended. *Note*: good to know. A single finding of a warning can be a note if it
concerns only old parsers, or URLs that no crawl has seen.

*Fix*: \`safe\` fixes correct the spelling of a line that has only one meaning; \`--fix\` applies them. \`asks\` means that a person has to
decide; only \`--fix --all\` applies those. *Needs*: what the check requires. \`answer\`: the response to the request for the file;
\`crawl\`: a .crawl file; \`earlier\`: an earlier version of the file in it; \`url\`: the URL of the file; \`agents\`: responses to several
User-Agent headers (\`--as\`). The JSON lists what was not checked under \`not_checked\`.

The catalogue starts with eleven mistakes that checkers have reported for twenty years:

${eleven.join('\n')}

${parts.join('\n\n')}
`;
}

if (import.meta.main) {
  const text = lintDocument();
  const current = existsSync(LINT_FILE) ? readFileSync(LINT_FILE, 'utf8') : '';
  if (process.argv.includes('--check')) {
    if (current !== text) {
      process.stderr.write('docs/lint.md is out of date: run node scripts/docs/lint-doc.mjs\n');
      process.exitCode = 1;
    }
  } else if (current !== text) writeFileSync(LINT_FILE, text);
}
