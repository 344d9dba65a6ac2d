import type { RenderedFacts } from '#shared/model/rendered-facts.ts';
import { urlKey } from '../file/codec.ts';
import type { ReadDb } from '../file/handle.ts';
import { decodeRenderedFacts } from './renderings.ts';

/** Which rendered pages are looked at: one URL, one template, or all. */
export type CostWish = { readonly url: string } | { readonly template: string } | 'all';

/** Both renderings of a page. */
export interface StoredTwice {
  readonly url: string;
  readonly obeying: RenderedFacts;
  /** Null: there is none that can be read. */
  readonly freed: RenderedFacts | null;
  /** How the second rendering failed; '' where it did not, or there is none. */
  readonly failure: string;
}

interface Row {
  readonly id: number;
  readonly url: string;
  readonly obeying: string | null;
  readonly freed: string | null;
  readonly state: string | null;
  readonly result: string | null;
}

/** Reads pages rendered twice, and how well the crawl knows the URLs that they link to. */
export function blockedCostReads(db: ReadDb) {
  const pages = (condition: string) =>
    db.prepare(
      `SELECT r.id, u.url, r.compared AS obeying, f.compared AS freed, f.state, f.result
       FROM rendering r JOIN url u ON u.id = r.url_id LEFT JOIN rendering f ON f.url_id = r.url_id AND f.variant = 'freed'
       WHERE r.id > @after AND r.variant = 'obeying' AND r.state = 'done' AND r.requests_blocked > 0 AND ${condition} ORDER BY r.id LIMIT 50`,
    );
  const count = (condition: string) =>
    db
      .prepare(
        `SELECT count(*) FROM rendering r JOIN url u ON u.id = r.url_id
         WHERE r.variant = 'obeying' AND r.state = 'done' AND ${condition}`,
      )
      .pluck();
  const ofUrl = 'u.hash = @hash AND u.url = @url';
  const ofTemplate = 'r.template = @template';
  const conditionOf = (wish: CostWish): string => (wish === 'all' ? '1' : 'url' in wish ? ofUrl : ofTemplate);
  const valuesOf = (wish: CostWish) => (wish === 'all' ? {} : 'url' in wish ? { hash: urlKey(wish.url), url: wish.url } : wish);
  const led = db.prepare('SELECT depth FROM url WHERE hash = ? AND url = ?').pluck();
  const own = db
    .prepare('SELECT DISTINCT o.key FROM rendering r JOIN url u ON u.id = r.url_id JOIN origin o ON o.id = u.origin_id')
    .pluck();
  const seen = db.prepare('SELECT 1 FROM url WHERE hash = ? AND url = ?').pluck();
  const start = db.prepare("SELECT url FROM url WHERE via = 'seed' ORDER BY id LIMIT 1").pluck();
  const templates = db
    .prepare(
      `SELECT template FROM rendering WHERE variant = 'obeying' AND state = 'done'
       GROUP BY template ORDER BY count(*) DESC, template LIMIT ?`,
    )
    .pluck();
  return {
    /** The first start URL; undefined: there is none. */
    startUrl: (): string | undefined => start.get() as string | undefined,
    isSeen: (url: string): boolean => seen.get(urlKey(url), url) === 1,
    /** Templates of rendered pages, those of the most pages first. */
    templates: (most: number): readonly string[] => templates.all(most) as string[],
    /** Pages rendered with robots.txt obeyed. */
    rendered: (wish: CostWish): number => count(conditionOf(wish)).get(valuesOf(wish)) as number,
    /** The pages of which a request was blocked, in order of their renderings. */
    *pages(wish: CostWish): Generator<StoredTwice> {
      const read = pages(conditionOf(wish));
      for (let after = 0; ; ) {
        const rows = read.all({ after, ...valuesOf(wish) }) as Row[];
        for (const { id, url, obeying, freed, state, result } of rows) {
          after = id;
          const facts = decodeRenderedFacts(obeying);
          if (facts === null) continue;
          const failure = state === 'failed' ? (result ?? '') : '';
          yield { url, obeying: facts, freed: state === 'done' ? decodeRenderedFacts(freed) : null, failure };
        }
        if (rows.length === 0) return;
      }
    },
    /** Whether a start URL, a link or a redirect of the crawl leads to a URL. */
    isLedTo: (url: string): boolean => typeof led.get(urlKey(url), url) === 'number',
    /** Keys of the origins with rendered pages. */
    ownOrigins: (): ReadonlySet<string> => new Set(own.all() as string[]),
  };
}
export type BlockedCostReads = ReturnType<typeof blockedCostReads>;
