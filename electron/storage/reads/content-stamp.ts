import type { ReadDb } from '../file/handle.ts';

const version = 'PRAGMA data_version';

/** What is stored of a crawl that does not run. Equal strings: the same results. */
export interface RestStamp {
  /** Changes with decisions, requests, versions of robots.txt, URLs, sitemaps and renderings. */
  readonly crawl: string;
  /** Changes with custom rules and their results. */
  readonly rules: string;
}

/**
 * Changes when the stored results of a crawl change. While a crawl runs, any commit changes it. At rest, only new
 * decisions, requests, versions of robots.txt, renderings, and custom rules with their results change it. Drafts, assertions and
 * settings of the audit are not results of the crawl.
 */
export function contentStamp(db: ReadDb): () => string {
  const read = stampReader(db);
  const dataVersion = db.prepare(version).pluck();
  return () => {
    const { state, crawl, rules } = read();
    return isAtWork(state) ? `${crawl} ${rules} v${String(dataVersion.get())}` : `${crawl} ${rules} ${state}`;
  };
}

/** What is stored now; null while the crawl runs, because then it changes with every commit. */
export function restStamp(db: ReadDb): () => RestStamp | null {
  const read = stampReader(db);
  return () => {
    const { state, crawl, rules } = read();
    return isAtWork(state) ? null : { crawl: `${crawl} ${state}`, rules };
  };
}

const isAtWork = (state: string): boolean => state === 'running' || state === 'paused';

function stampReader(db: ReadDb): () => RestStamp & { readonly state: string } {
  const state = db.prepare('SELECT state, settings_id FROM crawl WHERE id = 1').raw();
  const last = ['decided', 'fetch', 'robots_version', 'url', 'sitemap'].map(table =>
    db.prepare(`SELECT max(id) FROM ${table}`).pluck(),
  );
  const lastRendering = db.prepare('SELECT max(ended_at) FROM rendering WHERE ended_at IS NOT NULL').pluck();
  const lastEvent = db
    .prepare(
      `SELECT max(id) FROM event WHERE kind IN ('new', 'running', 'paused', 'stopped', 'finished', 'interrupted', 'failed')`,
    )
    .pluck();
  const rules = db.prepare('SELECT max(changed_at), count(*) FROM rule').raw();
  return () => {
    const [found = ''] = (state.get() ?? []) as readonly string[];
    const stamps = [...last, lastRendering, lastEvent].map(each => String(each.get() ?? 0));
    return { state: found, crawl: stamps.join(' '), rules: (rules.get() as (number | null)[]).join(' ') };
  };
}
