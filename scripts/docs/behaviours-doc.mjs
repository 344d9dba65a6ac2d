// node scripts/docs/behaviours-doc.mjs: writes the count of hostile behaviours in docs/trust.md from test/behaviours.tsv.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const page = join(root, 'docs/trust.md');
const [begin, end] = ['<!-- begin: scripts/docs/behaviours-doc.mjs -->', '<!-- end of behaviours -->'];

const groups = {
  wire: 'HTTP/1 on the wire',
  http2: 'HTTP/2 on the wire',
  http: 'more of HTTP',
  tls: 'TLS',
  network: 'names and network',
  robots: 'robots.txt',
  directives: 'directives and canonicals',
  sitemaps: 'sitemaps and feeds',
  spaces: 'spaces of URLs, traps',
  content: 'contents, encodings, cookies',
};

/** The rows of test/behaviours.tsv. `test`: a file below test/, '' where none shows the behaviour; then `name` says why. */
export const readBehaviours = () =>
  readFileSync(join(root, 'test/behaviours.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .filter(line => line !== '')
    .map(line => {
      const [id, group, what, test, name] = line.split('\t');
      return { id, group, what, test: test === 'not covered' ? '' : test, name };
    });

/** What docs/trust.md says between its marks. */
export function behavioursTable() {
  const all = readBehaviours();
  const row = (words, list) => {
    const tested = list.filter(({ test }) => test !== '').length;
    return `| ${words} | ${list.length} | ${tested} | ${list.length - tested} |`;
  };
  const rows = Object.entries(groups).map(([group, words]) =>
    row(
      words,
      all.filter(each => each.group === group),
    ),
  );
  return [
    begin,
    '',
    '| behaviours | named | tested | not covered |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
    row('all', all),
    '',
    end,
  ].join('\n');
}

/** The groups that the table has. */
export const knownGroups = Object.keys(groups);

if (process.argv[1] === import.meta.filename) {
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/trust.md lacks ${begin} or ${end}`);
  writeFileSync(page, `${text.slice(0, from)}${behavioursTable()}${text.slice(to + end.length)}`);
}
