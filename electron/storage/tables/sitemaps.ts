import type { SitemapEntry, SitemapProblem, SitemapSummary } from '#shared/model/page.ts';
import type { WriteDb } from '../file/handle.ts';
import { insertOrReplace } from '../file/insert-or-replace.ts';

export interface SitemapRecord {
  readonly id: number;
  readonly originId: number;
  readonly url: string;
  readonly source: 'robots' | 'well-known' | 'index';
  readonly robotsId: number | null;
  readonly robotsLine: number | null;
  readonly level: number;
  readonly state: string;
  readonly attempts: number;
}

export interface NewSitemap {
  readonly originId: number;
  readonly url: string;
  readonly source: 'robots' | 'well-known' | 'index';
  readonly parentId: number | null;
  readonly robotsId: number | null;
  readonly robotsLine: number | null;
  readonly level: number;
  readonly state: 'queued' | 'refused';
  readonly detail: string;
}

/** An entry of a sitemap file. `isCounted`: the row of its URL was stored with it. */
export interface NewEntry {
  readonly sitemapId: number;
  readonly seq: number;
  readonly urlId: number;
  readonly isCounted: boolean;
}

type EntryFacts = Omit<SitemapEntry, 'loc'>;

const maxProblems = 100;

/** Selects at most 100 problems, in order, including the first of each kind. */
function shownProblems(problems: readonly SitemapProblem[]): readonly SitemapProblem[] {
  const seen = new Set<string>();
  const firsts = new Set(problems.filter(({ code }) => !seen.has(code) && seen.add(code)));
  let others = maxProblems - firsts.size;
  return problems.filter(problem => firsts.has(problem) || others-- > 0);
}

/** Wait before another attempt at a sitemap file. */
export const sitemapRetryMs = 5_000;

/** The queue of sitemap files, and their entries. */
export function sitemapTable(db: WriteDb) {
  const columns =
    'id, origin_id AS originId, url, source, robots_id AS robotsId, robots_line AS robotsLine, level, state, attempts';
  const insert = db.prepare(
    `INSERT INTO sitemap (origin_id, url, source, parent_id, robots_id, robots_line, level, state, detail)
     VALUES (@originId, @url, @source, @parentId, @robotsId, @robotsLine, @level, @state, @detail) ON CONFLICT (url) DO NOTHING`,
  );
  const next = db.prepare(
    `SELECT ${columns} FROM sitemap WHERE origin_id = +? AND state = 'queued' AND due_at <= ? ORDER BY due_at, level, id LIMIT 1`,
  );
  // The pluses: see `urlTable`. A lookup in the index of queued files takes 1.5 µs and happens before every request.
  const nextDue = db.prepare(`SELECT min(due_at) FROM sitemap WHERE origin_id = +? AND state = 'queued'`).pluck();
  const hasten = db.prepare(
    `UPDATE sitemap SET due_at = CASE WHEN due_at > @at + 86400000 THEN @at ELSE min(due_at, @at + ${sitemapRetryMs}) END
     WHERE id IN (SELECT id FROM sitemap WHERE origin_id = @originId AND state = 'queued' ORDER BY due_at LIMIT 500)`,
  );
  const lease = db.prepare(`UPDATE sitemap SET state = 'leased', attempts = attempts + 1 WHERE id = ?`);
  const again = db.prepare(`UPDATE sitemap SET state = 'queued', due_at = ?, detail = ? WHERE id = ?`);
  const end = db.prepare(
    `UPDATE sitemap SET state = @state, detail = @detail, kind = @kind, fetch_id = @fetchId, entries = @entries, problems = @problems WHERE id = @id`,
  );
  const retry = db.prepare(
    `UPDATE sitemap SET state = 'queued', due_at = 0 WHERE state = 'failed' AND attempts >= ? AND attempts < ?`,
  );
  const requeue = db.prepare(`UPDATE sitemap SET state = 'queued' WHERE state = 'leased'`);
  const hasEntries = db.prepare('SELECT 1 FROM sitemap_entry WHERE sitemap_id = ? LIMIT 1').pluck();
  /** Files that had no entry when their first one came. */
  const fresh = new Set<number>();
  const oldEntry = db.prepare('SELECT url_id FROM sitemap_entry WHERE sitemap_id = ? AND seq = ?').pluck();
  const putEntry = insertOrReplace(
    db,
    `INTO sitemap_entry (sitemap_id, seq, url_id, line, lastmod, changefreq, priority, alternates)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const mention = db.prepare('UPDATE url SET in_sitemaps = in_sitemaps + ? WHERE id = ?');
  const lastEntry = db.prepare(
    'SELECT priority, lastmod FROM sitemap_entry WHERE url_id = ? ORDER BY sitemap_id DESC, seq DESC LIMIT 1',
  );
  const surplus = db.prepare('DELETE FROM sitemap_entry WHERE sitemap_id = ? AND seq >= ? RETURNING url_id').pluck();
  const count = db.prepare('SELECT count(*) FROM sitemap').pluck();
  let known = count.get() as number;
  const open = db.prepare(`SELECT count(*) FROM sitemap WHERE state IN ('queued', 'leased')`).pluck();
  return {
    /** Queues a sitemap file unless it is already known. */
    insert(sitemap: NewSitemap): void {
      known += insert.run(sitemap).changes;
    },
    next: (originId: number, nowAt: number): SitemapRecord | undefined => next.get(originId, nowAt) as SitemapRecord | undefined,
    nextDue: (originId: number): number | null => nextDue.get(originId) as number | null,
    /** The clock went back: see `hasten` of `urlTable`. */
    hasten: (originId: number, at: number): void => void hasten.run({ originId, at }),
    /** Queues the files that failed after at least `least` and fewer than `most` attempts. */
    retryFailed: (least: number, most: number): void => void retry.run(least, most),
    lease: (id: number): void => void lease.run(id),
    again: (id: number, dueAt: number, detail: string): void => void again.run(dueAt, detail, id),
    end(
      id: number,
      state: 'done' | 'failed' | 'refused',
      detail: string,
      fetchId: number | null,
      document: SitemapSummary | null,
    ): void {
      fresh.delete(id);
      // Entries from an attempt that a crash interrupted, when the file was longer.
      for (const urlId of surplus.all(id, document?.entries ?? 0) as number[]) mention.run(-1, urlId);
      end.run({
        id,
        state,
        detail,
        fetchId,
        kind: document?.kind ?? '',
        entries: document?.entries ?? 0,
        problems: JSON.stringify(shownProblems(document?.problems ?? [])),
      });
    },
    requeueLeased: (): void => void requeue.run(),
    /** What the newest sitemap says of a URL. */
    lastEntryOf: (urlId: number) => lastEntry.get(urlId) as { readonly priority: string; readonly lastmod: string } | undefined,
    /** Stores an entry and counts it for its URL. An entry that an interrupted attempt already stored counts once. */
    entry({ sitemapId, seq, urlId, isCounted }: NewEntry, { line, lastmod, changefreq, priority, alternates }: EntryFacts): void {
      if (seq === 0) {
        if (hasEntries.get(sitemapId) === undefined) fresh.add(sitemapId);
        else fresh.delete(sitemapId);
      }
      const old = fresh.has(sitemapId) ? undefined : (oldEntry.get(sitemapId, seq) as number | undefined);
      if (old !== undefined) mention.run(-1, old);
      const packed = alternates === undefined ? null : JSON.stringify(alternates.map(({ lang, href }) => [lang, href]));
      putEntry(sitemapId, seq, urlId, line, lastmod, changefreq, priority, packed);
      if (!isCounted) mention.run(1, urlId);
    },
    /** Number of known sitemap files. It is needed for every entry of a sitemap index, so it is kept in memory. */
    count: (): number => known,
    /** Counts again, after a rolled-back transaction or a write by another process. */
    reload(): void {
      fresh.clear();
      known = count.get() as number;
    },
    open: (): number => open.get() as number,
  };
}
export type SitemapTable = ReturnType<typeof sitemapTable>;
