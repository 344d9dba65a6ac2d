import { reasonOf } from '#shared/explain/reasons.ts';
import type { UrlRow } from './source.ts';

/** What follows from the stored row of a URL alone, of this crawl or of an earlier one. */

export const htmlTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
const broken = new Set(['unreachable', 'refused-response']);

/** Inside the scope of the crawl: a page or what may be one, or another file that the crawl requested because a link led there. */
export const isInternalRow = ({ class: kind, check, status }: Pick<UrlRow, 'class' | 'check' | 'status'>): boolean =>
  kind === 'page' || (kind === 'resource' && check === '' && status !== null);

/** Internal, final status 2xx, HTML. */
export const isPageRow = (row: UrlRow): boolean =>
  row.class === 'page' &&
  row.state === 'done' &&
  row.redirectId === 0 &&
  row.status !== null &&
  row.status >= 200 &&
  row.status < 300 &&
  htmlTypes.has(row.mime) &&
  reasonOf(row.reason)?.family !== 'challenge';

/** Reasons of pages that a noindex or canonical written by a script keeps out of the index. */
const keptOutByScripts: ReadonlySet<string> = new Set(['rendered-noindex', 'rendered-canonical']);

/** A page that may be fetched and listed and has no canonical elsewhere. */
export const isIndexableRow = (row: UrlRow): boolean =>
  isPageRow(row) &&
  !row.noindex &&
  !keptOutByScripts.has(row.reason) &&
  row.mayFetch === 'yes' &&
  (row.canonicalId === 0 || row.canonicalId === row.id);

/** A response with a status from 400, or no response after all attempts. */
export function isBrokenRow({ status, reason, state, check }: UrlRow): boolean {
  if (check !== '') return reasonOf(check)?.family === 'check-broken';
  const family = reasonOf(reason)?.family;
  if (family === 'challenge') return false;
  if (status !== null) return status >= 400 && state !== 'queued' && state !== 'leased';
  return family !== undefined && broken.has(family) && state === 'failed';
}
