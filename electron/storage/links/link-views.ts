import type { Database } from 'better-sqlite3';
import { hrefForms, linkZones } from '#shared/model/page-facts.ts';
import { LinkReader } from './page-links.ts';

/** Since this file version, the links of a page are packed. Before, the file itself has the views. */
const packedLinksSince = 20;

/** Views over `link`, the table of links in a copy for other programs or the view over the packed links here. */
export const viewsOverLink = {
  links: `SELECT f.url AS from_url, t.url AS to_url, k.name AS kind, l.rel, l.text, l.start, l."end", l.seq
  FROM link l JOIN url f ON f.id = l.from_id JOIN url t ON t.id = l.to_id JOIN link_kind k ON k.id = l.kind`,
  link_targets: 'SELECT to_id, from_id, seq FROM link',
} as const;

const named = (bits: string, names: readonly string[]): string =>
  `CASE ${bits} ${names.map((name, at) => `WHEN ${at} THEN '${name}'`).join(' ')} END`;

/** Numbers of a function come as REAL. A column that is an expression has no type; with one, a copy keeps its integers. */
const integer = (expression: string, name: string): string => `CAST(${expression} AS INTEGER) AS ${name}`;

const views = `
CREATE TEMP VIEW link AS
  SELECT p.from_id, ${integer('l.seq', 'seq')}, ${integer('l.to_id', 'to_id')}, ${integer('l.kind', 'kind')},
    coalesce(r.text, l.rel) AS rel, coalesce(t.text, l.text) AS text, ${integer('l.start', 'start')}, ${integer('l."end"', '"end"')}
  FROM page_links p CROSS JOIN links_of(p.links) l LEFT JOIN word r ON r.id = l.rel_word LEFT JOIN word t ON t.id = l.text_word;

CREATE TEMP VIEW link_facts AS
  SELECT from_id, seq, ${named('facts & 7', linkZones)} AS zone, ${named('(facts >> 3) & 7', hrefForms)} AS form,
    ${integer('(facts >> 6) & 1', 'new_window')}, ${integer('(facts >> 7) & 1', 'has_space')},
    ${integer('(facts >> 8) & 1', 'by_image')}, ${integer('(facts >> 9) & 1', 'by_label')},
    ${integer('nullif((facts >> 10) & 4095, 0) - 1', 'path')}, ${integer('(facts >> 22) & 1', 'rendered')}
  FROM (SELECT p.from_id, ${integer('l.seq', 'seq')}, ${integer('l.facts', 'facts')}
    FROM page_links p CROSS JOIN links_of(p.links) l WHERE l.facts IS NOT NULL);

${Object.entries(viewsOverLink)
  .map(([name, select]) => `CREATE TEMP VIEW ${name} AS ${select};`)
  .join('\n')}
`;

/** Remembers which text was asked for by number. */
class AskedWord {
  #number: number | null = null;

  textOf(number: number): string {
    this.#number = number;
    return '';
  }

  /** The number since the last call, null for a text that stands in the links. */
  take(): number | null {
    const number = this.#number;
    this.#number = null;
    return number;
  }
}

/**
 * Lets statements of this connection read links as rows: the table-valued function `links_of` and the views over it. They are
 * temporary: the file must not name a function that other programs lack. `version`: of the file.
 */
export function addLinkViews(db: Database, version: number): void {
  if (version < packedLinksSince) return;
  // A statement cannot run inside another, so that words are joined by the views.
  db.table('links_of', {
    columns: ['seq', 'to_id', 'kind', 'rel', 'rel_word', 'text', 'text_word', 'start', 'end', 'facts'],
    parameters: ['packed'],
    directOnly: false,
    *rows(packed: unknown) {
      if (!Buffer.isBuffer(packed)) return;
      const word = new AskedWord();
      const link = new LinkReader(packed, word);
      while (link.next()) {
        const { rel } = link;
        const relWord = word.take();
        const { seq, to, kind, text, start, end } = link;
        yield [seq, to, kind, rel, relWord, text, word.take(), start, end, link.hasFacts ? link.facts : null];
      }
    },
  });
  db.exec(views);
}
