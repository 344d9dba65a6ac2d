// node scripts/docs/lint-doc.mjs [--check]: writes docs/lint.md from the catalogue of diagnostics, or says whether the file is what
// would be written (exit code 1 when it is not). Needs Node 24, which runs the TypeScript catalogue as it is.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { aboutOf, elevenMistakes } from '../../electron/core/lint/about.ts';
import { catalogue } from '../../electron/core/lint/catalogue.ts';

export const LINT_FILE = join(resolve(import.meta.dirname, '../..'), 'docs/lint.md');

const FAMILIES = {
  F: 'Fetching',
  B: 'Bytes and size',
  K: 'Lines and keywords',
  G: 'Groups and names',
  P: 'Paths and patterns',
  X: 'Other directives',
  C: 'Compared with a crawl',
};
const SEVERITIES = { E: 'error', W: 'warning', I: 'note' };
const HEAD = ['id', 'severity', 'title', 'why', 'what to do', 'fix', 'needs', 'source'];
const MISTAKES = [
  'name and path exchanged',
  'several paths on one line',
  'line ends of other systems',
  'comments on the line of a rule',
  'white space before a line',
  'a page where the file is missing',
  'upper and lower case',
  'every file listed by itself',
  'Allow and empty lines as decoration',
  'paths without a slash, search terms',
  'a file that is no text, or not sent as text',
];

/** One cell: `|` would end it, `{` and `<` mean something to some renderers, a line end ends the row. */
const cell = text =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*').replaceAll('_', '\\_').replace(/\s+/g, ' ').trim();
const row = cells => `| ${cells.join(' | ')} |`;
const needs = check => check.needs ?? (check.on === 'crawl' ? 'crawl' : check.on === 'fetch' ? 'answer' : '');

function table(family) {
  const rows = catalogue
    .filter(({ id }) => id.startsWith(`${family}-`))
    .map(check => {
      const { title, source, fix } = aboutOf(check.id);
      const cells = [SEVERITIES[check.severity], title, check.why, check.fix ?? '–', fix ?? '', needs(check), source];
      return row([`\`${check.id}\``, ...cells.map(cell)]);
    });
  return [row(HEAD), row(HEAD.map(() => '---')), ...rows].join('\n');
}

/** The whole text of docs/lint.md. Throws when a diagnostic has a family this page has no heading for. */
export function lintDocument() {
  const homeless = catalogue.filter(({ id }) => !Object.hasOwn(FAMILIES, id.split('-')[0]));
  if (homeless.length > 0) throw new Error(`no heading for ${homeless.map(({ id }) => id).join(', ')}`);
  const parts = Object.entries(FAMILIES).map(([family, heading]) => `## ${heading}\n\n${table(family)}`);
  const eleven = elevenMistakes.map((ids, index) => `${index + 1}. ${MISTAKES[index]}: ${ids.map(id => `\`${id}\``).join(', ')}`);
  return `# Diagnostics of robots.txt

Written by \`node scripts/docs/lint-doc.mjs\` from \`electron/core/lint\`; edit the checks, not this page.

All ${catalogue.length} diagnostics of \`crawlscope robots lint\`. *Error*: rules are lost or mean something else for at least one large crawler.
*Warning*: crawlers differ, or the effect is hardly meant. *Note*: good to know; a single finding can be a note although its diagnostic
is a warning, where it concerns only old parsers or URLs no crawl has shown to exist.

*Fix*: \`safe\` fixes mend what has one meaning only, and \`--fix\` applies them; \`asks\` means that somebody has to decide, and only
\`--fix --all\` applies them. *Needs*: what a diagnostic cannot be looked for without. \`answer\`: the file was fetched; \`crawl\`: a .crawl file
is linted; \`earlier\`: it has an earlier version of the file; \`url\`: it is known where the file stands; \`agents\`: it was fetched under several
names (\`--as\`). What was not looked for is listed under \`not_checked\` in the JSON.

The eleven common mistakes checkers have told people of for twenty years come first in the catalogue:

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
