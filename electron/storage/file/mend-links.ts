import type { Database } from 'better-sqlite3';
import { LinkRows } from '../links/link-rows.ts';
import { type LinkOf, LinkReader, LinksWriter, mostOfNumber } from '../links/page-links.ts';
import { hasTable } from './has-table.ts';
import type { NewPosition } from './mend-evidence.ts';
import { mendFragments } from './mend-fragments.ts';
import type { Note } from './mend-references.ts';
import { noWords, WordTexts } from './words.ts';

/** Pages that are read at once. */
const pagesOfBlock = 50;
/** Only a damaged file has longer texts. */
const longestText = 4_000;
/** A kind with a greater number is none of ours: a changed byte of a link. */
const greatestKind = 1_000;
/** Ids up to this one are in a list of bits. Only a damaged file has greater ones. */
const mostBits = 2 ** 28;

/** Which rows a table has. */
class Ids {
  readonly #bits: Uint8Array;
  readonly #greater = new Set<number>();

  constructor(db: Database, table: string) {
    const most = db.prepare(`SELECT max(id) FROM ${table} WHERE id < ${mostBits}`).pluck().get() as number | null;
    this.#bits = new Uint8Array(((most ?? 0) >> 3) + 1);
    for (const id of db.prepare(`SELECT id FROM ${table} WHERE id > 0`).pluck().iterate() as IterableIterator<number>)
      if (id < mostBits) this.#bits[id >> 3] = (this.#bits[id >> 3] as number) | (1 << (id & 7));
      else this.#greater.add(id);
  }

  has(id: number): boolean {
    return id < mostBits ? id > 0 && ((this.#bits[id >> 3] ?? 0) & (1 << (id & 7))) !== 0 : this.#greater.has(id);
  }
}

/**
 * Takes links to lost URLs out of the links of pages, and links behind damaged bytes: a later URL with the number of a lost one must have no links.
 * What names a link by its position on the page follows it: fragments of pages here, and evidence by what this returns. Call it when no more
 * URLs, blocks and pages are removed. The connection needs the views of `own-views.ts`. Yields.
 */
export function* mendLinks(db: Database, note: Note): Generator<void, NewPosition, void> {
  db.exec(`CREATE TEMP TABLE taken_out (from_id INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (from_id, seq)) WITHOUT ROWID;
    CREATE TEMP TABLE cut_links (from_id INTEGER PRIMARY KEY, kept INTEGER NOT NULL)`);
  const block = db
    .prepare(`SELECT from_id, count, links FROM page_links WHERE from_id > ? ORDER BY from_id LIMIT ${pagesOfBlock}`)
    .raw();
  const rows = storedLinks(db);
  const drop = db.prepare(`DELETE FROM ${rows.table} WHERE from_id = ?`);
  const takenOut = db.prepare('INSERT INTO taken_out (from_id, seq) VALUES (?, ?)');
  const cut = db.prepare('INSERT INTO cut_links (from_id, kept) VALUES (?, ?)');
  const position = positions(db);
  const words = new WordTexts(db);
  const writer = new LinksWriter(noWords);
  const fragments = mendFragments(db, words);
  const urls = new Ids(db, 'url');
  const kinds = new Ids(db, 'link_kind');
  const lostKinds = new Set<number>();
  const isKept = ({ to, kind }: LinkReader): boolean => urls.has(to) && kind <= greatestKind;
  /** Positions of the links that are not kept. */
  const goneOf = (links: LinkReader): number[] => {
    const gone: number[] = [];
    while (links.next())
      if (!isKept(links)) gone.push(links.seq);
      else if (!kinds.has(links.kind)) lostKinds.add(links.kind);
    return gone;
  };
  const keptOf = (links: LinkReader): LinkOf<number>[] => {
    const kept: LinkOf<number>[] = [];
    while (links.next())
      if (isKept(links)) {
        const { to, kind, rel, text, start, end, facts } = links;
        kept.push({ to, kind, rel: rel.slice(0, longestText), text: text.slice(0, longestText), start, end, facts });
      }
    return kept;
  };
  let [less, damaged, lost] = [0, 0, 0];
  for (let after = -Number.MAX_SAFE_INTEGER; ; ) {
    const pages = block.all(after) as [number, number, Buffer][];
    if (pages.length === 0) break;
    for (const [from, count, packed] of pages) {
      yield;
      after = from;
      const links = new LinkReader(packed, words);
      const gone = goneOf(links);
      const read = links.seq + 1;
      const isCut = links.damaged || read !== count;
      if (!isCut && gone.length === 0) continue;
      for (const seq of gone) takenOut.run(from, seq);
      if (isCut) cut.run(from, read);
      const kept = keptOf(new LinkReader(packed, words));
      if (kept.length === 0) drop.run(from);
      else
        rows.replace(
          from,
          kept.length,
          writer.pack(kept, kind => kind, from > 0 && from < mostOfNumber ? from : 0),
        );
      fragments.move(from, seq => position(from, seq));
      if (kept.length === 0 && isCut) lost += 1;
      else if (isCut) damaged += 1;
      else less += 1;
    }
  }
  rows.flush();
  fragments.flush();
  note(rows.table, less, 'lost links to URLs that are lost');
  note(rows.table, damaged, 'lost links behind damaged bytes');
  note(rows.table, lost, 'removed, because their links are lost');
  // A new kind would get the number of a lost one.
  const made = db.prepare('INSERT INTO link_kind (id, name) VALUES (?, ?)');
  for (const kind of lostKinds) made.run(kind, `lost-${kind}`);
  note('link_kind', lostKinds.size, 'made anew for links whose kind is lost');
  return position;
}

/** The rows that have the links of pages. Up to version 29, they are in the rows themselves. */
function storedLinks(db: Database) {
  if (!hasTable(db, 'links_row')) {
    const set = db.prepare('UPDATE page_links SET count = ?, links = ? WHERE from_id = ?');
    const replace = (from: number, count: number, packed: Uint8Array): void => void set.run(count, packed, from);
    return { table: 'page_links', replace, flush: () => undefined };
  }
  const blocks = new LinkRows(db);
  const set = db.prepare('UPDATE links_row SET count = ?, links_at = ?, links = ? WHERE from_id = ?');
  return {
    table: 'links_row',
    replace(from: number, links: number, bytes: Uint8Array): void {
      const { count, at, packed } = blocks.placed(links, bytes);
      set.run(count, at, packed, from);
    },
    flush: () => blocks.flush(),
  };
}

function positions(db: Database): NewPosition {
  const cut = db.prepare('SELECT kept FROM cut_links WHERE from_id = ?').pluck();
  const isGone = db.prepare('SELECT 1 FROM taken_out WHERE from_id = ? AND seq = ?');
  const before = db.prepare('SELECT count(*) FROM taken_out WHERE from_id = ? AND seq < ?').pluck();
  return (from, seq) => {
    const kept = cut.get(from) as number | undefined;
    if ((kept !== undefined && seq >= kept) || isGone.get(from, seq) !== undefined) return null;
    return seq - (before.get(from, seq) as number);
  };
}
