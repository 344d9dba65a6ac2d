// node scripts/docs/reasons-doc.mjs [--check]: writes docs/reasons.md from the closed list of reasons, or says whether the file
// is what would be written (exit code 1 when it is not). Needs Node 24, which runs the TypeScript list as it is.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { reasonCodes, reasons } from '#shared/explain/reasons.ts';

export const REASONS_FILE = join(resolve(import.meta.dirname, '../..'), 'docs/reasons.md');

const STAGES = {
  admission: 'Admission: may the URL enter the frontier?',
  access: 'Access: may it be fetched?',
  fetch: 'Fetch: how did fetching it end?',
  listing: 'Listing: may a search engine list it?',
  follow: 'Follow: were its links followed?',
};
const HEAD = ['code', 'verdict', 'title', 'sentence', 'evidence', 'setting', 'advice', 'source'];

const CASES = {
  'seed-domain': 'if the host is in the domain of a start URL',
  linked: 'if links lead to it',
  'in-sitemap': 'if a sitemap lists it',
  'no-such-host': 'if the host name does not exist',
  'no-connection': 'if there is no connection',
  'cut-at-limit': 'if our limit cut the page',
  otherwise: 'otherwise',
};

const settingText = setting =>
  setting === null ? '–' : `${setting.name} (${setting.takesEffect === 'on-resume' ? 'on resume' : 'in a new crawl'})`;

/** Advice as one text; with cases each is named. */
const adviceText = advice =>
  typeof advice === 'string'
    ? advice || '–'
    : Object.entries(advice)
        .map(([when, text]) => `${CASES[when]}: ${text || 'nothing.'}`)
        .join(' ');

/** One cell: `|` would end it, `{` and `<` mean something to some renderers, a line end ends the row. */
const cell = text => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ').trim();
const row = cells => `| ${cells.map(cell).join(' | ')} |`;

function table(stage) {
  const rows = reasonCodes
    .filter(code => reasons[code].stage === stage)
    .map(code => {
      const { verdict, title, sentence, evidence, setting, advice, source } = reasons[code];
      return row([`\`${code}\``, verdict, title, sentence, evidence, settingText(setting), adviceText(advice), source]);
    });
  return [row(HEAD), row(HEAD.map(() => '---')), ...rows].join('\n');
}

/** The whole text of docs/reasons.md. Throws when a reason has a stage this page has no heading for. */
export function reasonsDocument() {
  const homeless = reasonCodes.filter(code => !Object.hasOwn(STAGES, reasons[code].stage));
  if (homeless.length > 0) throw new Error(`no heading for the stage of ${homeless.join(', ')}`);
  const parts = Object.entries(STAGES).map(([stage, heading]) => `## ${heading}\n\n${table(stage)}`);
  return `# Reasons

Written by \`node scripts/docs/reasons-doc.mjs\` from the files in \`shared/explain/reasons/\`; edit those, not this page.

All ${reasonCodes.length} reasons a decision can have. A crawl file stores the code, and \`reason:\` filters by it. Crawlscope makes title
and sentence when it shows them, and fills \`{names}\` in a sentence from the evidence of the decision. *Evidence* is the kind of
pointer that proves the reason (*none*: no pointer is needed, though the place of discovery may be named). *Setting* is the
setting that would change the decision, and when. After such a change, a resumed crawl decides again on what the
old value kept out, also when it is finished; pages that are fetched stay. *Source* is the
standard that the rule comes from; *Ours* is a rule of this product.

${parts.join('\n\n')}
`;
}

if (import.meta.main) {
  const text = reasonsDocument();
  const current = existsSync(REASONS_FILE) ? readFileSync(REASONS_FILE, 'utf8') : '';
  if (process.argv.includes('--check')) {
    if (current !== text) {
      process.stderr.write('docs/reasons.md is out of date: run node scripts/docs/reasons-doc.mjs\n');
      process.exitCode = 1;
    }
  } else if (current !== text) {
    mkdirSync(dirname(REASONS_FILE), { recursive: true });
    writeFileSync(REASONS_FILE, text);
  }
}
