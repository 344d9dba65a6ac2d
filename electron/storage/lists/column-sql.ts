import type { UrlColumn } from '#shared/model/url-column.ts';
import { inlinksSql } from '../links/inlink-count-rows.ts';

/** A longer chain of redirects is cut here, and has no end: it may be a loop. */
const mostHops = 20;

/** The URLs after `u` on its chain of redirects: id, and number of redirects that lead there. */
const chain = `WITH RECURSIVE chain (id, hops) AS (SELECT u.redirect_id, 1 UNION ALL
  SELECT r.redirect_id, chain.hops + 1 FROM chain JOIN url r ON r.id = chain.id WHERE r.redirect_id IS NOT NULL AND chain.hops < ${mostHops})`;

/** Columns that follow from several rows of `url`, in place of a stored column. */
const chained: Readonly<Record<string, string>> = {
  redirect_hops: `CASE WHEN u.redirect_id IS NOT NULL THEN (${chain} SELECT max(hops) FROM chain) END`,
  redirect_end: `CASE WHEN u.redirect_id IS NOT NULL THEN (${chain} SELECT chain.id FROM chain WHERE chain.hops < ${mostHops}
    AND NOT EXISTS (SELECT 1 FROM url e WHERE e.id = chain.id AND e.redirect_id IS NOT NULL)) END`,
};

/** A value of the rendering that obeyed robots.txt. */
const rendered = (value: string): string =>
  `(SELECT ${value} FROM rendering g WHERE g.url_id = u.id AND g.variant = 'obeying' AND (g.state = 'done' OR g.state = 'failed'))`;
const whenDone = (column: string): string => rendered(`CASE WHEN g.state = 'done' THEN g.${column} END`);

/**
 * Columns that another table stores. Each change of that table comes with a decision about the URL, or with the end of a rendering. Counts of
 * inlinks change with the links of other pages.
 */
const elsewhere: Readonly<Record<string, string>> = {
  inlinks: inlinksSql('u.id'),
  declared_bytes: '(SELECT k.content_length FROM url_check k WHERE k.url_id = u.id)',
  rendered: rendered(
    `CASE WHEN g.state = 'failed' THEN 'failed' WHEN g.changes = '' THEN 'same' WHEN g.changes IS NOT NULL THEN 'different' END`,
  ),
  script_changes: rendered(`CASE WHEN g.state = 'done' THEN nullif(g.changes, '') END`),
  rendered_title: whenDone('title'),
  rendered_words: whenDone('words'),
  rendered_links: whenDone('links_added'),
  links_lost: whenDone('links_removed'),
  blocked_resources: whenDone('requests_blocked'),
  failed_resources: whenDone('requests_failed'),
  script_errors: whenDone('errors'),
};

/** Whether a redirect of another row may change a value although its own row does not change. */
export const isChained = (column: UrlColumn): boolean => Object.hasOwn(chained, column.stored);

/** SQL for a column of `url u`. For a target column, this is the id of the other URL. */
export const storedSql = (column: UrlColumn): string =>
  column.computed ?? chained[column.stored] ?? elsewhere[column.stored] ?? plainSql(column);

const plainSql = (column: UrlColumn): string =>
  column.kind === 'number' && column.zeroIsNone ? `nullif(u.${column.stored}, 0)` : `u.${column.stored}`;

/** SQL for the value that a row shows and sorts by. For a target column, this is its URL. */
export const valueSql = (column: UrlColumn): string =>
  column.kind === 'target' ? `(SELECT t.url FROM url t WHERE t.id = ${storedSql(column)})` : storedSql(column);

/** The SELECT list for `url u`: one field per column, named by its key. */
export const rowSql = (columns: readonly UrlColumn[]): string =>
  `u.id, ${columns.map(column => `${valueSql(column)} AS "${column.key}"`).join(', ')}`;

/** The column with this key. Throws if it does not exist: keys come from the table itself or were validated before. */
export function columnOf(columns: readonly UrlColumn[], key: string): UrlColumn {
  const column = columns.find(each => each.key === key);
  if (!column) throw new Error(`There is no column of URLs called ${key}.`);
  return column;
}
