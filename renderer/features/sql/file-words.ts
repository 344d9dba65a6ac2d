import type { SqlTable } from '#shared/model/sql-console.ts';

/** What docs/crawl-file.md says: the one place where tables and columns are explained. */
export interface FileWords {
  /** One sentence about a table or view; '' for none. */
  table(name: string): string;
  /** What a column means; '' for none. */
  column(table: string, name: string): string;
  /** Queries with a title. */
  /** Position of a table on the page, where what people ask about comes first; -1 if it is not there. */
  place(name: string): number;
  readonly examples: readonly { readonly name: string; readonly sql: string }[];
}

const plain = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replaceAll('\\|', '|')
    .trim();
const namesIn = (text: string): string[] => [...text.matchAll(/`([a-z_0-9]+)`/g)].map(match => match[1] ?? '');

/** Reads the page. Sections are `## …`, with names of views, then of tables; columns are rows of tables with two cells. */
export function readFileWords(page: string): FileWords {
  const tables = new Map<string, string>();
  const columns = new Map<string, string>();
  const examples: { name: string; sql: string }[] = [];
  for (const section of page.split(/^## /m).slice(1)) {
    const [heading = '', ...lines] = section.split('\n');
    const body = lines.join('\n');
    const [views = '', own = ''] = heading.split('—');
    const named = [...namesIn(views), ...namesIn(own)];
    const text = plain(/^\n*([^|#\n][^\n]*(?:\n[^|#\n][^\n]*)*)/.exec(body)?.[1]?.replaceAll('\n', ' ') ?? '');
    const first = /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;
    for (const name of named) tables.set(name, first);
    let of: readonly string[] = named;
    for (const line of lines) {
      const [, head = '', meaning = ''] = /^\| (.+?) \| (.+) \|$/.exec(line) ?? [];
      if (head === '' || /^-+$/.test(head)) continue;
      if (head.startsWith('column')) {
        const said = namesIn(head);
        of = said.length > 0 ? said : head.endsWith('of the view') ? named : head.endsWith('of the table') ? namesIn(own) : named;
      } else for (const table of of) for (const name of namesIn(head)) columns.set(`${table}.${name}`, plain(meaning));
    }
    for (const { 1: name = '', 2: sql = '' } of body.matchAll(/([^\n]+):\n\n```sql\n([\s\S]*?)```/g))
      examples.push({ name: plain(name), sql: sql.trim() });
  }
  const order = [...tables.keys()];
  return {
    place: name => order.indexOf(name),
    table: name => tables.get(name) ?? '',
    column: (table, name) => columns.get(`${table}.${name}`) ?? '',
    examples,
  };
}

/** The views in the order of the page, then tables, then what the page does not name. */
export function orderedTables(tables: readonly SqlTable[], words: FileWords): readonly SqlTable[] {
  const rank = ({ name, kind }: SqlTable): number => (words.place(name) < 0 ? 2 : kind === 'view' ? 0 : 1);
  return [...tables].sort(
    (a, b) => rank(a) - rank(b) || words.place(a.name) - words.place(b.name) || a.name.localeCompare(b.name),
  );
}
