import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sqlSchema } from '#storage/reads/sql-schema.ts';
import { completionsAt, namedTables } from '../../../../renderer/features/sql/completions.ts';
import { orderedTables, readFileWords } from '../../../../renderer/features/sql/file-words.ts';
import { withStatement } from '../../../../renderer/features/sql/kept-queries.ts';
import { urlOfRow } from '../../../../renderer/features/sql/row-url.ts';
import { partsOfStatement } from '../../../../renderer/features/sql/statement-parts.ts';
import { newSession } from '../../../support/crawling.ts';

const words = readFileWords(readFileSync('docs/crawl-file.md', 'utf8'));
const tables = sqlSchema(newSession(['http://127.0.0.1:1/']).path);
const at = (text: string, asked = false) => {
  const place = text.indexOf('|');
  return completionsAt(text.replace('|', ''), place, { tables, words, asked });
};
const labels = (text: string, asked = false) => at(text, asked)?.options.map(({ label }) => label);

test('docs/crawl-file.md explains the tables and columns of a file', () => {
  expect(words.table('urls')).toBe('Every URL ever seen, fetched or not.');
  expect(words.column('urls', 'status')).toBe('HTTP status of the last attempt; null: no response');
  expect(words.column('url', 'distance')).toContain('links from a start URL');
  expect(words.column('fetches', 'tls_ms')).toContain('the TLS handshake');
  expect(words.column('fetches', 'nothing')).toBe('');
  expect(words.examples.length).toBeGreaterThan(5);
  const views = tables.filter(({ name, kind }) => kind === 'view' && words.table(name) !== '');
  expect(views.map(({ name }) => name)).toEqual(expect.arrayContaining(['urls', 'links', 'fetches', 'decisions', 'sitemaps']));
  const columns = views.flatMap(({ name, columns: own }) => own.map(column => words.column(name, column.name)));
  expect(columns.filter(meaning => meaning !== '').length / columns.length).toBeGreaterThan(0.8);
});

test('the views of the page come first', () => {
  expect(orderedTables(tables, words)[0]?.name).toBe('urls');
});

test('every example of the page runs', async () => {
  const { SqlConsole } = await import('#engine/sql-console/console.ts');
  const { path } = newSession(['http://127.0.0.1:1/']);
  for (const { name, sql } of words.examples)
    expect(new SqlConsole().run(1, { path, statement: sql, maxRows: 10, timeMs: 30_000 }), name).toMatchObject({ kind: 'done' });
});

test('a statement is read as SQLite does', () => {
  const text = 'select \'a -- b\', "c d" -- rest\nfrom x1 /* y */ where 1.5';
  expect(partsOfStatement(text).map(({ from, to, kind }) => `${kind} ${text.slice(from, to)}`)).toEqual([
    'keyword select',
    "text 'a -- b'",
    'sign ,',
    'name "c d"',
    'comment -- rest',
    'keyword from',
    'word x1',
    'comment /* y */',
    'keyword where',
    'number 1.5',
  ]);
});

test('tables follow FROM and JOIN, columns a short name, and everything elsewhere', () => {
  expect(labels('select * from |', true)).toEqual(expect.arrayContaining(['urls', 'links']));
  expect(labels('select * from u|')).not.toContain('SELECT');
  expect(labels('select l.| from links l')).toEqual(['from_url', 'to_url', 'kind', 'rel', 'text', 'start', 'end', 'seq']);
  expect(labels('select x.| from links l')).toBeUndefined();
  expect(labels('select st| from urls')).toEqual(expect.arrayContaining(['status', 'urls', 'WHERE', 'count']));
  expect(at('select | from urls')).toBeNull();
  expect(at("select 'st|' from urls", true)).toBeNull();
  expect(at('-- st|', true)).toBeNull();
  expect([...namedTables('select 1 from urls as u, links join fetches', tables).keys()]).toEqual([
    'urls',
    'u',
    'links',
    'fetches',
  ]);
});

test('the history has each statement once', () => {
  expect(withStatement(['b', 'a'], 'a')).toEqual(['a', 'b']);
});

test('a row is about its column url, else about the first URL in it', () => {
  expect(urlOfRow(['from_url', 'url'], ['http://a.test/', 'http://b.test/'])).toBe('http://b.test/');
  expect(urlOfRow(['n', 'from_url'], [1, 'http://a.test/'])).toBe('http://a.test/');
  expect(urlOfRow(['n'], ['see http://a.test/'])).toBeNull();
});
