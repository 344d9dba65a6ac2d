import { join } from 'node:path';
import { followedKinds } from '#core/decision/admission.ts';
import { createSession, openSession, type Session, type SessionOptions } from '#engine/session/session.ts';
import { type CrawlSettings, defaultSettings } from '#shared/model/crawl.ts';
import { afterwards } from './afterwards.ts';
import { type Answer, type Mono, type Site, startSite } from './site.ts';
import { tempFolder } from './temp.ts';

/** A site that is closed after the test. Its log has the times of `clock`. */
export async function site(answers: Readonly<Record<string, Answer>> = {}, clock?: Mono): Promise<Site> {
  const started = await startSite(answers, clock);
  afterwards(() => started.close());
  return started;
}

/** Quick settings for tests: no delay, no sitemaps, one attempt. */
export const quick: Omit<CrawlSettings, 'seeds'> = { ...defaultSettings, delayMs: 0, sitemaps: false, maxAttempts: 1 };

export const newPath = (): string => join(tempFolder(), 'test.crawl');

/** A new crawl of these seeds; closed after the test. */
export function newSession(
  seeds: readonly string[],
  settings: Partial<CrawlSettings> = {},
  options: SessionOptions & { readonly path?: string } = {},
): Session {
  const { path = newPath(), ...rest } = options;
  const session = createSession(path, { ...quick, ...settings, seeds }, rest);
  afterwards(() => session.close());
  return session;
}

/** The same file again; closed after the test. */
export function reopen(path: string, options: SessionOptions = {}): Session {
  const session = openSession(path, options);
  afterwards(() => session.close());
  return session;
}

/** Rows of a read-only statement as arrays. */
export const rows = (session: Session, statement: string): unknown[][] =>
  [...session.sql(statement, { timeMs: 100_000, maxRows: 100_000 }).rows].map(row => [...row]);

/** First column of every row. */
export const column = (session: Session, statement: string): unknown[] => rows(session, statement).map(row => row[0]);

/** The reasons of every decision about a URL, oldest first. */
export const reasonsOf = (session: Session, url: string): unknown[] =>
  column(session, `SELECT reason FROM decisions WHERE url = '${url}' ORDER BY id`);

/** What must be true of every crawl file at rest: sound, one current decision a URL, counters equal to the tables. */
export function faults(session: Session): string[] {
  const found: string[] = [];
  const check = (name: string, got: unknown, wanted: unknown) => {
    if (JSON.stringify(got) !== JSON.stringify(wanted))
      found.push(`${name}: ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`);
  };
  check('integrity', column(session, 'PRAGMA integrity_check'), ['ok']);
  check('foreign keys', column(session, 'SELECT count(*) FROM pragma_foreign_key_check'), [0]);
  const urls = column(session, 'SELECT count(*) FROM url')[0];
  check('current decisions', column(session, 'SELECT count(*) FROM current_decisions')[0], urls);
  check(
    'reasons differ from the current decision',
    column(session, 'SELECT u.url FROM url u JOIN current_decisions d ON d.url_id = u.id WHERE d.reason <> u.reason'),
    [],
  );
  check('duplicates', column(session, 'SELECT url FROM url GROUP BY url HAVING count(*) > 1'), []);
  check('leased at rest', column(session, "SELECT url FROM url WHERE state = 'leased'"), []);
  check(
    'links that are not whole, or lead nowhere',
    rows(session, 'SELECT (SELECT coalesce(sum(count), 0) FROM page_links), (SELECT count(*) FROM links)').filter(
      ([packed, read]) => packed !== read,
    ),
    [],
  );
  check(
    'links missing among the targets, and the other way round',
    [
      ...rows(session, 'SELECT to_id, from_id, seq FROM link EXCEPT SELECT * FROM link_targets'),
      ...rows(session, 'SELECT * FROM link_targets EXCEPT SELECT to_id, from_id, seq FROM link'),
    ],
    [],
  );
  check('pages not counted', column(session, 'SELECT from_id FROM inlink_waiting WHERE counted <> 1'), []);
  check(
    'inlinks differ from the links',
    rows(
      session,
      `SELECT u.url, u.inlinks, coalesce(l.pages, 0) FROM urls u LEFT JOIN (
         SELECT to_id, count(DISTINCT from_id) AS pages FROM link JOIN link_kind k ON k.id = link.kind
         WHERE from_id <> to_id AND k.name IN (${[...followedKinds].map(kind => `'${kind}'`).join()}) GROUP BY to_id) l ON l.to_id = u.id
       WHERE u.inlinks <> coalesce(l.pages, 0)`,
    ),
    [],
  );
  check('attempts without an end', column(session, 'SELECT id FROM fetch WHERE ended_at IS NULL'), []);
  const status = session.status();
  check('counter of URLs', status.urls, urls);
  check('counter of decisions', status.decisions, urls);
  check(
    'counters of reasons',
    [...status.reasons].map(({ reason, count }) => [reason, count]).sort(),
    rows(session, 'SELECT reason, count(*) FROM url GROUP BY 1 ORDER BY 1').sort(),
  );
  check(
    'counters of statuses',
    status.statuses.map(({ status: code, count }) => [code, count]),
    rows(session, 'SELECT status, count(*) FROM url WHERE status IS NOT NULL GROUP BY 1 ORDER BY 1'),
  );
  check(
    'counters of listings',
    status.mayList.map(({ value, count }) => [value, count]).sort(),
    rows(session, 'SELECT may_list, count(*) FROM url GROUP BY 1 ORDER BY 1').sort(),
  );
  check(
    'counters of states',
    [status.queued, status.fetched, status.failed, status.disregarded],
    ['queued', 'done', 'failed', 'disregarded'].map(
      state => column(session, `SELECT count(*) FROM url WHERE state = '${state}'`)[0],
    ),
  );
  check(
    'counters of attempts',
    [status.fetches, status.bytes],
    rows(session, 'SELECT count(*), coalesce(sum(wire_bytes), 0) FROM fetch')[0],
  );
  return found;
}
