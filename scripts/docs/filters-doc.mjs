// node scripts/docs/filters-doc.mjs [--check]: writes docs/filters.md from the tables of operators, or says whether the file is what would be
// written (exit code 1 when it is not). Needs Node 24, which runs the TypeScript tables as they are.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listedColumns } from '#shared/model/link-score-column.ts';
import { operatorName, otherOperators } from '#shared/model/url-operators.ts';

export const FILTERS_FILE = join(resolve(import.meta.dirname, '../..'), 'docs/filters.md');

const cell = text => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ').trim();
const row = cells => `| ${cells.map(cell).join(' | ')} |`;
const code = name => `\`${name}:\``;

const valuesOf = values => Object.entries(values ?? {}).map(([word, means]) => `\`${word}\` (${means})`);

const rows = [
  ...Object.entries(otherOperators).map(([name, { example, help, values }]) => [
    code(name),
    example,
    help,
    valuesOf(values).join(', '),
  ]),
  ...listedColumns.flatMap(column => {
    if (!column.operator) return [];
    const { names = [], example, help, values } = column.operator;
    const shown = operatorName(column);
    const all = [shown, ...[...names, column.name].filter(name => name !== shown)];
    const words = column.kind === 'word' ? valuesOf(column.values) : [];
    return [[all.map(code).join(' '), example, help, [...valuesOf(values), ...words].join(', ')]];
  }),
];

/** The whole text of docs/filters.md. */
export const filtersDocument = () => `# Filters

Written by \`node scripts/docs/filters-doc.mjs\` from \`shared/model/url-columns.ts\` and \`url-operators.ts\`; edit those, not this page.

One language selects URLs everywhere: the filter field and the search field of the window, \`crawlscope urls --where\`, own checks, segments
and exports.

    crawlscope urls site.crawl --where "status:404 inlinks:>0"
    crawlscope urls site.crawl --where "(title:none OR description:none) indexable:yes -in:sitemap"

## Conditions

| write | finds |
| --- | --- |
| \`shoes\` | URLs with this text in the URL or in the title; letter case does not matter |
| \`name:value\` | URLs whose field has this value; the fields are below |
| \`"winter sale"\` | the text in the quotes, also with spaces, colons and parentheses; \`\\"\` is a quotation mark in it |
| \`status:404,410\` | one of several values |
| \`depth:2..4\` \`ms:>1000\` \`status>=400\` \`status:4xx\` | ranges of numbers; \`k\`, \`m\` and \`g\` are thousands, millions and billions |
| \`title:none\` | URLs without the value; \`duplicate\` where the table names it: pages that share it with another indexable page |

## Joining conditions

| write | means |
| --- | --- |
| \`a b\` or \`a AND b\` | both match |
| \`a OR b\` or \`a \\| b\` | at least one matches |
| \`-a\` or \`NOT a\` | it does not match. URLs without the value match too: \`-status:404\` finds URLs that were never fetched |
| \`(a OR b) c\` | the group matches, and c |
| \`-(a b)\` | not both match |

A space binds more than OR: \`a OR b c\` is \`a OR (b c)\`. AND, OR and NOT are upper case; \`or\` in lower case is a text that is searched for.
\`|\` joins conditions only between spaces.

Parentheses group if the filter has an OR or a NOT, or if one of them is right before a field, as in \`-(status:404 depth:2)\`. In any other
filter they are text: \`wiki/Foo_(bar)\` finds what it says. Quotes make any text a text.

A filter has at most 50 conditions, and groups in at most 10 others. An error names the character where the filter cannot be read.

## Fields

| field | example | finds | values |
| --- | --- | --- | --- |
${rows.map(row).join('\n')}

Custom rules add fields: \`search.NAME:\`, \`extract.NAME:\` and \`segment:\` ([custom rules](rules.md)).
`;

if (import.meta.main) {
  const text = filtersDocument();
  const current = existsSync(FILTERS_FILE) ? readFileSync(FILTERS_FILE, 'utf8') : '';
  if (process.argv.includes('--check')) {
    if (current !== text) {
      process.stderr.write('docs/filters.md is out of date: run node scripts/docs/filters-doc.mjs\n');
      process.exitCode = 1;
    }
  } else if (current !== text) writeFileSync(FILTERS_FILE, text);
}
