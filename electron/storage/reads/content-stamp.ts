import type { ReadDb } from '../file/handle.ts';

const version = 'PRAGMA data_version';

/**
 * Changes when the stored results of a crawl change. While a crawl runs, any commit changes it. At rest, only new
 * decisions, requests, versions of robots.txt, and custom rules with their results change it. Drafts, assertions and
 * settings of the audit are not results of the crawl.
 */
export function contentStamp(db: ReadDb): () => string {
  const state = db.prepare('SELECT state, settings_id FROM crawl WHERE id = 1').raw();
  const last = ['decided', 'fetch', 'robots_version', 'url', 'sitemap'].map(table =>
    db.prepare(`SELECT max(id) FROM ${table}`).pluck(),
  );
  const lastEvent = db
    .prepare(
      `SELECT max(id) FROM event WHERE kind IN ('new', 'running', 'paused', 'stopped', 'finished', 'interrupted', 'failed')`,
    )
    .pluck();
  const rules = db.prepare('SELECT max(changed_at), count(*) FROM rule').raw();
  const dataVersion = db.prepare(version).pluck();
  return () => {
    const [found = ''] = (state.get() ?? []) as readonly string[];
    const stamps = [...last, lastEvent].map(each => String(each.get() ?? 0));
    const atRest = [...stamps, ...(rules.get() as (number | null)[])].join(' ');
    return found === 'running' || found === 'paused' ? `${atRest} v${String(dataVersion.get())}` : `${atRest} ${found}`;
  };
}
