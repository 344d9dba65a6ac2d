import type { LinkKind } from '#shared/model/page.ts';
import type { ReadDb } from '../file/handle.ts';
import { LinkKinds } from '../links/link-kinds.ts';
import { linkReads, mostIds } from '../links/link-reads.ts';
import type { LinkReader } from '../links/page-links.ts';
import { idRanges, type ListPart, type StoredValue } from './list-part.ts';

/** Which links a list has; all conditions must match. */
export interface LinkChoice {
  readonly kinds?: readonly LinkKind[];
  /** Condition on the target, in SQL on `url u`. */
  readonly target?: string;
  /** Only links to another host than that of the page. */
  readonly elsewhere?: true;
}

/** Ids above this one are kept in a set. No real crawl has more, but a damaged file may claim so. */
const mostInBits = 2 ** 27;

/** A set of URL ids: a bit each. */
class IdSet {
  #bits = new Uint8Array(1_024);
  readonly #far = new Set<number>();

  add(id: number): void {
    if (id >= mostInBits) {
      this.#far.add(id);
      return;
    }
    if (id >> 3 >= this.#bits.length) {
      const more = new Uint8Array(Math.max(this.#bits.length * 2, (id >> 3) + 1));
      more.set(this.#bits);
      this.#bits = more;
    }
    this.#bits[id >> 3] = (this.#bits[id >> 3] as number) | (1 << (id & 7));
  }

  has(id: number): boolean {
    return id >= mostInBits ? this.#far.has(id) : (((this.#bits[id >> 3] ?? 0) >> (id & 7)) & 1) === 1;
  }
}

interface Linked {
  readonly url: string;
  readonly status: number | null;
  readonly reason: string;
  readonly host: string | null;
}

/**
 * The chosen links of all pages, in order of the page and the position, with the columns of a list of links. Reads the targets
 * first, then each page once. Only the URLs of chosen links are looked up.
 */
export function* chosenLinks(db: ReadDb, { kinds, target, elsewhere }: LinkChoice): Generator<ListPart> {
  const wanted = target === undefined ? null : new IdSet();
  // Finding the targets takes about a tenth of the time, and counts as such.
  if (wanted) {
    const range = db.prepare(`SELECT u.id FROM url u WHERE u.id > @after AND u.id <= @to AND (${target})`).pluck();
    for (const { after, to, last } of idRanges(db)) {
      for (const id of range.all({ after, to }) as number[]) wanted.add(id);
      yield { rows: [], done: to / 10, total: last * 1.1 };
    }
  }
  const names = new LinkKinds(db);
  const ofKind = kinds && new Set<string>(kinds);
  const row = linkRow(db, names, elsewhere === true);
  const last = (db.prepare('SELECT max(id) FROM url').pluck().get() as number | null) ?? 0;
  for (const span of linkReads(db).spans()) {
    const rows: StoredValue[][] = [];
    let done = 0;
    for (const [from, link] of span) {
      done = from;
      while (link.next()) {
        if (wanted && !wanted.has(link.to)) continue;
        if (ofKind && !ofKind.has(names.nameOf(link.kind))) continue;
        const made = row(from, link);
        if (made) rows.push(made);
      }
    }
    if (done > 0) yield { rows, done: done + (wanted ? last / 10 : 0), total: last * (wanted ? 1.1 : 1) };
  }
}

/** URLs of links that are remembered: pages of a site link to the same ones again and again. */
const remembered = 50_000;

function linkRow(db: ReadDb, names: LinkKinds, elsewhere: boolean): (from: number, link: LinkReader) => StoredValue[] | null {
  const find = db.prepare(
    `SELECT u.url, u.status, u.reason, o.host FROM url u LEFT JOIN origin o ON o.id = u.origin_id WHERE u.id = ? AND u.id < ${mostIds}`,
  );
  const known = new Map<number, Linked | null>();
  const urlOf = (id: number): Linked | null => {
    let found = known.get(id);
    if (found === undefined) {
      if (known.size >= remembered) known.clear();
      found = (find.get(id) as Linked | undefined) ?? null;
      known.set(id, found);
    }
    return found;
  };
  return (fromId, link) => {
    const from = urlOf(fromId);
    const to = urlOf(link.to);
    if (!from || !to || (elsewhere && from.host === to.host)) return null;
    return [from.url, to.url, names.nameOf(link.kind), link.rel, link.text, to.status, to.reason, link.seq, link.start, link.end];
  };
}
