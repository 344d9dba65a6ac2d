import type { ReadDb } from '../file/handle.ts';
import { idRanges, type ListPart, type StoredValue } from './list-part.ts';

/** A longer chain is cut here: crawlers give up long before. */
const mostHops = 100;

interface Hop {
  readonly id: number;
  readonly url: string;
  readonly status: number | null;
  readonly redirect: number | null;
}

/** Every URL that redirects, followed to its end: one row for each hop. */
export function* redirectChains(db: ReadDb): Generator<ListPart> {
  const columns = 'u.id, u.url, u.status, u.redirect_id AS redirect';
  const starts = db.prepare(
    `SELECT ${columns} FROM url u WHERE u.id > @after AND u.id <= @to AND u.redirect_id IS NOT NULL ORDER BY u.id`,
  );
  const byId = db.prepare(`SELECT ${columns} FROM url u WHERE u.id = ?`);
  const find = (id: number): Hop | undefined => byId.get(id) as Hop | undefined;
  for (const { after, to, last } of idRanges(db)) {
    const found = starts.all({ after, to }) as Hop[];
    yield { rows: found.flatMap(start => chainOf(start, find)), done: to, total: last };
  }
}

function chainOf(start: Hop, find: (id: number) => Hop | undefined): StoredValue[][] {
  const hops: Hop[] = [];
  const met = new Set<number>();
  let at: Hop | undefined = start;
  while (at && at.redirect !== null && !met.has(at.id) && hops.length < mostHops) {
    met.add(at.id);
    hops.push(at);
    at = find(at.redirect);
  }
  const isLoop = at !== undefined && met.has(at.id);
  const targets = [...hops.slice(1), at];
  const chain = [start.url, hops.length, isLoop, at?.url ?? null, at?.status ?? null];
  return hops.map((hop, i) => [...chain, i + 1, hop.url, hop.status, targets[i]?.url ?? null]);
}
