import type { FieldRow, FieldValue } from '#core/compare/field-difference.ts';
import { shownHeaders } from '#shared/explain/redact.ts';
import { headerValues } from '#shared/header-values.ts';
import { type CompareField, headerOf } from '#shared/model/compare-fields.ts';
import { signatureOf } from '../facts/read-facts.ts';
import { urlKey } from '../file/codec.ts';
import type { ReadDb } from '../file/handle.ts';
import { storedHeaders } from '../file/stored-json.ts';
import { WordTexts } from '../file/words.ts';
import { inlinksSql } from '../links/inlink-count-rows.ts';
import { LinkReader } from '../links/page-links.ts';
import { factsReader, type StoredFacts } from './page-facts.ts';

/** SQL of fields whose column has another name. Other fields are columns of `url` under their own name. */
const own: Readonly<Record<string, string>> = {
  redirect_to: '(SELECT t.url FROM url t WHERE t.id = u.redirect_id)',
  canonical: 'CASE WHEN u.canonical_id = u.id THEN u.url ELSE (SELECT t.url FROM url t WHERE t.id = u.canonical_id) END',
  meta_robots: "nullif(p.meta_robots, '')",
  x_robots_tag: "nullif(p.x_robots_tag, '')",
  text: 'u.text_hash',
  inlinks: inlinksSql('u.id'),
};

/** Fields that are worked out of what is stored as a whole. */
const computed: ReadonlySet<string> = new Set(['structured_errors', 'links']);

/** File version from which on pages have columns for titles, headings, words and links. */
const firstWithFields = 12;

/** Columns before those of the fields. */
const fixed = 8;
type Fields = [
  id: number,
  url: string,
  key: number,
  hasResponse: 0 | 1,
  isPage: 0 | 1,
  hasNewer: 0 | 1,
  headers: string | null,
  packed: StoredFacts,
  ...values: FieldValue[],
];

/** A URL with the values of its fields; `targets`: where its links lead (ids, each once), if that was asked for. */
export interface StoredFieldRow extends FieldRow {
  readonly targets: readonly number[] | null;
  /** Key of the URL: see `urlKey`. */
  readonly key: number;
}

/** Reads the compared fields of URLs: all in the order of their ids, or those with certain addresses or ids. */
export function fieldValues(db: ReadDb, fields: readonly CompareField[]) {
  const headers = fields.map(headerOf);
  const isRead = (field: CompareField): boolean => headerOf(field) === null && !computed.has(field.id);
  const plain = fields.filter(isRead).map(({ id }) => own[id] ?? `u.${id}`);
  const wantsHeaders = headers.some(name => name !== null);
  const wantsFacts = fields.some(({ id }) => id === 'structured_errors');
  const wantsLinks = fields.some(({ id }) => id === 'links');
  const columns = [
    'u.id, u.url, u.hash, u.status IS NOT NULL',
    "u.status BETWEEN 200 AND 299 AND coalesce(u.content_type IN ('text/html', 'application/xhtml+xml'), 0)",
    'u.titles IS NOT NULL',
    wantsHeaders ? 'f.response_headers' : 'NULL',
    wantsFacts ? 'p.facts' : 'NULL',
    ...plain,
  ].join(', ');
  const from = `url u LEFT JOIN page p ON p.url_id = u.id ${wantsHeaders ? 'LEFT JOIN fetch f ON f.id = u.fetch_id' : ''}`;
  const block = db.prepare(`SELECT ${columns} FROM ${from} WHERE u.id > ? ORDER BY u.id LIMIT ?`).raw();
  const wanted = 'json_each(?) AS wanted CROSS JOIN';
  const byHash = db.prepare(`SELECT ${columns} FROM ${wanted} ${from.replace('url u', 'url u ON u.hash = wanted.value')}`).raw();
  const byId = db.prepare(`SELECT ${columns} FROM ${wanted} ${from.replace('url u', 'url u ON u.id = wanted.value')}`).raw();
  const words = new WordTexts(db);
  const factsOf = factsReader(words);
  const version = db.prepare('PRAGMA user_version').pluck().get() as number;
  const signatures = db.prepare('SELECT facts FROM page WHERE url_id = ?').pluck();
  const links = db.prepare('SELECT links FROM page_links WHERE from_id = ?').pluck();

  const targetsOf = (id: number): number[] => {
    const packed = links.get(id) as Buffer | undefined;
    if (packed === undefined) return [];
    const reader = new LinkReader(packed, words);
    const found = new Set<number>();
    while (reader.next()) found.add(reader.to);
    return [...found];
  };
  const rowOf = (stored: Fields): StoredFieldRow => {
    const [id, url, key, hasResponse, isPage, hasNewer, json, packed] = stored;
    const sent = wantsHeaders ? shownHeaders(storedHeaders(json)) : [];
    const facts = wantsFacts && isPage ? factsOf(packed) : null;
    const targets = wantsLinks && isPage ? targetsOf(id) : null;
    let next = fixed;
    const values = fields.map((field, at): FieldValue => {
      const name = headers[at];
      if (name) {
        const said = headerValues(sent, name);
        return said.length === 0 ? null : said.join(', ');
      }
      if (field.id === 'structured_errors')
        return facts?.structured?.blocks.filter(({ error }) => error !== undefined).length ?? 0;
      if (field.id === 'links') return targets?.length ?? 0;
      const value = stored[next] as FieldValue;
      next += 1;
      return field.id === 'status' && value !== null ? String(value) : value;
    });
    return { id, url, key, hasResponse: hasResponse === 1, isPage: isPage === 1, hasNewer: hasNewer === 1, values, targets };
  };
  return {
    after: (id: number, limit: number): StoredFieldRow[] => (block.all(id, limit) as Fields[]).map(rowOf),
    /** Finds stored URLs by their text. `keys`: their keys, if known. */
    find(urls: readonly string[], keys: readonly number[] = urls.map(urlKey)): ReadonlyMap<string, StoredFieldRow> {
      const found = (byHash.all(JSON.stringify(keys)) as Fields[]).map(rowOf);
      return new Map(found.map(row => [row.url, row]));
    },
    ofIds(ids: readonly number[]): ReadonlyMap<number, StoredFieldRow> {
      const found = (byId.all(JSON.stringify(ids)) as Fields[]).map(rowOf);
      return new Map(found.map(row => [row.id, row]));
    },
    /** Near-duplicate signature of a page; null where the file has none. */
    signature(id: number): Uint8Array | null {
      const facts = factsOf((signatures.get(id) as StoredFacts | undefined) ?? null);
      return facts && signatureOf(facts);
    },
    /** Whether the version of the file has what a field needs. */
    isStored: ({ isNewer }: CompareField): boolean => !isNewer || version >= firstWithFields,
  };
}
export type FieldValues = ReturnType<typeof fieldValues>;

/** The hash of every URL by its id, to compare ids of two files. `rewritten`: the URL as the other file writes it. */
export function* urlHashes(db: ReadDb, rewritten: ((url: string) => string) | null): Generator<number, Float64Array, void> {
  const last = (db.prepare('SELECT coalesce(max(id), 0) FROM url').pluck().get() as number) + 1;
  if (last > 200_000_000) throw new RangeError('The ids of the URLs are too far apart.');
  const hashes = new Float64Array(last);
  const block = db.prepare('SELECT id, hash, url FROM url WHERE id > ? ORDER BY id LIMIT 1000').raw();
  for (let after = 0; ; ) {
    const rows = block.all(after) as [number, number, string][];
    for (const [id, hash, url] of rows) {
      hashes[id] = rewritten === null ? hash : urlKey(rewritten(url));
      after = id;
    }
    if (rows.length === 0) return hashes;
    yield 0;
  }
}
