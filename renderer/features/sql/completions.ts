import type { SqlTable } from '#shared/model/sql-console.ts';
import type { FileWords } from './file-words.ts';
import { keywords, partsOfStatement } from './statement-parts.ts';

export interface SqlCompletion {
  readonly label: string;
  readonly detail: string;
}

/** What can follow at a place of a statement, and where the word begins that it replaces. */
export interface SqlCompletions {
  readonly from: number;
  readonly options: readonly SqlCompletion[];
}

const functions: Readonly<Record<string, string>> = {
  avg: 'mean of the rows',
  coalesce: 'the first that is not null',
  count: 'rows',
  datetime: "datetime(at / 1000, 'unixepoch')",
  group_concat: 'texts of the rows in one',
  ifnull: 'the second where the first is null',
  iif: 'iif(condition, then, else)',
  instr: 'position of a text in a text',
  json_each: 'a row for each value of a JSON array',
  json_extract: "json_extract(text, '$.path')",
  lag: 'the row before, with OVER',
  length: 'characters',
  lower: 'lower case',
  max: 'greatest value',
  min: 'least value',
  page_facts: 'page_facts(page.facts): JSON of what a page contains',
  printf: 'a text from a pattern',
  replace: 'replace(text, from, to)',
  round: 'round(number, digits)',
  row_number: 'number of the row, with OVER',
  substr: 'substr(text, from, length)',
  sum: 'sum of the rows',
  upper: 'upper case',
};

const shortest = (text: string): string => (text.length > 70 ? `${text.slice(0, 69)}…` : text);

/** Which table each name stands for in a statement: tables after FROM and JOIN, by themselves and by their short names. */
export function namedTables(statement: string, tables: readonly SqlTable[]): ReadonlyMap<string, SqlTable> {
  const known = new Map(tables.map(table => [table.name.toLowerCase(), table]));
  const words = partsOfStatement(statement)
    .filter(({ kind }) => kind !== 'comment')
    .map(({ from, to, kind }) => ({ text: statement.slice(from, to), kind }));
  const found = new Map<string, SqlTable>();
  words.forEach(({ text, kind }, at) => {
    const table = known.get(text.toLowerCase());
    if (kind !== 'word' || !table) return;
    const before = words[at - 1]?.text.toUpperCase() ?? '';
    if (!['FROM', 'JOIN', ','].includes(before)) return;
    found.set(table.name.toLowerCase(), table);
    const next = words[at + 1]?.text.toUpperCase() === 'AS' ? words[at + 2] : words[at + 1];
    if (next?.kind === 'word') found.set(next.text.toLowerCase(), table);
  });
  return found;
}

/** Completions at `at`. Null inside texts and comments, and where nothing was typed unless `asked`. */
export function completionsAt(
  statement: string,
  at: number,
  { tables, words, asked }: { readonly tables: readonly SqlTable[]; readonly words: FileWords; readonly asked: boolean },
): SqlCompletions | null {
  const parts = partsOfStatement(statement);
  const inside = parts.find(({ from, to }) => from < at && at <= to);
  if (inside && ['comment', 'text', 'name', 'number'].includes(inside.kind)) return null;
  const from = inside && (inside.kind === 'word' || inside.kind === 'keyword') ? inside.from : at;
  const before = parts
    .filter(({ to, kind }) => to <= from && kind !== 'comment')
    .map(part => statement.slice(part.from, part.to));
  const last = before.at(-1) ?? '';
  if (from === at && !asked && last !== '.') return null;
  const named = namedTables(statement, tables);
  const ofTable = (table: SqlTable): SqlCompletion[] =>
    table.columns.map(({ name }) => ({ label: name, detail: shortest(words.column(table.name, name)) }));
  if (last === '.') {
    const table = named.get((before.at(-2) ?? '').toLowerCase());
    return table ? { from, options: ofTable(table) } : null;
  }
  const allTables = tables.map(({ name }) => ({ label: name, detail: shortest(words.table(name)) }));
  if (/^(FROM|JOIN)$/i.test(last)) return { from, options: allTables };
  const own = [...new Set(named.values())].flatMap(ofTable);
  const rest = [
    ...Object.entries(functions).map(([label, detail]) => ({ label, detail })),
    ...[...keywords].map(label => ({ label, detail: '' })),
  ];
  const seen = new Set<string>();
  const options = [...own, ...allTables, ...rest].filter(({ label }) => !seen.has(label) && seen.add(label));
  return { from, options };
}
